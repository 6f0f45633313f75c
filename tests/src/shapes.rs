//! IR of extreme shapes in any size, to measure the growth of the compiler's time.

use std::fmt::Write;

/// A scalable shape.
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// Generates IR of about the given number of instructions.
    pub make: fn(usize) -> String,
}

/// An input by name.
pub type Limit = (&'static str, fn() -> String);

/// All shapes.
pub const SHAPES: &[Shape] = &[
    Shape { name: "huge-block", make: huge_block },
    Shape { name: "many-blocks", make: many_blocks },
    Shape { name: "long-lived", make: long_lived },
    Shape { name: "many-phis", make: many_phis },
    Shape { name: "wide-switch", make: |n| wide_switch(n / 3) },
    Shape { name: "many-constants", make: many_constants },
    Shape { name: "many-calls", make: many_calls },
    Shape { name: "deep-nesting", make: deep_nesting },
    Shape { name: "many-globals", make: many_globals },
    Shape { name: "many-functions", make: many_functions },
    Shape { name: "many-groups", make: many_groups },
    Shape { name: "wide-integers", make: wide_integers },
];

/// Inputs that must compile within half a second at -O0, on one thread.
pub const LIMITS: &[Limit] = &[
    ("80,000 adds", || huge_block(80_000)),
    ("switch of 16,000 cases with phis", || wide_switch(16_000)),
    ("80,000 stores of fifty constants", || stores(80_000, 50)),
    ("100,000 blocks", || many_blocks(200_000)),
    ("a call with 1,000 arguments", || wide_call(1000)),
];

/// Things of which one module may have many: growth of time and memory is measured up to the given
/// number.
pub const LARGE: &[(Shape, usize)] = &[
    (Shape { name: "functions", make: |n| many_functions(4 * n) }, 1 << 20),
    (Shape { name: "instructions in a function", make: huge_block }, 1 << 20),
    (Shape { name: "globals", make: |n| many_globals(4 * n) }, 100_000),
];

/// A text buffer; writing to it cannot fail.
#[derive(Default)]
struct Text(String);

impl Text {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(line);
        self.0.push('\n');
    }
}

macro_rules! line {
    ($text:expr, $($format:tt)*) => { $text.line(format_args!($($format)*)) };
}

/// Generates one block of adds of neighbouring results.
fn huge_block(n: usize) -> String {
    let mut t = Text::default();
    line!(t, "define i64 @f(i64 %v0, i64 %v1) {{");
    for k in 2..n {
        line!(t, "  %v{k} = add i64 %v{}, %v{}", k - 1, k - 2);
    }
    line!(t, "  ret i64 %v{}\n}}", n - 1);
    t.0
}

/// Generates a chain of two-instruction blocks, each of which may leave the function through the
/// next of a few exits: the branches to a single exit would be too long.
fn many_blocks(n: usize) -> String {
    let mut t = Text::default();
    line!(t, "define i64 @f(i64 %x) {{\n  br label %b0");
    for k in 0..n / 2 {
        let exit = k / 1000;
        line!(t, "b{k}:\n  %c{k} = icmp eq i64 %x, {k}\n  br i1 %c{k}, label %end{exit}, label %b{}", k + 1);
        if k % 1000 == 999 || k + 1 == n / 2 {
            line!(t, "end{exit}:\n  ret i64 {exit}");
        }
    }
    line!(t, "b{}:\n  ret i64 %x\n}}", n / 2);
    t.0
}

/// Generates thirty values that are live through a chain of blocks.
fn long_lived(n: usize) -> String {
    let mut t = Text::default();
    line!(t, "define i64 @f(ptr %p) {{");
    for k in 0..30 {
        line!(t, "  %a{k} = getelementptr i64, ptr %p, i64 {k}\n  %v{k} = load i64, ptr %a{k}");
    }
    line!(t, "  br label %b0");
    for k in 0..n / 3 {
        let v = k % 30;
        line!(t, "b{k}:\n  store volatile i64 %v{v}, ptr %p\n  %c{k} = icmp eq i64 %v{v}, {}", k / 30);
        line!(t, "  br i1 %c{k}, label %n{k}, label %b{}\nn{k}:\n  br label %b{}", k + 1, k + 1);
    }
    line!(t, "b{}:\n  %s0 = add i64 %v0, 0", n / 3);
    for k in 1..30 {
        line!(t, "  %s{k} = add i64 %s{}, %v{k}", k - 1);
    }
    line!(t, "  ret i64 %s29\n}}");
    t.0
}

/// Generates a loop that carries `n` / 3 values.
fn many_phis(n: usize) -> String {
    let mut t = Text::default();
    let count = n / 3;
    line!(t, "define void @f(i64 %n, ptr %p) {{\nentry:\n  br label %loop\nloop:");
    for k in 0..count {
        line!(t, "  %v{k} = phi i64 [ {k}, %entry ], [ %w{k}, %loop ]");
    }
    for k in 0..count {
        line!(t, "  %w{k} = add i64 %v{k}, %n\n  store volatile i64 %v{k}, ptr %p");
    }
    line!(t, "  %c = icmp ult i64 %w0, %n\n  br i1 %c, label %loop, label %end\nend:\n  ret void\n}}");
    t.0
}

