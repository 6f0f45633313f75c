//! Options of `llc` that are not options here: those that change nothing, and those that are refused, each with its reason.
//!
//! Source: `llc --help` of LLVM 22; the target-independent options that users and tests of `llc` give most often.

/// What becomes of an option of `llc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is accepted: what it asks for holds already, or concerns what does not exist here.
    NoEffect,
    /// It is refused, with the reason.
    Refused(&'static str),
}

use Answer::{NoEffect, Refused};

const ONE_SELECTOR: &str = "GlobalISel is the only instruction selector";
const ONE_FILE: &str = "debug information is in one file";
const LISTS_OF_NAMES: &str = "debuggers index names themselves; no list of them is written";
const ONE_FORM: &str = "debug information has the form that gdb reads best";
const WITHOUT_COMPRESSION: &str = "sections are not compressed; `objcopy --compress-debug-sections` does it";
const MODULE_SAYS: &str = "instructions carry their own fast-math flags";
const NOT_YET: &str = "not implemented yet";
const ELF_SECTIONS: &str = "this layout of sections cannot be written";

/// Names and answers, by name.
const OPTIONS: &[(&str, Answer)] = &[
    ("accel-tables", Refused(LISTS_OF_NAMES)),
    ("add-linkage-names-to-declaration-call-origins", Refused(ONE_FORM)),
    ("align-loops", Refused(NOT_YET)),
    ("asm-show-inst", Refused("assembly has no comments; see -stop-after")),
    ("asm-verbose", NoEffect),
    ("basic-block-sections", Refused(ELF_SECTIONS)),
    ("combiner-global-alias-analysis", NoEffect),
    ("compress-debug-sections", Refused(WITHOUT_COMPRESSION)),
    ("debug", Refused("see -print-after-all")),
    ("debug-entry-values", Refused(ONE_FORM)),
    ("debug-only", Refused("see -print-after-all")),
    ("denormal-fp-math", Refused("only IEEE 754 denormals are implemented")),
    ("disable-tail-calls", Refused("mark functions with \"disable-tail-calls\"=\"true\" instead")),
    ("dwarf-directory", Refused(ONE_FORM)),
    ("dwarf-extended-loc", Refused(ONE_FORM)),
    ("dwarf-inlined-strings", Refused(ONE_FORM)),
    ("dwarf-linkage-names", Refused(ONE_FORM)),
    ("dwarf-op-convert", Refused(ONE_FORM)),
    ("dwarf-sections-as-references", Refused(ONE_FORM)),
    ("dwarf-use-key-instructions", Refused(ONE_FORM)),
    ("dwarf64", Refused("offsets in debug information are of 32 bits")),
    ("emit-call-site-info", Refused("sites of calls are not described")),
    ("emit-dwarf-unwind", Refused("functions say what unwind information they have")),
    ("emit-func-debug-line-table-offsets", Refused(ONE_FORM)),
    ("enable-misched", Refused("the level decides on scheduling, which is after register allocation")),
    ("enable-no-infs-fp-math", Refused(MODULE_SAYS)),
    ("enable-no-nans-fp-math", Refused(MODULE_SAYS)),
    ("enable-no-signed-zeros-fp-math", Refused(MODULE_SAYS)),
    ("exception-model", Refused("exceptions unwind by DWARF tables")),
    ("experimental-debug-variable-locations", NoEffect),
    ("fast-isel", Refused(ONE_SELECTOR)),
    ("fatal-warnings", NoEffect),
    ("float-abi", Refused("the target's ABI decides")),
    ("fp-contract", Refused(MODULE_SAYS)),
    ("generate-type-units", Refused("types are described in the units that use them")),
    ("global-isel-abort", NoEffect),
    ("load", Refused("there are no plugins")),
    ("load-pass-plugin", Refused("there are no plugins")),
    ("mc-relax-all", Refused("branches are always as short as they can be")),
    ("minimize-addr-in-v5", Refused(ONE_FORM)),
    ("no-deprecated-warn", NoEffect),
    ("no-dwarf-ranges-section", Refused("functions may stand apart, which takes lists of ranges")),
    ("no-warn", NoEffect),
    ("nozero-initialized-in-bss", Refused(ELF_SECTIONS)),
    ("pass-remarks", Refused(NOT_YET)),
    ("pass-remarks-analysis", Refused(NOT_YET)),
    ("pass-remarks-missed", Refused(NOT_YET)),
    ("pass-remarks-output", Refused(NOT_YET)),
    ("passes", Refused("no IR passes are run")),
    ("preserve-as-comments", NoEffect),
    ("simplify-mir", NoEffect),
    ("split-dwarf-cross-cu-references", Refused(ONE_FILE)),
    ("split-dwarf-file", Refused(ONE_FILE)),
    ("split-dwarf-output", Refused(ONE_FILE)),
    ("stack-size-section", Refused(ELF_SECTIONS)),
    ("stack-symbol-ordering", NoEffect),
    ("strict-dwarf", Refused("attributes of later versions and of LLVM's are written where they say more")),
    ("swift-async-fp", NoEffect),
    (
        "tailcallopt",
        Refused("calls in tail position that the ABI allows are tail calls; mark others `musttail`"),
    ),
    ("thread-model", Refused("POSIX threads are assumed")),
    ("unique-basic-block-section-names", NoEffect),
    ("unique-section-names", Refused(ELF_SECTIONS)),
    ("use-ctors", Refused("constructors are in .init_array")),
    ("use-dwarf-ranges-base-address-specifier", NoEffect),
    ("use-gnu-debug-macro", Refused("macros of version 4 are in .debug_macinfo")),
    ("use-unknown-locations", Refused(ONE_FORM)),
    ("xcoff-traceback-table", NoEffect),
];

/// What becomes of the option with this name, if `llc` has it and we have not.
pub fn answer(name: &str) -> Option<Answer> {
    OPTIONS.binary_search_by_key(&name, |(known, _)| known).ok().map(|n| OPTIONS[n].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(OPTIONS.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn options_are_found() {
        assert_eq!(answer("asm-verbose"), Some(NoEffect));
        assert_eq!(answer("fast-isel"), Some(Refused(ONE_SELECTOR)));
        assert_eq!(answer("O2"), None);
    }
}
