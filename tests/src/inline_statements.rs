//! Random programs of inline assembly. A table defines the statements' results. Operands are in
//! registers, tied, in memory or immediates. There are early clobbers, clobbers of any registers,
//! jumps with outputs, and ordinary code around the statements. Both compilers compile them, and
//! the outputs must be equal. `llc` 22 loses outputs of statements that jump; for such programs,
//! the levels of the compiler under test are compared with each other. Register pairs (`R` on
//! RISC-V) do not occur with jumps, as `llc` overwrites halves of them.
//!
//! A statement is right for any register assignment. An output written before the last input is
//! read is an early clobber. No line reads an input that an earlier one has overwritten.

use crate::agreement::{self, Run};
use crate::build::Compiler;
use crate::random::Random;
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// A type of operands, on one target.
#[derive(Debug)]
struct Kind {
    ir: &'static str,
    /// The register constraint.
    constraint: &'static str,
    /// The lines that compute operand `D` from operands `A` and `B`.
    binary: &'static [&'static str],
    /// The same, from operand `A` and an immediate `B` with constraint `number`.
    with_number: &'static str,
    number: &'static str,
    /// A load from memory `A`.
    load: &'static str,
    /// A store of `A` to memory `B`.
    store: &'static str,
    /// IR that computes a value `R` from `i64 V`.
    from_word: &'static str,
    /// IR that computes an `i64 R` from a value `V`.
    to_word: &'static str,
    /// Named registers of the type.
    named: &'static [&'static str],
}

const RISCV: &[Kind] = &[
    Kind {
        ir: "i64",
        constraint: "r",
        binary: &["add D, A, B", "sub D, A, B", "xor D, A, B", "sll D, A, B", "sltu D, A, B", "mul D, A, B"],
        with_number: "addi D, A, B",
        number: "I",
        load: "ld D, A",
        store: "sd A, B",
        from_word: "R = xor i64 V, 21",
        to_word: "R = add i64 V, 1",
        named: &["{a3}", "{t1}", "{s3}", "{x29}"],
    },
    Kind {
        ir: "i32",
        constraint: "r",
        binary: &["addw D, A, B", "subw D, A, B", "and D, A, B", "sllw D, A, B", "mulw D, A, B"],
        with_number: "addiw D, A, B",
        number: "I",
        load: "lw D, A",
        store: "sw A, B",
        from_word: "R = trunc i64 V to i32",
        to_word: "R = sext i32 V to i64",
        named: &["{a5}", "{s7}"],
    },
    Kind {
        ir: "i16",
        constraint: "^cr",
        binary: &["add D, A, B", "or D, A, B", "xor D, A, B"],
        with_number: "addi D, A, B",
        number: "I",
        load: "lh D, A",
        store: "sh A, B",
        from_word: "R = trunc i64 V to i16",
        to_word: "R = zext i16 V to i64",
        named: &["{a4}"],
    },
    Kind {
        ir: "i8",
        constraint: "r",
        binary: &["add D, A, B", "xor D, A, B"],
        with_number: "ori D, A, B",
        number: "K",
        load: "lbu D, A",
        store: "sb A, B",
        from_word: "R = trunc i64 V to i8",
        to_word: "R = zext i8 V to i64",
        named: &["{t3}"],
    },
    Kind {
        ir: "double",
        constraint: "f",
        binary: &["fadd.d D, A, B", "fmax.d D, A, B", "fsgnjx.d D, A, B", "fsub.d D, A, B"],
        with_number: "",
        number: "",
        load: "fld D, A",
        store: "fsd A, B",
        from_word: "R.s = ashr i64 V, 40\n  R = sitofp i64 R.s to double",
        to_word: "R = bitcast double V to i64",
        named: &["{fa2}", "{fs4}", "{f30}"],
    },
    Kind {
        ir: "float",
        constraint: "f",
        binary: &["fadd.s D, A, B", "fmin.s D, A, B", "fsgnjn.s D, A, B"],
        with_number: "",
        number: "",
        load: "flw D, A",
        store: "fsw A, B",
        from_word: "R.s = ashr i64 V, 48\n  R = sitofp i64 R.s to float",
        to_word: "R.i = bitcast float V to i32\n  R = zext i32 R.i to i64",
        named: &["{fa1}", "{fs2}"],
    },
];

