//! The packages: their contents, and that they work where they are installed.

use gisel_tests::build::{self};
use gisel_tests::packaging::package;
use gisel_tests::process;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that every Debian has; the binary needs no others.
const LIBRARIES: [&str; 4] = ["libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"];

const MODULE: &str = "target triple = \"aarch64-unknown-linux-gnu\"\ndefine i32 @f(i32 %x) { ret i32 %x }\n";

/// Checks the contents of the folder in which a package was unpacked.
fn check(installed: &Path) {
    let read = |path: &str| fs::read(installed.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let text = |path: &str| String::from_utf8_lossy(&read(path)).into_owned();
    assert!(text("share/man/man1/gisel.1").contains(".TH gisel 1"));
    let bash = installed.join("share/bash-completion/completions/gisel");
    process::run(Command::new("bash").arg("-n").arg(&bash)).expect("a script of bash's");
    assert!(text("share/zsh/vendor-completions/_gisel").starts_with("#compdef gisel"));
    assert!(text("share/fish/vendor_completions.d/gisel.fish").contains("complete -c gisel"));
    for target in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        assert!(read(&format!("lib/gisel/{target}/libgisel_rt.a")).starts_with(b"!<arch>\n"), "{target}");
    }
    assert!(text("share/gisel/gisel.cmake").contains("CMAKE_C_COMPILER"));
    for target in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        assert!(text(&format!("share/meson/cross/{target}-gisel.ini")).contains("[host_machine]"));
        let compiler = installed.join(format!("bin/{target}-gisel-cc"));
        let machine = process::run(Command::new(compiler).arg("-dumpmachine")).expect("it answers");
        let arch = target.split('-').next().expect("an architecture");
        assert!(machine.starts_with(&format!("{arch}-")), "{machine}");
    }
    for name in ["gisel-c++", "ld.gisel", "cargo-gisel"] {
        let link = fs::read_link(installed.join("bin").join(name)).expect("a link");
        assert_eq!(link, Path::new("gisel"));
    }
    let licences = text("share/doc/gisel/copyright");
    for part in ["==== gisel: LICENSE-MIT", "==== llvm-22-dev", "==== inkwell", "==== clap"] {
        assert!(licences.contains(part), "{part}");
    }
    let gisel = installed.join("bin/gisel");
    let needed =
        process::run(Command::new("llvm-readelf-22").arg("--needed-libs").arg(&gisel)).expect("it lists");
    let named: Vec<&str> = needed.lines().map(str::trim).filter(|line| line.contains(".so")).collect();
    assert!(!named.is_empty() && named.iter().all(|name| LIBRARIES.contains(name)), "{named:?}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("f.ll");
    fs::write(&input, MODULE).expect("written");
    // No settings of the machine are needed.
    let mut command = Command::new(&gisel);
    command.env_clear().current_dir(folder.path()).args(["-filetype=obj", "f.ll"]);
    process::run(&mut command).expect("it compiles");
    assert!(folder.path().join("f.o").is_file());
}

#[test]
fn packages_have_all_and_work() {
    let gisel = build::gisel();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let packages = package(&gisel, folder.path()).expect("packages");
    let unpacked = folder.path().join("unpacked");
    fs::create_dir(&unpacked).expect("made");
    process::run(Command::new("tar").arg("-xzf").arg(&packages.archive).arg("-C").arg(&unpacked))
        .expect("it unpacks");
    let first = fs::read_dir(&unpacked).expect("read").next().expect("a folder").expect("an entry");
    check(&first.path());
    let root = folder.path().join("root");
    process::run(Command::new("dpkg-deb").arg("-x").arg(&packages.debian).arg(&root)).expect("it unpacks");
    check(&root.join("usr"));
    let control =
        process::run(Command::new("dpkg-deb").arg("--info").arg(&packages.debian)).expect("it is a package");
    assert!(control.contains("Package: gisel") && control.contains("Depends: libc6"), "{control}");
}

/// Creates a minimal Debian of this machine's version in a folder; returns none if that is
/// impossible without privileges or network. Package signatures are not verified, since only the
/// test runs there.
fn clean_debian(folder: &Path) -> Option<PathBuf> {
    let release = fs::read_to_string("/etc/os-release").ok()?;
    let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
    let root = folder.join("clean");
    let source = format!("deb [trusted=yes] http://deb.debian.org/debian {name} main");
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--mode=root", "--variant=essential", "--include=libgcc-s1", name]);
    match process::run(make.arg(&root).arg(source)) {
        Ok(_) => Some(root),
        Err(message) => {
            eprintln!("skipped: {message}");
            None
        }
    }
}

#[test]
fn the_package_is_installed_used_and_removed_on_a_clean_debian() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(root) = clean_debian(folder.path()) else { return };
    let packages = package(&build::gisel(), folder.path()).expect("packages");
    fs::copy(&packages.debian, root.join("tmp/gisel.deb")).expect("copied");
    fs::write(root.join("tmp/f.ll"), MODULE).expect("written");
    let inside = |program: &str, arguments: &[&str]| {
        let output = process::run(Command::new("chroot").arg(&root).arg(program).args(arguments));
        output.unwrap_or_else(|message| panic!("{message}"))
    };
    inside("dpkg", &["--install", "/tmp/gisel.deb"]);
    assert!(inside("gisel", &["--version"]).starts_with("gisel "));
    inside("gisel", &["-filetype=obj", "/tmp/f.ll", "-o", "/tmp/f.o"]);
    let symbols = process::run(Command::new("llvm-nm-22").arg(root.join("tmp/f.o"))).expect("an object");
    assert!(symbols.contains(" T f"), "{symbols}");
    assert!(inside("gisel", &["/tmp/f.ll", "-o", "-"]).contains("ret"));
    inside("dpkg", &["--remove", "gisel"]);
    assert!(!root.join("usr/bin/gisel").exists());
}
