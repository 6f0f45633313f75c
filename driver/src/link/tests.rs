//! Programs linked by each linker in each mode, and executed. The objects are compiled by `llc`, so
//! that only linking is tested.

use super::*;
use crate::emulator::Extensions;
use crate::run::run;
use crate::runtime::runtime_archive;
use gisel_runtime_libcalls::Member;
use std::path::Path;
use std::process::Command;

/// The exit code depends on 128-bit division (the runtime library), `printf` and arguments.
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
    // The library's bitcode names no ABI; the compiler's command line does.
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
                is_verbose: false,
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
            let code = run(&at("program"), (triple, &Extensions::new()), &args, sysroot.as_deref()).unwrap();
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
        is_verbose: false,
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
