//! What a target's folder supplies: its features and data layout, and subtargets.

use crate::features::{FeatureTable, Request};
use gisel_codegen::ir::module::{CodeModel, InstPrinterOptions};
use gisel_codegen::target::Target;
use std::any::Any;
use std::sync::Arc;

/// The option by which instructions have the names of their encodings; all architectures have it.
pub(crate) const NO_ALIASES: &str = "no-aliases";

/// One folder of targets, before a subtarget is chosen. `name` is a target's name in the registry, one of those in the folder.
pub trait Backend: Sync {
    /// Whether code can be made for what the rest of a triple says.
    ///
    /// # Errors
    /// It cannot; the message says why.
    fn check_triple(&self, _triple: &str) -> Result<(), &'static str> {
        Ok(())
    }

    /// The data layout, in LLVM's syntax, for modules that name none.
    fn data_layout(&self, name: &str) -> &'static str;

    /// Features and CPUs.
    fn features(&self) -> &'static FeatureTable;

    /// The subtarget that `request` names. Names that are not known are ignored with a warning.
    ///
    /// # Errors
    /// A feature, CPU or ABI, named, for which code cannot be made.
    fn subtarget(
        &self,
        name: &str,
        request: &Request<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<dyn Subtarget>, String>;

    /// Whether modules can be compiled by a code model.
    ///
    /// # Errors
    /// They cannot; the message names the model.
    fn check_code_model(&self, model: CodeModel) -> Result<(), String>;

    /// The code model that is taken where nobody names one, by its name on the command line, if LLVM takes another.
    fn default_code_model(&self) -> Option<&'static str> {
        None
    }

    /// Does what an option of `-M` says of how assembly is written; false if the architecture has no such option.
    fn inst_printer_option(&self, option: &str, options: &mut InstPrinterOptions) -> bool {
        options.no_aliases |= option == NO_ALIASES;
        option == NO_ALIASES
    }

    /// Whether there is a register near which small data stand.
    fn has_small_data(&self) -> bool {
        false
    }

    /// The routines that only code for these targets calls, but for those that stand for opcodes.
    fn routines(&self) -> Vec<String> {
        Vec::new()
    }

    /// The features that an ISA string among a module's flags stands for.
    fn isa_features(&self, _isa: &str) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What a subtarget has where nobody says which extensions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultTaken {
    /// The extensions, as a list of features: `+m,+a`.
    pub features: String,
    /// What is to be said of it.
    pub warning: String,
}

/// One subtarget, before a target is made for it.
pub trait Subtarget: Any + Send + Sync {
    /// The target for it.
    fn target(&self) -> Arc<dyn Target>;

    /// Returns the names of the extensions that its machine has and the simplest machine lacks.
    fn extensions(&self) -> Vec<&'static str>;

    /// What it has in common with another function's of the same backend, as far as a module has a subtarget; `None`: it is the module's itself.
    fn common(&self, _other: &dyn Subtarget) -> Option<Arc<dyn Subtarget>> {
        None
    }

    /// What is taken where nobody says which extensions there are, if it is not what LLVM takes.
    fn default_taken(&self) -> Option<DefaultTaken> {
        None
    }
}
