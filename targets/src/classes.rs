//! Accessors of a target's fields.

/// Defines the methods of [`MachineTarget`](gisel_codegen::machine::target::MachineTarget) or
/// of an engine's interface that return fields of the same names.
macro_rules! classes {
    (machine) => {
        $crate::classes::classes! {
            facts: gisel_codegen::machine::facts::SubtargetFacts,
            instr_info: dyn gisel_codegen::machine::instr_info::InstrInfo,
        }
    };
    (frame) => {
        $crate::classes::classes! { frame_lowering: dyn gisel_codegen::target::FrameLowering, }
    };
    (emit) => {
        $crate::classes::classes! { mc: dyn gisel_codegen::mc::target::McTarget, }
    };
    (legalizer) => {
        $crate::classes::classes! {
            call_lowering: dyn gisel_codegen::isel::call_lowering::target::CallLowering,
            legalizer_info: gisel_codegen::isel::legalizer::LegalizerInfo,
        }
    };
    (isel) => {
        $crate::classes::classes! {
            register_banks: dyn gisel_codegen::isel::regbankselect::RegisterBankInfo,
            selector: dyn gisel_codegen::isel::select::InstructionSelector,
        }
    };
    ($($name:ident: $class:ty,)*) => {
        $(fn $name(&self) -> &$class {
            &self.$name
        })*
    };
}

pub(crate) use classes;