const AARCH64: &[Kind] = &[
    Kind {
        ir: "i64",
        constraint: "r",
        binary: &["add D, A, B", "sub D, A, B", "eor D, A, B, ror 5", "lsl D, A, B", "udiv D, A, B"],
        with_number: "add D, A, B",
        number: "I",
        load: "ldr D, A",
        store: "str A, B",
        from_word: "R = xor i64 V, 21",
        to_word: "R = add i64 V, 1",
        named: &["{x3}", "{x17}", "{x22}", "{x9}"],
    },
    Kind {
        ir: "i32",
        constraint: "r",
        binary: &["add D:w, A:w, B:w", "orn D:w, A:w, B:w", "mul D:w, A:w, B:w"],
        with_number: "eor D:w, A:w, B",
        number: "K",
        load: "ldr D:w, A",
        store: "str A:w, B",
        from_word: "R = trunc i64 V to i32",
        to_word: "R = sext i32 V to i64",
        named: &["{w4}", "{w21}"],
    },
    Kind {
        ir: "i16",
        constraint: "r",
        binary: &["add D:w, A:w, B:w", "bic D:w, A:w, B:w"],
        with_number: "add D:w, A:w, B",
        number: "I",
        load: "ldrsh D:w, A",
        store: "strh A:w, B",
        from_word: "R = trunc i64 V to i16",
        to_word: "R = zext i16 V to i64",
        named: &["{w5}"],
    },
    Kind {
        ir: "i8",
        constraint: "r",
        binary: &["sub D:w, A:w, B:w", "and D:w, A:w, B:w"],
        with_number: "orr D:w, A:w, B",
        number: "K",
        load: "ldrb D:w, A",
        store: "strb A:w, B",
        from_word: "R = trunc i64 V to i8",
        to_word: "R = zext i8 V to i64",
        named: &["{w11}"],
    },
    Kind {
        ir: "double",
        constraint: "w",
        binary: &["fadd D:d, A:d, B:d", "fmaxnm D:d, A:d, B:d", "fsub D:d, A:d, B:d"],
        with_number: "",
        number: "",
        load: "ldr D:d, A",
        store: "str A:d, B",
        from_word: "R.s = ashr i64 V, 40\n  R = sitofp i64 R.s to double",
        to_word: "R = bitcast double V to i64",
        named: &["{d2}", "{d9}", "{v20}"],
    },
    Kind {
        ir: "float",
        constraint: "w",
        binary: &["fadd D:s, A:s, B:s", "fabd D:s, A:s, B:s"],
        with_number: "",
        number: "",
        load: "ldr D:s, A",
        store: "str A:s, B",
        from_word: "R.s = ashr i64 V, 48\n  R = sitofp i64 R.s to float",
        to_word: "R.i = bitcast float V to i32\n  R = zext i32 R.i to i64",
        named: &["{s1}", "{s12}"],
    },
    Kind {
        ir: "<4 x i32>",
        constraint: "w",
        binary: &[
            "add D.4s, A.4s, B.4s",
            "mul D.4s, A.4s, B.4s",
            "zip1 D.4s, A.4s, B.4s",
            "eor D.16b, A.16b, B.16b",
        ],
        with_number: "ushr D.4s, A.4s, B",
        number: "i",
        load: "ldr D:q, A",
        store: "str A:q, B",
        from_word: "R.t = trunc i64 V to i32\n  R = insertelement <4 x i32> <i32 9, i32 8, i32 7, i32 6>, i32 R.t, i32 2",
        to_word: "R.q = bitcast <4 x i32> V to <2 x i64>\n  R.a = extractelement <2 x i64> R.q, i32 0\n  R.b = extractelement <2 x i64> R.q, i32 1\n  R.m = mul i64 R.b, 31\n  R = xor i64 R.a, R.m",
        named: &["{v7}", "{q18}"],
    },
    Kind {
        ir: "<8 x i8>",
        constraint: "w",
        binary: &["add D.8b, A.8b, B.8b", "uqsub D.8b, A.8b, B.8b", "orn D.8b, A.8b, B.8b"],
        with_number: "",
        number: "",
        load: "ldr D:d, A",
        store: "str A:d, B",
        from_word: "R = bitcast i64 V to <8 x i8>",
        to_word: "R = bitcast <8 x i8> V to i64",
        named: &["{v3}"],
    },
];

/// The statements of a target.
struct Machine {
    kinds: &'static [Kind],
    /// The memory constraint that only needs a base register.
    base_memory: &'static str,
    /// A jump to `L` if operand `A` is odd, and its clobbers.
    jump: (&'static str, &'static str),
    /// Clobbers, each alone, and a clobber list of all call-preserved registers.
    clobbers: &'static [&'static str],
    all_kept: &'static str,
    kept_overwritten: &'static str,
}

