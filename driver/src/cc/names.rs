//! The names by which the compiler command is called.

use gisel_target_registry::TARGETS;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The language of a compiler command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Driver {
    /// `gisel cc`: C, and whatever a file's name says.
    C,
    /// `gisel c++`: C++; its library is linked.
    Cxx,
}

impl Driver {
    /// All commands.
    pub const ALL: [Driver; 2] = [Driver::C, Driver::Cxx];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Driver::C => "cc",
            Driver::Cxx => "c++",
        }
    }

    /// Returns the description.
    pub fn about(self) -> &'static str {
        match self {
            Driver::C => "compile and link C, with the options of clang, which parses and optimizes",
            Driver::Cxx => "compile and link C++, likewise",
        }
    }

    /// Returns the option that selects the language for clang.
    pub fn mode(self) -> &'static str {
        match self {
            Driver::C => "--driver-mode=gcc",
            Driver::Cxx => "--driver-mode=g++",
        }
    }
}

/// A call of the compiler command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub driver: Driver,
    /// The target triple that the program's name contains.
    pub triple: Option<String>,
    /// The arguments after the command.
    pub arguments: Vec<OsString>,
}

impl Call {
    /// Recognizes a call of the compiler command: `gisel cc …`, or a program name such as
    /// `gisel-cc` and `<triple>-gisel-cc`.
    pub fn recognize(mut arguments: impl Iterator<Item = OsString>) -> Option<Call> {
        let program = arguments.next()?;
        if let Some((driver, triple)) = by_program(&program) {
            return Some(Call { driver, triple, arguments: arguments.collect() });
        }
        let first = arguments.next()?;
        let driver = Driver::ALL.into_iter().find(|driver| first == driver.name())?;
        Some(Call { driver, triple: None, arguments: arguments.collect() })
    }
}

/// Returns the driver and the triple that a program's name denotes.
fn by_program(program: &OsStr) -> Option<(Driver, Option<String>)> {
    let name = Path::new(program).file_name()?.to_str()?;
    Driver::ALL.into_iter().find_map(|driver| {
        let triple = name.strip_suffix(driver.name())?.strip_suffix("gisel-")?;
        match triple.strip_suffix('-') {
            Some(triple) => Some((driver, Some(triple.to_owned()))),
            None => triple.is_empty().then_some((driver, None)),
        }
    })
}

/// Returns the names of architectures that code can be compiled for.
pub(crate) fn architectures() -> String {
    TARGETS.each_ref().map(|target| target.name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_recognized() {
        let call = |words: &str| Call::recognize(words.split(' ').map(OsString::from));
        for (words, driver, triple, arguments) in [
            ("/bin/gisel cc -c a.c", Driver::C, None, 2),
            ("gisel c++", Driver::Cxx, None, 0),
            ("/x/gisel-cc a.c", Driver::C, None, 1),
            ("gisel-c++ cc", Driver::Cxx, None, 1),
            ("aarch64-linux-gnu-gisel-cc", Driver::C, Some("aarch64-linux-gnu"), 0),
        ] {
            let call = call(words).expect(words);
            assert_eq!((call.driver, call.triple.as_deref()), (driver, triple), "{words}");
            assert_eq!(call.arguments.len(), arguments, "{words}");
        }
        for words in ["gisel", "gisel a.ll cc", "gisel run", "mygisel-cc x", "gcc cc.c"] {
            assert_eq!(call(words), None, "{words}");
        }
    }
}
