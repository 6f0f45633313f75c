//! Values that `llc` accepts and gisel rejects, with reasons; other wrong values get clap's message.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options, with values and the reason for which they are rejected.
const VALUES: [(&str, &[&str], &str); 4] = [
    ("relocation-model", &["dynamic-no-pic"], "it is for Mach-O"),
    ("relocation-model", &["ropi", "rwpi", "ropi-rwpi"], "it is for 32-bit Arm"),
    ("code-model", &["kernel"], "it is for x86-64"),
    ("accel-tables", &["Apple"], "it is for Mach-O; `Dwarf` makes .debug_names"),
];

/// Formats an error of the command line. A rejected value has its reason, and a number gets no
/// similar one as a hint.
pub(super) fn message(mut error: clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    if error.kind() == ErrorKind::InvalidValue
        && let (Some(option), Some(value)) = (option, value)
    {
        let name = option.trim_start_matches('-').split([' ', '=', '[']).next().unwrap_or_default();
        let known = VALUES.iter().find(|(known, values, _)| *known == name && values.contains(&value));
        if let Some((_, _, why)) = known {
            return format!("error: option -{name}={value} is not supported: {why}\n");
        }
        if value.parse::<u64>().is_ok() {
            error.remove(ContextKind::SuggestedValue);
        }
    }
    error.render().to_string()
}
