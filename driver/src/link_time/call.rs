//! The names by which the linker command is called.

use std::ffi::OsString;
use std::path::PathBuf;

/// The names of the program. `ld.gisel` is the linker of `clang -fuse-ld=gisel`.
const NAMES: [&str; 2] = ["gisel-ld", "ld.gisel"];

/// A call of the linker command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Linker {
    /// The linker's command line.
    pub words: Vec<OsString>,
}

impl Linker {
    /// The name on the command line.
    pub const NAME: &str = "ld";

    /// The description.
    pub const ABOUT: &str = "compile bitcode among the inputs of a linker, and run ld.lld";

    /// Recognizes a call of the linker command, by the program's name or the first argument.
    pub fn recognize(mut arguments: impl Iterator<Item = OsString>) -> Option<Linker> {
        let program = PathBuf::from(arguments.next()?);
        let is_named = NAMES.iter().any(|name| program.file_name().is_some_and(|file| file == *name));
        if !is_named && arguments.next()? != Self::NAME {
            return None;
        }
        Some(Linker { words: arguments.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_recognized() {
        let call = |line: &str| Linker::recognize(line.split(' ').map(OsString::from));
        for (line, words) in [("gisel ld -o a", 2), ("/x/ld.gisel a.o", 1), ("gisel-ld ld", 1)] {
            assert_eq!(call(line).map(|linker| linker.words.len()), Some(words), "{line}");
        }
        for line in ["gisel a.o", "gisel cc ld", "ld a.o"] {
            assert_eq!(call(line), None, "{line}");
        }
    }
}
