//! `.req` and `.unreq`: register aliases, which ignore case.
//!
//! An alias is replaced by the register's text in operands of the following instructions. Source:
//! *Using as*, machine-dependent directives.

use super::statements::{is_symbol_char, name_at};
use std::collections::HashMap;

/// Register aliases, in lower case.
#[derive(Default)]
pub(super) struct RegisterNames {
    registers: HashMap<String, String>,
}

impl RegisterNames {
    /// Parses `name .req register`, where `is_register` recognizes registers. Returns false for
    /// other statements.
    pub(super) fn define(
        &mut self,
        name: &str,
        arguments: &str,
        is_register: fn(&str) -> bool,
    ) -> Result<bool, String> {
        let Some((directive, register)) = arguments.split_once([' ', '\t']) else { return Ok(false) };
        if !directive.eq_ignore_ascii_case(".req") {
            return Ok(false);
        }
        let register = register.trim();
        let register = self.renamed(register).unwrap_or_else(|| register.to_owned());
        if name_at(&register) != register || !is_register(&register) {
            return Err(format!("`{register}` is no register"));
        }
        let known = self.registers.entry(name.to_ascii_lowercase()).or_insert_with(|| register.clone());
        if *known != register {
            return Err(format!("`{name}` is the name of `{known}`"));
        }
        Ok(true)
    }

    /// Parses `.unreq name`.
    pub(super) fn remove(&mut self, name: &str) {
        self.registers.remove(&name.to_ascii_lowercase());
    }

    /// Returns `text` with aliases replaced by registers; `None` if there are no aliases. A suffix
    /// remains (`name.8h`), and so do the first word and quoted text.
    pub(super) fn renamed(&self, text: &str) -> Option<String> {
        if self.registers.is_empty() {
            return None;
        }
        let is_word = |c: char| is_symbol_char(c) && c != '.';
        let mut out = String::with_capacity(text.len());
        let (mut rest, mut quoted, mut changed) = (text, false, false);
        while let Some(first) = rest.chars().next() {
            let end = if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else {
                quoted ^= first == '"';
                first.len_utf8()
            };
            let (word, after) = rest.split_at(end);
            // Parts of longer names are no aliases.
            let whole = !quoted && !out.ends_with('.') && !out.ends_with('#');
            let register = self.registers.get(&word.to_ascii_lowercase()).filter(|_| whole);
            changed |= register.is_some();
            out.push_str(register.map_or(word, String::as_str));
            rest = after;
        }
        changed.then_some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_registers() {
        let mut names = RegisterNames::default();
        let is_register = |name: &str| name.starts_with(['x', 'v']);
        assert_eq!(names.renamed("add a, b"), None);
        assert_eq!(names.define("Count", ".req x2", is_register), Ok(true));
        assert_eq!(names.define("va", ".req\tv3", is_register), Ok(true));
        assert_eq!(names.define("again", ".req COUNT", is_register), Ok(true));
        assert_eq!(names.define("mov", "x0, x1", is_register), Ok(false));
        assert_eq!(names.define("count", ".req x2", is_register), Ok(true));
        assert!(
            names.define("count", ".req x3", is_register).is_err()
                && names.define("bad", ".req x1, x2", is_register).is_err()
        );
        assert!(names.define("bad", ".req other", is_register).is_err());
        let renamed = names.renamed("add va.8h, [count, AGAIN], .Lcount + count_0 + \"count\"");
        assert_eq!(renamed.as_deref(), Some("add v3.8h, [x2, x2], .Lcount + count_0 + \"count\""));
        names.remove("COUNT");
        assert_eq!(names.renamed("add count"), None);
    }
}