fn machine(target: Target) -> Machine {
    match target {
        Target::Riscv64 => Machine {
            kinds: RISCV,
            base_memory: "A",
            jump: ("andi t6, A, 1; bnez t6, L", "~{t6}"),
            clobbers: &[
                "~{s0}",
                "~{s5}",
                "~{ra}",
                "~{t0}",
                "~{a0}",
                "~{fs1}",
                "~{ft0}",
                "~{memory}",
                "~{x31}",
            ],
            all_kept: "~{s0},~{s1},~{s2},~{s3},~{s4},~{s5},~{s6},~{s7},~{s8},~{s9},~{s10},~{s11},~{ra},~{fs0},~{fs11}",
            kept_overwritten: "li s0, 1\\0A li s1, 2\\0A li s11, 3\\0A li s6, 4\\0A li ra, 5\\0A fmv.d.x fs0, s0\\0A fmv.d.x fs11, zero",
        },
        Target::Aarch64 => Machine {
            kinds: AARCH64,
            base_memory: "Q",
            jump: ("tbnz A, 0, L", "~{cc}"),
            clobbers: &[
                "~{x19}",
                "~{x28}",
                "~{lr}",
                "~{x0}",
                "~{x16}",
                "~{d8}",
                "~{v0}",
                "~{cc}",
                "~{memory}",
            ],
            all_kept: "~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{fp},~{lr},~{d8},~{v15}",
            kept_overwritten: "mov x19, 1\\0A mov x28, 2\\0A mov x23, 3\\0A mov x29, 4\\0A mov x30, 5\\0A movi v8.16b, 6\\0A movi v15.16b, 7",
        },
    }
}

/// The writer of a function.
struct Writer<'a> {
    machine: &'a Machine,
    random: &'a mut Random,
    text: String,
    /// Values by kind.
    values: Vec<Vec<String>>,
    next: usize,
    /// True if statements may jump.
    jumps: bool,
}

/// A statement under construction.
#[derive(Default)]
struct Statement {
    lines: Vec<String>,
    /// Kinds and constraints.
    outputs: Vec<(usize, String)>,
    /// Constraints, and arguments with types.
    inputs: Vec<(String, String)>,
    clobbers: Vec<String>,
    named: Vec<&'static str>,
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn value(&mut self, kind: usize) -> String {
        let at = self.random.below(self.values[kind].len());
        self.values[kind][at].clone()
    }

    /// Converts the word `value` to a value of `kind`.
    fn convert_from(&mut self, kind: usize, value: &str) {
        let name = self.name();
        let code = self.machine.kinds[kind].from_word.replace('R', &name).replace('V', value);
        let _ = writeln!(self.text, "  {code}");
        self.values[kind].push(name);
    }

    /// Converts a value to a word.
    fn convert_to(&mut self, kind: usize, value: &str) -> String {
        let name = self.name();
        let code = self.machine.kinds[kind].to_word.replace('R', &name).replace('V', value);
        let _ = writeln!(self.text, "  {code}");
        name
    }

    /// Returns an address whose memory holds a value of `kind`.
    fn memory(&mut self, kind: usize) -> String {
        let (name, value) = (self.name(), self.value(kind));
        let ir = self.machine.kinds[kind].ir;
        let _ = writeln!(
            self.text,
            "  {name} = getelementptr i8, ptr %memory, i64 {}",
            16 * self.random.below(4)
        );
        let _ = writeln!(self.text, "  store {ir} {value}, ptr {name}");
        name
    }

    /// Returns a statement with some outputs, each computed by one line.
    fn statement(&mut self) -> Statement {
        let count = 1 + self.random.below(3);
        let mut statement = Statement::default();
        let kinds: Vec<usize> = (0..count).map(|_| self.random.below(self.machine.kinds.len())).collect();
        for (line, &kind) in kinds.iter().enumerate() {
            self.output(&mut statement, line, kind, line + 1 == count);
        }
        for _ in 0..self.random.below(3) {
            let clobber = self.random.pick(self.machine.clobbers);
            statement.clobbers.push(clobber.to_owned());
        }
        statement
    }

