//! What IR can ask of a back-end, and what this one does about it: one table, in a file for each kind.
//!
//! * What: every attribute, module flag, operand bundle, kind of metadata and property of a global has one entry, which says that it is
//!   honoured, harmless (and why), or refused (and what would be missing). What has no entry is refused if its name looks like a
//!   back-end's, else warned of.
//! * `check` holds a module against the table. The README's list of limits is made from it.
//! * To honour what was refused, turn its entry's `.refused("…")` into `.honoured()`, or into `.honoured_for(&["value"], "…")` where only
//!   some of its values are.

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

/// What sort of thing a property is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// An enum, integer or type attribute.
    Attribute,
    /// A string attribute.
    StringAttribute,
    /// All string attributes that begin so.
    StringPrefix,
    /// A module flag.
    ModuleFlag,
    /// All module flags that begin so.
    FlagPrefix,
    /// An operand bundle of a call.
    OperandBundle,
    /// Named metadata of the module.
    NamedMetadata,
    /// All named metadata that begins so.
    NamedPrefix,
    /// Metadata attached to a function or variable.
    GlobalMetadata,
    /// Metadata attached to an instruction.
    InstructionMetadata,
    /// What is written in the definition of a function or variable.
    GlobalProperty,
}

impl Kind {
    /// The word for it.
    fn noun(self) -> &'static str {
        match self {
            Kind::Attribute | Kind::StringAttribute | Kind::StringPrefix => "attribute",
            Kind::ModuleFlag | Kind::FlagPrefix => "module flag",
            Kind::OperandBundle => "operand bundle",
            Kind::NamedMetadata | Kind::NamedPrefix => "named metadata",
            Kind::GlobalMetadata => "metadata",
            Kind::InstructionMetadata => "instruction metadata",
            Kind::GlobalProperty => "property",
        }
    }

    /// A name as IR writes it.
    fn spelt(self, name: &str) -> String {
        match self {
            Kind::Attribute | Kind::GlobalProperty => name.to_owned(),
            Kind::StringAttribute | Kind::ModuleFlag | Kind::OperandBundle => format!("\"{name}\""),
            Kind::StringPrefix | Kind::FlagPrefix => format!("\"{name}…\""),
            Kind::NamedMetadata | Kind::GlobalMetadata | Kind::InstructionMetadata => format!("!{name}"),
            Kind::NamedPrefix => format!("!{name}…"),
        }
    }
}

/// Where an attribute has the meaning that its entry speaks of. Elsewhere it asks for nothing.
pub type Places = u8;
/// At a function that has a body here.
pub const BODY: Places = 1;
/// At a call, or at the function that it names.
pub const CALL: Places = 2;
/// At a parameter or an argument.
pub const PARAMETER: Places = 4;
/// At a result.
pub const RESULT: Places = 8;
/// At a variable.
pub const VARIABLE: Places = 16;
const EVERYWHERE: Places = BODY | CALL | PARAMETER | RESULT | VARIABLE;

/// What is done about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// What it asks for is done.
    Honoured,
    /// These values are honoured; all others are refused, for the reason that follows.
    HonouredFor(&'static [&'static str], &'static str),
    /// It is honoured where its value is a number of 32 bits, written so; all others are refused.
    HonouredNumber(Digits),
    /// Code without it is right, for this reason.
    Harmless(&'static str),
    /// Code without it is not what was asked for: this would be missing.
    Refused(&'static str),
}

/// How LLVM reads an attribute's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// As decimal digits.
    Decimal,
    /// As its prefix says: `0x`, `0b`, `0o`, `0`, or none for decimal digits.
    Prefixed,
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// What it is.
    pub kind: Kind,
    /// LLVM's name.
    pub name: &'static str,
    /// Where it has this meaning.
    pub places: Places,
    /// The first part of the triples for which LLVM reads it begins so; empty for all.
    pub arch: &'static str,
    /// Values with which it asks for nothing.
    pub idle: &'static [&'static str],
    /// What is done about it.
    pub disposition: Disposition,
}

const fn property(kind: Kind, name: &'static str) -> Property {
    let disposition = Disposition::Refused("it is unknown");
    Property { kind, name, places: EVERYWHERE, arch: "", idle: &[], disposition }
}

