//! Physical registers, register units, classes and banks: the form of a target's tables.
//!
//! A physical register is a set of register units; two registers overlap exactly if they share one.
//! Clobbers, fixed intervals and liveness are in units.

use std::fmt;

/// A physical register of a target; 0 is no register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PhysReg(pub u16);

/// The smallest sub-register that is written separately.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegUnit(pub u16);

/// A register class of a target, an index into its table of classes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegClassId(pub u8);

/// A register bank of a target, an index into its table of banks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BankId(pub u8);

/// A sub-register index (`sub_32`) in a target's table; 0 is the whole register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct SubReg(pub u8);

impl PhysReg {
    /// No register.
    pub(crate) const NONE: PhysReg = PhysReg(0);

    /// Returns the index in the target's table of registers.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for PhysReg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "$phys{}", self.0)
    }
}

/// One physical register.
#[derive(Debug)]
pub struct RegDesc {
    /// The name in MIR, lower case (`x10`, `w0`, `f10_d`).
    pub name: &'static str,
    /// The name in assembly (`a0`, `w0`, `fa0`).
    pub asm_name: &'static str,
    /// The number in an instruction's register field.
    pub encoding: u16,
    /// The DWARF register number, if there is one.
    pub dwarf: Option<u16>,
    /// Its units, ascending.
    pub units: &'static [RegUnit],
    /// Its sub-registers by index.
    pub sub_regs: &'static [(SubReg, PhysReg)],
    /// The bank of the first class that contains it.
    pub bank: Option<BankId>,
    /// Its units as a set, from [`unit_set`].
    pub unit_set: UnitSet,
}

/// A set of register units: a bit for each. Units from the last bit on share it, so a property of
/// one applies to all of them.
pub type UnitSet = u128;

/// Returns the set of these units.
pub const fn unit_set(units: &[RegUnit]) -> UnitSet {
    let (mut set, mut n) = (0, 0);
    while n < units.len() {
        set |= units[n].bit();
        n += 1;
    }
    set
}

impl RegUnit {
    /// Returns the unit as a set.
    #[inline]
    pub(crate) const fn bit(self) -> UnitSet {
        let last = UnitSet::BITS as u16 - 1;
        1 << if self.0 < last { self.0 } else { last }
    }
}

/// One register class.
#[derive(Clone, Copy, Debug)]
pub struct RegClass {
    /// The name in MIR, lower case (`gpr`, `fpr64`).
    pub name: &'static str,
    /// Allocatable members in allocation order, preferred first; reserved ones are skipped by the
    /// allocator.
    pub order: &'static [PhysReg],
    /// All members, ascending.
    pub members: &'static [PhysReg],
    /// The size of the value, in bits.
    pub bits: u16,
    /// The size of a spill slot, in bytes.
    pub spill_size: u16,
    /// The alignment of a spill slot, in bytes.
    pub spill_align: u16,
    /// Its bank.
    pub bank: BankId,
    /// The classes whose members are all in this one, including itself: a bit each.
    pub sub_classes: u64,
}

/// One register bank.
#[derive(Debug)]
pub struct RegBank {
    /// The name in MIR, lower case (`gprb`, `fpr`).
    pub name: &'static str,
}

/// The register file of a target.
#[derive(Debug)]
pub struct RegisterInfo {
    /// All registers; entry 0 is unused.
    pub regs: &'static [RegDesc],
    /// Number of register units.
    pub num_units: u16,
    /// All classes.
    pub classes: &'static [RegClass],
    /// All banks.
    pub banks: &'static [RegBank],
    /// Names of sub-register indices; entry 0 is unused.
    pub sub_reg_names: &'static [&'static str],
}

