//! Jumps through tables.

use super::loads::Hardened;
use super::{Folder, compiled, disassembled, gisel};
use gisel_tests::process;
use std::process::Command;

/// Indices are always checked, whatever is known of them, with nothing in between.
#[test]
fn jumps_through_tables_are_hardened() {
    let folder = Folder::new();
    for size in [30, 5000] {
        let cases: String = (0..size).map(|n| format!("i32 {n}, label %b{n}\n")).collect();
        let blocks: String = (0..size)
            .map(|n| format!("b{n}:\n %r{n} = mul i32 %y, {}\n ret i32 %r{n}\n", 2 * n + 77))
            .collect();
        let function = format!(
            "define i32 @choose(i32 %x, i32 %y) #0 {{\n switch i32 %x, label %d [\n{cases}]\n{blocks}d:\n ret i32 -1\n}}\n"
        );
        let input = folder.module(&function, "\"aarch64-jump-table-hardening\" nounwind", "");
        for (level, options) in
            [(0, &[][..]), (2, &["-relocation-model=pic"][..]), (2, &["-code-model=large"][..])]
        {
            if level == 0 && size > 100 {
                continue;
            }
            let object = compiled(&gisel(), &input, level, "obj", options);
            let functions = disassembled(&object);
            let function = Hardened { name: &functions[0].0, lines: &functions[0].1 };
            let last = function.lines.iter().position(|(_, words)| words[0] == "br").expect("a jump");
            let first = (0..last).rev().find(|&at| function.word(at, 0) == "cmp").expect("a check");
            let is_small = size < 4096;
            let limit = if is_small { format!("#{:#x}", size - 1) } else { "x17".to_owned() };
            function.is(first, &format!("cmp x16 {limit}"));
            function.is(first + 1, "csel x16 x16 xzr ls");
            function.is(last - 2, "ldrsw x16 [x17 x16 lsl #2]");
            function.is(last - 1, "add x16 x17 x16");
            function.is(last, "br x16");
            let main = "int choose(int, int);\nint main(void) { for (int i = -3; i < SIZE + 3; i++) { int e = i < 0 || i >= SIZE ? -1 : \
                3 * (2 * i + 77); if (choose(i, 3) != e) return 1; } return 0; }\n";
            let main = folder.file("main.c", &main.replace("SIZE", &size.to_string()));
            let program = input.with_file_name("program");
            let mut link = Command::new("aarch64-linux-gnu-gcc");
            process::run(link.args(["-static", "-o"]).arg(&program).arg(&main).arg(&object))
                .expect("it links");
            process::run(Command::new("qemu-aarch64").arg(&program)).expect("it runs");
        }
    }
}
