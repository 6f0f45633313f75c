//! `gisel ld`: a linker's command line, with code of this compiler.
//!
//! Bitcode among the inputs is compiled; then the linker itself is run. `gisel cc` prepares its
//! link in the same way.

use super::call::Linker;
use super::link_line::{LinkLine, compile_each, optimize};
use super::link_options::{code_options, reloc_model, requests_optimization};
use super::lld::linker as optimizing_linker;
use super::objects::CodeOptions;
use crate::failure::{Failure, io_failure};
use crate::job_slots::JobSlots;
use crate::link::{LLD_NAMES, find_first};
use crate::options::{self, Options};
use crate::run::exit_code;
use gisel_codegen::ir::module::RelocModel;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// The environment variable that names another linker.
const LINKER: &str = "GISEL_LD";

/// Links by the call of a linker command; returns the exit code of the linker.
///
/// # Errors
/// There is no linker, or a module is rejected.
pub(crate) fn run(linker: Linker, slots: &Arc<JobSlots>) -> Result<i32, Failure> {
    let named = env::var_os(LINKER).filter(|name| !name.is_empty()).map(PathBuf::from);
    let program = find_first(named.as_deref(), &LLD_NAMES).map_err(Failure::new)?;
    let words = options::expand_files(linker.words.into_iter());
    let preparation = Preparation { own: &[], level: "2", slots, falls_back: false, report: &|_, _| Ok(()) };
    let line = prepare(&words, &preparation)?;
    let program = line.linker.as_ref().unwrap_or(&program);
    let status = Command::new(program).args(&line.words).status();
    status.map(exit_code).map_err(|e| io_failure("run", program, &e))
}

/// The options of a link besides its words.
pub(crate) struct Preparation<'a> {
    /// The options of this compiler, which override the linker's.
    pub own: &'a [String],
    /// The level without link-time optimization.
    pub level: &'a str,
    pub slots: &'a Arc<JobSlots>,
    /// True if `llc` compiles a module that is rejected.
    pub falls_back: bool,
    /// Reports such a module.
    pub report: &'a (dyn Fn(&str, Failure) -> Result<(), Failure> + Sync),
}

/// Compiles the bitcode of a linker's command line, after link-time optimization if its options
/// request it.
///
/// # Errors
/// A module or an option is rejected, or a file cannot be read or written.
pub(crate) fn prepare(words: &[OsString], preparation: &Preparation) -> Result<LinkLine, Failure> {
    let is_optimized = requests_optimization(words);
    let options = options_of(words, preparation, is_optimized)?;
    let code = CodeOptions { options: &options, reloc_model: None, report: preparation.report };
    if !is_optimized {
        return compile_each(words, &code);
    }
    optimize(words, &code, &|words| {
        let mut command = Command::new(optimizing_linker()?);
        command.args(words);
        Ok(command)
    })
}

/// Returns the options of the modules.
fn options_of(words: &[OsString], preparation: &Preparation, is_optimized: bool) -> Result<Options, Failure> {
    let mut arguments: Vec<String> =
        ["gisel", "-filetype=obj", "-function-sections", "-data-sections"].map(str::to_owned).to_vec();
    arguments.push(format!("-O{}", preparation.level));
    let model = reloc_model(words, is_optimized).map(|model| match model {
        RelocModel::Pic => "pic",
        RelocModel::Static => "static",
    });
    arguments.extend(model.map(|model| format!("-relocation-model={model}")));
    arguments.extend(preparation.falls_back.then(|| "--fallback=llc".to_owned()));
    arguments.extend(code_options(words));
    arguments.extend(preparation.own.iter().cloned());
    let parsed = options::parse_arguments(arguments.into_iter().map(OsString::from));
    let mut options = parsed.map_err(|text| Failure::new(text.trim_start_matches("error: ").trim_end()))?;
    options.job_slots = Arc::clone(preparation.slots);
    Ok(options)
}
