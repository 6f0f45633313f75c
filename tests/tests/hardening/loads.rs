//! Speculative load hardening: loads after mispredicted branches.

use super::{Folder, Line, compiled, disassembled, gisel, text_is_object};

const LOADS: &str = "
declare i32 @h(i32)
declare void @v()
declare i32 @personality(...)
@words = global [8 x i64] zeroinitializer
@far = external global i64
define i32 @branch(i32 %x, ptr %p) #0 {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %l = load i32, ptr %p
  ret i32 %l
b:
  %r = call i32 @h(i32 %x)
  ret i32 %r
}
define double @floats(ptr %p, ptr %q, i64 %i) #0 {
  %l = load double, ptr %p
  %g = getelementptr double, ptr %q, i64 %i
  %m = load double, ptr %g
  %s = fadd double %l, %m
  %f = load double, ptr @words
  %c = fcmp one double %s, %f
  br i1 %c, label %a, label %b
a:
  ret double %s
b:
  ret double %f
}
define i64 @table(i64 %x, i64 %n) #0 {
  switch i64 %x, label %d [
    i64 0, label %a
    i64 1, label %b
    i64 2, label %c
    i64 3, label %e
    i64 4, label %f
    i64 5, label %g ]
a:
  call void @v()
  ret i64 4
b:
  %y = load i64, ptr @far
  ret i64 %y
c:
  %z = mul i64 %n, %n
  ret i64 %z
e:
  %k = tail call i32 @h(i32 7)
  ret i64 9
f:
  ret i64 %n
g:
  %w = add i64 %n, 77
  ret i64 %w
d:
  ret i64 0
}
define i32 @tail(i32 %x, ptr %f) #0 {
  %r = tail call i32 %f(i32 %x)
  ret i32 %r
}
define i64 @bits(i64 %x, ptr %p) #0 {
  %m = and i64 %x, 8589934592
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  %l = load i64, ptr %p
  %s = add i64 %l, %x
  ret i64 %s
b:
  %n = icmp slt i64 %x, 0
  br i1 %n, label %a, label %e
e:
  %z = icmp eq ptr %p, null
  br i1 %z, label %g, label %a
g:
  ret i64 3
}
define i64 @loop(ptr %p, i64 %n) #0 {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %s = phi i64 [ 0, %entry ], [ %t, %next ]
  %a = getelementptr i64, ptr %p, i64 %i
  %l = load i64, ptr %a
  %t = add i64 %s, %l
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %next, label %end
end:
  ret i64 %t
}
define i32 @large(i32 %x) #0 {
  %a = alloca [100000 x i32]
  %g = getelementptr i32, ptr %a, i32 %x
  %l = load volatile i32, ptr %g
  %c = icmp slt i32 %l, 3
  br i1 %c, label %t, label %f
t:
  ret i32 3
f:
  call void @v()
  ret i32 4
}
define void @catches() #0 personality ptr @personality {
  invoke void @v() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  call void @v()
  resume { ptr, i32 } %l
}
define i32 @exchange(ptr %p, i32 %a, i32 %b) #0 {
  %r = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %t, label %f
t:
  %x = extractvalue { i32, i1 } %r, 0
  ret i32 %x
f:
  ret i32 0
}
define void @empty() #0 { ret void }
";

/// Functions that use the taint register themselves.
const BARRIERS: &str = "
declare void @v()
define i32 @assembly(i32 %x) #0 {
  %c = icmp slt i32 %x, 3
  br i1 %c, label %t, label %f
t:
  call void asm sideeffect \"nop\", \"~{x16}\"()
  ret i32 3
f:
  call void @v()
  ret i32 4
}
";

/// The analysis of a hardened function's instructions.
pub(super) struct Hardened<'a> {
    pub name: &'a str,
    pub lines: &'a [Line],
}

