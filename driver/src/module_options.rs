//! Applies the command line to modules and functions.

use crate::compile_options::CompileOptions;
use crate::failure::Failure;
use crate::options::FileType;
use gisel_codegen::ir::literals::Literals;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::{CodeModel, Module};
use gisel_codegen::machine::system::System;
use gisel_codegen::mc::section_anchors::section_anchors;
use gisel_codegen::pipeline::OptLevel;
use gisel_frontend_llvm::ir::Function;
use std::sync::Arc;

/// The pass that uses the distances between variables.
const GLOBAL_MERGE: &str = "global-merge";

/// Checks that a module's layout has the byte order and pointer size of the target.
pub(crate) fn check_layout(layout: &str, target: &str) -> Result<(), String> {
    let big_endian = |layout: &str| layout.split('-').any(|part| part == "E");
    let pointer = |layout: &str| {
        let parts = layout.split('-').filter_map(|part| part.strip_prefix("p:").or(part.strip_prefix("p0:")));
        parts
            .map(|size| size.split(':').next().unwrap_or(size).to_string())
            .next_back()
            .unwrap_or("64".into())
    };
    if big_endian(layout) == big_endian(target) && pointer(layout) == pointer(target) {
        return Ok(());
    }
    Err(format!(
        "the module's data layout \"{layout}\" does not suit the target, whose layout is \"{target}\""
    ))
}

/// Applies the command line to a module.
pub(crate) fn apply_options(
    module: &mut Module,
    triple: &str,
    options: &CompileOptions,
) -> Result<(), Failure> {
    module.triple = triple.to_owned();
    if options.target_abi.is_some() {
        module.target_abi.clone_from(&options.target_abi);
    }
    if let Some(model) = options.reloc_model {
        module.reloc_model = model;
    }
    if options.code_model != CodeModel::Default {
        module.code_model = options.code_model;
    }
    gisel_targets::check_code_model(&module.triple, module.code_model).map_err(Failure::new)?;
    if !gisel_targets::has_small_data(&module.triple) {
        module.small_data_limit = 0;
    }
    let descriptors = || System::of_triple(triple).has_tls_descriptors;
    module.tls = options.tls;
    module.tls.descriptors = options.tls_descriptors.unwrap_or_else(descriptors);
    module.options = options.module.clone();
    module.place_probe_descriptors();
    let (options_of_m, of_targets) =
        (&options.inst_printer_options, &options.inst_printer_options_of_targets);
    module.inst_printer =
        gisel_targets::inst_printer_options(triple, options_of_m, of_targets).map_err(Failure::new)?;
    module.optimized = options.pipeline.level > OptLevel::O0;
    module.names_blocks =
        options.module.asm_comments && options.filetype == FileType::Asm || options.remarks.is_some();
    module.show_origins = options.numbers_instructions;
    let pipeline = &options.pipeline;
    let merges = pipeline.level != OptLevel::O0 && !pipeline.left_out.contains(&GLOBAL_MERGE);
    let anchors = || Arc::new(section_anchors(module, options.global_merge_max_offset));
    module.section_anchors = merges.then(anchors);
    if module.optimized {
        module.literals = Arc::new(Literals::of(module));
    }
    Ok(())
}

/// Applies the command line where a function's attributes specify nothing.
pub(crate) fn override_attributes(
    mf: &mut MachineFunction,
    function: Function<'_>,
    options: &CompileOptions,
) {
    mf.attrs.stack_realign |= options.stack_realign;
    if function.string_attribute("frame-pointer").is_none()
        && let Some((kind, is_reserved)) = options.frame_pointer
    {
        mf.attrs.frame_pointer = kind;
        mf.attrs.frame_pointer_reserved |= is_reserved;
    }
}
