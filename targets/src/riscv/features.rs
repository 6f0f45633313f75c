//! Subtarget features, from `target-cpu` and `target-features`.
//!
//! The base is rv64gc with the lp64d ABI, which holds when nothing is said. Extensions that are not in the
//! table add instructions that are never selected, so naming them changes nothing.

use bitflags::bitflags;

bitflags! {
    /// What a subtarget has.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Features: u32 {
        /// Multiplication and division.
        const M = 1;
        /// Atomics.
        const A = 1 << 1;
        /// Single precision.
        const F = 1 << 2;
        /// Double precision.
        const D = 1 << 3;
        /// 16-bit instructions.
        const C = 1 << 4;
        /// Address generation.
        const ZBA = 1 << 5;
        /// Basic bit manipulation.
        const ZBB = 1 << 6;
        /// Single bits.
        const ZBS = 1 << 7;
        /// The linker may shorten instruction sequences.
        const RELAX = 1 << 8;
    }
}

/// What a feature's name adds, in LLVM's spelling.
const NAMES: &[(&str, Features)] = &[
    ("m", Features::M),
    ("a", Features::A),
    ("f", Features::F),
    ("d", Features::F.union(Features::D)),
    ("c", Features::C),
    ("zba", Features::ZBA),
    ("zbb", Features::ZBB),
    ("zbs", Features::ZBS),
    ("b", Features::ZBA.union(Features::ZBB).union(Features::ZBS)),
    ("relax", Features::RELAX),
];

/// rv64gc.
pub const BASE: Features =
    Features::M.union(Features::A).union(Features::F).union(Features::D).union(Features::C);

impl Features {
    /// The features of a function: `text` is a list such as `+m,+a,-relax`. An error names what is not supported.
    pub fn parse(cpu: &str, text: &str) -> Result<Features, String> {
        let mut features = BASE;
        if let Some(rv32) = Some(cpu).filter(|c| c.contains("rv32")) {
            return Err(format!("target CPU `{rv32}` is not supported: rv64 only"));
        }
        for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            let (on, name) = match (item.strip_prefix('+'), item.strip_prefix('-')) {
                (Some(name), _) => (true, name),
                (_, Some(name)) => (false, name),
                _ => return Err(format!("target feature `{item}` needs a `+` or `-`")),
            };
            if on && name == "e" {
                return Err("target feature `+e` is not supported".into());
            }
            let Some((_, set)) = NAMES.iter().find(|(n, _)| *n == name) else { continue };
            match on {
                true => features.insert(*set),
                // `-b` speaks of the bundle, not of its parts, and `-d` not of what it builds on.
                false if name == "b" => {}
                false if name == "d" => features.remove(Features::D),
                false => features.remove(*set),
            }
        }
        for (feature, name) in
            [(Features::M, "m"), (Features::A, "a"), (Features::F, "f"), (Features::D, "d")]
        {
            if !features.contains(feature) {
                return Err(format!("target feature `-{name}` is not supported: rv64g is the least"));
            }
        }
        Ok(features)
    }

    /// The ISA string of assembly: without what other extensions imply, which older assemblers do not know and
    /// newer ones add themselves.
    pub fn explicit_arch_string(self) -> String {
        let parts = [
            ("rv64i2p1_m2p0_a2p1_f2p2_d2p2", true),
            ("_c2p0", self.contains(Features::C)),
            ("_zicsr2p0", true),
            ("_zba1p0", self.contains(Features::ZBA)),
            ("_zbb1p0", self.contains(Features::ZBB)),
            ("_zbs1p0", self.contains(Features::ZBS)),
        ];
        parts.iter().filter(|(_, on)| *on).map(|(text, _)| *text).collect()
    }

    /// The ISA string of `.riscv.attributes`.
    pub fn arch_string(self) -> String {
        let bits = self.contains(Features::ZBA | Features::ZBB | Features::ZBS);
        let parts = [
            ("rv64i2p1_m2p0_a2p1_f2p2_d2p2", true),
            ("_c2p0", self.contains(Features::C)),
            ("_b1p0", bits),
            ("_zicsr2p0_zmmul1p0_zaamo1p0_zalrsc1p0", true),
            ("_zca1p0_zcd1p0", self.contains(Features::C)),
            ("_zba1p0", self.contains(Features::ZBA)),
            ("_zbb1p0", self.contains(Features::ZBB)),
            ("_zbs1p0", self.contains(Features::ZBS)),
        ];
        parts.iter().filter(|(_, on)| *on).map(|(text, _)| *text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_add_and_remove() {
        assert_eq!(Features::parse("generic-rv64", ""), Ok(BASE));
        assert_eq!(
            Features::parse("", "+zbb,+relax,-c"),
            Ok((BASE | Features::ZBB | Features::RELAX) - Features::C)
        );
        assert_eq!(Features::parse("", "+zba,-b,+xunheard"), Ok(BASE | Features::ZBA));
        assert!(Features::parse("", "-d").is_err());
        assert!(Features::parse("", "zbb").is_err());
        assert!(Features::parse("generic-rv32", "").is_err());
    }

    #[test]
    fn the_isa_string_is_the_assembler_s() {
        assert_eq!(
            BASE.arch_string(),
            "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zmmul1p0_zaamo1p0_zalrsc1p0_zca1p0_zcd1p0"
        );
    }
}
