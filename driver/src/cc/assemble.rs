//! Assembly files: assembled here, where this assembler reads them, else by clang.
//!
//! A file that is rejected, or that has a warning, is left to clang's assembler, which reports what
//! is wrong with it. So is one with options that are not known here, such as debug information of
//! assembly.

use super::compile;
use super::outputs;
use crate::compile_options::CompileOptions;
use crate::failure::{Failure, io_failure, write};
use crate::job_slots::JobSlots;
use crate::session;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The value of an option of clang's assembler.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// There is none.
    None,
    /// In the same argument.
    Joined,
    /// In the next argument.
    Next,
}

/// Options of clang's assembler that are known here, and the option here, to which the value is
/// appended; empty if the object does not depend on the option.
const TABLE: [(&str, Value, &str); 14] = [
    ("-triple", Value::Next, "-mtriple="),
    ("-target-cpu", Value::Next, "-mcpu="),
    ("-target-feature", Value::Next, FEATURE),
    ("-target-abi", Value::Next, "-target-abi="),
    ("-mrelocation-model", Value::Next, "-relocation-model="),
    ("-I", Value::Next, "-I="),
    ("-filetype", Value::Next, "-filetype="),
    ("-main-file-name", Value::Next, ""),
    ("-fdebug-compilation-dir=", Value::Joined, ""),
    ("-object-file-name=", Value::Joined, ""),
    ("-dwarf-debug-producer", Value::Next, ""),
    ("-dwarf-version=", Value::Joined, ""),
    ("-mnoexecstack", Value::None, ""),
    ("-o", Value::Next, ""),
];

/// The option here of a single feature.
const FEATURE: &str = "-mattr=";

/// The LLVM option by which clang requests attributes of RISC-V objects.
const ATTRIBUTES: &str = "-riscv-add-build-attributes";

/// A job of clang's assembler that writes an object.
pub(super) struct Assembly<'a> {
    arguments: &'a [OsString],
}

impl<'a> Assembly<'a> {
    /// Returns the assembly of a job; `None` for other jobs.
    pub fn of(job: &'a [OsString]) -> Option<Assembly<'a>> {
        let (_, arguments) = job.split_first()?;
        (arguments.first()? == "-cc1as").then_some(Assembly { arguments })
    }

    /// Returns the name of the source.
    pub fn source(&self) -> String {
        self.arguments.last().map(|source| source.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Assembles the file. Returns the reason if clang's assembler is to do so.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn assemble(&self, slots: &Arc<JobSlots>) -> Result<Result<(), Failure>, Failure> {
        let object = match self.object(slots) {
            Ok(object) => object,
            Err(why) => return Ok(Err(why)),
        };
        let Some(path) = outputs::output(self.arguments) else { return Ok(Ok(())) };
        write(Path::new(path), &object).map(Ok)
    }

    fn object(&self, slots: &Arc<JobSlots>) -> Result<Vec<u8>, Failure> {
        let (options, has_attributes) = translated(self.arguments).map_err(Failure::new)?;
        let options = compile::parsed(options, slots)?;
        let mut options = CompileOptions::new(&options);
        options.attributes_of_assembly = has_attributes;
        let source = self.source();
        if !source.ends_with(".s") {
            return Err(Failure::new(format!("{source}: the name does not end in .s")));
        }
        let path = Path::new(&source);
        let text = fs::read(path).map_err(|e| io_failure("read", path, &e))?;
        session::compile(&text, &source, &options).map(|compiled| compiled.bytes)
    }
}

/// Returns the options here for the assembler's arguments, and true if they request attributes.
///
/// # Errors
/// An option is not known here.
fn translated(arguments: &[OsString]) -> Result<(Vec<String>, bool), String> {
    let mut options = vec!["-fatal-warnings".to_owned()];
    let (mut features, mut has_attributes) = (Vec::new(), false);
    let [_, arguments @ .., _] = arguments else { return Ok((options, false)) };
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        if argument == "-mllvm" && arguments.next().is_some_and(|option| option == ATTRIBUTES) {
            has_attributes = true;
            continue;
        }
        let row = TABLE.iter().find_map(|&(name, value, own)| {
            let rest = argument.strip_prefix(name)?;
            (value == Value::Joined || rest.is_empty()).then_some((rest, value, own))
        });
        let Some((rest, value, own)) = row else {
            return Err(format!("option {argument} of the assembler is not known here"));
        };
        let next = if value == Value::Next { arguments.next().unwrap_or_default() } else { rest.into() };
        match own {
            "" => {}
            FEATURE => features.push(next.into_owned()),
            own => options.push(format!("{own}{next}")),
        }
    }
    if !features.is_empty() {
        options.push(format!("{FEATURE}{}", features.join(",")));
    }
    Ok((options, has_attributes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_of_the_assembler_are_translated() {
        let line = "-cc1as -triple riscv64 -filetype obj -target-feature +m -target-feature -v \
            -dwarf-version=5 -mllvm -riscv-add-build-attributes -I d -o a.o a.s";
        let expected = "-fatal-warnings -mtriple=riscv64 -filetype=obj -I=d -mattr=+m,-v";
        let (options, has_attributes) = translated(&words(line)).expect("all are known");
        assert_eq!((options.join(" ").as_str(), has_attributes), (expected, true));
    }

    #[test]
    fn unknown_options_are_left_to_clang() {
        for line in ["-cc1as -debug-info-kind=constructor a.s", "-cc1as -mllvm -x a.s", "-cc1as -g a.s"] {
            assert!(translated(&words(line)).is_err(), "{line}");
        }
        assert!(Assembly::of(&words("clang -cc1 -S")).is_none());
        assert!(Assembly::of(&words("clang -cc1as a.s")).is_some());
    }
}
