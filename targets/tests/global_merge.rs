//! `global-merge`: addresses that share a register, and the known distances of variables.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::{GlobalVariable, Initializer, Linkage, Module, Symbol, SymbolKind};
use gisel_codegen::mc::section_anchors::section_anchors;
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::pre_ra::global_merge::{self, SymbolAddressing};
use gisel_codegen::passes::verifier;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::isel::symbol_addressing::SymbolAddresses as AArch64Addresses;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::isel::symbol_addressing::SymbolAddresses as RiscvAddresses;
use gisel_targets::riscv::target::RiscvTarget;
use std::sync::Arc;

/// Size, alignment and linkage of a variable.
type Variable = (u64, u32, Linkage);

/// Returns a module with variables named `a`, `b`, ….
fn module(variables: &[Variable]) -> Module {
    let mut module = Module::default();
    for (&(size, align, linkage), name) in variables.iter().zip('a'..) {
        let kind = SymbolKind::Data;
        let symbol = Symbol { linkage, kind, defined: true, dso_local: true, ..Symbol::default() };
        let symbol = module.add_symbol(Symbol { name: name.to_string(), ..symbol });
        let initializer = Initializer { bytes: vec![1], relocs: Vec::new() };
        let constant = false;
        module.globals.push(GlobalVariable {
            symbol,
            size,
            align,
            constant,
            externally_initialized: false,
            c_string_unit: None,
            initializer,
        });
    }
    module.section_anchors = Some(Arc::new(section_anchors(&module, u32::MAX)));
    module
}

/// Returns the instructions of a function after the pass, with block labels.
fn merged(
    target: &dyn Target,
    addressing: &dyn SymbolAddressing,
    variables: &[Variable],
    body: &str,
    small: bool,
) -> Vec<String> {
    let mut module = module(variables);
    let text = format!("name: f\nisSSA: true\ntracksRegLiveness: true\nbody: |\n{body}");
    let mut mf = parser::parse(&text, target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    mf.attrs.opt_size = small;
    verifier::verify(&mf, target).unwrap_or_else(|v| panic!("{v:?}"));
    global_merge::run(&mut mf, target, &module, addressing);
    verifier::verify(&mf, target).unwrap_or_else(|v| panic!("{v:?}"));
    let shown = mir_text::function_to_string(&mf, target, Some(&module));
    let body = shown.split("body:").nth(1).expect("a body").lines().skip(1);
    let lines = body.map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty() && line != "..." && !line.starts_with("successors")).collect()
}

fn riscv(variables: &[Variable], body: &str, small: bool) -> Vec<String> {
    let target = RiscvTarget::new("", "").expect("rv64gc");
    merged(&target, &RiscvAddresses, variables, body, small)
}

const INTERNAL: Linkage = Linkage::Internal;

/// Returns three loads with uses, each from one of these addresses.
fn three_loads(places: [&str; 3]) -> String {
    let [a, b, c] = places;
    format!(
        "  bb.0:
    %0:gpr = PseudoLW {a}
    %1:gpr = PseudoLW {b}
    %2:gpr = PseudoLW {c}
    %3:gpr = ADD %0, %1
    %4:gpr = ADD %3, %2
    $x10 = COPY %4
    PseudoRET implicit $x10
"
    )
}

#[test]
fn variables_of_one_section_are_reached_from_one_base() {
    let variables = [(1, 8, INTERNAL), (4, 4, Linkage::External), (8, 8, INTERNAL)];
    let lines = riscv(&variables, &three_loads(["@b", "@c + 4", "@a"]), false);
    assert_eq!(
        lines[..5],
        ["bb.0:", "%5:gpr = PseudoLLA @b", "%0:gpr = LW %5, 0", "%1:gpr = LW %5, 8", "%2:gpr = LW %5, -4",]
    );
}

#[test]
fn preemptible_and_distant_symbols_have_their_own_addresses() {
    let own = |variables: &[Variable], places| {
        let lines = riscv(variables, &three_loads(places), false);
        lines.iter().filter(|line| line.contains("PseudoLW")).count()
    };
    let near = [(4, 4, INTERNAL), (4, 4, INTERNAL), (4, 4, INTERNAL)];
    assert_eq!(own(&near, ["@a", "@b", "@c"]), 0);
    // Two accesses take four instructions in either case.
    assert_eq!(own(&[near[0], near[1], (4, 4, Linkage::Weak)], ["@a", "@b", "@c"]), 3);
    assert_eq!(own(&[(2048, 4, INTERNAL), near[1], near[2]], ["@a", "@b", "@c"]), 3);
    assert_eq!(own(&[(2040, 4, INTERNAL), near[1], near[2]], ["@a", "@b", "@c"]), 0);
    // Within another module's variable, distances are known.
    assert_eq!(own(&[(16, 4, Linkage::Weak)], ["@a + 4", "@a", "@a + 8"]), 0);
    assert_eq!(own(&[(16, 4, Linkage::Weak)], ["@elsewhere + 4", "@elsewhere", "@elsewhere + 8"]), 0);
    assert_eq!(own(&[(16, 4, Linkage::ExternalWeak)], ["@a + 4", "@a", "@a + 8"]), 3);
    // An alignment larger than that of the preceding variable.
    assert_eq!(own(&[(4, 4, INTERNAL), (4, 512, INTERNAL), (4, 4, INTERNAL)], ["@a", "@b", "@c"]), 3);
}

