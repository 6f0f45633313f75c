//! Dependencies of the crates: `codegen` and the front end name no target, and the lower modules of
//! `codegen` do not refer to higher ones.

use gisel_target_registry::TARGETS;
use gisel_tests::source_files::{code_lines, files, module};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Files whose lines may name a target if they contain these words, and the reasons.
const EXEMPT: [(&str, &str, &str); 10] = [
    ("codegen/src/machine/calling_convention.rs", "_", "the keywords of LLVM's calling conventions"),
    ("codegen/src/pipeline/llc_ir_passes.rs", "|", "the table of llc's passes, by their names"),
    ("codegen/src/mc/eh_frame.rs", "DW_CFA_AARCH64_", "gimli's name of a number of DWARF's"),
    ("frontend-llvm/src/properties/", "\"", "the tables of LLVM's attributes and flags say whose they are"),
    ("frontend-llvm/src/translate/globals.rs", "\"riscv-isa\"", "the name of a module flag"),
    ("frontend-llvm/src/translate/globals.rs", "\"aarch64-elf-pauthabi-", "the names of module flags"),
    (
        "frontend-llvm/src/translate/function_attributes.rs",
        "\"aarch64-jump-table-hardening\"",
        "the name of an attribute",
    ),
    ("frontend-llvm/src/translate/intrinsics.rs", "        \"", "the families of LLVM's intrinsics"),
    ("frontend-llvm/src/ir/tests.rs", "riscv", "tests of the reader need some module"),
    ("frontend-llvm/src/translate/tests.rs", "riscv64", "tests of the translator need some target"),
];

/// Returns the targets' names, in lower case.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for target in &TARGETS {
        let architecture = target.folder.architecture().to_lowercase();
        let names_of_one = [target.name, &architecture, &architecture.replace('-', "")].map(str::to_owned);
        names.extend(names_of_one.into_iter().chain(target.aliases.iter().map(|&alias| alias.to_owned())));
    }
    names
}

#[test]
fn engine_and_front_end_name_no_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let names = names();
    let found = ["codegen/src", "frontend-llvm/src"].map(|folder| files(&root.join(folder))).concat();
    assert!(found.len() > 300 && names.len() > 5);
    let (mut wrong, mut needed) = (Vec::new(), BTreeSet::new());
    for path in found {
        let text = fs::read_to_string(&path).expect("text");
        let path = path.strip_prefix(root).expect("inside").to_string_lossy().into_owned();
        for (n, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            if !names.iter().any(|name| lower.contains(name)) {
                continue;
            }
            let exempts = |(of, word, _): &(&str, &str, &str)| path.starts_with(of) && line.contains(word);
            match EXEMPT.iter().position(exempts) {
                Some(row) => drop(needed.insert(row)),
                None => wrong.push(format!("{path}:{}: {line}", n + 1)),
            }
        }
    }
    assert!(wrong.is_empty(), "targets are named outside of `targets`:\n{}", wrong.join("\n"));
    let idle: Vec<_> = (0..EXEMPT.len()).filter(|row| !needed.contains(row)).map(|row| EXEMPT[row]).collect();
    assert!(idle.is_empty(), "exemptions of which nothing has need: {idle:?}");
}

/// Modules at the base of `codegen`, and the only modules outside themselves that they may refer
/// to.
const BENEATH: [(&str, &[&str]); 4] = [
    ("machine::desc", &[]),
    ("support::guard", &[]),
    ("ir", &["machine::desc", "support::diagnostics"]),
    ("support::diagnostics", &["ir"]),
];

/// The layers of `codegen`, from the lowest to the highest. A file belongs to the longest of these
/// modules that contains it, and refers only to its own layer and to lower ones.
const LAYERS: [&str; 17] = [
    "machine::desc",
    "support::guard",
    "ir",
    "support",
    "machine",
    "frame",
    "mir_text",
    "passes::analysis",
    "isel",
    "regalloc",
    "passes::post_ra::live_debug_values",
    "mc",
    "interpreter",
    "passes",
    "pipeline::config",
    "target",
    "pipeline",
];

