//! The IR properties that affect a back-end, and their implementation status here: one table, in a
//! file for each kind.
//!
//! * Contents: one entry for every attribute, module flag, operand bundle, metadata kind and
//!   property of a global. An entry is honoured, harmless (with the reason), or rejected (with the
//!   missing feature). A property without an entry is rejected if its name has a back-end's prefix,
//!   else it is a warning.
//! * `check` checks a module against the table. The README's list of limits is generated from it.
//! * To honour a rejected property, replace `.refused("…")` in its entry by `.honoured()`. Use
//!   `.honoured_for(&["value"], "…")` if only some values are honoured.

mod attributes;
mod check;
mod globals;
mod module;
mod string_attributes;

#[cfg(test)]
mod tests;

pub use check::{Checker, Finding, Findings, check_module};
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

/// The kind of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum PropertyKind {
    /// An enum, integer or type attribute.
    Attribute,
    /// A string attribute.
    StringAttribute,
    /// All string attributes with this prefix.
    StringPrefix,
    /// A module flag.
    ModuleFlag,
    /// All module flags with this prefix.
    FlagPrefix,
    /// An operand bundle of a call.
    OperandBundle,
    /// Named metadata of the module.
    NamedMetadata,
    /// All named metadata with this prefix.
    NamedPrefix,
    /// Metadata attached to a function or variable.
    GlobalMetadata,
    /// Metadata attached to an instruction.
    InstructionMetadata,
    /// A property in the definition of a function or variable.
    GlobalProperty,
}

impl PropertyKind {
    /// Returns the noun for the kind.
    fn noun(self) -> &'static str {
        match self {
            PropertyKind::Attribute | PropertyKind::StringAttribute | PropertyKind::StringPrefix => {
                "attribute"
            }
            PropertyKind::ModuleFlag | PropertyKind::FlagPrefix => "module flag",
            PropertyKind::OperandBundle => "operand bundle",
            PropertyKind::NamedMetadata | PropertyKind::NamedPrefix => "named metadata",
            PropertyKind::GlobalMetadata => "metadata",
            PropertyKind::InstructionMetadata => "instruction metadata",
            PropertyKind::GlobalProperty => "property",
        }
    }

    /// Returns a name as it is spelt in IR.
    fn spelt(self, name: &str) -> String {
        match self {
            PropertyKind::Attribute | PropertyKind::GlobalProperty => name.to_owned(),
            PropertyKind::StringAttribute | PropertyKind::ModuleFlag | PropertyKind::OperandBundle => {
                format!("\"{name}\"")
            }
            PropertyKind::StringPrefix | PropertyKind::FlagPrefix => format!("\"{name}…\""),
            PropertyKind::NamedMetadata
            | PropertyKind::GlobalMetadata
            | PropertyKind::InstructionMetadata => format!("!{name}"),
            PropertyKind::NamedPrefix => format!("!{name}…"),
        }
    }
}

/// The positions at which an attribute has the meaning of its entry; elsewhere it has no effect.
pub(crate) type Places = u8;
/// A function with a body in the module.
pub const BODY: Places = 1;
/// A call, or the function that it names.
pub const CALL: Places = 2;
/// A parameter or an argument.
pub const PARAMETER: Places = 4;
/// A result.
pub const RESULT: Places = 8;
/// A variable.
pub(crate) const VARIABLE: Places = 16;
const EVERYWHERE: Places = BODY | CALL | PARAMETER | RESULT | VARIABLE;

/// The implementation status of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// The property is implemented.
    Honoured,
    /// These values are honoured; all others are rejected, with the reason.
    HonouredFor(&'static [&'static str], &'static str),
    /// A 32-bit number of this format is honoured; all other values are rejected.
    HonouredNumber(Digits),
    /// Code without it is correct, for this reason.
    Harmless(&'static str),
    /// Code without it would be incorrect: this would be missing.
    Refused(&'static str),
}

/// LLVM's format of an attribute's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// Decimal digits.
    Decimal,
    /// A prefix `0x`, `0b`, `0o` or `0`, or none for decimal digits.
    Prefixed,
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// The kind.
    pub kind: PropertyKind,
    /// LLVM's name.
    pub name: &'static str,
    /// The positions at which it has this meaning.
    pub places: Places,
    /// The prefix of the architectures for which LLVM reads it; empty for all.
    pub arch: &'static str,
    /// The values without an effect.
    pub idle: &'static [&'static str],
    /// The implementation status.
    pub disposition: Disposition,
}

const fn property(kind: PropertyKind, name: &'static str) -> Property {
    let disposition = Disposition::Refused("it is unknown");
    Property { kind, name, places: EVERYWHERE, arch: "", idle: &[], disposition }
}

const fn attribute(name: &'static str) -> Property {
    property(PropertyKind::Attribute, name)
}

const fn string(name: &'static str) -> Property {
    property(PropertyKind::StringAttribute, name)
}

const fn prefix(name: &'static str) -> Property {
    property(PropertyKind::StringPrefix, name)
}

const fn flag(name: &'static str) -> Property {
    property(PropertyKind::ModuleFlag, name)
}

impl Property {
    /// Restricts the entry to these positions.
    const fn at(mut self, places: Places) -> Property {
        self.places = places;
        self
    }

    /// Restricts the entry to the back-end of this architecture.
    const fn only(mut self, arch: &'static str) -> Property {
        self.arch = arch;
        self
    }

