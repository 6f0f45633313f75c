//! The options of clang's front end that control code generation, as options of this compiler.
//!
//! Other options of the front end have their effect in the module: attributes, flags, metadata.
//! Options here are not in the module. What this compiler does not implement is an option of `llc`,
//! too, and is rejected by that name.
//!
//! Source: the fields of clang's `CodeGenOptions` that its back end reads.

use std::ffi::OsString;

/// How the value of an option is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// There is no value.
    Alone,
    /// In the next argument.
    Separate,
    /// In the same argument.
    Joined,
}

use Form::{Alone, Joined, Separate};

/// Options of clang's front end, their form, and the option here, which a value is appended to if
/// there is one.
const TABLE: &[(&str, Form, &str)] = &[
    ("-mrelocation-model", Separate, "-relocation-model="),
    ("-mcmodel=", Joined, "-code-model="),
    ("-target-abi", Separate, "-target-abi="),
    ("-mthread-model", Separate, "-thread-model="),
    ("-ffunction-sections", Alone, "-function-sections"),
    ("-fdata-sections", Alone, "-data-sections"),
    ("-fno-unique-section-names", Alone, "-unique-section-names=false"),
    ("-fseparate-named-sections", Alone, "-separate-named-sections"),
    ("-fbasic-block-sections=", Joined, "-basic-block-sections="),
    ("-fbasic-block-address-map", Alone, "-basic-block-address-map"),
    ("-fsplit-machine-functions", Alone, "-split-machine-functions"),
    ("-fstack-size-section", Alone, "-stack-size-section"),
    ("-fcall-graph-section", Alone, "-call-graph-section"),
    ("-faddrsig", Alone, "-addrsig"),
    ("-fno-use-init-array", Alone, "-use-ctors"),
    ("-femulated-tls", Alone, "-emulated-tls"),
    ("-enable-tlsdesc", Alone, "-enable-tlsdesc"),
    ("-mtls-size=", Joined, "-tls-size="),
    ("-ffp-contract=", Joined, "-fp-contract="),
    ("-debugger-tuning=", Joined, "-debugger-tune="),
    ("-gdwarf64", Alone, "-dwarf64"),
    ("-gstrict-dwarf", Alone, "-strict-dwarf"),
    ("-fforce-dwarf-frame", Alone, "-force-dwarf-frame-section"),
    ("-femit-dwarf-unwind=", Joined, "-emit-dwarf-unwind="),
    ("-stack-usage-file", Separate, "-stack-usage-file="),
    ("-split-dwarf-file", Separate, "-split-dwarf-file="),
    ("-split-dwarf-output", Separate, "-split-dwarf-output="),
    ("-mrelax-all", Alone, "-mc-relax-all"),
    ("-crel", Alone, "-crel"),
    ("--crel", Alone, "-crel"),
    ("-fno-verbose-asm", Alone, "-asm-verbose=false"),
    ("-disable-llvm-verifier", Alone, "-disable-verify"),
    ("-mllvm", Separate, ""),
];

/// Options whose value, in the next argument, may be any text.
const WITH_TEXT: [&str; 14] = [
    "-D",
    "-U",
    "-I",
    "-o",
    "-x",
    "-MT",
    "-MQ",
    "-main-file-name",
    "-dumpdir",
    "-include",
    "-isystem",
    "-dependency-file",
    "-resource-dir",
    "-internal-isystem",
];

/// Options of the front end that have no effect here, and the warning.
const WITHOUT_EFFECT: [(&str, &str); 2] = [
    ("--compress-debug-sections=z", "-gz: debug sections are not compressed"),
    ("-falign-loops=", "-falign-loops: loops are aligned as the target has it"),
];

/// Returns the warnings of options without effect.
pub(super) fn warnings(arguments: &[OsString]) -> impl Iterator<Item = &'static str> {
    let is_given = |name: &str| arguments.iter().any(|argument| argument.to_string_lossy().starts_with(name));
    WITHOUT_EFFECT.iter().filter(move |(name, _)| is_given(name)).map(|(_, text)| *text)
}

/// Returns the options here for a front end's command line.
pub(super) fn of(arguments: &[OsString]) -> Vec<String> {
    let mut options = vec![format!("-O{}", level(arguments))];
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        if WITH_TEXT.contains(&&*argument) {
            arguments.next();
            continue;
        }
        for &(name, form, own) in TABLE {
            match (form, argument.strip_prefix(name)) {
                (Alone, Some("")) => options.push(own.to_owned()),
                (Separate, Some("")) => options.extend(arguments.next().map(|value| format!("{own}{value}"))),
                (Joined, Some(value)) => options.extend(translated(name, value).map(|v| format!("{own}{v}"))),
                _ => continue,
            }
            break;
        }
    }
    options
}

/// Returns the value here for a value of the front end; `None` if the option has no effect.
fn translated<'a>(name: &str, value: &'a str) -> Option<&'a str> {
    match (name, value) {
        // Contraction within expressions is in the module.
        ("-ffp-contract=", "fast") => Some("fast"),
        ("-ffp-contract=", _) => None,
        ("-fbasic-block-sections=", "none") => None,
        _ => Some(value),
    }
}

/// Returns the level of modules that are compiled at link time, without link-time optimization: the
/// last one on the command line, or 2.
pub(super) fn link_level(arguments: &[OsString]) -> &'static str {
    let is_level = |argument: &OsString| argument.to_str().is_some_and(|text| text.starts_with("-O"));
    if arguments.iter().any(is_level) { level(arguments) } else { "2" }
}

/// Returns the level of code generation: sizes are optimized at level 2, debugging at 1.
fn level(arguments: &[OsString]) -> &'static str {
    let mut levels = arguments.iter().filter_map(|argument| argument.to_str()?.strip_prefix("-O"));
    match levels.next_back() {
        None | Some("0") => "0",
        Some("" | "1" | "g") => "1",
        Some("2" | "s" | "z") => "2",
        Some(_) => "3",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &str) -> Vec<String> {
        of(&arguments.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_of_the_front_end_are_translated() {
        for (arguments, expected) in [
            ("-cc1 -emit-obj", "-O0"),
            (
                "-Os -ffunction-sections -mrelocation-model pic",
                "-O2 -function-sections -relocation-model=pic",
            ),
            ("-O1 -O3 -mcmodel=medium -D -fdata-sections", "-O3 -code-model=medium"),
            ("-O -ffp-contract=on -mllvm -enable-x=3", "-O1 -enable-x=3"),
            ("-Og -ffp-contract=fast -fbasic-block-sections=none", "-O1 -fp-contract=fast"),
            ("-fbasic-block-sections=all", "-O0 -basic-block-sections=all"),
        ] {
            assert_eq!(options(arguments).join(" "), expected, "{arguments}");
        }
    }

    #[test]
    fn options_without_an_equivalent_are_warned_of() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(warnings(&words("--compress-debug-sections=none")).count(), 0);
        assert_eq!(warnings(&words("--compress-debug-sections=zstd -falign-loops=16")).count(), 2);
    }

    #[test]
    fn options_of_the_table_are_known_here() {
        for &(name, _, own) in TABLE.iter().filter(|row| !row.2.is_empty()) {
            let bare = own.trim_start_matches('-').trim_end_matches('=');
            let bare = bare.split('=').next().unwrap_or(bare);
            assert!(crate::llc_options::listing().contains(bare) || is_own(bare), "{name}: {own}");
        }
    }

    fn is_own(name: &str) -> bool {
        use clap::CommandFactory;
        crate::options::Options::command().get_arguments().any(|arg| arg.get_long() == Some(name))
    }
}
