//! The targets: registers, instruction tables, calling conventions, legalizer rules, register
//! banks, selection rules, frames and relocations.
//!
//! `gisel_codegen::target` defines the passes' interface to a target; a target consists mostly of
//! tables. The registry (`gisel-target-registry`) lists the targets, and each row names its folder
//! here.

pub mod aarch64;
pub mod backend;
mod classes;
pub mod features;
mod frame;
mod isle;
mod legalizer_info;
pub mod riscv;
mod table;

use backend::{Backend, Subtarget};
use features::{FeatureTable, Request};
use gisel_codegen::ir::module::{CodeModel, InstPrinterOptions};
use gisel_codegen::machine::system::System;
use gisel_codegen::machine::triple::{Triple, architecture};
use gisel_codegen::target::Target;
use gisel_target_registry::{Folder, TARGETS, Target as Registered, listed};
use std::sync::Arc;

/// Returns the back-end of a target.
fn backend(target: &Registered) -> &'static dyn Backend {
    match target.folder {
        Folder::Riscv => &riscv::backend::Riscv,
        Folder::AArch64 => &aarch64::backend::AArch64,
    }
}

/// Returns the subtarget for an architecture in a target triple, a CPU, and a feature list such as
/// `+zbb,-relax`. Errors name unsupported features.
pub fn create(triple: &str, cpu: &str, features: &str) -> Result<Arc<dyn Target>, String> {
    let request = Request { cpu, features, ..Request::default() };
    Ok(subtarget(triple, &request, &mut Vec::new())?.target())
}

/// Returns the subtarget for the architecture in `triple`. Unknown names are ignored with a
/// warning; errors name unsupported features.
pub fn subtarget(
    triple: &str,
    request: &Request<'_>,
    warnings: &mut Vec<String>,
) -> Result<Arc<dyn Subtarget>, String> {
    let target = registered(triple)?;
    let request = Request { system: System::of_triple(triple), ..*request };
    backend(target).subtarget(target.name, &request, warnings)
}

/// Returns all targets by name, with their features and CPUs.
pub fn feature_tables() -> impl Iterator<Item = (&'static str, &'static FeatureTable)> {
    TARGETS.iter().map(|target| (target.name, backend(target).features()))
}

/// Returns the features and CPUs of the architecture in `triple`.
pub fn feature_table(triple: &str) -> Result<&'static FeatureTable, String> {
    Ok(backend(registered(triple)?).features())
}

/// Returns the features of a module's ISA strings, such as `+m,+zbb`.
pub fn isa_features(triple: &str, isa: &[String]) -> String {
    let Some(target) = Registered::of_triple(triple) else { return String::new() };
    let features = isa.iter().flat_map(|string| backend(target).isa_features(string));
    features.map(|name| format!("+{name}")).collect::<Vec<_>>().join(",")
}

/// Returns the default code model of a triple by its command-line name, if it differs from LLVM's.
pub fn default_code_model(triple: &str) -> Option<&'static str> {
    Registered::of_triple(triple).and_then(|target| backend(target).default_code_model())
}

/// Returns the most similar known name, if it is similar enough.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = |other: &str| strsim::osa_distance(name, other);
    let best = known.map(|other| (far(other), other)).min()?;
    (best.0 <= (name.len() / 3).max(1)).then_some(best.1)
}

/// Returns the target of a triple, if code can be generated for it.
fn registered(triple: &str) -> Result<&'static Registered, String> {
    if let Some(system) = Triple::parse(triple).other_format {
        return Err(format!("target `{triple}` is not supported: {system} has no ELF objects"));
    }
    let Some(target) = Registered::of_triple(triple) else {
        return Err(match architecture(triple) {
            "" => "the module names no target: give one with -mtriple".into(),
            arch => {
                let names = TARGETS
                    .iter()
                    .flat_map(|target| [target.name].into_iter().chain(target.aliases.iter().copied()));
                let meant = nearest(arch, names).map(|name| format!("; did you mean '{name}'?"));
                format!("target `{arch}` is not supported: {} are{}", listed(), meant.unwrap_or_default())
            }
        });
    };
    let checked = backend(target).check_triple(triple);
    checked.map_err(|why| format!("target `{triple}` is not supported: {why}"))?;
    Ok(target)
}

/// Checks that modules for an architecture can be compiled with a code model.
///
/// # Errors
/// They cannot; the message names the model.
pub fn check_code_model(triple: &str, model: CodeModel) -> Result<(), String> {
    Registered::of_triple(triple).map_or(Ok(()), |target| backend(target).check_code_model(model))
}

/// Returns the printing options of assembly from options of `-M`, and from long options for single
/// architectures (`riscv-no-aliases`), of which those for other architectures have no effect.
///
/// # Errors
/// The architecture has no such option of `-M`; the message names it.
pub fn inst_printer_options(
    triple: &str,
    options_of_m: &[String],
    of_targets: &[&str],
) -> Result<InstPrinterOptions, String> {
    let mut options = InstPrinterOptions::default();
    let Some(target) = Registered::of_triple(triple) else { return Ok(options) };
    let known = backend(target).inst_printer_options();
    for name in options_of_m {
        let Some(option) = known.iter().find(|option| option.name == name) else {
            let target = target.name;
            return Err(format!("invalid InstPrinter option '{name}': {target} has none of this name"));
        };
        (option.apply)(&mut options);
    }
    let is_given = |own_name| of_targets.contains(&own_name);
    let own = known.iter().filter(|option| option.own_name.is_some_and(is_given));
    own.for_each(|option| (option.apply)(&mut options));
    Ok(options)
}

/// Returns the routines that only code for this architecture calls.
pub fn routines(triple: &str) -> Vec<String> {
    Registered::of_triple(triple).map(|target| backend(target).routines()).unwrap_or_default()
}

/// Returns true if a register of the architecture points to small data.
pub fn has_small_data(triple: &str) -> bool {
    Registered::of_triple(triple).is_some_and(|target| backend(target).has_small_data())
}

/// Returns the data layout of an architecture, in LLVM's syntax, for modules without one.
pub fn data_layout(triple: &str) -> Option<&'static str> {
    Registered::of_triple(triple).map(|target| backend(target).data_layout(target.name))
}
