//! The context of passes.

use super::opt_level::OptLevel;
use crate::ir::module::Module;
use crate::isel::legalizer::Legalizer;
use crate::isel::regbankselect;
use crate::isel::rule_config::RuleConfig;
use crate::passes::target::PassTarget;
use crate::regalloc;
use std::cell::RefCell;

/// The context of a pass.
#[derive(Clone, Copy)]
pub struct PassContext<'a> {
    /// The function's subtarget.
    pub target: &'a dyn PassTarget,
    /// The module.
    pub module: &'a Module,
    /// The optimization level.
    pub level: OptLevel,
    /// True if the function is verified after each pass.
    pub verify: bool,
    /// The strategy to choose register banks.
    pub bank_mode: regbankselect::Mode,
    /// The allocator's reusable memory.
    pub allocation: &'a RefCell<regalloc::Memory>,
    /// The subtarget's legalizer, with its cache.
    pub legalizer: &'a RefCell<Legalizer>,
    /// The rule configuration of the subtarget.
    pub rule_config: &'a RuleConfig,
}
