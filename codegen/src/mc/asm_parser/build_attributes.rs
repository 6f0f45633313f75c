//! `.aeabi_subsection` and `.aeabi_attribute`: attributes of a whole object's code.
//!
//! Source: *Build Attributes for the Arm 64-bit Architecture*.

use super::number;
use super::statements::items;
use crate::support::leb128;

/// The names of tags, by subsection.
const TAGS: [(&str, &str, u64); 5] = [
    ("aeabi_feature_and_bits", "Tag_Feature_BTI", 0),
    ("aeabi_feature_and_bits", "Tag_Feature_PAC", 1),
    ("aeabi_feature_and_bits", "Tag_Feature_GCS", 2),
    ("aeabi_pauthabi", "Tag_PAuth_Platform", 1),
    ("aeabi_pauthabi", "Tag_PAuth_Schema", 2),
];

/// One subsection.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Subsection {
    name: String,
    /// True if linkers that do not know it may ignore it.
    optional: bool,
    /// True if the values are strings, not numbers.
    has_texts: bool,
    /// By tag: the bytes of the value.
    values: Vec<(u64, Vec<u8>)>,
}

/// The subsections; the last one is the current one.
#[derive(Clone, Default, Debug)]
pub(super) struct BuildAttributes {
    subsections: Vec<Subsection>,
}

impl BuildAttributes {
    /// Parses a directive.
    pub(super) fn add(&mut self, directive: &str, arguments: &str) -> Result<(), String> {
        let wrong = || format!("`{arguments}` of `{directive}` is not understood");
        match (directive, &items(arguments)[..]) {
            (
                ".aeabi_subsection",
                [name, optional @ ("optional" | "required"), kind @ ("uleb128" | "ntbs")],
            ) => self.open((*name).to_owned(), *optional == "optional", *kind == "ntbs"),
            (".aeabi_subsection", [name]) => {
                let known = self.subsections.iter().find(|s| s.name == *name).ok_or_else(wrong)?;
                let Subsection { optional, has_texts, .. } = *known;
                self.open((*name).to_owned(), optional, has_texts)
            }
            (".aeabi_attribute", [tag, value]) => {
                let subsection = self.subsections.last_mut().ok_or("no subsection of attributes")?;
                let named = |(of, name, _): &&(&str, &str, u64)| *of == subsection.name && name == tag;
                let tag = TAGS.iter().find(named).map(|row| row.2);
                let tag = tag.or_else(|| number(items(arguments)[0]).map(|n| n as u64)).ok_or_else(wrong)?;
                let value = match subsection.has_texts {
                    true => {
                        let text = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
                        [text.ok_or_else(wrong)?.as_bytes(), &[0]].concat()
                    }
                    false => leb128::unsigned(number(value).ok_or_else(wrong)? as u64),
                };
                match subsection.values.iter_mut().find(|(known, _)| *known == tag) {
                    Some(row) => row.1 = value,
                    None => subsection.values.push((tag, value)),
                }
                Ok(())
            }
            _ => Err(wrong()),
        }
    }

    /// Makes the subsection called `name` the current one.
    fn open(&mut self, name: String, optional: bool, has_texts: bool) -> Result<(), String> {
        let mut opened = Subsection { name, optional, has_texts, values: Vec::new() };
        if let Some(at) = self.subsections.iter().position(|s| s.name == opened.name) {
            let known = self.subsections.remove(at);
            if (known.optional, known.has_texts) != (optional, has_texts) {
                return Err(format!("attributes of `{}` are said to be of two kinds", known.name));
            }
            opened = known;
        }
        self.subsections.push(opened);
        Ok(())
    }

    /// Returns the contents of the section; `None` without attributes.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        if self.subsections.is_empty() {
            return None;
        }
        let mut bytes = b"A".to_vec();
        for Subsection { name, optional, has_texts, values } in &self.subsections {
            let values: Vec<u8> = values
                .iter()
                .flat_map(|(tag, value)| [leb128::unsigned(*tag), value.clone()].concat())
                .collect();
            let length = (4 + name.len() + 3 + values.len()) as u32;
            bytes.extend(length.to_le_bytes());
            bytes.extend(name.bytes().chain([0, u8::from(*optional), u8::from(*has_texts)]));
            bytes.extend(values);
        }
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_stand_in_subsections() {
        let mut attributes = BuildAttributes::default();
        assert_eq!(attributes.bytes(), None);
        assert!(attributes.add(".aeabi_attribute", "0, 1").is_err());
        for (directive, arguments) in [
            (".aeabi_subsection", "a, required, ntbs"),
            (".aeabi_attribute", "1, \"x\""),
            (".aeabi_subsection", "aeabi_feature_and_bits, optional, uleb128"),
            (".aeabi_attribute", "Tag_Feature_PAC, 200"),
            (".aeabi_subsection", "a"),
            (".aeabi_attribute", "1, \"y\""),
        ] {
            assert_eq!(attributes.add(directive, arguments), Ok(()), "{arguments}");
        }
        let expected = b"A\x20\0\0\0aeabi_feature_and_bits\0\x01\0\x01\xc8\x01\x0b\0\0\0a\0\0\x01\x01y\0";
        assert_eq!(attributes.bytes().as_deref(), Some(&expected[..]));
        assert!(attributes.add(".aeabi_subsection", "a, optional, ntbs").is_err());
        assert!(attributes.add(".aeabi_attribute", "Tag_Nothing, 1").is_err());
    }
}
