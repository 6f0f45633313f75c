//! Modules with unusual symbols and sections: objects have the symbols and sections of `llc`'s.

use gisel_tests::build;
use gisel_tests::process;
use std::path::Path;
use std::process::Command;

/// The modules, each after a line with its title.
const MODULES: &str = include_str!("odd_modules/modules.ll");

/// Symbols and sections that depend on the code.
const OF_CODE: [&str; 10] = [
    "$",
    ".L",
    ".strtab",
    ".symtab",
    ".shstrtab",
    ".rela",
    ".group",
    ".eh_frame",
    ".note.GNU",
    ".rodata.cst",
];

fn is_of_code(name: &str) -> bool {
    OF_CODE.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns an object's symbols with type, binding, visibility and size of data, and its sections
/// with type, flags and size of data.
fn facts(object: &Path) -> Vec<String> {
    let read = |option: &str| process::run(Command::new("llvm-readelf-22").arg(option).arg(object)).unwrap();
    let mut facts = Vec::new();
    for line in read("-sW").lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [_, _, size, kind, binding, visibility, _, ..] = columns[..] else { continue };
        let name = columns[7..].join(" ");
        if matches!(kind, "NOTYPE" | "OBJECT" | "FUNC" | "TLS" | "GNU_IFUNC") && !is_of_code(&name) {
            let size = if kind == "FUNC" { "" } else { size };
            facts.push(format!("{name}: {kind} {binding} {visibility} {size}"));
        }
    }
    for (_, line) in read("-SW").lines().filter_map(|line| line.split_once("] ")) {
        // A name may have spaces; the address has 16 digits.
        let Some((name, rest)) = line.split_once(" 0000000000000000 ") else { continue };
        let columns: Vec<&str> = rest.split_whitespace().collect();
        let [_, size, _, flags, ..] = columns[..] else { continue };
        let name: Vec<&str> = name.split_whitespace().collect();
        if !is_of_code(name[0]) {
            let size = if flags.contains('X') { "" } else { size };
            facts.push(format!("section {}: {flags} {size}", name.join(" ")));
        }
    }
    facts.sort();
    facts
}

#[test]
fn symbols_and_sections_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let gisel = build::gisel();
    let targets: [&[&str]; 2] = [
        &["-mtriple=aarch64-linux-gnu"],
        &["-mtriple=riscv64-linux-gnu", "-mattr=+m,+a,+f,+d", "-target-abi=lp64d", "-code-model=medium"],
    ];
    let modules: Vec<&str> = MODULES.split("\n;; ").skip(1).collect();
    assert!(modules.len() > 25);
    let variants: [&[&str]; 2] =
        [&["-O0", "-data-sections"], &["-O2", "-relocation-model=pic", "-function-sections"]];
    for (module, target) in modules.iter().flat_map(|module| targets.map(|target| (module, target))) {
        let (title, text) = module.split_once('\n').expect("a title");
        std::fs::write(path("in.ll"), text).unwrap();
        for variant in variants {
            let options = [target, variant, &["-filetype=obj"]].concat();
            let [own, llc] = [(&*gisel, "own.o"), (Path::new("llc-22"), "llc.o")].map(|(program, output)| {
                let mut command = Command::new(program);
                process::run(command.args(&options).arg("-o").args([path(output), path("in.ll")])).unwrap();
                facts(&path(output))
            });
            let differs = |one: &[String], other: &[String]| -> Vec<String> {
                one.iter().filter(|fact| !other.contains(fact)).cloned().collect()
            };
            let (more, less) = (differs(&own, &llc), differs(&llc, &own));
            assert_eq!((more, less), (Vec::new(), Vec::new()), "{title}: {options:?}");
            assert_eq!(own.len(), llc.len(), "{title}: {options:?}");
        }
    }
}
