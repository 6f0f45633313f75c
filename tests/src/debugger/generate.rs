//! Random C programs for debug information tests.
//!
//! Each variable has a value from its block's start on. Between statements are marks: a call of
//! `mark`, which is compiled elsewhere, or an empty assembly statement whose address is in the
//! section `.marks`. There is no undefined behaviour, hence all builds pass the same marks with the
//! same values. Bit fields are left out: LLVM's optimizer often records wrong values for them.

use crate::random::Random;
use std::fmt::Write;

/// Types of variables: the name in C, and true for integers.
const TYPES: [(&str, bool); 11] = [
    ("int", true),
    ("unsigned", true),
    ("long", true),
    ("unsigned long", true),
    ("short", true),
    ("unsigned char", true),
    ("_Bool", true),
    ("__int128", true),
    ("unsigned __int128", true),
    ("double", false),
    ("float", false),
];

/// The functions of a program, without `main`.
const FUNCTIONS: usize = 4;

/// The nesting depth of blocks.
const DEPTH: usize = 3;

/// The start of each program.
const HEADER: &str = r#"struct pair { int first; long second; };
typedef int four __attribute__((vector_size(16)));
extern void mark(int);
extern long opaque(long);
extern void change(void *);
volatile long sink;
#ifdef __riscv
#define JUMP_IF(x, label) __asm__ goto("beqz %0, 1f; j %l1; 1:" : : "r"(x) : : label)
#else
#define JUMP_IF(x, label) __asm__ goto("cbnz %0, %l1" : : "r"(x) : : label)
#endif
#define HERE(n) __asm__ volatile(".pushsection .marks,\"a\"\n.8byte 1f, " #n "\n.popsection\n1: nop" ::: "memory")
"#;

