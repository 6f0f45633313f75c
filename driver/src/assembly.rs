//! Assembly files as input, assembled by the assembler of inline assembly.

use crate::compile_options::CompileOptions;
use crate::compiled::{Compiled, TargetMachine};
use crate::failure::Failure;
use crate::options::FileType;
use gisel_codegen::ir::module::{Module, RelocModel};
use gisel_codegen::ir::module_options::ModuleOptions;
use gisel_codegen::mc::asm_parser::{self, AsmError};
use gisel_codegen::mc::object;
use gisel_targets::features::Request;
use std::path::Path;

/// Returns true if the input called `name` is assembly. Assembly that requires preprocessing is
/// rejected.
pub(crate) fn is_assembly(name: &str) -> Result<bool, Failure> {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("s") => Ok(true),
        Some("S") => Err(Failure::new(format!(
            "{name}: assembly that is to be preprocessed is not supported; `clang -E` or `gcc -E` makes a .s file of it"
        ))),
        _ => Ok(false),
    }
}

/// Assembles a file. Text output is the input after it has been parsed.
pub(crate) fn compile(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    if !options.names_target() {
        return Err(Failure::new(format!(
            "{name}: assembly does not say for what target it is; -mtriple does"
        )));
    }
    if options.pipeline.writes_mir() {
        return Err(Failure::new(format!("{name}: there are no passes over assembly")));
    }
    let text = std::str::from_utf8(data)
        .map_err(|e| Failure::new(format!("{name}: assembly is to be UTF-8: {e}")))?;
    let triple = options.triple_of("");
    let abi = options.target_abi.as_deref().unwrap_or_default();
    let request = Request { cpu: &options.cpu, features: &options.features, abi, ..Request::default() };
    let mut warnings = Vec::new();
    let target = gisel_targets::subtarget(&triple, &request, &mut warnings).map_err(Failure::new)?.target();
    options.pipeline.check_names(target.pass_config()).map_err(Failure::new)?;
    warnings.iter().for_each(|warning| options.diagnostics.warn(warning));
    let place = |error: AsmError| {
        let AsmError { file, line, column, statement, message } = error;
        let name = file.as_deref().unwrap_or(name);
        Failure::new(format!("{name}:{line}:{column}: error: {message}\n{statement}"))
    };
    let symbols = asm_parser::collect(&*target, text, &options.module.include_folders, &[]).map_err(place)?;
    for message in &symbols.warnings {
        options.diagnostics.warn(message);
    }
    let mut module = Module {
        source_file_name: symbols.file.clone().unwrap_or_default(),
        triple: triple.clone(),
        idents: symbols.idents.clone(),
        code_model: options.code_model,
        reloc_model: options.reloc_model.unwrap_or(RelocModel::Static),
        // The text has all else.
        options: ModuleOptions {
            compact_relocations: options.module.compact_relocations,
            relaxes_all: options.module.relaxes_all,
            include_folders: options.module.include_folders.clone(),
            ..ModuleOptions::default()
        },
        ..Module::default()
    };
    symbols.declare(&mut module, |_| None);
    module.asm_call_graph = symbols.call_graph(&module);
    let chunk = asm_parser::assemble(&module, &*target, text).map_err(place)?;
    let input = object::Input { target: target.mc(), chunk };
    let (mc, files, significant) = (target.mc(), symbols.files.as_ref(), symbols.significant(&module));
    if options.attributes_of_assembly && symbols.attributes.is_some() {
        return Err(Failure::new(format!("{name}: attributes of the text and the target's are not merged")));
    }
    let of_target = if options.attributes_of_assembly { mc.elf(&module).attributes } else { None };
    let attributes = symbols.attributes.as_ref().or(of_target.as_ref());
    let object = object::write_assembled(&module, mc, input, attributes, significant.as_deref(), files);
    let object = object.map_err(|message| Failure::new(format!("{name}: {message}")))?;
    let bytes = match options.filetype {
        FileType::Asm => data.to_vec(),
        FileType::Obj => object,
        FileType::Null => Vec::new(),
    };
    let machine =
        TargetMachine { triple, target_abi: options.target_abi.clone(), ..TargetMachine::default() };
    Ok(Compiled { bytes, split: Vec::new(), machine })
}