    /// Adds the line that computes an output, and its operands. Inputs are written as `<n>`; their
    /// numbers are inserted once all outputs are known.
    fn output(&mut self, statement: &mut Statement, line: usize, kind: usize, is_last: bool) {
        let Kind { ir, constraint, binary, with_number, number, load, named, .. } = self.machine.kinds[kind];
        let output = match self.random.below(6) {
            0 if !named.is_empty() => self.random.pick(named),
            _ => constraint,
        };
        let is_named = output.starts_with('{');
        let output = if is_named && statement.named.contains(&output) { constraint } else { output };
        if output.starts_with('{') {
            statement.named.push(output);
        }
        let early = !is_last || self.random.one_in(2);
        statement.outputs.push((kind, format!("={}{output}", if early { "&" } else { "" })));
        let first = statement.inputs.len();
        let (left, right) = (self.value(kind), self.value(kind));
        let way = self.random.below(5);
        let text = match way {
            0 if !with_number.is_empty() => {
                statement.inputs.push((constraint.to_owned(), format!("{ir} {left}")));
                statement.inputs.push((number.to_owned(), format!("i32 {}", self.random.pick(&[1, 3, 7]))));
                with_number.to_owned()
            }
            1 if !load.is_empty() => {
                let constraint = self.random.pick(&["*m", "*A"]).replace('A', self.machine.base_memory);
                let address = self.memory(kind);
                statement.inputs.push((constraint, format!("ptr elementtype({ir}) {address}")));
                load.to_owned()
            }
            // Tied: the output is the input's register.
            2 | 3 => {
                statement.inputs.push((line.to_string(), format!("{ir} {left}")));
                statement.inputs.push((constraint.to_owned(), format!("{ir} {right}")));
                self.random.pick(binary).to_owned()
            }
            _ => {
                statement.inputs.push((constraint.to_owned(), format!("{ir} {left}")));
                statement.inputs.push((constraint.to_owned(), format!("{ir} {right}")));
                self.random.pick(binary).to_owned()
            }
        };
        statement.lines.push(operands(
            &text,
            &[("D", format!("{line}")), ("A", format!("<{first}>")), ("B", format!("<{}>", first + 1))],
        ));
    }

    /// Writes the statement, as a call or a jump, and adds its results.
    fn put(&mut self, mut statement: Statement, jumps: bool) {
        let outputs = statement.outputs.len();
        let condition = jumps.then(|| self.value(0));
        if let Some(condition) = &condition {
            let (jump, clobber) = self.machine.jump;
            let number = statement.inputs.len();
            let text = operands(jump, &[("A", format!("<{number}>"))]);
            statement.lines.push(text.replace('L', &format!("${{{}:l}}", outputs + number + 1)));
            statement.inputs.push(("r".into(), format!("i64 {condition}")));
            statement.clobbers.push(clobber.to_owned());
            // The jump reads last.
            for (_, constraint) in &mut statement.outputs {
                if !constraint.starts_with("=&") {
                    *constraint = constraint.replacen('=', "=&", 1);
                }
            }
        }
        let mut text = statement.lines.join("\\0A ");
        for input in (0..statement.inputs.len()).rev() {
            text = text.replace(&format!("<{input}>"), &(outputs + input).to_string());
        }
        let mut constraints: Vec<String> = statement.outputs.iter().map(|(_, c)| c.clone()).collect();
        constraints.extend(statement.inputs.iter().map(|(c, _)| c.clone()));
        constraints.extend(jumps.then(|| "!i".to_owned()));
        constraints.extend(statement.clobbers.iter().cloned());
        let ty = self.result_type(&statement);
        let arguments: Vec<&str> = statement.inputs.iter().map(|(_, a)| a.as_str()).collect();
        let (constraints, arguments) = (constraints.join(","), arguments.join(", "));
        let result = self.name();
        if jumps {
            let (straight, odd, join) = (self.name(), self.name(), self.name());
            let _ = writeln!(
                self.text,
                "  {result} = callbr {ty} asm \"{text}\", \"{constraints}\"({arguments}) to label {straight} [label {odd}]"
            );
            self.join(&result, &statement, [&straight, &odd, &join]);
        } else {
            let effect = self.random.pick(&["", "sideeffect "]);
            let _ = writeln!(
                self.text,
                "  {result} = call {ty} asm {effect}\"{text}\", \"{constraints}\"({arguments})"
            );
            self.take(&result, &statement);
        }
    }

    fn result_type(&self, statement: &Statement) -> String {
        let types: Vec<&str> =
            statement.outputs.iter().map(|(kind, _)| self.machine.kinds[*kind].ir).collect();
        if types.len() == 1 { types[0].to_owned() } else { format!("{{ {} }}", types.join(", ")) }
    }

