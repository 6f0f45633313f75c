//! CFI directives, and what MIR calls them.

/// A CFI directive; registers are DWARF numbers, offsets are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfiDirective {
    /// `.cfi_def_cfa reg, offset`
    DefCfa(u16, i64),
    /// `.cfi_def_cfa_register reg`
    DefCfaRegister(u16),
    /// `.cfi_def_cfa_offset offset`
    DefCfaOffset(i64),
    /// `.cfi_offset reg, offset`
    Offset(u16, i64),
    /// `.cfi_restore reg`
    Restore(u16),
    /// `.cfi_remember_state`
    RememberState,
    /// `.cfi_restore_state`
    RestoreState,
    /// `.cfi_same_value reg`
    SameValue(u16),
    /// `.cfi_negate_ra_state`
    NegateRaState,
}

/// What follows a directive's name.
enum Shape {
    Plain(CfiDirective),
    Register(fn(u16) -> CfiDirective),
    Offset(fn(i64) -> CfiDirective),
    RegisterAndOffset(fn(u16, i64) -> CfiDirective),
}

/// All directives by their names in MIR.
const DIRECTIVES: &[(&str, Shape)] = &[
    ("def_cfa", Shape::RegisterAndOffset(CfiDirective::DefCfa)),
    ("def_cfa_register", Shape::Register(CfiDirective::DefCfaRegister)),
    ("def_cfa_offset", Shape::Offset(CfiDirective::DefCfaOffset)),
    ("offset", Shape::RegisterAndOffset(CfiDirective::Offset)),
    ("restore", Shape::Register(CfiDirective::Restore)),
    ("remember_state", Shape::Plain(CfiDirective::RememberState)),
    ("restore_state", Shape::Plain(CfiDirective::RestoreState)),
    ("same_value", Shape::Register(CfiDirective::SameValue)),
    ("negate_ra_sign_state", Shape::Plain(CfiDirective::NegateRaState)),
];

impl CfiDirective {
    /// Its name in MIR, and which of register and offset follow it.
    pub(crate) fn parts(self) -> (&'static str, Option<u16>, Option<i64>) {
        let (reg, offset) = match self {
            CfiDirective::DefCfa(reg, offset) | CfiDirective::Offset(reg, offset) => {
                (Some(reg), Some(offset))
            }
            CfiDirective::DefCfaRegister(reg) | CfiDirective::Restore(reg) | CfiDirective::SameValue(reg) => {
                (Some(reg), None)
            }
            CfiDirective::DefCfaOffset(offset) => (None, Some(offset)),
            CfiDirective::RememberState | CfiDirective::RestoreState | CfiDirective::NegateRaState => {
                (None, None)
            }
        };
        let of = |shape: &Shape| shape.with(|| reg, || offset).is_some_and(|d| d == self);
        let name = DIRECTIVES.iter().find(|(_, shape)| of(shape)).map_or("?", |(name, _)| name);
        (name, reg, offset)
    }

    /// The directive with a name, whose register and offset are asked for in the order in which they stand. `None` if there is none, or
    /// if what it needs is missing.
    pub(crate) fn read(
        name: &str,
        reg: impl FnOnce() -> Option<u16>,
        offset: impl FnOnce() -> Option<i64>,
    ) -> Option<CfiDirective> {
        DIRECTIVES.iter().find(|(n, _)| *n == name)?.1.with(reg, offset)
    }
}

impl Shape {
    fn with(
        &self,
        reg: impl FnOnce() -> Option<u16>,
        offset: impl FnOnce() -> Option<i64>,
    ) -> Option<CfiDirective> {
        Some(match self {
            Shape::Plain(directive) => *directive,
            Shape::Register(make) => make(reg()?),
            Shape::Offset(make) => make(offset()?),
            Shape::RegisterAndOffset(make) => make(reg()?, offset()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CfiDirective, DIRECTIVES};

    #[test]
    fn each_name_stands_for_one_directive() {
        for (name, shape) in DIRECTIVES {
            let directive = shape.with(|| Some(29), || Some(-16)).expect("both are given");
            let (written, reg, offset) = directive.parts();
            assert_eq!(written, *name);
            assert_eq!(CfiDirective::read(name, || reg, || offset), Some(directive));
        }
        assert_eq!(CfiDirective::read("offset", || Some(1), || None), None);
        assert_eq!(CfiDirective::read("escape", || Some(1), || Some(0)), None);
    }
}
