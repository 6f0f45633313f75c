//! Subtarget features, from `target-features`.
//!
//! The base is Armv8-A with floating point and Advanced SIMD. Features that are not in the table add instructions that
//! are never selected, so naming them changes nothing.

use bitflags::bitflags;

bitflags! {
    /// What a subtarget has.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Features: u32 {
        /// Atomic operations in one instruction (Armv8.1-A).
        const LSE = 1;
        /// Acquire loads that may pass earlier releases (Armv8.3-A).
        const RCPC = 1 << 1;
        /// Cyclic redundancy checks.
        const CRC = 1 << 2;
        /// Atomic operations by routines that choose at run time.
        const OUTLINE_ATOMICS = 1 << 3;
        /// AES and polynomial multiplication of doublewords.
        const AES = 1 << 4;
        /// SHA-1 and SHA-256.
        const SHA2 = 1 << 5;
        /// Rounding doubling multiply-accumulate.
        const RDM = 1 << 6;
        /// Dot products.
        const DOTPROD = 1 << 7;
        /// Products of matrices of bytes.
        const I8MM = 1 << 8;
    }
}

const V8_1: Features = Features::LSE.union(Features::CRC).union(Features::RDM);
const V8_3: Features = V8_1.union(Features::RCPC);
const V8_4: Features = V8_3.union(Features::DOTPROD);
const V8_6: Features = V8_4.union(Features::I8MM);

/// What a feature's name adds, in LLVM's spelling.
const NAMES: &[(&str, Features)] = &[
    ("lse", Features::LSE),
    ("rcpc", Features::RCPC),
    ("crc", Features::CRC),
    ("outline-atomics", Features::OUTLINE_ATOMICS),
    ("aes", Features::AES),
    ("sha2", Features::SHA2),
    ("crypto", Features::AES.union(Features::SHA2)),
    ("rdm", Features::RDM),
    ("dotprod", Features::DOTPROD),
    ("i8mm", Features::I8MM),
    ("v8.1a", V8_1),
    ("v8.2a", V8_1),
    ("v8.3a", V8_3),
    ("v8.4a", V8_4),
    ("v8.5a", V8_4),
    ("v8.6a", V8_6),
    ("v8.7a", V8_6),
    ("v8.8a", V8_6),
    ("v8.9a", V8_6),
    ("v9a", V8_4),
];

impl Features {
    /// The feature of this name; nothing for a name that is not known, and for none.
    pub fn named(name: &str) -> Features {
        NAMES.iter().find(|(n, _)| *n == name).map_or(Features::empty(), |(_, set)| *set)
    }

    /// The features of a function: `text` is a list such as `+lse,-crc`. An error names one of the base that is taken
    /// away.
    pub fn parse(text: &str) -> Result<Features, String> {
        let mut features = Features::empty();
        for item in text.split(',').map(str::trim) {
            if matches!(item, "-fp-armv8" | "-neon") {
                return Err(format!("target feature `{item}` is not supported"));
            }
            let known = |name: &str| NAMES.iter().find(|(n, _)| *n == name).map(|(_, set)| *set);
            if let Some(set) = item.strip_prefix('+').and_then(known) {
                features.insert(set);
            } else if let Some(set) = item.strip_prefix('-').and_then(known) {
                features.remove(set);
            }
        }
        Ok(features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_add_and_remove() {
        assert_eq!(Features::parse(""), Ok(Features::empty()));
        assert_eq!(Features::parse("+neon,+v8.1a,-crc"), Ok(Features::LSE | Features::RDM));
        assert_eq!(Features::parse("+outline-atomics,+xunheard"), Ok(Features::OUTLINE_ATOMICS));
        assert!(Features::parse("+lse,-neon").is_err());
    }
}
