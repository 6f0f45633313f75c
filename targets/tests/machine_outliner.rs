//! `machine-outliner`: the outlined sequences, their calls, and the sequences that remain.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Properties};
use gisel_codegen::ir::module::Module;
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::post_ra::machine_outliner::{self, Mode};
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::target::RiscvTarget;

fn riscv() -> RiscvTarget {
    RiscvTarget::new("", "").expect("rv64gc")
}

fn aarch64() -> AArch64Target {
    AArch64Target::new("", "").expect("generic")
}

/// Parses functions with these bodies of one block each, their instructions separated by
/// semicolons, and their module.
fn parsed(target: &dyn Target, bodies: &[&str]) -> (Vec<MachineFunction>, Module) {
    let mut module = Module::default();
    let mut functions = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        let lines: String = body.split("; ").map(|line| format!("    {line}\n")).collect();
        let text = format!("name: f{number}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n{lines}");
        let mut read = parser::parse(&text, target, SubtargetId::new(0), &mut module).expect("MIR");
        let mf = read.remove(0);
        functions.push(mf);
    }
    for mf in &mut functions {
        mf.properties |= Properties::NO_VREGS | Properties::SELECTED;
        mf.attrs.min_size = true;
        mf.attrs.no_unwind = true;
    }
    (functions, module)
}

fn text(mf: &MachineFunction, target: &dyn Target, module: &Module) -> String {
    let shown = mir_text::function_to_string(mf, target, Some(module));
    let body = shown.split("body:").nth(1).unwrap_or_default().lines();
    let body = body.map(str::trim).filter(|line| {
        !line.is_empty()
            && !line.starts_with(['|', '.'])
            && !line.starts_with("bb.")
            && !line.starts_with("liveins")
    });
    // Of implicit operands after the callee, only the instruction itself is checked.
    let short = |line: &str| line.split(", implicit").next().unwrap_or_default().replace(" implicit $", " $");
    body.map(short).collect::<Vec<_>>().join("; ")
}

/// Returns the functions after the pass, and the outlined functions.
fn outlined_with(
    target: &dyn Target,
    bodies: &[&str],
    change: impl Fn(&mut MachineFunction),
) -> (Vec<String>, Vec<String>) {
    let (mut functions, mut module) = parsed(target, bodies);
    functions.iter_mut().for_each(&change);
    let mut all: Vec<&mut MachineFunction> = functions.iter_mut().collect();
    let made = machine_outliner::run(&mut all, &mut module, &[target], 0);
    let show = |mf: &MachineFunction| text(mf, target, &module);
    (functions.iter().map(show).collect(), made.iter().map(show).collect())
}

fn outlined(target: &dyn Target, bodies: &[&str]) -> (Vec<String>, Vec<String>) {
    outlined_with(target, bodies, |_| {})
}

/// RISC-V instructions worth outlining: 4 bytes each.
const WORK: &str = "$x10 = MUL $x10, $x11; $x11 = MUL $x10, $x10; $x10 = MUL $x11, $x10; $x11 = MULH $x11, $x10; $x10 = MULHU $x10, $x11";

/// AArch64 instructions worth outlining.
const WORK64: &str = "$x0 = MADDXrrr $x0, $x1, $xzr; $x1 = MADDXrrr $x0, $x0, $xzr; $x0 = SDIVXr $x1, $x0; $x1 = UDIVXr $x1, $x0; $x0 = SDIVXr $x0, $x1";

#[test]
fn outlined_returns_are_called_through_t0_on_riscv() {
    let one = format!("{WORK}; $x12 = ADDI $x10, 1; PseudoRET");
    let two = format!("{WORK}; $x12 = ADDI $x10, 2; PseudoRET");
    let (callers, made) = outlined(&riscv(), &[&one, &two]);
    assert_eq!(made, [format!("{WORK}; PseudoTAILIndirect $x5")]);
    assert_eq!(callers[0], "$x5 = PseudoCALLReg &OUTLINED_FUNCTION_0; $x12 = ADDI $x10, 1; PseudoRET");
    assert_eq!(callers[1], "$x5 = PseudoCALLReg &OUTLINED_FUNCTION_0; $x12 = ADDI $x10, 2; PseudoRET");
    // If the link register is live, nothing is outlined.
    let live = |n| format!("{WORK}; $x12 = ADDI $x5, {n}; PseudoRET");
    assert!(outlined(&riscv(), &[&live(1), &live(2)]).1.is_empty());
}

