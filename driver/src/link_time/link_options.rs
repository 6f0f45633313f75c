//! The options of linkers on link-time optimization, as options of code generation here.
//!
//! Source: `ld.lld --help`; clang passes them as `-plugin-opt=`.

use super::files::Contents;
use super::line::Part;
use crate::failure::Failure;
use crate::llc_options;
use gisel_codegen::ir::module::RelocModel;
use std::ffi::OsString;

/// The plugin that is not run, because its work is done here.
const PLUGIN: &str = "LLVMgold";

/// Options of `ld.lld`, without dashes, whose output is not a program. They are rejected.
const REJECTED: [&str; 15] = [
    "lto-emit-asm",
    "lto-emit-llvm",
    "lto-obj-path",
    "lto-basic-block-sections",
    "lto-basic-block-address-map",
    "lto-unique-basic-block-section-names",
    "lto-cs-profile-generate",
    "thinlto-index-only",
    "thinlto-emit-index-files",
    "thinlto-emit-imports-files",
    "thinlto-single-module",
    "thinlto-distributor",
    "plugin-opt=emit-",
    "plugin-opt=obj-path",
    "plugin-opt=thinlto-index-only",
];

/// The beginnings of options of link-time optimization, without dashes.
const OPTIMIZATION: [&str; 7] =
    ["lto", "thinlto-", "no-lto-", "save-temps", "fat-lto-objects", "no-fat-lto-objects", "plugin-opt="];

/// Values of `-plugin-opt=` that gcc passes for its own plugin.
const OF_GCC: [&str; 3] = ["-fresolution=", "-pass-through=", "/"];

/// Options that only apply to the processes of `ld.lld`, and are not given to it.
const WITHOUT_EFFECT: [&str; 4] =
    ["thinlto-cache-", "save-temps", "plugin-opt=save-temps", "plugin-opt=cache-"];

/// Returns an option without its dashes, if it is one of link-time optimization.
fn optimization(word: &str) -> Option<&str> {
    let joined = word.strip_prefix("-plugin-opt=").map(|_| &word[1..]);
    let name = word.strip_prefix("--").or(joined)?;
    let is_of_gcc = |value: &str| OF_GCC.iter().any(|start| value.starts_with(start));
    let is_other = name.strip_prefix("plugin-opt=").is_some_and(is_of_gcc);
    OPTIMIZATION.iter().any(|start| name.starts_with(start)).then_some(name).filter(|_| !is_other)
}

/// Returns true if the words request link-time optimization.
pub(super) fn requests_optimization(words: &[OsString]) -> bool {
    words.iter().filter_map(|word| word.to_str()).any(|word| {
        optimization(word).is_some_and(|name| !name.starts_with("save-temps") && !name.starts_with("no-"))
    })
}

/// The words for the two linkers.
#[derive(Default)]
pub(super) struct Sorted {
    /// The parts of the program's link.
    pub parts: Vec<Part>,
    /// The options of link-time optimization, for `ld.lld` alone.
    pub optimization: Vec<OsString>,
}

/// Separates the options of link-time optimization.
///
/// # Errors
/// An option has another output than a program.
pub(super) fn sort(parts: Vec<Part>) -> Result<Sorted, Failure> {
    let mut sorted = Sorted::default();
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        let Part::Word(word) = &part else {
            sorted.parts.push(part);
            continue;
        };
        let text = word.to_str().unwrap_or_default();
        if matches!(text, "-plugin" | "--plugin") {
            let is_ours =
                |part: &Part| matches!(part, Part::Word(path) if path.to_string_lossy().contains(PLUGIN));
            if parts.next_if(is_ours).is_some() {
                continue;
            }
        }
        let name = optimization(text);
        match name {
            Some(name) if REJECTED.iter().any(|start| name.starts_with(start)) => {
                return Err(Failure::new(format!("option {text} is not supported at link time")));
            }
            Some(name) if WITHOUT_EFFECT.iter().any(|start| name.starts_with(start)) => {}
            Some(_) => sorted.optimization.push(word.clone()),
            None if matches!(text, "-mllvm" | "--mllvm") => {
                sorted.optimization.push(word.clone());
                if let Some(Part::Word(value)) = parts.next() {
                    sorted.optimization.push(value);
                }
            }
            None if text.starts_with("-mllvm=") || text.starts_with("--mllvm=") => {
                sorted.optimization.push(word.clone());
            }
            None => sorted.parts.push(part),
        }
    }
    Ok(sorted)
}

