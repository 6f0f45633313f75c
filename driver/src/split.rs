//! `gisel split N FILE`: splits a module into several ones, each of which can be compiled on another
//! machine.
//!
//! LLVM's `SplitModule` distributes the definitions. Symbols that were local to the module become
//! hidden. They get a suffix of the module's hash, as they do in ThinLTO, so that modules that are
//! split separately link to one program.
//!
//! Requires: a module without module-level assembly. Establishes: N modules that link to the same
//! program. Cost: a copy of the module for each one.

use crate::failure::{Failure, write};
use crate::program::{input_name, is_dash, read};
use gisel_frontend_llvm::reader::{self, ReadOptions};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The name of the command.
pub(crate) const COMMAND: &str = "split";

/// The description of the command.
pub(crate) const ABOUT: &str = "split a module into N that are compiled separately";

/// The help text, after the description.
const USAGE: &str = "\
Usage: gisel split N FILE [-o PREFIX]   writes PREFIX.0.bc, PREFIX.1.bc, ...
";

/// The maximum number of modules.
const MAX_MODULES: u32 = 4096;

/// The offset basis and the prime of the hash FNV-1a.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Executes the command with these arguments; returns the exit code.
///
/// # Errors
/// The command line is wrong, the module cannot be read or split, or a file cannot be written.
pub(crate) fn run(arguments: &[OsString]) -> Result<i32, Failure> {
    if arguments.iter().any(|argument| argument == "--help") {
        return write(Path::new("-"), format!("{ABOUT}\n\n{USAGE}").as_bytes()).map(|()| 0);
    }
    let (count, input, prefix) = match arguments {
        [count, input] => (count, Path::new(input), None),
        [count, input, option, prefix] if option == "-o" => (count, Path::new(input), Some(prefix)),
        _ => return Err(Failure::new(USAGE.trim_end())),
    };
    let count = count.to_str().and_then(|count| count.parse().ok()).unwrap_or_default();
    if !(1..=MAX_MODULES).contains(&count) {
        return Err(Failure::new(format!("the number of modules is 1 to {MAX_MODULES}")));
    }
    let prefix = match prefix {
        Some(prefix) => prefix.clone(),
        None if is_dash(input) => return Err(Failure::new("modules of standard input need -o PREFIX")),
        None => input.with_extension("").into_os_string(),
    };
    let (data, name) = (read(input)?, input_name(input));
    let file = reader::read(&data, &name, ReadOptions::default(), &|_, _| None);
    let file = file.map_err(|error| Failure::new(error.to_string().trim_start_matches("error: ")))?;
    if file.module().has_asm() {
        return Err(Failure::new(format!(
            "{name}: a module with module-level assembly is not split: its symbols belong to one module"
        )));
    }
    for (n, bitcode) in file.split(count, &suffix(&data)).iter().enumerate() {
        let mut path = prefix.clone();
        path.push(format!(".{n}.bc"));
        write(&PathBuf::from(path), bitcode)?;
    }
    Ok(0)
}

/// Returns the suffix of local names: the hash of the module.
fn suffix(data: &[u8]) -> String {
    let hash = data.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!(".llvm.{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_hashes() {
        assert_eq!(suffix(b""), ".llvm.14695981039346656037");
        assert_ne!(suffix(b"a"), suffix(b"b"));
    }

    #[test]
    fn the_command_line_is_checked() {
        for words in [&["0", "a.bc"][..], &["x", "a.bc"], &["4097", "a.bc"], &["2", "-"], &["2"], &[]] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert!(run(&words).is_err(), "{words:?}");
        }
    }
}