#[test]
fn sequences_that_end_in_a_call_become_tail_calls() {
    let call = "PseudoCALL &g, csr_ilp32d_lp64d, implicit-def $x1, implicit $x10";
    let body = |n| format!("{WORK}; {call}; $x10 = ADDI $x0, {n}; PseudoRET");
    let (callers, made) = outlined(&riscv(), &[&body(1), &body(2)]);
    assert_eq!(made, [format!("{WORK}; PseudoTAIL target-flags(riscv-call) &g, csr_ilp32d_lp64d")]);
    assert!(
        callers[0].starts_with("PseudoCALL target-flags(riscv-call) &OUTLINED_FUNCTION_0"),
        "{callers:?}"
    );
    let call = "BL &g, csr_aarch64_aapcs, implicit-def $lr, implicit $x0";
    let body = |n| format!("{WORK64}; {call}; $x0 = MOVZXi {n}, 0; RET_ReallyLR");
    let (callers, made) = outlined(&aarch64(), &[&body(1), &body(2)]);
    assert_eq!(made, [format!("{WORK64}; TCRETURNdi &g, 0, csr_aarch64_aapcs")]);
    assert!(callers[0].starts_with("BL &OUTLINED_FUNCTION_0"), "{callers:?}");
}

#[test]
fn sequences_that_return_are_jumped_to() {
    let end = "$x19 = LDRXui $sp, 2; early-clobber $sp, $fp, $lr = LDPXpost $sp, 4; RET_ReallyLR";
    let body = |n| format!("$x0 = MOVZXi {n}, 0; {end}");
    let (callers, made) = outlined(&aarch64(), &[&body(1), &body(2), &body(3)]);
    assert_eq!(made.len(), 1, "{callers:?}");
    assert!(made[0].ends_with("RET_ReallyLR $lr"), "{made:?}");
    assert_eq!(callers[0], "$x0 = MOVZXi 1, 0; TCRETURNdi &OUTLINED_FUNCTION_0, 0");
}

#[test]
fn a_return_address_that_is_needed_is_kept_in_a_register() {
    let body = |n| format!("{WORK64}; $x2 = ADDXri $x0, {n}, 0; RET_ReallyLR");
    let (callers, made) = outlined(&aarch64(), &[&body(1), &body(2), &body(3), &body(4)]);
    assert_eq!(made, [format!("{WORK64}; RET_ReallyLR $lr")]);
    let saved = "$x9 = ORRXrr $xzr, $lr; CFI_INSTRUCTION escape; BL &OUTLINED_FUNCTION_0; $lr = ORRXrr $xzr, $x9; \
                 CFI_INSTRUCTION restore $w30; $x2 = ADDXri $x0, 1, 0; RET_ReallyLR";
    assert_eq!(callers[0], saved);
    // Live registers are not used; without a free one the return address is saved on the stack.
    let busy = |n| {
        let uses: String = (9..16).map(|r| format!("; $x2 = ADDXrr $x2, $x{r}")).collect();
        format!("{WORK64}; $x2 = ADDXri $x0, {n}, 0{uses}; RET_ReallyLR")
    };
    let (callers, made) = outlined(&aarch64(), &[&busy(1), &busy(2), &busy(3), &busy(4)]);
    let saved = "$sp = STRXpre $lr, $sp, -16; BL &OUTLINED_FUNCTION_1; $sp, $lr = LDRXpost $sp, 16; ";
    assert!(!made.is_empty() && callers[0].starts_with(saved), "{callers:?}");
}