/// Returns the options here for those of link-time optimization. Options of LLVM's passes, which
/// `llc` has not, only apply to `ld.lld`.
pub(super) fn code_options(words: &[OsString]) -> Vec<String> {
    let mut options = Vec::new();
    let (mut level, mut code_level) = (None, None);
    let mut words = words.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        if let Some(value) = word.trim_start_matches('-').strip_prefix("mllvm") {
            let value = value.strip_prefix('=').or_else(|| words.next()).unwrap_or_default();
            options.extend(of_llc(value));
            continue;
        }
        let name = word.trim_start_matches('-');
        let value =
            name.strip_prefix("plugin-opt=").or_else(|| name.strip_prefix("lto-")).unwrap_or_default();
        if let Some(cpu) = value.strip_prefix("mcpu=") {
            options.push(format!("-mcpu={cpu}"));
        } else if let Some(number) = value.strip_prefix("CGO") {
            code_level = Some(number);
        } else if let Some(number) = value.strip_prefix('O') {
            level = Some(number);
        } else {
            options.extend(of_llc(value));
        }
    }
    options.extend(code_level.or(level).map(|level| format!("-O{level}")));
    options
}

/// Returns an option of LLVM if `llc` has it.
fn of_llc(option: &str) -> Option<String> {
    let name = option.strip_prefix('-')?.trim_start_matches('-');
    let bare = name.split('=').next().unwrap_or(name);
    llc_options::find(bare).is_some().then(|| option.to_owned())
}

/// Returns true if libraries are excluded from the exported ones, and an archive contains modules.
pub(super) fn excludes_libraries(parts: &[Part]) -> bool {
    let excludes =
        |part: &Part| matches!(part, Part::Word(word) if word.to_string_lossy().contains("-exclude-libs"));
    let is_archive = |part: &Part| matches!(part, Part::Input(_, Contents::Archive(_)));
    parts.iter().any(excludes) && parts.iter().any(is_archive)
}

/// Returns the relocation model that the kind of output requires.
pub(super) fn reloc_model(words: &[OsString], is_optimized: bool) -> Option<RelocModel> {
    let mut model = is_optimized.then_some(RelocModel::Static);
    for word in words.iter().filter_map(|word| word.to_str()) {
        match word {
            "-r" | "--relocatable" | "-relocatable" => return None,
            "-pie" | "--pie" | "-shared" | "--shared" | "-Bshareable" | "--pic-executable" => {
                model = Some(RelocModel::Pic);
            }
            "-no-pie" | "--no-pie" => model = is_optimized.then_some(RelocModel::Static),
            _ => {}
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_of_optimization_become_options_of_code_generation() {
        for (line, expected) in [
            ("-plugin-opt=mcpu=x -plugin-opt=O3 -plugin-opt=thinlto", "-mcpu=x -O3"),
            ("--lto-O1 --lto-CGO2", "-O2"),
            ("-plugin-opt=-function-sections=1 -plugin-opt=-no-such-pass=9", "-function-sections=1"),
            ("-mllvm -enable-tlsdesc -mllvm=-code-model=medium", "-enable-tlsdesc -code-model=medium"),
            ("-plugin-opt=jobs=2", ""),
        ] {
            assert_eq!(code_options(&words(line)).join(" "), expected, "{line}");
        }
    }

    #[test]
    fn only_llvms_options_request_optimization() {
        for (line, expected) in [
            ("-plugin /x/liblto_plugin.so -plugin-opt=/x/lto-wrapper -plugin-opt=-fresolution=a", false),
            ("-plugin-opt=-pass-through=-lgcc a.o --save-temps", false),
            ("-plugin-opt=O2", true),
            ("--lto-O3", true),
            ("-lto a.o", false),
        ] {
            assert_eq!(requests_optimization(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn words_are_sorted() {
        let line =
            "-o a -plugin /l/LLVMgold.so -plugin-opt=O2 --thinlto-cache-dir=x -mllvm -y a.o -plugin z.so";
        let sorted = sort(words(line).into_iter().map(Part::Word).collect()).expect("a program");
        let text = |part: &Part| match part {
            Part::Word(word) => word.to_string_lossy().into_owned(),
            Part::Input(path, _) => path.display().to_string(),
        };
        assert_eq!(sorted.parts.iter().map(text).collect::<Vec<_>>().join(" "), "-o a a.o -plugin z.so");
        assert_eq!(sorted.optimization, words("-plugin-opt=O2 -mllvm -y"));
        let rejected = sort(words("--lto-emit-asm").into_iter().map(Part::Word).collect());
        assert!(rejected.is_err());
    }

    #[test]
    fn the_kind_of_output_determines_the_relocation_model() {
        for (line, is_optimized, expected) in [
            ("-pie", false, Some(RelocModel::Pic)),
            ("-pie -no-pie", true, Some(RelocModel::Static)),
            ("-static", false, None),
            ("-shared", true, Some(RelocModel::Pic)),
            ("-r -pie", true, None),
        ] {
            assert_eq!(reloc_model(&words(line), is_optimized), expected, "{line}");
        }
    }
}
