//! Remarks on the size of the frame and the layout of its objects.

use super::{Kind, Remark, STACK_USAGE, of_declaration, of_function};
use crate::ir::debug_info::Node;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::{FrameObjectKind, MachineFunction};
use crate::ir::module::Module;
use std::cmp::Reverse;

/// Adds the remarks on frame layout.
pub(crate) fn laid_out(mf: &mut MachineFunction, module: &Module) {
    let mut size = Remark::new(Kind::Analysis, "prologepilog", "StackSize", mf).at(of_function(mf, module));
    size.value("NumStackBytes", mf.frame.stack_size.to_string()).text(" stack bytes in function '");
    size.value("Function", mf.name.clone()).text("'");
    let kind = if mf.frame.has_variable_sized { "dynamic" } else { "static" };
    let mut usage = Remark::new(Kind::Analysis, STACK_USAGE, "StackUsage", mf).at(of_declaration(mf, module));
    usage.value("NumStackBytes", mf.frame.stack_size.to_string()).value("Kind", kind);
    mf.remarks.extend([size, usage]);
}

/// Returns the remark on the objects' offsets, from the stack pointer at entry downwards.
pub(super) fn layout(mf: &MachineFunction, module: &Module) -> Remark {
    let mut remark =
        Remark::new(Kind::Analysis, "stack-frame-layout", "StackLayout", mf).at(of_function(mf, module));
    remark.text(format!("\nFunction: {}", mf.name));
    let numbered = mf.frame.objects.iter().enumerate().map(|(n, object)| (FrameIndex::new(n), object));
    let mut objects: Vec<_> = numbered.filter(|(_, object)| !object.dead).collect();
    objects
        .sort_by_key(|(_, object)| (object.kind == FrameObjectKind::VariableSized, Reverse(object.offset)));
    for (index, object) in objects {
        let sign = if object.offset < 0 { "" } else { "+" };
        remark.text(format!("\nOffset: [SP{sign}")).value("Offset", object.offset.to_string());
        remark.text("], Type: ").value("Type", type_name(mf, index));
        remark.text(", Align: ").value("Align", object.align.to_string());
        remark.text(", Size: ").value("Size", object.size.to_string());
        for variable in variables(mf, module, index) {
            remark.text("\n    ").value("DataLoc", variable);
        }
    }
    remark
}

fn type_name(mf: &MachineFunction, index: FrameIndex) -> &'static str {
    if mf.frame.callee_saved.iter().any(|saved| saved.slot == index) {
        return "Spill";
    }
    if mf.frame.stack_protector == Some(index) {
        return "Protector";
    }
    match mf.frame.object(index).kind {
        FrameObjectKind::Local => "Variable",
        FrameObjectKind::Spill => "Spill",
        FrameObjectKind::Fixed => "Fixed",
        FrameObjectKind::VariableSized => "VariableSized",
    }
}

/// Returns the variables in an object, each with the location of its declaration.
fn variables(mf: &MachineFunction, module: &Module, index: FrameIndex) -> Vec<String> {
    let (Some(info), Some(debug)) = (module.debug_info.as_deref(), &mf.debug) else { return Vec::new() };
    let declared = debug.declared.iter().filter(|declared| declared.home == index);
    let described = declared.filter_map(|declared| {
        let Node::LocalVariable(variable) = info.node(declared.variable) else { return None };
        let name = String::from_utf8_lossy(info.text_of(variable.name)).into_owned();
        let file = info.file_name(variable.file?)?;
        Some(format!("{name} @ {file}:{}", variable.line))
    });
    described.collect()
}
