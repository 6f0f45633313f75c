//! The interface of a target's folder: its features, data layout, and subtargets.

use crate::features::{FeatureTable, Request};
use gisel_codegen::ir::module::{CodeModel, InstPrinterOptions};
use gisel_codegen::target::Target;
use std::any::Any;
use std::sync::Arc;

/// One option for printing assembly.
#[derive(Clone, Copy)]
pub(crate) struct InstPrinterOption {
    /// The name after `-M`.
    pub name: &'static str,
    /// The long name of the option for this architecture alone, if it has one.
    pub own_name: Option<&'static str>,
    /// Applies the option.
    pub apply: fn(&mut InstPrinterOptions),
}

impl InstPrinterOption {
    /// Returns the option that selects encoding names of instructions; all architectures have it.
    pub(crate) const fn no_aliases(own_name: Option<&'static str>) -> InstPrinterOption {
        InstPrinterOption { name: "no-aliases", own_name, apply: |options| options.no_aliases = true }
    }
}

/// One folder of targets, before a subtarget is selected. `name` is a target's name in the
/// registry, one of those in the folder.
pub(crate) trait Backend: Sync {
    /// Checks that code can be generated for the rest of a triple.
    ///
    /// # Errors
    /// It cannot; the message gives the reason.
    fn check_triple(&self, _triple: &str) -> Result<(), &'static str> {
        Ok(())
    }

    /// Returns the data layout, in LLVM's syntax, for modules without one.
    fn data_layout(&self, name: &str) -> &'static str;

    /// Returns the features and CPUs.
    fn features(&self) -> &'static FeatureTable;

    /// Returns the subtarget in `request`. Unknown names are ignored with a warning.
    ///
    /// # Errors
    /// A feature, CPU or ABI for which code cannot be generated; the message names it.
    fn subtarget(
        &self,
        name: &str,
        request: &Request<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<dyn Subtarget>, String>;

    /// Checks that modules can be compiled with a code model.
    ///
    /// # Errors
    /// They cannot; the message names the model.
    fn check_code_model(&self, model: CodeModel) -> Result<(), String>;

    /// Returns the default code model by its command-line name, if it differs from LLVM's.
    fn default_code_model(&self) -> Option<&'static str> {
        None
    }

    /// Returns the options for printing assembly.
    fn inst_printer_options(&self) -> &'static [InstPrinterOption] {
        const { &[InstPrinterOption::no_aliases(None)] }
    }

    /// Returns true if a register points to small data.
    fn has_small_data(&self) -> bool {
        false
    }

    /// Returns the routines that only code for these targets calls, except those that implement
    /// opcodes.
    fn routines(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the features of an ISA string in a module's flags.
    fn isa_features(&self, _isa: &str) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The default extensions of a subtarget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultTaken {
    /// The extensions, as a feature list: `+m,+a`.
    pub features: String,
    /// The warning about the default.
    pub warning: String,
}

/// One subtarget, before a target is made for it.
pub trait Subtarget: Any + Send + Sync {
    /// Returns its target.
    fn target(&self) -> Arc<dyn Target>;

    /// Returns the names of the extensions that its machine has and the simplest machine lacks.
    fn extensions(&self) -> Vec<&'static str>;

    /// Returns the subtarget that both functions' subtargets share for module-level decisions;
    /// `None` if the module's own is used.
    fn common(&self, _other: &dyn Subtarget) -> Option<Arc<dyn Subtarget>> {
        None
    }

    /// Returns the default extensions, if they were used and differ from LLVM's.
    fn default_taken(&self) -> Option<DefaultTaken> {
        None
    }
}