const fn attribute(name: &'static str) -> Property {
    property(Kind::Attribute, name)
}

const fn string(name: &'static str) -> Property {
    property(Kind::StringAttribute, name)
}

const fn prefix(name: &'static str) -> Property {
    property(Kind::StringPrefix, name)
}

const fn flag(name: &'static str) -> Property {
    property(Kind::ModuleFlag, name)
}

impl Property {
    /// It has this meaning only there.
    const fn at(mut self, places: Places) -> Property {
        self.places = places;
        self
    }

    /// Only this architecture's back-end reads it.
    const fn only(mut self, arch: &'static str) -> Property {
        self.arch = arch;
        self
    }

    /// These values ask for nothing.
    const fn idle(mut self, values: &'static [&'static str]) -> Property {
        self.idle = values;
        self
    }

    const fn honoured(mut self) -> Property {
        self.disposition = Disposition::Honoured;
        self
    }

    /// With these values it is honoured; with others it is refused.
    const fn honoured_for(mut self, values: &'static [&'static str], missing: &'static str) -> Property {
        self.disposition = Disposition::HonouredFor(values, missing);
        self
    }

    /// With a number it is honoured; with others it is refused.
    const fn honoured_number(mut self, digits: Digits) -> Property {
        self.disposition = Disposition::HonouredNumber(digits);
        self
    }

    /// `why` ends the sentence "code without it is right, because …".
    const fn harmless(mut self, why: &'static str) -> Property {
        self.disposition = Disposition::Harmless(why);
        self
    }

    /// `missing` says what code without it lacks.
    const fn refused(mut self, missing: &'static str) -> Property {
        self.disposition = Disposition::Refused(missing);
        self
    }

    /// Why this value is refused, on this architecture; none if it is not.
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
    /// The number that a string attribute's value is.
    pub fn number(self, text: &str) -> Option<u32> {
        let (digits, radix) = match self {
            Digits::Decimal => (text, 10),
            Digits::Prefixed => split_prefix(text),
        };
        // Signs are none of them.
        let all = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        all.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
    }
}

/// The digits after a number's prefix, and its radix.
fn split_prefix(text: &str) -> (&str, u32) {
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8)];
    let prefixed = |&(prefix, radix): &(&str, u32)| Some((text.strip_prefix(prefix)?, radix));
    match (prefixes.iter().find_map(prefixed), text.strip_prefix('0')) {
        (Some(split), _) => split,
        (None, Some(rest)) if !rest.is_empty() => (rest, 8),
        (None, _) => (text, 10),
    }
}

/// Whether the back-end of this architecture reads a string attribute of functions.
pub fn is_read_for(name: &str, arch: &str) -> bool {
    find(Kind::StringAttribute, name, BODY).is_some_and(|property| arch.starts_with(property.arch))
}

/// Returns whether the back-end of this architecture reads an enum attribute of functions.
pub fn is_enum_read_for(name: &str, arch: &str) -> bool {
    find(Kind::Attribute, name, BODY).is_some_and(|property| arch.starts_with(property.arch))
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.noun(), self.kind.spelt(self.name))
    }
}

/// The whole table.
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

/// What is refused, a line each: for the list of limits.
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

/// The entry of a name; a prefix's where there is none of its own.
fn find(kind: Kind, name: &str, places: Places) -> Option<&'static Property> {
    static BY_NAME: OnceLock<HashMap<(Kind, &str), Vec<&Property>>> = OnceLock::new();
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
        Kind::StringAttribute => Kind::StringPrefix,
        Kind::ModuleFlag => Kind::FlagPrefix,
        Kind::NamedMetadata => Kind::NamedPrefix,
        _ => return None,
    };
    all().find(|property| property.kind == prefixes && name.starts_with(property.name))
}

/// Whether an architecture's back-end reads a module flag.
pub fn reads_flag(name: &str, arch: &str) -> bool {
    find(Kind::ModuleFlag, name, EVERYWHERE).is_some_and(|property| arch.starts_with(property.arch))
}

/// For attributes that stand where they have no meaning.
static ASKS_FOR_NOTHING: Property = attribute("").harmless("it has no meaning where it stands");
