//! Accessors of a target's fields.

/// Defines the methods of [`Target`](gisel_codegen::target::Target) that return fields of the same
/// names.
macro_rules! classes {
    () => {
        $crate::classes::classes! {
            facts: gisel_codegen::target::SubtargetFacts,
            mc: dyn gisel_codegen::mc::target::McTarget,
            call_lowering: dyn gisel_codegen::isel::call_lowering::target::CallLowering,
            instr_info: dyn gisel_codegen::target::instr_info::InstrInfo,
            frame_lowering: dyn gisel_codegen::target::FrameLowering,
            legalizer_info: gisel_codegen::isel::legalizer::LegalizerInfo,
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