/// Helper functions, compiled separately; `CLOBBER` overwrites call-clobbered registers. All stops
/// of `mark` are in `stop`.
pub const HELPERS: &str = r#"int marked;
__attribute__((noinline)) void stop(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void mark(int n) { marked = n; CLOBBER; stop(); marked = 0; }
__attribute__((noinline)) long opaque(long n) { CLOBBER; return n * 3 + 1; }
__attribute__((noinline)) void change(void *p) { *(unsigned char *)p ^= 1; CLOBBER; }
"#;

/// The kind of a variable.
#[derive(Clone)]
enum Kind {
    Number(usize),
    Pair,
    Vector,
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: Kind,
    is_changed: bool,
}

/// A program under construction.
struct Program {
    random: Random,
    text: String,
    /// The variables that can be read.
    visible: Vec<Variable>,
    names: usize,
    marks: usize,
    /// The parameters of the functions that can be called.
    signatures: Vec<Vec<usize>>,
    indent: usize,
    /// The loop depth.
    loops: usize,
}

/// Generates the program of a seed.
#[must_use]
pub fn program(seed: u64) -> String {
    let mut program = Program {
        random: Random::new(seed),
        text: HEADER.to_owned(),
        visible: Vec::new(),
        names: 0,
        marks: 0,
        signatures: Vec::new(),
        indent: 1,
        loops: 0,
    };
    for number in 0..FUNCTIONS {
        program.function(number);
    }
    program.main();
    program.text
}

impl Program {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.indent);
        writeln!(self.text, "{indent}{text}").expect("writing to a string succeeds");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn function(&mut self, number: usize) {
        let types: Vec<usize> =
            (0..1 + self.random.below(5)).map(|_| self.random.below(TYPES.len())).collect();
        self.visible.clear();
        let mut parameters = Vec::new();
        for &ty in &types {
            let name = self.name();
            parameters.push(format!("{} {name}", TYPES[ty].0));
            self.visible.push(Variable { name, kind: Kind::Number(ty), is_changed: true });
        }
        let inline = if self.random.one_in(3) { "static inline" } else { "__attribute__((noinline))" };
        self.text += &format!("\n{inline} long f{number}({}) {{\n", parameters.join(", "));
        self.block(DEPTH);
        let value = self.integer(2);
        self.line(&format!("return (long)({value});"));
        self.text += "}\n";
        self.signatures.push(types);
    }

    fn main(&mut self) {
        self.text += "\nint main(void) {\n";
        self.visible.clear();
        for number in 0..self.signatures.len() {
            for _ in 0..2 {
                let call = self.call(number);
                self.line(&format!("sink += {call};"));
            }
        }
        self.line("return 0;");
        self.text += "}\n";
    }

    fn call(&mut self, number: usize) -> String {
        let types = self.signatures[number].clone();
        let arguments: Vec<String> = types.iter().map(|&ty| self.value(ty)).collect();
        format!("f{number}({})", arguments.join(", "))
    }

    /// Writes declarations, then statements; the declarations are visible only in them.
    fn block(&mut self, depth: usize) {
        let outer = self.visible.len();
        for _ in 0..1 + self.random.below(3) {
            self.declaration();
        }
        for _ in 0..2 + self.random.below(4) {
            self.statement(depth);
        }
        self.mark();
        self.visible.truncate(outer);
    }

    fn declaration(&mut self) {
        let name = self.name();
        let (kind, text) = match self.random.below(12) {
            0 => {
                let (first, second) = (self.integer(1), self.integer(2));
                (Kind::Pair, format!("struct pair {name} = {{(int)({first}), (long)({second})}};"))
            }
            1 => {
                let elements: Vec<String> = (0..4).map(|_| format!("(int)({})", self.integer(1))).collect();
                (Kind::Vector, format!("four {name} = {{{}}};", elements.join(", ")))
            }
            _ => {
                let ty = self.random.below(TYPES.len());
                let value = self.value(ty);
                (Kind::Number(ty), format!("{} {name} = {value};", TYPES[ty].0))
            }
        };
        let is_changed = !self.random.one_in(4);
        self.line(&text);
        self.visible.push(Variable { name, kind, is_changed });
    }

    fn mark(&mut self) {
        self.marks += 1;
        let text = match self.random.below(2) {
            0 => format!("mark({});", self.marks),
            _ => format!("HERE({});", self.marks),
        };
        self.line(&text);
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 7 } else { 12 }) {
            0..=3 => self.assignment(),
            4 => self.mark(),
            5 if !self.signatures.is_empty() && self.loops == 0 => {
                let number = self.random.below(self.signatures.len());
                let call = self.call(number);
                self.line(&format!("sink += {call};"));
            }
            5 | 6 => {
                let value = self.integer(2);
                self.line(&format!("sink = opaque((long)({value}));"));
            }
            7 => {
                let (name, count) = (self.name(), 1 + self.random.below(3));
                self.line(&format!("for (int {name} = 0; {name} < {count}; {name}++) {{"));
                self.visible.push(Variable { name, kind: Kind::Number(0), is_changed: false });
                self.loops += 1;
                self.inner(depth);
                self.loops -= 1;
                self.visible.pop();
                self.line("}");
            }
            10 if self.loops == 0 => self.interpreter(depth),
            11 => {
                let (label, condition) = (self.name().replace('v', "l"), self.integer(2));
                self.line(&format!("JUMP_IF(({condition}) & 1, {label});"));
                self.braced(depth);
                self.line(&format!("{label}:;"));
            }
            _ => {
                let condition = self.integer(2);
                self.line(&format!("if (({condition}) & 1) {{"));
                self.inner(depth);
                if self.random.one_in(2) {
                    self.line("} else {");
                    self.inner(depth);
                }
                self.line("}");
            }
        }
    }

    /// Writes a loop that interprets the numbers of an array, by computed `goto` or by a `switch`.
    fn interpreter(&mut self, depth: usize) {
        let (name, operations, count) = (self.name(), 2 + self.random.below(3), 1 + self.random.below(3));
        let mut code: Vec<usize> = (0..count).map(|_| self.random.below(operations)).collect();
        code.push(operations);
        let code: Vec<String> = code.iter().map(usize::to_string).collect();
        let is_switch = self.random.one_in(3);
        self.line("{");
        self.indent += 1;
        self.line(&format!("static const unsigned char code_{name}[] = {{{}}};", code.join(", ")));
        let next = match is_switch {
            true => "continue;".to_owned(),
            false => format!("goto *table_{name}[code_{name}[{name}++]];"),
        };
        if is_switch {
            self.line(&format!("for (int {name} = 0; {name} < {count};) switch (code_{name}[{name}++]) {{"));
        } else {
            let labels: Vec<String> = (0..=operations).map(|n| format!("&&{name}_{n}")).collect();
            self.line(&format!("static void *const table_{name}[] = {{{}}};", labels.join(", ")));
            self.line(&format!("int {name} = 0;"));
            self.line(&next);
        }
        self.visible.push(Variable { name: name.clone(), kind: Kind::Number(0), is_changed: false });
        self.loops += 1;
        for n in 0..operations {
            self.line(&if is_switch { format!("case {n}:") } else { format!("{name}_{n}:") });
            self.braced(depth);
            self.line(&next);
        }
        self.loops -= 1;
        self.visible.pop();
        self.line(&if is_switch { "}".to_owned() } else { format!("{name}_{operations}:;") });
        self.indent -= 1;
        self.line("}");
    }

    fn braced(&mut self, depth: usize) {
        self.line("{");
        self.inner(depth);
        self.line("}");
    }

    fn inner(&mut self, depth: usize) {
        self.indent += 1;
        self.block(depth - 1);
        self.indent -= 1;
    }

    fn assignment(&mut self) {
        let changed: Vec<Variable> = self.visible.iter().filter(|v| v.is_changed).cloned().collect();
        if changed.is_empty() {
            return self.mark();
        }
        let Variable { name, kind, .. } = changed[self.random.below(changed.len())].clone();
        let text = match kind {
            Kind::Number(ty) if TYPES[ty].1 && self.random.one_in(12) && TYPES[ty].0 != "_Bool" => {
                format!("change(&{name});")
            }
            Kind::Number(ty) => format!("{name} = {};", self.value(ty)),
            Kind::Pair if self.random.one_in(2) => format!("{name}.first = (int)({});", self.integer(2)),
            Kind::Pair => format!("{name}.second = (long)({});", self.integer(2)),
            Kind::Vector => format!("{name}[{}] = (int)({});", self.random.below(4), self.integer(2)),
        };
        self.line(&text);
    }

    /// Returns an expression of a type.
    fn value(&mut self, ty: usize) -> String {
        let (name, is_integer) = TYPES[ty];
        if name.ends_with("__int128") {
            let (high, low) = (self.integer(2), self.integer(2));
            return format!("({name})((unsigned __int128)({high}) << 64 | ({low}))");
        }
        if is_integer {
            return format!("({name})({})", self.integer(3));
        }
        // Whole numbers are exact in all builds.
        format!("({name})((int)({}) % 1000) / 4", self.integer(2))
    }

    /// Returns an expression of type `unsigned long` without undefined behaviour.
    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf();
        }
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        match self.random.below(9) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {b})"),
            3 => format!("({a} ^ {b})"),
            4 => format!("({a} & {b})"),
            5 => format!("({a} >> {})", 1 + self.random.below(20)),
            6 => format!("(unsigned long)({a} < {b})"),
            7 => format!("({a} % {})", 3 + self.random.below(100)),
            _ => format!("(unsigned long)opaque((long)({a}))"),
        }
    }

    fn leaf(&mut self) -> String {
        if self.visible.is_empty() || self.random.one_in(4) {
            return format!("{}ul", self.random.below(300));
        }
        let Variable { name, kind, .. } = self.visible[self.random.below(self.visible.len())].clone();
        match kind {
            Kind::Number(ty) if TYPES[ty].1 => format!("(unsigned long){name}"),
            Kind::Number(_) => format!("(unsigned long)({name} > 1)"),
            Kind::Pair if self.random.one_in(2) => format!("(unsigned long){name}.first"),
            Kind::Pair => format!("(unsigned long){name}.second"),
            Kind::Vector => format!("(unsigned long){name}[{}]", self.random.below(4)),
        }
    }
}
