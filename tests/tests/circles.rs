//! Circles of imports: files that refer to each other, directly or through others.
//!
//! A reference is a path in a `use` item or in code, outside comments and unit tests. Re-exports
//! are followed to the file that defines the name, so a module that only re-exports is in no circle.

use gisel_tests::source_files::{code_lines, files, module};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The maximum number of files in a circle.
const MAX_FILES: usize = 4;

/// The circles: the crate, a module in the circle, and the reason.
#[rustfmt::skip]
const KNOWN: [(&str, &str, &str); 43] = [
    ("codegen", "frame::target", "the trait's default methods use the generic lowering, which takes the trait"),
    ("codegen", "interpreter::machine", "library functions take the machine, which holds their state"),
    ("codegen", "interpreter::host::scan", "both read numbers and blanks"),
    ("codegen", "ir::debug_info::numbers", "numbers of nodes are a field of the nodes' table"),
    ("codegen", "ir::debug_info::values::joins", "joins are values, and hold values"),
    ("codegen", "ir::literals", "literals are read from the module's variables, and are a field of it"),
    ("codegen", "ir::mir::function", "side tables of a function take the function"),
    ("codegen", "isel::call_lowering::values", "copies of arguments are part of calls"),
    ("codegen", "isel::combiner::info", "the rules' table is built from all rules"),
    ("codegen", "isel::legalizer::libcall", "both lower to calls, and share their dispatch"),
    ("codegen", "isel::legalizer::rules", "rules hold actions, and a target's table holds rules"),
    ("codegen", "isel::legalizer::narrow", "dispatch and shared steps are in one file"),
    ("codegen", "mc::asm_parser::readings", "a reading runs the parser, whose entry points are readings"),
    ("codegen", "mc::relax", "a layout and its fragments refer to each other"),
    ("codegen", "mc::target", "contexts hold the target's traits, whose methods take contexts"),
    ("codegen", "mc::module_writer", "the module is written from chunks of functions"),
    ("codegen", "mc::object::debug", "line tables describe the object's text"),
    ("codegen", "mc::streamer::code", "one trait in five groups of methods"),
    ("codegen", "mir_text::debug_values", "debug values are printed by the printer, which lists them"),
    ("codegen", "mir_text::parser::body", "one recursive parser in four files"),
    ("codegen", "passes::analysis::induction_variables", "the analysis and its walk over a loop"),
    ("codegen", "passes::analysis::liveness::propagation", "the analysis and its inner loop"),
    ("codegen", "passes::post_ra::block_chains", "one pass in two files"),
    ("codegen", "passes::post_ra::live_debug_values", "one pass, and the comments of it in assembly"),
    ("codegen", "passes::post_ra::machine_outliner", "one pass in three files"),
    ("codegen", "passes::pre_ra::widened_values", "one pass in two files"),
    ("codegen", "pipeline::names", "the configuration checks names against the standard list, which has rows of it"),
    ("codegen", "pipeline::remarks", "remarks and their sources"),
    ("codegen", "regalloc::numbering", "intervals are ranges of positions, and positions are numbered from ranges"),
    ("targets", "backend", "a back-end has a feature table, whose requests name no target"),
    ("targets", "aarch64::isel::llvm_forms", "forms of intrinsics are forms"),
    ("targets", "aarch64::isel::select::vectors", "shuffles select vectors, and vectors with one lane are shuffles"),
    ("targets", "aarch64::mc::parse_operands", "operand kinds list their parsers, which return kinds"),
    ("targets", "riscv::features", "ISA strings name features, and features are written as ISA strings"),
    ("targets", "riscv::frame::stack_probes", "probes move the stack pointer, which frames move by probes"),
    ("targets", "riscv::frame::interrupts", "handlers save registers of conventions, and are conventions"),
    ("targets", "riscv::isel::llvm_forms", "LLVM's forms are converted by instruction information and lowered with it"),
    ("targets", "riscv::isel::core_v", "vendor intrinsics are selected by the general selector"),
    ("targets", "table::description", "a description parses and prints itself"),
    ("frontend-llvm", "ir::inst", "handles of LLVM's objects convert to each other"),
    ("frontend-llvm", "raw", "bindings and their records"),
    ("frontend-llvm", "translate::atomics", "accesses without instructions become calls"),
    ("frontend-llvm", "translate::initializer", "signed pointers are symbolic values"),
];

/// The crates.
const CRATES: [&str; 4] = ["codegen", "targets", "frontend-llvm", "driver"];

static USE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(pub(?:\([a-z: ]+\))?\s+)?use\s+([^;]+);").unwrap());
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").unwrap());

/// A path in segments.
type Names = Vec<String>;

/// The files of a crate by module, and the re-exports of each module by name.
struct Crate {
    files: BTreeMap<Names, String>,
    reexports: BTreeMap<(Names, String), Names>,
}

/// Returns the source of each module below `root`, without comments and unit tests.
fn sources(root: &Path) -> BTreeMap<Names, String> {
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let source = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("text");
        (module(root, &path), code_lines(&text).collect::<Vec<_>>().join("\n"))
    };
    files(root).into_iter().filter(is_source).map(source).collect()
}