impl RegisterInfo {
    /// Returns the description of `reg`.
    #[inline]
    pub fn reg(&self, reg: PhysReg) -> &'static RegDesc {
        &self.regs[reg.index()]
    }

    /// Returns the description of `class`.
    #[inline]
    pub fn class(&self, class: RegClassId) -> &'static RegClass {
        &self.classes[class.0 as usize]
    }

    /// Returns the units of `reg`.
    #[inline]
    pub fn units(&self, reg: PhysReg) -> &'static [RegUnit] {
        self.reg(reg).units
    }

    /// Returns the units of `reg` as a set.
    #[inline]
    pub fn unit_set(&self, reg: PhysReg) -> UnitSet {
        self.reg(reg).unit_set
    }

    /// Returns the units of all `regs` as a set.
    #[inline]
    pub(crate) fn unit_set_of<'r>(&self, regs: impl IntoIterator<Item = &'r PhysReg>) -> UnitSet {
        regs.into_iter().fold(0, |set, &reg| set | self.unit_set(reg))
    }

    /// Returns true if `reg` consists of registers that are written separately.
    pub(crate) fn is_tuple(&self, reg: PhysReg) -> bool {
        let parts = self.reg(reg).sub_regs;
        parts.iter().any(|&(_, a)| parts.iter().any(|&(_, b)| !self.overlap(a, b)))
    }

    /// Returns true if `a` and `b` share a unit.
    pub fn overlap(&self, a: PhysReg, b: PhysReg) -> bool {
        a == b || self.units(a).iter().any(|u| self.units(b).contains(u))
    }

    /// Returns the sub-register `sub` of `reg`; `reg` itself for the whole.
    #[inline]
    pub fn sub_reg(&self, reg: PhysReg, sub: SubReg) -> Option<PhysReg> {
        if sub == SubReg::default() {
            return Some(reg);
        }
        self.reg(reg).sub_regs.iter().find(|(s, _)| *s == sub).map(|&(_, r)| r)
    }

    /// Returns the sub-register `sub` of `reg`, which must have one.
    #[track_caller]
    pub fn part(&self, reg: PhysReg, sub: SubReg) -> PhysReg {
        match self.sub_reg(reg, sub) {
            Some(part) => part,
            None => panic!("${} must have a part with the number {}", self.reg(reg).name, sub.0),
        }
    }

    /// Returns the DWARF number of `reg`, which must have one: unwind rules use no others.
    #[track_caller]
    pub fn dwarf(&self, reg: PhysReg) -> u16 {
        match self.reg(reg).dwarf {
            Some(number) => number,
            None => panic!("${} must have a DWARF number", self.reg(reg).name),
        }
    }

    /// Returns the member of `class` whose sub-register `sub` is `reg`.
    pub fn matching_super_reg(&self, reg: PhysReg, sub: SubReg, class: RegClassId) -> Option<PhysReg> {
        self.class(class).members.iter().copied().find(|&r| self.sub_reg(r, sub) == Some(reg))
    }

    /// Returns true if the sub-register `sub` of each member of `of` is in `class`.
    pub(crate) fn has_parts_in(&self, of: RegClassId, sub: SubReg, class: RegClassId) -> bool {
        let is_in = |part: PhysReg| self.contains(class, part);
        self.class(of).members.iter().all(|&whole| self.sub_reg(whole, sub).is_some_and(is_in))
    }

    /// Returns the first class that has both registers.
    pub(crate) fn class_of_both(&self, a: PhysReg, b: PhysReg) -> Option<RegClassId> {
        let mut classes = (0..self.classes.len() as u8).map(RegClassId);
        classes.find(|&class| self.contains(class, a) && self.contains(class, b))
    }

    /// Returns true if the sub-register `sub` of the members of `of` is their low bits.
    pub(crate) fn has_low_parts(&self, of: RegClassId, sub: SubReg) -> bool {
        let whole = self.class(of).order.first().copied();
        let part = whole.and_then(|whole| self.sub_reg(whole, sub));
        whole.zip(part).is_some_and(|(whole, part)| self.units(whole).first() == self.units(part).first())
    }

    /// Returns the register in `class` that is the low part of `reg`.
    pub(crate) fn low_part(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg> {
        let mut parts = self.reg(reg).sub_regs.iter().map(|&(_, part)| part);
        parts.find(|&part| self.contains(class, part) && self.units(part).first() == self.units(reg).first())
    }

    /// Returns the largest class within `of` whose members have their sub-register `sub` in
    /// `class`.
    pub(crate) fn class_with_parts_in(
        &self,
        of: RegClassId,
        sub: SubReg,
        class: RegClassId,
    ) -> Option<RegClassId> {
        if self.has_parts_in(of, sub, class) {
            return Some(of);
        }
        let within = |c: &RegClassId| self.class(of).sub_classes >> c.0 & 1 != 0;
        let classes = (0..self.classes.len() as u8).map(RegClassId).filter(within);
        classes.filter(|&c| self.has_parts_in(c, sub, class)).max_by_key(|&c| self.class(c).members.len())
    }

    /// Returns true if `reg` is a member of `class`.
    pub fn contains(&self, class: RegClassId, reg: PhysReg) -> bool {
        let members = self.class(class).members;
        match members {
            // Most classes are a contiguous range of registers.
            [first, .., last] if usize::from(last.0 - first.0) + 1 == members.len() => {
                (*first..=*last).contains(&reg)
            }
            _ => members.binary_search(&reg).is_ok(),
        }
    }

    /// Returns the class of registers in both, if the target has one; prefers `a`, then `b`.
    #[inline]
    pub fn common_sub_class(&self, a: RegClassId, b: RegClassId) -> Option<RegClassId> {
        let (in_a, in_b) = (self.class(a).sub_classes, self.class(b).sub_classes);
        let has = |classes: u64, class: RegClassId| classes >> class.0 & 1 != 0;
        if has(in_b, a) {
            return Some(a);
        }
        if has(in_a, b) {
            return Some(b);
        }
        let common = (0..self.classes.len() as u8).map(RegClassId).filter(|&c| has(in_a & in_b, c));
        common.max_by_key(|&c| self.class(c).members.len())
    }

    /// Returns the register with this MIR name.
    pub fn by_name(&self, name: &str) -> Option<PhysReg> {
        self.regs.iter().skip(1).position(|r| r.name == name).map(|i| PhysReg(i as u16 + 1))
    }
}