/// Generates a switch of `cases` cases whose blocks meet in phis.
fn wide_switch(cases: usize) -> String {
    let mut t = Text::default();
    line!(t, "define i64 @f(i64 %x) {{\nentry:\n  switch i64 %x, label %end [");
    for k in 0..cases {
        // Occasional gaps.
        line!(t, "    i64 {}, label %b{k}", k + k / 100);
    }
    line!(t, "  ]");
    for k in 0..cases {
        line!(t, "b{k}:\n  %v{k} = mul i64 %x, {}\n  br label %end", k + 3);
    }
    line!(t, "end:");
    let values: Vec<String> = (0..cases).map(|k| format!("[ %v{k}, %b{k} ]")).collect();
    let numbers: Vec<String> = (0..cases).map(|k| format!("[ {k}, %b{k} ]")).collect();
    line!(t, "  %r = phi i64 [ 0, %entry ], {}", values.join(", "));
    line!(t, "  %s = phi i64 [ 1, %entry ], {}", numbers.join(", "));
    line!(t, "  %t = add i64 %r, %s\n  ret i64 %t\n}}");
    t.0
}

/// Generates stores of `constants` different constants in turn.
fn stores(n: usize, constants: usize) -> String {
    let mut t = Text::default();
    line!(t, "define void @f(ptr %p) {{");
    for k in 0..n {
        line!(t, "  store volatile i64 {}, ptr %p", (k % constants) * 1_000_003);
    }
    line!(t, "  ret void\n}}");
    t.0
}

fn many_constants(n: usize) -> String {
    stores(n, n)
}

/// Generates calls, each with the last one's result and a value from the start.
fn many_calls(n: usize) -> String {
    let mut t = Text::default();
    line!(t, "declare i64 @g(i64, i64)\ndefine i64 @f(i64 %x, i64 %v0) {{");
    for k in 1..n {
        line!(t, "  %v{k} = call i64 @g(i64 %v{}, i64 %x)", k - 1);
    }
    line!(t, "  ret i64 %v{}\n}}", n - 1);
    t.0
}

/// Generates nested loops; a value of each level is used after the innermost.
fn deep_nesting(n: usize) -> String {
    let depth = n / 5;
    let mut t = Text::default();
    line!(t, "define void @f(i64 %n, ptr %p) {{\nh0:\n  br label %h1");
    for k in 1..depth {
        line!(t, "h{k}:\n  %i{k} = phi i64 [ 0, %h{} ], [ %j{k}, %l{k} ]\n  br label %h{}", k - 1, k + 1);
    }
    line!(t, "h{depth}:\n  store volatile i64 %n, ptr %p\n  br label %l{}", depth - 1);
    for k in (1..depth).rev() {
        line!(t, "l{k}:\n  %j{k} = add i64 %i{k}, 1\n  %c{k} = icmp ult i64 %j{k}, %n");
        line!(t, "  br i1 %c{k}, label %h{k}, label %l{}", k - 1);
    }
    line!(t, "l0:\n  ret void\n}}");
    t.0
}

/// Generates variables that point to each other, and a function that reads all of them.
fn many_globals(n: usize) -> String {
    let count = n / 4;
    let mut t = Text::default();
    for k in 0..count {
        line!(t, "@g{k} = global {{ i64, ptr }} {{ i64 {k}, ptr @g{} }}", (k * 7) % count);
    }
    line!(t, "define void @f(ptr %p) {{");
    for k in 0..count {
        line!(t, "  %v{k} = load i64, ptr @g{k}\n  store volatile i64 %v{k}, ptr %p");
    }
    line!(t, "  ret void\n}}\n@llvm.used = appending global [{count} x ptr] [");
    let used: Vec<String> = (0..count).map(|k| format!("ptr @g{k}")).collect();
    line!(t, "{}]", used.join(", "));
    t.0
}

/// Generates small functions.
fn many_functions(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n / 4 {
        line!(t, "define i64 @f{k}(i64 %x) {{\n  %a = add i64 %x, {k}\n  %m = mul i64 %a, %x");
        line!(t, "  %c = call i64 @f{}(i64 %m)\n  ret i64 %c\n}}", k / 2);
    }
    t.0
}

/// Generates small functions, each in its own group and section.
fn many_groups(n: usize) -> String {
    let mut t = Text::default();
    for k in 0..n / 4 {
        line!(t, "$f{k} = comdat any\ndefine linkonce_odr i64 @f{k}(i64 %x) comdat {{");
        line!(t, "  %a = add i64 %x, {k}\n  %c = call i64 @f{}(i64 %a)\n  ret i64 %c\n}}", k / 2);
    }
    t.0
}

/// Generates arithmetic on integers of `n` / 4 bits: a 64-bit word takes about ten instructions.
fn wide_integers(n: usize) -> String {
    let bits = (n / 4).clamp(64, 1 << 22);
    let mut t = Text::default();
    line!(t, "define void @f(ptr %p, ptr %q) {{");
    line!(t, "  %a = load i{bits}, ptr %p\n  %b = load i{bits}, ptr %q\n  %s = add i{bits} %a, %b");
    line!(t, "  %x = xor i{bits} %s, %b\n  store i{bits} %x, ptr %p\n  ret void\n}}");
    t.0
}

/// Generates a call of a function with `n` parameters.
fn wide_call(n: usize) -> String {
    let mut t = Text::default();
    let types = vec!["i64"; n].join(", ");
    let values: Vec<String> = (0..n).map(|k| format!("i64 %v{k}")).collect();
    line!(t, "declare void @g({types})\ndefine void @f(ptr %p) {{");
    for k in 0..n {
        line!(t, "  %a{k} = getelementptr i64, ptr %p, i64 {k}\n  %v{k} = load i64, ptr %a{k}");
    }
    line!(t, "  call void @g({})\n  ret void\n}}", values.join(", "));
    t.0
}