impl Hardened<'_> {
    pub fn word(&self, at: usize, word: usize) -> &str {
        self.lines.get(at).and_then(|(_, words)| words.get(word)).map_or("", String::as_str)
    }

    fn text(&self, at: usize) -> String {
        self.lines.get(at).map(|(_, words)| words.join(" ")).unwrap_or_default()
    }

    pub fn is(&self, at: usize, text: &str) {
        let around: Vec<String> = (at.saturating_sub(3)..at + 3).map(|at| self.text(at)).collect();
        assert_eq!(self.text(at), text, "{}: {around:#?}", self.name);
    }

    /// Returns the target of the branch at `at`.
    fn target(&self, at: usize) -> usize {
        let address = self.lines[at].1.iter().find_map(|word| word.strip_prefix("0x"));
        let address = u64::from_str_radix(address.expect("a branch has a target"), 16).expect("an address");
        self.lines.iter().position(|&(here, _)| here == address).expect("it is in the function")
    }

    /// Follows an unconditional branch at `at`.
    fn landing(&self, at: usize) -> usize {
        if self.word(at, 0) == "b" { self.target(at) } else { at }
    }

    /// Returns true between an exclusive load and its store, which form a loop.
    fn in_exclusive_loop(&self, at: usize) -> bool {
        let is = |at: &usize, names: [&str; 2]| names.iter().any(|name| self.word(*at, 0).starts_with(name));
        let load = (0..at).rev().find(|at| is(at, ["ldxr", "ldaxr"]));
        let store = (at.saturating_sub(2)..self.lines.len()).find(|at| is(at, ["stxr", "stlxr"]));
        load.zip(store).is_some_and(|(load, store)| load < at && at <= store + 1)
    }

    fn check_branches(&self) -> usize {
        let mut branches = 0;
        for at in 0..self.lines.len() {
            let mnemonic = self.word(at, 0);
            let by_register = ["cbz", "cbnz", "tbz", "tbnz"].contains(&mnemonic);
            let Some(condition) = mnemonic.strip_prefix("b.").filter(|_| !self.in_exclusive_loop(at)) else {
                assert!(!by_register || self.in_exclusive_loop(at), "{}: {}", self.name, self.text(at));
                continue;
            };
            let pairs = ["eq ne", "lt ge", "gt le", "hi ls", "lo hs", "mi pl", "vs vc"];
            let pair = pairs.iter().find_map(|pair| {
                let (a, b) = pair.split_once(' ')?;
                if a == condition { Some(b) } else { (b == condition).then_some(a) }
            });
            self.is(self.target(at), &format!("csel x16 x16 xzr {condition}"));
            self.is(at + 1, &format!("csel x16 x16 xzr {}", pair.expect("a condition")));
            branches += 1;
        }
        branches
    }

    fn check_calls(&self) {
        for at in 0..self.lines.len() {
            let calls = ["bl", "blr"].contains(&self.word(at, 0));
            let leaves = self.word(at, 0) == "ret" || self.word(at, 0) == "b" && !self.text(at).contains('+');
            if !calls && (!leaves || self.text(at).contains(&format!("<{}", self.name))) {
                continue;
            }
            let temporary = self.word(at - 1, 2).to_owned();
            self.is(at - 1, &format!("mov sp {temporary}"));
            self.is(at - 2, &format!("and {temporary} {temporary} x16"));
            self.is(at - 3, &format!("mov {temporary} sp"));
            if calls {
                self.is(at + 1, "cmp sp #0x0");
                self.is(at + 2, "csetm x16 ne");
            }
        }
    }

    /// Checks that values are masked before any other use, or addresses before their use.
    fn check_loads(&self) -> usize {
        let mut loads = 0;
        for at in 0..self.lines.len() {
            let mnemonic = self.word(at, 0);
            // Values of exclusive loads are masked after their loop.
            let is_load = mnemonic.starts_with("ld") && !["ldaxr", "ldxr"].contains(&mnemonic);
            if !is_load || self.in_exclusive_loop(at) {
                continue;
            }
            loads += 1;
            let results = if mnemonic.starts_with("ldp") { 2 } else { 1 };
            let is_general = self.word(at, 1).starts_with(['x', 'w']);
            // The index of a jump table is masked instead of the entry.
            let by_index = mnemonic == "ldrsw" && self.word(at + 2, 0) == "br";
            for n in 1..=if is_general && !by_index { results } else { 0 } {
                let register = self.word(at, n).to_owned();
                let number = register[1..].to_owned();
                let names = |words: &[String]| {
                    words.iter().skip(1).any(|word| {
                        let word = word.trim_matches(['[', ']', '!']);
                        word.strip_prefix(['x', 'w']) == Some(&number)
                    })
                };
                let next = (at + 1..self.lines.len()).find(|&next| names(&self.lines[next].1));
                let taint = if register.starts_with('w') { "w16" } else { "x16" };
                self.is(next.expect("a mask"), &format!("and {register} {register} {taint}"));
            }
            if is_general && !by_index {
                continue;
            }
            let address = self.lines[at].1.iter().skip_while(|word| !word.starts_with('['));
            let registers: Vec<String> = address
                .map(|word| word.trim_matches(['[', ']', '!']).to_owned())
                .filter(|word| word.starts_with('x'))
                .collect();
            let masked = |register: &String| {
                let mask = format!("and {register} {register} x16");
                (0..at).rev().take(8).any(|before| self.text(before) == mask)
            };
            let mut checked = registers.iter().skip(usize::from(by_index));
            assert!(checked.all(masked), "{}: {}", self.name, self.text(at));
            let ends = (0..at).rev().take(8).any(|before| self.word(before, 0) == "csdb");
            assert!(registers.is_empty() || ends, "{}: {}", self.name, self.text(at));
        }
        loads
    }
}