/// References to higher layers: the layer, the path it refers to, and the reason.
const UPWARD: [(&str, &str, &str); 8] = [
    ("ir", "support::diagnostics", "functions collect remarks, whose locations are debug locations"),
    ("mir_text", "isel::legalizer", "LLVM's form of selected MIR is legalized when it is read"),
    ("mir_text", "isel::regbankselect", "LLVM's form of selected MIR gets banks when it is read"),
    ("mir_text", "isel::rule_config", "LLVM's form of selected MIR is legalized when it is read"),
    ("mir_text", "isel::target", "LLVM's form of selected MIR is legalized when it is read"),
    ("mir_text", "mc::dwarf", "debug values are printed as they are encoded"),
    ("regalloc", "passes::pre_ra", "two-address form, and what may be rematerialized"),
    ("regalloc", "passes::post_ra", "long jumps need a register"),
];

/// Returns the paths in its crate that a file refers to outside comments and unit tests, without
/// `crate::`.
fn named_paths(text: &str) -> BTreeSet<&str> {
    let names = code_lines(text).flat_map(|line| line.split("crate::").skip(1));
    names
        .map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or_default()
        })
        .collect()
}

/// Returns true if a path is in a module.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn data_stands_beneath_the_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("codegen/src");
    for (module, allowed) in BENEATH {
        let found = match root.join(module.replace("::", "/")) {
            folder if folder.is_dir() => files(&folder),
            file => vec![file.with_extension("rs")],
        };
        for path in found {
            let text = fs::read_to_string(&path).expect("text");
            let known = |path: &str| [module, "testing"].iter().chain(allowed).any(|of| is_in(path, of));
            let wrong: Vec<_> = named_paths(&text).into_iter().filter(|path| !known(path)).collect();
            assert!(wrong.is_empty(), "{}: {module} stands beneath {wrong:?}", path.display());
        }
    }
}

/// The maximum number of methods of a trait.
const MAX_METHODS: usize = 15;

#[test]
fn traits_have_few_methods() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let crates = ["codegen", "targets", "frontend-llvm", "driver"];
    let found = crates.map(|name| files(&root.join(name).join("src"))).concat();
    let mut counts = Vec::new();
    for path in found.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(path).expect("text");
        for item in syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())).items {
            if let syn::Item::Trait(of) = item {
                let methods = of.items.iter().filter(|item| matches!(item, syn::TraitItem::Fn(_))).count();
                counts.push((methods, of.ident.to_string()));
            }
        }
    }
    assert!(counts.len() > 20, "only {} traits", counts.len());
    counts.retain(|&(methods, _)| methods > MAX_METHODS);
    assert!(counts.is_empty(), "traits to be split: {counts:?}");
}

/// Returns the number of the layer that a path in `codegen` belongs to; `None` for the crate itself
/// and for what tests use.
fn layer_of(path: &str) -> Option<usize> {
    let contain = |&number: &usize| is_in(path, LAYERS[number]);
    (0..LAYERS.len()).filter(contain).max_by_key(|&number| LAYERS[number].len())
}

#[test]
fn modules_refer_to_lower_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("codegen/src");
    let (mut wrong, mut needed, mut layers) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for file in files(&root) {
        let module = module(&root, &file).join("::");
        let Some(own) = layer_of(&module).filter(|_| !module.contains("tests")) else { continue };
        layers.insert(own);
        let text = fs::read_to_string(&file).expect("text");
        for path in named_paths(&text) {
            if layer_of(path).is_none_or(|other| other <= own) {
                continue;
            }
            let allows = |(of, to, _): &(&str, &str, &str)| *of == LAYERS[own] && is_in(path, to);
            match UPWARD.iter().position(allows) {
                Some(row) => drop(needed.insert(row)),
                None => wrong.push(format!("{module} ({}) refers to {path}", LAYERS[own])),
            }
        }
    }
    assert!(layers.len() == LAYERS.len(), "layers without files: only {layers:?} have some");
    assert!(wrong.is_empty(), "references to higher layers:\n{}", wrong.join("\n"));
    let idle: Vec<_> = (0..UPWARD.len()).filter(|row| !needed.contains(row)).map(|row| UPWARD[row]).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:?}");
}
