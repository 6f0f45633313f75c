//! Programs linked by the command, with the runtime library.

use std::process::Command;

fn check(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The library is compiled for the extensions that the program's module names: here, without
/// compressed instructions.
#[test]
fn the_library_runs_where_the_program_does() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let program = "target triple = \"riscv64-unknown-linux-gnu\"\n\
        define i32 @main() { ret i32 0 }\n\
        !llvm.module.flags = !{!0, !1}\n\
        !0 = !{i32 1, !\"target-abi\", !\"lp64d\"}\n\
        !1 = !{i32 6, !\"riscv-isa\", !2}\n\
        !2 = !{!\"rv64i2p1_m2p0_a2p1_f2p2_d2p2\"}\n";
    std::fs::write(at("program.ll"), program).unwrap();
    let mut gisel = Command::new(env!("CARGO_BIN_EXE_gisel"));
    gisel.env("XDG_CACHE_HOME", folder.path()).arg("--link").arg(at("program.ll"));
    check(gisel.arg("-o").arg(at("program")));
    let archives = std::fs::read_dir(at("gisel")).unwrap().map(|entry| entry.unwrap().path());
    for archive in archives {
        let headers = Command::new("llvm-readelf-22").arg("-h").arg(&archive).output().unwrap();
        let headers = String::from_utf8_lossy(&headers.stdout).into_owned();
        assert!(headers.contains("double-float ABI") && !headers.contains("RVC"), "{}", archive.display());
    }
}

/// A minimal C library: it calls `main` with the arguments and passes its result to the system
/// (call 93).
const START: &str = "\
    .globl _start
_start:
    lw a0, 0(sp)
    addi a1, sp, 4
    andi sp, sp, -16
    call main
    li a7, 93
    ecall
";

/// The exit code is a square modulo 251, plus 7. The square is of
/// `2 * floor(2 * 2^40 / 1000003) / 3`, and a quad holds it exactly.
const ARITHMETIC: &str = r#"
target triple = "riscv32-unknown-linux-gnu"
@count = global i64 7
define i32 @main(i32 %argc, ptr %argv) {
  %wide = sext i32 %argc to i64
  %shifted = shl i64 %wide, 40
  %divided = udiv i64 %shifted, 1000003
  %product = mul i64 %divided, %wide
  %real = uitofp i64 %product to double
  %root = fdiv double %real, 3.0
  %quad = fpext double %root to fp128
  %square = fmul fp128 %quad, %quad
  %old = atomicrmw add ptr @count, i64 %product seq_cst
  %whole = fptoui fp128 %square to i128
  %rest = urem i128 %whole, 251
  %sum = trunc i128 %rest to i32
  %seven = trunc i64 %old to i32
  %code = add i32 %sum, %seven
  ret i32 %code
}
"#;

/// Debian has no C library for riscv32: this test has its own. The runtime library supplies
/// everything that the base lacks: products, quotients, floats, atomic accesses.
#[test]
fn riscv32() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let gisel = || {
        let mut gisel = Command::new(env!("CARGO_BIN_EXE_gisel"));
        gisel.env("XDG_CACHE_HOME", folder.path());
        gisel
    };
    std::fs::create_dir(at("lib")).unwrap();
    for (name, text) in [("crt1", START), ("crti", ""), ("crtn", "")] {
        std::fs::write(at("start.s"), text).unwrap();
        let object = at("lib").join(name).with_extension("o");
        let mut assemble = gisel();
        assemble.args(["-mtriple=riscv32", "-filetype=obj"]).arg(at("start.s"));
        check(assemble.arg("-o").arg(&object));
    }
    check(Command::new("llvm-ar-22").arg("rc").arg(at("lib").join("libc.a")));
    std::fs::write(at("program.ll"), ARITHMETIC).unwrap();
    for (features, abi) in [("-m", "ilp32"), ("+m,+a,+c", "ilp32")] {
        let mut run = gisel();
        run.args(["run", "--static", "-relocation-model=static"]).arg("--sysroot").arg(folder.path());
        run.arg(format!("-mattr={features}")).arg(format!("-target-abi={abi}"));
        let output = run.arg(at("program.ll")).args(["--", "one"]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(185), "{features}: {message}");
    }
}
