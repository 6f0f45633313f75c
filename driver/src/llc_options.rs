//! The options of `llc`, with their values and their state here: the table of the command line, of
//! `--help-hidden` and of `docs/options.md`. The rows are sorted text, so that a look-up does not
//! parse the others.

use std::fmt::Write;

/// The general options, and those on debug information.
const TABLES: [&str; 2] =
    [include_str!("llc_options/options.txt"), include_str!("llc_options/debug_information.txt")];

/// The separator between the reasons and the rows.
const BEFORE_ROWS: &str = "\n\n";

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// True if the value is optional.
    pub optional: bool,
    kind: &'static str,
}

impl Values {
    /// Returns true for a switch, which takes true or false after `=`.
    pub fn is_switch(self) -> bool {
        self.kind == "flag"
    }

    /// Returns true if the value may be the next argument.
    pub fn may_follow(self) -> bool {
        !self.is_switch() && !self.optional
    }

    /// Returns true if `llc` accepts the value.
    fn includes(self, value: &str) -> bool {
        match self.kind {
            "flag" => truth(value).is_some(),
            "uint" => is_number(value),
            "int" => is_number(value.strip_prefix('-').unwrap_or(value)),
            "number" => value.parse::<f64>().is_ok(),
            "text" => true,
            named => (self.optional && truth(value).is_some()) || named.split('|').any(|name| name == value),
        }
    }
}

/// Returns true if `text` is a number in LLVM's form: decimal, or with a prefix.
fn is_number(text: &str) -> bool {
    let (digits, radix) = match text.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ => (text, 10),
    };
    !digits.starts_with(['+', '-']) && u64::from_str_radix(digits, radix).is_ok()
}

