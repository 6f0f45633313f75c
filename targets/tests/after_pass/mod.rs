//! Runs one pass on a small function and returns the resulting text.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::machine::print;
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::target::Target;

/// Returns the blocks of the function after `pass`, by name in layout order, with their
/// instructions. Verifies before and after it that the function has the properties in the header.
pub fn after_pass(
    target: &dyn Target,
    header: &str,
    body: &str,
    pass: impl FnOnce(&mut MachineFunction),
) -> Vec<(String, Vec<String>)> {
    let text = format!("name: f\n{header}body: |\n{body}");
    let mut module = Module::default();
    let mut mf = parser::parse(&text, target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    let verified = |mf: &MachineFunction| {
        let shown = mir_text::function_to_string(mf, target, None);
        verifier::verify(mf, target).unwrap_or_else(|v| panic!("{v:?}\n{shown}"));
    };
    verified(&mf);
    pass(&mut mf);
    verified(&mf);
    let line = |i| print::inst_to_string(&mf, target, i).trim().to_string();
    mf.layout.iter().map(|&b| (b.to_string(), mf.insts(b).map(line).collect())).collect()
}
