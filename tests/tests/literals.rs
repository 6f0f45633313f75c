//! Copies of constant variables: contents replace loads where they are known, and the code does not
//! depend on the number of threads.

use gisel_tests::build;
use gisel_tests::process;
use gisel_tests::target::Target;
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Returns functions that copy from constants: of this module, and initialized by others.
fn module(target: Target) -> String {
    let mut text = format!("target triple = \"{}\"\n", target.triple());
    text += "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
    for n in 0..40 {
        let external = if n % 2 == 0 { "" } else { "externally_initialized " };
        let name = if n % 2 == 0 { "known" } else { "other" };
        writeln!(text, "@{name}{n} = internal {external}constant [4 x i8] c\"a\\00\\00\\00\", align 4")
            .expect("a string");
        writeln!(text, "define void @f{n}(ptr align 4 %to) {{").expect("a string");
        writeln!(
            text,
            " call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 @{name}{n}, i64 4, i1 false)\n ret void\n}}"
        )
        .expect("a string");
    }
    text
}

#[test]
fn only_known_contents_replace_loads_on_any_number_of_threads() {
    let gisel = build::gisel();
    let folder = tempfile::tempdir().expect("a folder");
    for target in Target::ALL {
        let (input, bitcode) = (folder.path().join("in.ll"), folder.path().join("in.bc"));
        fs::write(&input, module(target)).expect("written");
        process::run(Command::new("llvm-as-22").arg(&input).arg("-o").arg(&bitcode)).expect("llvm-as");
        let compile = |threads: &str| {
            let mut command = Command::new(&gisel);
            command.args(["-O2", "-filetype=asm", "-o", "-", "-j", threads]).arg(&bitcode);
            process::run(&mut command).expect("gisel")
        };
        let text = compile("1");
        let is_inst = |line: &&str| line.starts_with('\t') && !line.starts_with("\t.");
        let code: Vec<&str> = text.split_inclusive('\n').filter(is_inst).collect();
        let code = code.concat();
        assert!(!code.contains("known"), "{code}");
        assert_eq!((1..40).step_by(2).filter(|n| code.contains(&format!("other{n}"))).count(), 20);
        assert!(text == compile("3"), "the code depends on the number of threads");
    }
}
