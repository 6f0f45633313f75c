//! gisel's assembly, assembled by `llvm-mc`, equals gisel's object: equal section bytes,
//! relocations with equal referents, and equal decoded unwind tables.

mod aarch64;
mod compare;
mod module;
mod riscv;

use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::mc::emit::{FunctionEmitter, Memory, OutputKind, write_module};
use gisel_codegen::target::Target;

/// Emits the module in one form of output.
fn emit(module: &Module, target: &dyn Target, functions: &[MachineFunction], kind: OutputKind) -> Vec<u8> {
    let emitter = FunctionEmitter::new(module, target, kind);
    let mut memory = Memory::default();
    let emit = |(n, f)| emitter.emit(f, n, &mut memory).unwrap();
    let chunks = (0..).zip(functions).map(emit).collect();
    write_module(module, target, &[target], chunks, kind).unwrap().main
}

/// Emits both forms and compares the object with `llvm-mc`'s object of the text. Returns the text.
fn check(
    module: &Module,
    target: &dyn Target,
    functions: &[MachineFunction],
    assembler: &[&str],
) -> (Vec<u8>, String) {
    let object = emit(module, target, functions, OutputKind::Object);
    let text = String::from_utf8(emit(module, target, functions, OutputKind::Assembly)).unwrap();
    let assembled = compare::assemble(&text, assembler);
    compare::compare(&object, &assembled, &text);
    (object, text)
}