    fn take(&mut self, result: &str, statement: &Statement) {
        let ty = self.result_type(statement);
        for (n, (kind, _)) in statement.outputs.iter().enumerate() {
            let mut value = result.to_owned();
            if statement.outputs.len() > 1 {
                value = self.name();
                let _ = writeln!(self.text, "  {value} = extractvalue {ty} {result}, {n}");
            }
            self.values[*kind].push(value);
        }
    }

    /// Writes the blocks after a jump: each combines the outputs to a word in its own way.
    fn join(&mut self, result: &str, statement: &Statement, [straight, odd, join]: [&str; 3]) {
        let mut words = Vec::new();
        for (block, factor) in [(straight, 3), (odd, 5)] {
            let _ = writeln!(self.text, "{}:", &block[1..]);
            let known: Vec<usize> = self.values.iter().map(Vec::len).collect();
            self.take(result, statement);
            let (kind, _) = statement.outputs[self.random.below(statement.outputs.len())];
            let value = self.values[kind].last().cloned().unwrap_or_default();
            let word = self.convert_to(kind, &value);
            let product = self.name();
            let _ = writeln!(self.text, "  {product} = mul i64 {word}, {factor}\n  br label {join}");
            words.push(product);
            // Values defined here are not available elsewhere.
            self.values.iter_mut().zip(known).for_each(|(values, known)| values.truncate(known));
        }
        let phi = self.name();
        let _ = writeln!(
            self.text,
            "{}:\n  {phi} = phi i64 [ {}, {straight} ], [ {}, {odd} ]",
            &join[1..],
            words[0],
            words[1]
        );
        self.values[0].push(phi);
    }

    /// Writes a statement that clobbers all call-preserved registers.
    fn clobber_all(&mut self) {
        let Machine { all_kept, kept_overwritten, .. } = *self.machine;
        let _ = writeln!(self.text, "  call void asm sideeffect \"{kept_overwritten}\", \"{all_kept}\"()");
    }

    /// Writes a store by assembly, and a load of the result.
    fn store(&mut self) {
        let with_store: Vec<usize> =
            (0..self.machine.kinds.len()).filter(|&n| !self.machine.kinds[n].store.is_empty()).collect();
        let kind = self.random.pick(&with_store);
        let Kind { ir, constraint, store, .. } = self.machine.kinds[kind];
        let (address, value, loaded) = (self.memory(kind), self.value(kind), self.name());
        let memory = self.random.pick(&["=*m", "=*A"]).replace('A', self.machine.base_memory);
        let text = operands(store, &[("A", "1".into()), ("B", "0".into())]);
        let _ = writeln!(
            self.text,
            "  call void asm \"{text}\", \"{memory},{constraint}\"(ptr elementtype({ir}) {address}, {ir} {value})\n  {loaded} = load {ir}, ptr {address}"
        );
        self.values[kind].push(loaded);
    }

    /// Writes one function: its values are computed from three words, and its result depends on all
    /// of them.
    fn function(&mut self, number: usize) {
        let _ = writeln!(self.text, "define i64 @f{number}(i64 %a, i64 %b, i64 %c) noinline {{\nentry:");
        let _ = writeln!(self.text, "  %memory = alloca [4 x i128], align 16\n  br label %loop\nloop:");
        let _ = writeln!(
            self.text,
            "  %round = phi i64 [ 0, %entry ], [ %next, %end ]\n  %sum = phi i64 [ %b, %entry ], [ %folded, %end ]"
        );
        self.values = vec![Vec::new(); self.machine.kinds.len()];
        self.values[0].extend(["%a", "%c", "%sum", "%round"].map(String::from));
        for kind in 0..self.machine.kinds.len() {
            for word in ["%a", "%sum"] {
                self.convert_from(kind, word);
            }
        }
        for _ in 0..4 + self.random.below(6) {
            match self.random.below(10) {
                0 => self.clobber_all(),
                1 => self.store(),
                2 => {
                    let (word, result) = (self.value(0), self.name());
                    let _ = writeln!(self.text, "  {result} = call i64 @outside(i64 {word})");
                    self.values[0].push(result);
                }
                way => {
                    let statement = self.statement();
                    self.put(statement, self.jumps && way < 5);
                }
            }
        }
        let mut folded = "%c".to_owned();
        for kind in 0..self.values.len() {
            for value in self.values[kind].clone() {
                let word = self.convert_to(kind, &value);
                let (product, sum) = (self.name(), self.name());
                let _ = writeln!(
                    self.text,
                    "  {product} = mul i64 {folded}, 31\n  {sum} = xor i64 {product}, {word}"
                );
                folded = sum;
            }
        }
        let _ = writeln!(
            self.text,
            "  br label %end\nend:\n  %folded = add i64 {folded}, 0\n  %next = add i64 %round, 1"
        );
        let _ = writeln!(
            self.text,
            "  %more = icmp ult i64 %next, 3\n  br i1 %more, label %loop, label %done\ndone:\n  ret i64 %folded\n}}\n"
        );
    }
}

