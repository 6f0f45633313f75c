//! The context of legalizer actions.

use super::LegalizerInfo;
use super::target::LegalizerTarget;
use crate::ir::module::Module;

/// The context of actions.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// The subtarget.
    pub target: &'a dyn LegalizerTarget,
    /// Its rules.
    pub info: &'a LegalizerInfo,
    /// The module.
    pub module: &'a Module,
}