/// Parses the value of a switch by LLVM's names.
pub fn truth(value: &str) -> Option<bool> {
    match value {
        "1" | "true" | "TRUE" | "True" => Some(true),
        "0" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// The state of an option of `llc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionState {
    /// Implemented, by the same option in `options`.
    Done,
    /// These values (`a|b`) are the only behaviour. Others are rejected, with the reason.
    AlreadySo(&'static str, &'static str),
    /// Accepted without effect, for this reason.
    NoMeaning(&'static str),
    /// Disables the pass for this value of the option.
    LeavesOut {
        /// The value, true or false.
        at: bool,
        /// The name of the pass here.
        pass: &'static str,
    },
    /// Rejected, with the reason.
    Refused(&'static str),
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LlcOption {
    /// The name without dashes.
    pub name: &'static str,
    /// The values that it accepts.
    pub values: Values,
    /// The state here.
    pub state: OptionState,
}

impl LlcOption {
    /// Returns the pass that the option disables with this value; without a value, a switch is on.
    pub fn left_out(&self, value: Option<&str>) -> Option<&'static str> {
        match self.state {
            OptionState::LeavesOut { at, pass }
                if value.is_none_or(|value| truth(value) == Some(true)) == at =>
            {
                Some(pass)
            }
            _ => None,
        }
    }

    /// Checks a value of the option; without a value, a switch is on.
    ///
    /// # Errors
    /// The reason for which the option or value is rejected.
    pub fn check(&self, value: Option<&str>) -> Result<(), String> {
        let name = self.name;
        let refuse = |shown: &str, why: &str| Err(format!("option -{shown} is not supported: {why}"));
        let value = match (self.state, value) {
            (OptionState::Refused(why), _) => return refuse(name, why),
            (_, Some(value)) => value,
            (_, None) if self.values.is_switch() || self.values.optional => "1",
            (_, None) => return Err(format!("option -{name} needs a value")),
        };
        if !self.values.includes(value) {
            return Err(format!("option -{name} does not take '{value}'"));
        }
        let is_same = |known: &str| known == value || truth(value).is_some_and(|is| truth(known) == Some(is));
        match self.state {
            OptionState::AlreadySo(same, why) if !same.split('|').any(is_same) => {
                let shown = if self.values.is_switch() && value == "1" {
                    name.to_owned()
                } else {
                    format!("{name}={value}")
                };
                refuse(&shown, why)
            }
            _ => Ok(()),
        }
    }
}

/// Returns the rows of a table, which follow an empty line.
fn rows(table: &'static str) -> &'static str {
    table.split_once(BEFORE_ROWS).map_or("", |(_, rows)| rows)
}

/// Returns the sentence for a word that this table's rows give as their reason.
fn reason(table: &'static str, word: &str) -> &'static str {
    let given =
        table.lines().find_map(|line| line.strip_prefix("reason ")?.strip_prefix(word)?.strip_prefix(": "));
    given.unwrap_or_default()
}

/// Parses a row.
fn parse(table: &'static str, row: &'static str) -> Option<LlcOption> {
    let mut fields = row.split(' ');
    let (name, kind, state) = (fields.next()?, fields.next()?, fields.next()?);
    let state = match state {
        "done" => OptionState::Done,
        "same" => OptionState::AlreadySo(fields.next()?, reason(table, fields.next()?)),
        "none" => OptionState::NoMeaning(reason(table, fields.next()?)),
        "off" => OptionState::LeavesOut { at: truth(fields.next()?)?, pass: fields.next()? },
        "refused" => OptionState::Refused(reason(table, fields.next()?)),
        _ => return None,
    };
    let values = match kind.strip_prefix('?') {
        Some(kind) => Values { optional: true, kind },
        None => Values { optional: false, kind },
    };
    Some(LlcOption { name, values, state })
}

/// Returns the option of this name, if `llc` has it.
pub fn find(name: &str) -> Option<LlcOption> {
    TABLES.into_iter().find_map(|table| find_row(rows(table), name).and_then(|row| parse(table, row)))
}

/// Returns the row of this name, by bisection.
fn find_row(rows: &'static str, name: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, rows.len());
    while low < high {
        let middle = rows.floor_char_boundary(low.midpoint(high));
        let start = rows[..middle].rfind('\n').map_or(0, |end| end + 1);
        let end = rows[start..].find('\n').map_or(rows.len(), |length| start + length);
        let row = &rows[start..end];
        match row.split(' ').next().unwrap_or_default().cmp(name) {
            std::cmp::Ordering::Equal => return Some(row),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// Returns all options, by table and name.
pub fn all() -> impl Iterator<Item = LlcOption> {
    TABLES.into_iter().flat_map(|table| rows(table).lines().filter_map(|row| parse(table, row)))
}

/// Returns the listing of `--help-hidden`: names and values by state, with reasons.
pub fn listing() -> String {
    let mut text = String::new();
    section(&mut text, "Options of llc that do the same here", |state| {
        (state == OptionState::Done).then_some("")
    });
    section(&mut text, "Options of llc that leave out a pass here", |state| match state {
        OptionState::LeavesOut { pass, .. } => Some(pass),
        _ => None,
    });
    section(&mut text, "Accepted, since it is so already; other values are refused", |state| match state {
        OptionState::AlreadySo(_, why) => Some(why),
        _ => None,
    });
    section(&mut text, "Refused", |state| match state {
        OptionState::Refused(why) => Some(why),
        _ => None,
    });
    section(&mut text, "Accepted, since there is nothing to change", |state| match state {
        OptionState::NoMeaning(why) => Some(why),
        _ => None,
    });
    text
}

/// Adds the options for which `reason` returns one, grouped by it.
fn section(text: &mut String, title: &str, reason: impl Fn(OptionState) -> Option<&'static str>) {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for option in all() {
        let Some(why) = reason(option.state) else { continue };
        let shown = shown(&option);
        match groups.iter_mut().find(|(known, _)| *known == why) {
            Some((_, options)) => options.push(shown),
            None => groups.push((why, vec![shown])),
        }
    }
    let _ = writeln!(text, "{title}:\n");
    for (why, options) in groups {
        if !why.is_empty() {
            let _ = writeln!(text, "  {why}:");
        }
        for option in options {
            let _ = writeln!(text, "    {option}");
        }
        text.push('\n');
    }
}

/// Returns the option with its accepted values.
fn shown(option: &LlcOption) -> String {
    let LlcOption { name, values, state } = option;
    match state {
        OptionState::Done => format!("-{name}"),
        OptionState::AlreadySo(same, _) => format!("-{name}={same}"),
        OptionState::LeavesOut { at: false, .. } => format!("-{name}=0"),
        _ if values.is_switch() => format!("-{name}"),
        _ if values.optional => format!("-{name}[={}]", values.kind),
        _ => format!("-{name}={}", values.kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_each_has_its_reason() {
        for table in TABLES {
            let names = || rows(table).lines().map(|row| row.split(' ').next().unwrap_or_default());
            assert!(names().is_sorted_by(|a, b| a < b));
            for row in rows(table).lines() {
                let option = parse(table, row).unwrap_or_else(|| panic!("no row: {row}"));
                let why = match option.state {
                    OptionState::Done => "-",
                    OptionState::LeavesOut { pass, .. } => pass,
                    OptionState::AlreadySo(_, why)
                    | OptionState::NoMeaning(why)
                    | OptionState::Refused(why) => why,
                };
                assert!(!why.is_empty(), "no reason: {row}");
                assert_eq!(find(option.name), Some(option));
            }
        }
        assert_eq!(find("O2"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn values_that_hold_anyway_are_those_that_llc_takes() {
        for option in all() {
            let OptionState::AlreadySo(same, _) = option.state else { continue };
            for value in same.split('|') {
                assert_eq!(option.check(Some(value)), Ok(()), "-{}={value}", option.name);
            }
        }
    }

    #[test]
    fn values_decide_what_is_accepted() {
        let check = |name: &str, value| find(name).expect("an option of llc").check(value);
        assert_eq!(check("asm-verbose", None), Ok(()));
        assert_eq!(check("fast-isel", Some("false")), Ok(()));
        assert_eq!(check("thread-model", Some("posix")), Ok(()));
        assert_eq!(check("unroll-count", Some("0x10")), Ok(()));
        for (name, value, words) in [
            ("fast-isel", None, "option -fast-isel is not supported: GlobalISel"),
            ("exception-model", Some("sjlj"), "option -exception-model=sjlj is not supported: exceptions"),
            ("thread-model", Some("green"), "does not take 'green'"),
            ("thread-model", None, "needs a value"),
            ("unroll-count", Some("-1"), "does not take '-1'"),
            ("asm-verbose", Some("maybe"), "does not take 'maybe'"),
            ("load", Some("x.so"), "option -load is not supported: there are no plugins"),
        ] {
            let message = check(name, value).expect_err("refused");
            assert!(message.contains(words), "{name}: {message}");
        }
    }
}