/// Returns `text` with numbers instead of the letters of operands: `D:w` becomes `${0:w}`.
fn operands(text: &str, numbers: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_uppercase()) {
        out.push_str(&rest[..at]);
        let (letter, after) = rest[at..].split_at(1);
        rest = after;
        let Some((_, number)) = numbers.iter().find(|(name, _)| *name == letter) else {
            out.push_str(letter);
            continue;
        };
        let modifier = after.strip_prefix(':').map_or("", |modifier| &modifier[..1]);
        rest = if modifier.is_empty() { after } else { &after[2..] };
        let _ = match modifier {
            "" => write!(out, "${{{number}}}"),
            _ => write!(out, "${{{number}:{modifier}}}"),
        };
    }
    out + rest
}

/// Functions per module.
const FUNCTIONS: usize = 8;

/// Generates the module of a seed.
fn module(target: Target, seed: u64, jumps: bool) -> String {
    let machine = machine(target);
    let mut random = Random::new(seed);
    let mut text = format!("target triple = \"{}\"\n", target.triple());
    text += "@format = private constant [5 x i8] c\"%lx\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n";
    text += "define i64 @outside(i64 %x) noinline {\n  %r = mul i64 %x, 7\n  ret i64 %r\n}\n";
    for number in 0..FUNCTIONS {
        let mut writer = Writer {
            machine: &machine,
            random: &mut random,
            text: String::new(),
            values: Vec::new(),
            next: 0,
            jumps,
        };
        writer.function(number);
        text += &writer.text;
    }
    text += "define i32 @main() {\nentry:\n  br label %loop\nloop:\n  %n = phi i64 [ 0, %entry ], [ %next, %loop ]\n  %big = mul i64 %n, 81985529216486895\n";
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "  %r{number} = call i64 @f{number}(i64 %n, i64 %big, i64 -{number})");
        let _ = writeln!(text, "  call i32 (ptr, ...) @printf(ptr @format, i64 %r{number})");
    }
    text += "  %next = add i64 %n, 1\n  %more = icmp ult i64 %next, 9\n  br i1 %more, label %loop, label %done\ndone:\n  ret i32 0\n}\n";
    text
}

/// Checks the program of a seed by the compiler under test, at -O0 and -O2, of original and
/// optimized IR, against `llc`'s program. Every third has jumps, and is only compared with itself.
///
/// # Errors
/// The differences, or the rejected programs.
pub fn check(target: Target, seed: u64) -> Result<()> {
    let folder = sources::work_folder(&format!("inline_statements/{}/{seed}", target.arch()))?;
    let [plain, optimized] = ["plain.ll", "optimized.ll"].map(|name| folder.join(name));
    let jumps = seed.is_multiple_of(3);
    fs::write(&plain, module(target, seed, jumps)).map_err(|e| e.to_string())?;
    process::run(Command::new("opt-22").args(["-S", "-O2", "-o"]).arg(&optimized).arg(&plain))?;
    let gisel = Compiler::under_test()?;
    let mut runs = Vec::new();
    for (ir_level, input) in [(0, &plain), (2, &optimized)] {
        for (compiler, level) in [(&Compiler::Llc, 2), (&gisel, 0), (&gisel, 2)] {
            runs.push(Run { compiler, combo: Combo { target, ir_level, level, mode: Mode::Static }, input });
        }
    }
    runs.retain(|run| !jumps || *run.compiler != Compiler::Llc);
    agreement::check(runs, &[], &folder, seed)
}

#[cfg(test)]
mod tests {
    use super::operands;

    #[test]
    fn operands_have_numbers_and_modifiers() {
        let numbers = [("D", "0".to_owned()), ("A", "<0>".to_owned()), ("B", "<1>".to_owned())];
        assert_eq!(operands("add D:w, A.4s, B", &numbers), "add ${0:w}, ${<0>}.4s, ${<1>}");
    }
}