#[test]
fn position_dependent_instructions_are_not_outlined() {
    let second = |inst: &str| {
        let body = |n| format!("{inst}; {inst}; {inst}; {inst}; $x12 = ADDI $x10, {n}; PseudoRET");
        outlined(&riscv(), &[&body(1), &body(2), &body(3)]).1
    };
    assert_eq!(second("$x10 = MUL $x10, $x11").len(), 1);
    for inst in [
        // Reads or writes the link register.
        "$x10 = MUL $x10, $x5",
        "$x5 = MUL $x10, $x11",
        // Moves the stack pointer.
        "$x2 = ADDI $x2, -16",
        // Half of an address, and a sequence in only one function.
        "$x10 = AUIPC 1",
        "INLINEASM &nop, 1",
    ] {
        assert!(second(inst).is_empty(), "{inst}: {:?}", second(inst));
    }
}

#[test]
fn unwinders_know_the_frame_of_what_is_jumped_to() {
    let target = aarch64();
    let body = |n, own| {
        format!(
            "frame-setup CFI_INSTRUCTION def_cfa_offset {n}; frame-setup CFI_INSTRUCTION offset $w30, -16; $x0 = MOVZXi {own}, 0; \
             $x1 = MOVZXi 1, 0; $x2 = MOVZXi 2, 0; early-clobber $sp, $lr = LDRXpost $sp, 16; RET_ReallyLR"
        )
    };
    let made = |bodies: &[&str], is_async: bool| {
        let (mut functions, mut module) = parsed(&target, bodies);
        for mf in &mut functions {
            (mf.attrs.uwtable, mf.attrs.async_uwtable) = (true, is_async);
        }
        let mut all: Vec<&mut MachineFunction> = functions.iter_mut().collect();
        machine_outliner::run(&mut all, &mut module, &[&target], 0)
    };
    let same = [&*body(16, 1), &*body(16, 2)];
    let rules = [CfiDirective::DefCfa(31, 16), CfiDirective::Offset(30, -16)];
    let one = made(&same, true);
    assert!(one[0].attrs.uwtable && one[0].attrs.async_uwtable);
    assert_eq!(one[0].cfi, rules);
    assert_eq!(one[0].attrs.return_column, None);
    // Different unwind rules, with asynchronous unwinding, form another sequence.
    let other = [&*body(16, 1), &*body(32, 2)];
    assert!(made(&other, true).is_empty());
    assert_eq!(made(&other, false).len(), 1);
}

#[test]
fn functions_say_whether_they_are_looked_at() {
    let target = riscv();
    let (functions, mut module) = parsed(&target, &["PseudoRET"]);
    let considers = |change: fn(&mut MachineFunction), module: &Module, mode| {
        let mut mf = functions[0].clone();
        change(&mut mf);
        machine_outliner::considers(&mf, module, &target, mode)
    };
    let plain: fn(&mut MachineFunction) = |_| {};
    assert!(considers(plain, &module, Mode::TargetDefault));
    assert!(considers(plain, &module, Mode::Always));
    assert!(!considers(plain, &module, Mode::Never));
    let large: fn(&mut MachineFunction) = |mf| mf.attrs.min_size = false;
    assert!(!considers(large, &module, Mode::TargetDefault));
    assert!(considers(large, &module, Mode::Always));
    let refused: [fn(&mut MachineFunction); 6] = [
        |mf| mf.attrs.no_outlining = true,
        |mf| mf.attrs.opt_none = true,
        |mf| mf.attrs.naked = true,
        |mf| mf.attrs.calls_returns_twice = true,
        |mf| mf.attrs.shadow_call_stack = true,
        |mf| mf.attrs.kcfi_type = Some(1),
    ];
    assert!(refused.into_iter().all(|change| !considers(change, &module, Mode::Always)));
    module.symbols[functions[0].symbol.index()].section = Some(".init.text".into());
    assert!(!considers(plain, &module, Mode::Always));
}
