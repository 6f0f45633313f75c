//! `--fallback`: clang compiles the modules that are rejected here.
//!
//! Each such module is reported once: as a note, or, if `GISEL_FALLBACK_LOG` names a file, as a
//! line of that file, which the processes of a build append to. `--fallback-report` counts them.

use crate::failure::{Failure, io_failure};
use crate::messages::Style;
use crate::output;
use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

/// The environment variable that requests the fallback.
const REQUEST: &str = "GISEL_FALLBACK";

/// The environment variable that names the log.
const LOG: &str = "GISEL_FALLBACK_LOG";

/// The values that request the fallback: clang compiles its own modules, by `llc`'s passes.
const COMPILERS: [&str; 2] = ["clang", "llc"];

/// The separator of a log line's fields.
const SEPARATOR: char = '\t';

/// A requested fallback.
pub(super) struct Fallback {
    log: Option<PathBuf>,
}

impl Fallback {
    /// Returns the fallback if the option or the environment requests it.
    ///
    /// # Errors
    /// The environment requests an unknown one.
    pub fn requested(is_given: bool) -> Result<Option<Fallback>, Failure> {
        let named = env::var_os(REQUEST).filter(|name| !name.is_empty());
        if let Some(other) = named.as_deref().filter(|name| !is_compiler(name)) {
            let names = COMPILERS.join(" or ");
            return Err(Failure::new(format!("{REQUEST} is {}: it can be {names}", other.display())));
        }
        Ok((is_given || named.is_some()).then(|| Fallback { log: log() }))
    }

    /// Recognizes an argument that requests the fallback.
    pub fn is_option(argument: &OsStr) -> bool {
        let Some(rest) = argument.to_str().and_then(|text| text.strip_prefix("--fallback")) else {
            return false;
        };
        rest.is_empty() || rest.strip_prefix('=').is_some_and(|name| is_compiler(OsStr::new(name)))
    }

    /// Reports that another compiler compiles `source`, and why.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn report(&self, source: &str, why: Failure, compiler: &str) -> Result<(), Failure> {
        let Some(log) = &self.log else {
            let style = Style::default();
            output::stderr(&style.reasons(why.0));
            output::stderr(&style.note(&format!("{source} is compiled by {compiler} instead")));
            return Ok(());
        };
        let reason = why.0.first().map(ToString::to_string).unwrap_or_default();
        let field = |text: &str| text.replace([SEPARATOR, '\n'], " ");
        let line = format!("{}{SEPARATOR}{}\n", field(source), field(&reason));
        output::append(log, line.as_bytes()).map_err(|e| io_failure("write", log, &e))
    }
}

fn is_compiler(name: &OsStr) -> bool {
    COMPILERS.iter().any(|compiler| name == *compiler)
}

/// Returns the path of the log.
fn log() -> Option<PathBuf> {
    env::var_os(LOG).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Returns the number of modules in the log, for each reason, the most frequent first.
///
/// # Errors
/// No log is named, or it cannot be read.
pub(super) fn summary() -> Result<String, Failure> {
    let path = log().ok_or_else(|| Failure::new(format!("{LOG} names no log")))?;
    match fs::read_to_string(&path) {
        Ok(text) => Ok(summarized(&text)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(summarized("")),
        Err(e) => Err(io_failure("read", &path, &e)),
    }
}

fn summarized(log: &str) -> String {
    let mut reasons: HashMap<&str, Vec<&str>> = HashMap::new();
    for (source, reason) in log.lines().filter_map(|line| line.split_once(SEPARATOR)) {
        reasons.entry(reason).or_default().push(source);
    }
    let mut rows: Vec<_> = reasons.into_iter().collect();
    rows.sort_by_key(|(reason, sources)| (usize::MAX - sources.len(), *reason));
    let count: usize = rows.iter().map(|(_, sources)| sources.len()).sum();
    let row = |(reason, sources): &(&str, Vec<&str>)| {
        format!("{:7} {reason} (first: {})\n", sources.len(), sources[0])
    };
    let rows: String = rows.iter().map(row).collect();
    format!("modules that clang compiled: {count}\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted() {
        assert_eq!(summarized(""), "modules that clang compiled: 0\n");
        let text = summarized("a.c\tx\nb.c\ty\nc.c\ty\n");
        assert_eq!(text, "modules that clang compiled: 3\n      2 y (first: b.c)\n      1 x (first: a.c)\n");
    }

    #[test]
    fn options_request_a_fallback() {
        for (argument, expected) in [
            ("--fallback", true),
            ("--fallback=clang", true),
            ("--fallback=llc", true),
            ("--fallback=gcc", false),
        ] {
            assert_eq!(Fallback::is_option(OsStr::new(argument)), expected, "{argument}");
        }
    }
}
