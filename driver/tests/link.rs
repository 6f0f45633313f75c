//! Programs linked by each linker in each mode, and run: the objects are `llc`'s, so that only linking is judged.

use gisel::link::{LinkJob, LinkMode, Linker, default_sysroot, link};
use gisel::run::run;
use gisel::runtime::runtime_archive;
use gisel_runtime_libcalls::Member;
use std::path::Path;
use std::process::Command;

/// The exit code tells that 128-bit division (the runtime library), `printf` and arguments work.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  unsigned __int128 n = (unsigned __int128)argc << 70;
  char text[64];
  snprintf(text, sizeof text, "%llu %s", (unsigned long long)(n / (argc + 8)), argv[argc - 1]);
  return strcmp(text, "8384883669867978007 last") == 0 ? 42 : 1;
}
"#;

fn check(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn llc(bitcode: &Path, object: &Path, options: &[&str]) {
    check(
        Command::new("llc-22")
            .args(["-filetype=obj", "-relocation-model=pic", "-o"])
            .arg(object)
            .arg(bitcode)
            .args(options),
    );
}

fn programs_link_and_run(triple: &str) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("program.c"), PROGRAM).unwrap();
    let target = format!("--target={triple}");
    check(
        Command::new("clang-22")
            .args([&target, "-emit-llvm", "-c", "-fPIC"])
            .arg(at("program.c"))
            .arg("-o")
            .arg(at("program.bc")),
    );
    llc(&at("program.bc"), &at("program.o"), &[]);
    // The library's bitcode names no ABI: that is for the compiler to say.
    let riscv: &[&str] = &["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"];
    let options = if triple.starts_with("riscv") { riscv } else { &[] };
    let compile = |member: &Member| {
        std::fs::write(at("member.bc"), member.bitcode).unwrap();
        llc(&at("member.bc"), &at("member.o"), options);
        std::fs::read(at("member.o")).map_err(|e| e.to_string())
    };
    let runtime = runtime_archive(triple, None, true, "", compile).unwrap().unwrap();
    for linker in [Linker::Gcc, Linker::Lld] {
        for mode in [LinkMode::Static, LinkMode::Pie, LinkMode::Dynamic] {
            let job = LinkJob {
                triple,
                abi: None,
                inputs: &[at("program.o")],
                libraries: &[],
                linker_options: &[],
                runtime: Some(runtime.path()),
                mode,
                linker: Some(linker),
                sysroot: None,
                output: &at("program"),
            };
            link(&job).unwrap_or_else(|e| panic!("{linker:?} {mode:?}: {e}"));
            let args = ["first".into(), "last".into()];
            let sysroot = default_sysroot(triple);
            let code = run(&at("program"), triple, &args, sysroot.as_deref()).unwrap();
            assert_eq!(code, 42, "{triple} {linker:?} {mode:?}");
            let symbols = Command::new("llvm-nm-22").arg(at("program")).output().unwrap();
            let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
            assert!(
                symbols.contains("__udivmodti4"),
                "libgcc's division was taken, not the runtime library's"
            );
        }
    }
}

#[test]
fn riscv64() {
    programs_link_and_run("riscv64-unknown-linux-gnu");
}

#[test]
fn aarch64() {
    programs_link_and_run("aarch64-unknown-linux-gnu");
}

#[test]
fn errors_name_what_is_missing() {
    let job = LinkJob {
        triple: "mips-unknown-linux-gnu",
        abi: None,
        inputs: &[],
        libraries: &[],
        linker_options: &[],
        runtime: None,
        mode: LinkMode::Static,
        linker: None,
        sysroot: None,
        output: Path::new("unused"),
    };
    assert_eq!(link(&job).unwrap_err(), "cannot link for 'mips-unknown-linux-gnu'");
    let job = LinkJob {
        triple: "riscv64-unknown-linux-gnu",
        linker: Some(Linker::Lld),
        sysroot: Some(Path::new("/nonexistent")),
        ..job
    };
    assert!(link(&job).unwrap_err().starts_with("crt1.o of riscv64-linux-gnu not found"));
    let job = LinkJob { triple: "riscv32-unknown-linux-gnu", ..job };
    let message = "crt1.o of riscv32-linux-gnu not found: install its C library, or give --sysroot";
    assert_eq!(link(&job).unwrap_err(), message);
}

/// The library is compiled for the extensions that the program's module names: here there are no compressed instructions.
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

/// What a C library has to have at least: it calls `main` with the arguments and gives its result to the system (call 93).
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

/// The result is the square of `2 * floor(2 * 2^40 / 1000003) / 3`, which has fewer bits than a quad, modulo 251, and 7.
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

/// Debian has no C library for riscv32: this one is made here. All that the base lacks is in the runtime library: products, quotients, floats, atomic
/// accesses.
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