    /// Sets the values without an effect.
    const fn idle(mut self, values: &'static [&'static str]) -> Property {
        self.idle = values;
        self
    }

    const fn honoured(mut self) -> Property {
        self.disposition = Disposition::Honoured;
        self
    }

    /// Marks these values as honoured and all others as rejected.
    const fn honoured_for(mut self, values: &'static [&'static str], missing: &'static str) -> Property {
        self.disposition = Disposition::HonouredFor(values, missing);
        self
    }

    /// Marks numbers as honoured and all other values as rejected.
    const fn honoured_number(mut self, digits: Digits) -> Property {
        self.disposition = Disposition::HonouredNumber(digits);
        self
    }

    /// Marks the property as harmless; `why` completes the sentence "code without it is correct,
    /// because …".
    const fn harmless(mut self, why: &'static str) -> Property {
        self.disposition = Disposition::Harmless(why);
        self
    }

    /// Marks the property as rejected; `missing` names the missing feature.
    const fn refused(mut self, missing: &'static str) -> Property {
        self.disposition = Disposition::Refused(missing);
        self
    }

    /// Returns the reason for which this value is rejected on this architecture, if it is.
    fn refusal(&self, arch: &str, value: &str) -> Option<&'static str> {
        if !arch.starts_with(self.arch) || self.idle.contains(&value) {
            return None;
        }
        match self.disposition {
            Disposition::Refused(missing) => Some(missing),
            Disposition::HonouredFor(values, missing) => (!values.contains(&value)).then_some(missing),
            Disposition::HonouredNumber(digits) => {
                digits.number(value).is_none().then_some("it is no number of 32 bits")
            }
            Disposition::Honoured | Disposition::Harmless(_) => None,
        }
    }
}

impl Digits {
    /// Parses the number of a string attribute's value.
    pub(crate) fn number(self, text: &str) -> Option<u32> {
        let (digits, radix) = match self {
            Digits::Decimal => (text, 10),
            Digits::Prefixed => split_prefix(text),
        };
        // Signs are not digits.
        let all = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        all.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
    }
}

/// Returns the digits after a number's prefix, and its radix.
fn split_prefix(text: &str) -> (&str, u32) {
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8)];
    let prefixed = |&(prefix, radix): &(&str, u32)| Some((text.strip_prefix(prefix)?, radix));
    match (prefixes.iter().find_map(prefixed), text.strip_prefix('0')) {
        (Some(split), _) => split,
        (None, Some(rest)) if !rest.is_empty() => (rest, 8),
        (None, _) => (text, 10),
    }
}

/// Returns true if the back-end of this architecture reads a string attribute of functions.
pub(crate) fn is_read_for(name: &str, arch: &str) -> bool {
    find(PropertyKind::StringAttribute, name, BODY).is_some_and(|property| arch.starts_with(property.arch))
}

/// Returns true if the back-end of this architecture reads an enum attribute of functions.
pub(crate) fn is_enum_read_for(name: &str, arch: &str) -> bool {
    find(PropertyKind::Attribute, name, BODY).is_some_and(|property| arch.starts_with(property.arch))
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.noun(), self.kind.spelt(self.name))
    }
}

/// Returns the entries of the whole table.
pub fn all() -> impl Iterator<Item = &'static Property> {
    let tables = [
        attributes::TABLE,
        string_attributes::TABLE,
        module::FLAGS,
        module::NAMED_METADATA,
        globals::PROPERTIES,
        globals::METADATA,
        globals::INSTRUCTION_METADATA,
        globals::BUNDLES,
    ];
    tables.into_iter().flatten()
}

/// Returns the rejected properties, one per line, for the list of limits.
pub fn list_refused() -> String {
    let lines = all().filter_map(|property| {
        let (missing, but) = match property.disposition {
            Disposition::Refused(missing) => (missing, String::new()),
            Disposition::HonouredFor(values, missing) => {
                (missing, format!(", but for {}", values.join(", ")))
            }
            Disposition::Honoured | Disposition::HonouredNumber(_) | Disposition::Harmless(_) => return None,
        };
        let arch = if property.arch.is_empty() { String::new() } else { format!(" ({})", property.arch) };
        Some(format!("{property}{arch}{but}: {missing}\n"))
    });
    lines.collect()
}

/// Returns the entry of a name, or of its prefix if it has none.
fn find(kind: PropertyKind, name: &str, places: Places) -> Option<&'static Property> {
    static BY_NAME: OnceLock<HashMap<(PropertyKind, &str), Vec<&Property>>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| {
        let mut by_name: HashMap<_, Vec<_>> = HashMap::new();
        all().for_each(|property| by_name.entry((property.kind, property.name)).or_default().push(property));
        by_name
    });
    if let Some(entries) = by_name.get(&(kind, name)) {
        let here = entries.iter().find(|entry| entry.places & places != 0);
        return Some(here.unwrap_or(&&ASKS_FOR_NOTHING));
    }
    let prefixes = match kind {
        PropertyKind::StringAttribute => PropertyKind::StringPrefix,
        PropertyKind::ModuleFlag => PropertyKind::FlagPrefix,
        PropertyKind::NamedMetadata => PropertyKind::NamedPrefix,
        _ => return None,
    };
    all().find(|property| property.kind == prefixes && name.starts_with(property.name))
}

/// Returns true if an architecture's back-end reads an operand bundle.
pub(crate) fn reads_bundle(tag: &str, arch: &str) -> bool {
    find(PropertyKind::OperandBundle, tag, CALL).is_some_and(|property| arch.starts_with(property.arch))
}

/// Returns true if an architecture's back-end reads a module flag.
pub(crate) fn reads_flag(name: &str, arch: &str) -> bool {
    find(PropertyKind::ModuleFlag, name, EVERYWHERE).is_some_and(|property| arch.starts_with(property.arch))
}

/// The entry of attributes at positions where they have no meaning.
static ASKS_FOR_NOTHING: Property = attribute("").harmless("it has no meaning where it stands");
