//! Compilation without LLVM: the builder builds generic MIR, and a custom pass runs between two of
//! the pipeline's. A C program calls the resulting object under qemu. This is a complete example
//! for another front end.

use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, SubtargetId};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::{MachineFunction, Properties};
use gisel_codegen::ir::module::{Linkage, Module, Symbol, SymbolKind};
use gisel_codegen::ir::opcodes::{G_ADD, G_MUL};
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::legalizer::{LegalizerInfo, Outcome};
use gisel_codegen::machine::arg_locations::{ArgFlags, ArgInfo};
use gisel_codegen::mc::emit::{FunctionEmitter, Memory, OutputKind, write_module};
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::pipeline::ExtendedTarget;
use gisel_codegen::pipeline::{self, PipelineOptions, Worker};
use gisel_codegen::support::error::Result;
use gisel_codegen::target::{LegalizerTarget, Target};
use std::process::Command;
use std::sync::Arc;

/// The C convention.
const C: u32 = 0;

/// Builds `long NAME(long a, long b) { return a * a + b; }`, with a symbol of the module.
fn square_and_add(module: &mut Module, target: &dyn Target, name: &str) -> MachineFunction {
    let symbol = Symbol {
        name: name.into(),
        linkage: Linkage::External,
        kind: SymbolKind::Function,
        defined: true,
        ..Symbol::default()
    };
    let symbol = module.add_symbol(symbol);
    let mut mf = MachineFunction::new(symbol, name, SubtargetId::new(0));
    mf.properties |= Properties::IS_SSA;
    let block = mf.append_block();
    let regs = [mf.create_vreg(S64), mf.create_vreg(S64)];
    let value = |reg| ArgInfo {
        regs: [reg].into_iter().collect(),
        types: [ValueType::Int(64)].into_iter().collect(),
        flags: ArgFlags::default(),
        is_fixed: true,
    };
    let args = regs.map(value);
    let lowering = target.call_lowering();
    let locations = lowering.locations(&args, &value(regs[0]), false, C).expect("longs are passed");
    let mut b = Builder::at_end(&mut mf, block);
    lowering.lower_formal_arguments(&mut b, &args, &locations.args, false, C);
    let square = b.op(G_MUL, S64, &[regs[0], regs[0]]);
    let sum = b.op(G_ADD, S64, &[square, regs[1]]);
    lowering.lower_return(&mut b, &[sum], &locations.result, None);
    mf
}

/// Turns multiplications into additions, as a custom pass; returns their number.
fn weaken(mf: &mut MachineFunction) -> usize {
    let all: Vec<_> = mf.layout.iter().flat_map(|&block| mf.insts(block).collect::<Vec<_>>()).collect();
    let found: Vec<_> = all.into_iter().filter(|&inst| mf.opcode(inst) == G_MUL).collect();
    for &inst in &found {
        mf.rename_inst(inst, G_ADD);
    }
    found.len()
}

fn object(triple: &str) -> Vec<u8> {
    let target = gisel_targets::create(triple, "", "").expect("a target");
    let mut module = Module { triple: triple.into(), ..Module::default() };
    let mut whole = square_and_add(&mut module, &*target, "whole");
    let mut weakened = square_and_add(&mut module, &*target, "weakened");
    let run = |mf: &mut MachineFunction, options: &PipelineOptions| {
        // A worker serves one set of options.
        let mut worker = Worker::default();
        pipeline::run(mf, &*target, &module, options, &mut worker, &mut |_| {}).expect("it compiles");
    };
    let verified = PipelineOptions { verify: true, ..PipelineOptions::default() };
    run(&mut whole, &verified);
    run(&mut weakened, &PipelineOptions { stop_after: Some("legalizer".into()), ..verified.clone() });
    assert_eq!(weaken(&mut weakened), 1);
    run(&mut weakened, &PipelineOptions { start_after: Some("legalizer".into()), ..verified });
    let emitter = FunctionEmitter::new(&module, &*target, OutputKind::Object);
    let mut memory = Memory::default();
    let chunks = (0..).zip([&whole, &weakened]);
    let chunks = chunks.map(|(n, mf)| emitter.emit(mf, n, &mut memory).expect("it is written"));
    let chunks = chunks.collect();
    write_module(&module, &*target, &[&*target], chunks, OutputKind::Object).expect("an object").main
}

/// Turns a multiplication into an addition, as the rule in [`extended`] requests.
fn add_instead(b: &mut Builder<'_>, inst: InstId, _: &Module) -> Result<Outcome> {
    b.mf.rename_inst(inst, G_ADD);
    Ok(Outcome::Updated)
}

/// Returns a target with a custom legalizer rule.
fn extended(base: Arc<dyn Target>) -> ExtendedTarget {
    let define = |rules: &mut LegalizerInfo| {
        rules.define([G_MUL]).custom_for([S64]);
    };
    ExtendedTarget::new(base, define, add_instead)
}

#[test]
fn rules_of_our_own_come_first() {
    for triple in ["aarch64-unknown-linux-gnu", "riscv64-unknown-linux-gnu"] {
        let base = gisel_targets::create(triple, "", "").expect("a target");
        let target = extended(base.clone());
        let mut module = Module { triple: triple.into(), ..Module::default() };
        let compiled = |module: &mut Module, target: &dyn Target| {
            let mut mf = square_and_add(module, target, "f");
            let options = PipelineOptions { verify: true, ..PipelineOptions::default() };
            pipeline::run(&mut mf, target, module, &options, &mut Worker::default(), &mut |_| {})
                .expect("it compiles");
            function_to_string(&mf, target, Some(module))
        };
        let with = compiled(&mut module, &target);
        let without = compiled(&mut module, &*base);
        assert!(without.contains(" = MUL ") || without.contains(" = MADDXrrr "), "{without}");
        assert!(!with.contains(" = M") && with.matches(" = ADD").count() == 2, "{with}");
        // Other opcodes use the base's rules, and all rules have names and numbers.
        let names = target.legalizer_info().rule_names(&|opcode| base.desc(opcode).name);
        assert_eq!(names[0], "G_MUL/0:custom_for");
        let of_base = base.legalizer_info().rule_names(&|opcode| base.desc(opcode).name);
        assert_eq!(names[1..], of_base);
        let number = target.legalizer_info().rule_id(G_ADD, 0).expect("a rule");
        assert_eq!(Some(number - 1), base.legalizer_info().rule_id(G_ADD, 0));
    }
}

#[test]
fn functions_are_built_compiled_and_called() {
    for arch in ["aarch64", "riscv64"] {
        let folder = std::env::temp_dir().join(format!("gisel-embedding-{}-{arch}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("built.o"), object(&format!("{arch}-unknown-linux-gnu"))).unwrap();
        let main = "long whole(long, long), weakened(long, long);\n\
                    int main(void) { return whole(5, 7) == 32 && weakened(5, 7) == 17 ? 0 : 1; }\n";
        std::fs::write(folder.join("main.c"), main).unwrap();
        let run = |program: &str, args: &[&str]| {
            let output = Command::new(program).current_dir(&folder).args(args).output();
            let output = output.unwrap_or_else(|e| panic!("{program}: {e}"));
            assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        };
        run(&format!("{arch}-linux-gnu-gcc"), &["-static", "-o", "program", "main.c", "built.o"]);
        run(&format!("qemu-{arch}"), &["./program"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