/// Every edge of a conditional branch updates the taint, every load is masked, and calls propagate
/// the taint.
#[test]
fn loads_are_hardened() {
    let folder = Folder::new();
    for attributes in ["speculative_load_hardening nounwind", "speculative_load_hardening uwtable"] {
        let input = folder.module(LOADS, attributes, "");
        for (level, options) in [(0, &[][..]), (1, &[]), (2, &["-relocation-model=pic"][..]), (2, &[])] {
            let object = compiled(&gisel(), &input, level, "obj", options);
            let (mut branches, mut loads) = (0, 0);
            for (name, lines) in &disassembled(&object) {
                let function = Hardened { name, lines };
                if function.text(0) == "dsb sy" {
                    assert_eq!(name, "large", "-O{level}: {}", function.text(0));
                    continue;
                }
                function.is(0, "cmp sp #0x0");
                function.is(1, "csetm x16 ne");
                branches += function.check_branches();
                loads += function.check_loads();
                function.check_calls();
            }
            assert!(branches > 8 && loads > 8, "-O{level}: {branches} branches, {loads} loads");
            text_is_object(&input, level, options);
        }
    }
}

/// If the register has another use, barriers prevent speculation.
#[test]
fn barriers_harden_what_uses_the_register() {
    let folder = Folder::new();
    let input = folder.module(BARRIERS, "speculative_load_hardening nounwind", "");
    for level in [0, 2] {
        let object = compiled(&gisel(), &input, level, "obj", &[]);
        for (name, lines) in &disassembled(&object) {
            let function = Hardened { name, lines };
            let is_barrier = |at: usize| {
                function.is(at, "dsb sy");
                function.is(at + 1, "isb");
            };
            is_barrier(0);
            for at in 0..lines.len() {
                match function.word(at, 0) {
                    "bl" => is_barrier(at + 1),
                    mnemonic if mnemonic.starts_with("b.") || mnemonic.starts_with("cb") => {
                        is_barrier(at + 1);
                        is_barrier(function.landing(function.target(at)));
                    }
                    _ => {}
                }
            }
        }
    }
}