/// Adds the paths of a `use` tree to `paths`; `before` is the path before it.
fn expand(before: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split_whitespace().next().unwrap_or_default();
        return paths.push(format!("{before}{path}"));
    };
    let before = format!("{before}{}", tree[..open].trim());
    let (mut depth, mut start) = (0, open + 1);
    for (at, c) in tree.char_indices().filter(|&(at, _)| at > open) {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if !tree[start..at].trim().is_empty() {
                    expand(&before, &tree[start..at], paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

impl Crate {
    /// Reads a crate.
    fn read(root: &Path) -> Crate {
        let mut read = Crate { files: sources(root), reexports: BTreeMap::new() };
        let mut reexports = BTreeMap::new();
        for (module, code) in &read.files {
            for found in USE.captures_iter(code).filter(|found| found.get(1).is_some()) {
                let mut paths = Vec::new();
                expand("", &found[2], &mut paths);
                for path in paths {
                    let to = read.resolve(module, &path).unwrap_or_else(|| {
                        module.iter().cloned().chain(path.split("::").map(str::to_owned)).collect()
                    });
                    let name = to.last().cloned().unwrap_or_default();
                    reexports.insert((module.clone(), name), to);
                }
            }
        }
        read.reexports = reexports;
        read
    }

    /// Returns a path of `module` from the crate's root; `None` if it is in another crate.
    fn resolve(&self, module: &Names, path: &str) -> Option<Names> {
        let mut parts: Vec<&str> = path.split("::").collect();
        let mut names = match parts[0] {
            "crate" => Vec::new(),
            "super" | "self" => module.clone(),
            first => {
                let child: Names = module.iter().cloned().chain([first.to_owned()]).collect();
                return (parts.len() > 1 && self.files.contains_key(&child)).then(|| {
                    module.iter().cloned().chain(parts.iter().map(|part| (*part).to_owned())).collect()
                });
            }
        };
        while let Some(&first) = parts.first() {
            match first {
                "super" => drop(names.pop()),
                "crate" | "self" => {}
                _ => break,
            }
            parts.remove(0);
        }
        names.extend(parts.into_iter().map(str::to_owned));
        Some(names)
    }

    /// Returns the module that defines the item at a path, through re-exports.
    fn definition(&self, path: &Names) -> Option<Names> {
        let mut path = path.clone();
        // A name may be re-exported several times.
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
            let module = path[..length].to_vec();
            let next = path.get(length).and_then(|name| self.reexports.get(&(module.clone(), name.clone())));
            match next {
                Some(to) => path = to.iter().chain(&path[length + 1..]).cloned().collect(),
                None => return Some(module),
            }
        }
        None
    }

    /// Returns the modules that each module refers to.
    fn references(&self) -> BTreeMap<&Names, BTreeSet<Names>> {
        let mut references = BTreeMap::new();
        for (module, code) in
            self.files.iter().filter(|(module, _)| !module.iter().any(|name| is_of_tests(name)))
        {
            let mut paths = Vec::new();
            USE.captures_iter(code).for_each(|found| expand("", &found[2], &mut paths));
            let rest = USE.replace_all(code, "");
            paths.extend(PATH.find_iter(&rest).map(|found| found.as_str().to_owned()));
            let found = paths.iter().filter_map(|path| self.definition(&self.resolve(module, path)?));
            references.insert(module, found.filter(|other| other != module).collect());
        }
        references
    }
}

/// Returns true if a module of this name consists of tests.
fn is_of_tests(name: &str) -> bool {
    name == "tests" || name == "testing" || name.ends_with("_tests")
}

/// Returns the sets of modules that reach each other.
fn circles(references: &BTreeMap<&Names, BTreeSet<Names>>) -> Vec<BTreeSet<Names>> {
    let reached = |from: &Names| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            let next = references.get(module).into_iter().flatten();
            open.extend(next.filter(|next| reached.insert((*next).clone())));
        }
        reached
    };
    let all: BTreeMap<&Names, BTreeSet<Names>> =
        references.keys().map(|&module| (module, reached(module))).collect();
    let reaches = |from: &Names, to: &Names| all.get(from).is_some_and(|reached| reached.contains(to));
    let of = |module: &Names| -> BTreeSet<Names> {
        all[module].iter().filter(|other| reaches(other, module)).cloned().collect()
    };
    let circles: BTreeSet<_> =
        all.keys().map(|module| of(module)).filter(|circle| circle.len() > 1).collect();
    circles.into_iter().collect()
}

fn source_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join(name).join("src")
}

#[test]
fn circles_are_small() {
    let (mut wrong, mut needed) = (Vec::new(), BTreeSet::new());
    for name in CRATES {
        let read = Crate::read(&source_folder(name));
        assert!(read.files.len() > 40, "{name}: only {} files", read.files.len());
        for circle in circles(&read.references()) {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            let row =
                KNOWN.iter().position(|row| row.0 == name && names.iter().any(|module| module == row.1));
            needed.extend(row);
            if row.is_none() || names.len() > MAX_FILES {
                wrong.push(format!("{name}: {} files: {}", names.len(), names.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "circles of imports, too large or without a reason:\n{}", wrong.join("\n"));
    let idle: Vec<_> = (0..KNOWN.len()).filter(|row| !needed.contains(row)).map(|row| KNOWN[row]).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:?}");
}

#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).expect("written");
    fs::create_dir(folder.path().join("inner")).expect("a folder");
    write("lib.rs", "mod first;\nmod inner;\nmod last;\n");
    write("first.rs", "use crate::inner::{Moved, more::{self, Other}};\n");
    write("inner/mod.rs", "mod deep;\nmod more;\npub use deep::Moved;\n");
    write("inner/deep.rs", "fn f() { crate::first::g() }\n");
    write("inner/more.rs", "// use crate::first::X;\n");
    write("last.rs", "use crate::first::X;\n#[cfg(test)]\nmod tests { use super::inner::Moved; }\n");
    let read = Crate::read(folder.path());
    let found = circles(&read.references());
    let names = |circle: &BTreeSet<Names>| circle.iter().map(|module| module.join("::")).collect::<Vec<_>>();
    assert_eq!(found.iter().map(names).collect::<Vec<_>>(), [["first", "inner::deep"]]);
}