#[test]
fn an_address_is_the_base_or_goes_into_what_uses_it() {
    let body = "  bb.0:
    %0:gpr = PseudoLLA @b
    %1:gpr = LW %0, 4
    %2:gpr = PseudoLLA @a
    SW %1, %2, 0
    SW %1, %2, 8
    %3:gpr = PseudoLLA @c
    SD %3, %3, 0
    $x10 = COPY %3
    PseudoRET implicit $x10
";
    let lines = riscv(&[(16, 4, INTERNAL), (8, 4, INTERNAL), (4, 4, INTERNAL)], body, false);
    let expected = [
        "%0:gpr = PseudoLLA @b",
        "%1:gpr = LW %0, 4",
        "SW %1, %0, -16",
        "SW %1, %0, -8",
        "%3:gpr = ADDI %0, 8",
        "SD %3, %3, 0",
    ];
    assert_eq!(lines[1..7], expected);
}

/// Two blocks that load two fields each, one of which is executed.
const TWO_WAYS: &str = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10
    %0:gpr = COPY $x10
    BEQ %0, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.3
    %1:gpr = PseudoLW @a
    %2:gpr = PseudoLW @a + 4
    %3:gpr = ADD %1, %2
    PseudoBR %bb.3
  bb.2:
    successors: %bb.3
    %4:gpr = PseudoLW @a + 8
    %5:gpr = PseudoLW @a + 12
    %6:gpr = ADD %4, %5
    PseudoBR %bb.3
  bb.3:
    %7:gpr = PHI %3, %bb.1, %6, %bb.2
    $x10 = COPY %7
    PseudoRET implicit $x10
";

#[test]
fn a_base_is_before_a_branch_only_for_the_sake_of_size() {
    let addresses = |small| {
        let lines = riscv(&[(16, 4, INTERNAL)], TWO_WAYS, small);
        lines.into_iter().filter(|line| line.contains("@a")).collect::<Vec<_>>()
    };
    assert_eq!(addresses(true), ["%8:gpr = PseudoLLA @a"]);
    assert_eq!(addresses(false).len(), 4);
}

#[test]
fn offsets_on_aarch64_are_multiples_of_the_size_or_small() {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let flags = "target-flags(aarch64-page)";
    let low = "target-flags(aarch64-pageoff, aarch64-nc)";
    let load = |n: usize, symbol: &str| {
        format!(
            "    %1{n}:gpr64common = ADRP {flags} {symbol}\n    %{n}:gpr64 = LDRXui %1{n}, {low} {symbol}\n"
        )
    };
    let uses = "    %4:gpr64 = ADDXrr %0, %1\n    %5:gpr64 = ADDXrr %2, %4\n    $x0 = COPY %5\n    RET_ReallyLR implicit $x0\n";
    let loads = |places: [&str; 3]| {
        let loads: String = (0..3).map(|n| load(n, places[n])).collect();
        let variables = [(1024, 8, INTERNAL), (1, 1, INTERNAL), (8, 1, INTERNAL)];
        let body = format!("  bb.0:\n{loads}{uses}");
        merged(&target, &AArch64Addresses, &variables, &body, false)
    };
    let loads_of = |lines: Vec<String>| lines.into_iter().filter(|l| l.contains("LD")).collect::<Vec<_>>();
    let base = "MOVaddr";
    let near = loads(["@a + 8", "@a", "@a + 1016"]);
    assert!(near[1].contains(base), "{near:?}");
    let ends: Vec<String> = loads_of(near).iter().map(|l| l.rsplit(", ").next().unwrap().into()).collect();
    assert_eq!(ends, ["1", "0", "127"]);
    // 1025 bytes are no multiple of eight, and exceed the unscaled offset.
    let far = loads(["@c", "@a", "@a + 8"]);
    assert_eq!(far.iter().filter(|line| line.contains("@c")).count(), 2, "{far:?}");
}
