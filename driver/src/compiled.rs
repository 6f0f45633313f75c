//! The result of a compilation.

use crate::emulator::Extensions;

/// The result of a compilation.
pub struct Compiled {
    /// The object, assembly or MIR.
    pub bytes: Vec<u8>,
    /// The object of split debug information, if it is a separate file.
    pub split: Vec<u8>,
    /// The machine that it is compiled for.
    pub machine: TargetMachine,
}

/// The target machine of a compiled module.
#[derive(Clone, Debug, Default)]
pub struct TargetMachine {
    /// The target triple.
    pub triple: String,
    /// The name of the ABI, if the module or the command line names one.
    pub target_abi: Option<String>,
    /// The features that the module's flags name, or the default ones if nothing names any.
    pub features: String,
    /// The extensions of all functions' subtargets.
    pub extensions: Extensions,
    /// True if code calls routines with floats in general registers, against the rule of the
    /// target's libraries.
    pub soft_routines: bool,
    /// True if the code is position-independent.
    pub is_pic: bool,
    /// The default code model, if nothing names one and `llc` has another default.
    pub code_model: Option<&'static str>,
}
