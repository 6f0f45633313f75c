//! Input in the MIR format: machine functions are read from the MIR, everything else from its IR
//! module, if there is one.

use crate::compile_options::CompileOptions;
use crate::compiled::Compiled;
use crate::failure::Failure;
use crate::input::{Input, Translated};
use crate::job::Job;
use crate::job::outline;
use crate::module_options::apply_options;
use crate::module_options::override_attributes;
use crate::subtargets::Subtargets;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::{MachineFunction, Properties};
use gisel_codegen::ir::module::{Associated, Module};
use gisel_codegen::machine::triple::architecture;
use gisel_codegen::mir_text::llvm_forms;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::support::error::CompileError;
use gisel_frontend_llvm::ir::{Function, Value};
use gisel_frontend_llvm::properties::Checker;
use gisel_frontend_llvm::reader::ReadOptions;
use gisel_frontend_llvm::translate::{
    attributes, complete_landing_pads, has_tabled_roots, pc_sections, personality_of_frames,
};

/// Compiles the contents of `text`.
pub(crate) fn compile(text: &str, name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    let (mut translated, _) = read(text, name, options)?;
    options.list_passes(&*translated.own, false);
    let Translated { module, own, targets, functions, .. } = &mut translated;
    let functions = std::mem::take(functions);
    let job = Job { module, own: &**own, targets, options };
    let mut products = job.run(functions)?;
    outline(&mut products, module, targets, options)?;
    let mut files = Job { module, own: &**own, targets, options }.finish(products)?;
    if options.pipeline.writes_mir() {
        let document = parser::ir_document(text).unwrap_or_default();
        files.main = [document.into_bytes(), files.main].concat();
    }
    Ok(Compiled { bytes: files.main, split: files.split, machine: translated.machine })
}

/// Reads the contents of `text` and verifies its functions; also returns the triple.
pub(crate) fn read(
    text: &str,
    name: &str,
    options: &CompileOptions,
) -> Result<(Translated, String), Failure> {
    if options.module.call_graph {
        return Err(Failure::new("option -call-graph-section: MIR has no types of callees"));
    }
    let mut module = Module::default();
    let mut triple = options.triple_of("");
    let ir = parser::embedded_ir(text);
    let input = ir.as_ref().map(|ir| Input { data: ir.as_bytes(), name, options });
    let mut file = None;
    if let Some(input) = input {
        let numbered = ReadOptions { verify: options.verify_ir, lazy: false, numbers: true };
        let (of_ir, its_triple) = input.read_by(numbered)?;
        triple = its_triple;
        let mut translator = options.translator(&of_ir, &triple)?;
        translator.name_blocks();
        apply_options(translator.module_mut(), &triple, options)?;
        input.describe_contents(&mut translator);
        input.check(&of_ir, &mut translator)?;
        translator.read_debug_info_of_functions().map_err(Failure::new)?;
        module = translator.finish();
        file = Some(of_ir);
    }
    let mut subtargets = Subtargets::new(&triple, &module, options)?;
    let functions = parser::parse(text, &*subtargets.list[0], SubtargetId::new(0), &mut module);
    let mut functions = functions.map_err(|e| Failure::new(format!("{name}:{e}")))?;
    let mut checker = Checker::new(options.allow_ignored.clone());
    let mut errors = Vec::new();
    for function in &mut functions {
        module.symbols[function.symbol.index()].defined = true;
        let Some(file) = &file else { continue };
        if let Some(of_ir) = file.module().function(&function.name) {
            let arch = architecture(&triple);
            errors.extend(checker.check_function(of_ir, arch, function).err().unwrap_or_default());
            take_attributes(function, of_ir, &module, &mut subtargets, options)?;
            function.personality = personality(of_ir, &module);
            if has_tabled_roots(of_ir) {
                let message = "property gc: MIR lacks the roots of the collector's table";
                errors.push(CompileError::new(&function.name, "", message));
            }
            complete_landing_pads(function, of_ir, &module);
        }
        options.diagnostics.take_from(function.symbol, &mut function.warnings);
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    verify(&functions, &subtargets)?;
    for function in functions.iter_mut().filter(|mf| !mf.properties.contains(Properties::LEGALIZED)) {
        let target = &*subtargets.list[function.subtarget.index()];
        let name = function.name.clone();
        let lowered = CompileError::guard(&name, || llvm_forms::lower_intrinsics(function, target));
        lowered.and_then(|lowered| lowered).map_err(|e| Failure::new(e.to_string()))?;
    }
    apply_options(&mut module, &triple, options)?;
    let own = subtargets.of_module(functions.iter().map(|mf| mf.subtarget))?;
    let machine = subtargets.machine(&module);
    let targets = subtargets.list;
    Ok((Translated { module, machine, own, targets, functions, text: None }, triple))
}

/// Returns the symbol of a function's personality routine.
fn personality(function: Function<'_>, module: &Module) -> Option<SymbolId> {
    match function.personality() {
        Some(routine) => symbol_of(routine, module),
        None => symbol_named(personality_of_frames(function)?, module),
    }
}

/// Returns the symbol of a global.
fn symbol_of(global: Value<'_>, module: &Module) -> Option<SymbolId> {
    symbol_named(global.name(), module)
}

/// Returns the symbol with this name.
fn symbol_named(name: &str, module: &Module) -> Option<SymbolId> {
    module.symbols.iter().position(|symbol| symbol.name == name).map(SymbolId::new)
}

/// Verifies the functions that were read: passes rely on the verifier's invariants.
fn verify(functions: &[MachineFunction], subtargets: &Subtargets<'_>) -> Result<(), Failure> {
    let errors: Vec<CompileError> = functions
        .iter()
        .filter_map(|mf| {
            let target = &*subtargets.list[mf.subtarget.index()];
            match CompileError::guard(&mf.name, || verifier::verify_as_read(mf, target)) {
                Ok(Ok(())) => None,
                Ok(Err(violations)) => Some(verifier::error(mf, "verifier after reading", &violations)),
                Err(broken) => Some(broken),
            }
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// Sets the attributes and the subtarget of a machine function from the IR function of its name;
/// properties in the MIR take precedence.
fn take_attributes(
    mf: &mut MachineFunction,
    function: Function<'_>,
    module: &Module,
    subtargets: &mut Subtargets<'_>,
    options: &CompileOptions,
) -> Result<(), Failure> {
    let (align, calls_returns_twice) = (mf.attrs.align, mf.attrs.calls_returns_twice);
    mf.attrs = attributes(function, module);
    mf.attrs.align = mf.attrs.align.max(align);
    mf.attrs.calls_returns_twice = calls_returns_twice;
    mf.attrs.associated = function
        .global()
        .associated()
        .map(|with| symbol_of(with, module).map_or(Associated::Nothing, Associated::With));
    mf.attrs.pc_sections =
        pc_sections(function.value()).map_err(|e| Failure::new(format!("{}: {e}", mf.name)))?;
    override_attributes(mf, function, options);
    mf.subtarget = subtargets.of(function).map_err(|e| Failure::new(format!("{}: {e}", mf.name)))?;
    Ok(())
}
