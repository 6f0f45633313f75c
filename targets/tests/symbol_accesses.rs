//! `symbol-accesses` and `merge-base-offset`: the lower part of a symbol's address in all accesses to
//! it.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::{CodeModel, Module, RelocModel, Symbol, SymbolKind};
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::passes::symbol_accesses;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::passes::merge_base_offset;
use gisel_targets::riscv::target::RiscvTarget;

/// Returns the instructions of a function with the argument register `argument` after `pass`. Symbol
/// `a` is aligned to `align` bytes, symbol `b` to 4 bytes.
fn folded(
    target: &dyn Target,
    mut module: Module,
    align: u32,
    argument: &str,
    body: &str,
    pass: impl FnOnce(&mut MachineFunction, &Module),
) -> Vec<String> {
    for (name, align) in [("a", align), ("b", 4)] {
        let symbol = Symbol { kind: SymbolKind::Data, dso_local: true, align, ..Symbol::default() };
        module.add_symbol(Symbol { name: name.to_string(), ..symbol });
    }
    let live_ins = format!("liveins: {argument}");
    let text =
        format!("name: f\nisSSA: true\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    {live_ins}\n{body}");
    let mut mf = parser::parse(&text, target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    pass(&mut mf, &module);
    verifier::verify(&mf, target).unwrap_or_else(|v| panic!("{v:?}"));
    let shown = mir_text::function_to_string(&mf, target, Some(&module));
    let body = shown.split(&live_ins).nth(1).expect("a body").lines().map(|line| line.trim().to_owned());
    body.filter(|line| !line.is_empty() && line != "...").collect()
}

/// Asserts that the instruction that computes the address is still there.
fn assert_stays(lines: &[String], opcode: &str, case: &str) {
    let computes = format!("= {opcode} ");
    assert!(lines.iter().any(|line| line.contains(&computes)), "{case}: {lines:#?}");
}

/// Returns what `symbol-accesses` makes of a load from a symbol and a store to it, at these offsets in
/// doublewords.
fn by_page(symbol: &str, [load, store]: [i64; 2], last: &str) -> Vec<String> {
    let page = format!("target-flags(aarch64-page) @{symbol}");
    let low = format!("target-flags(aarch64-pageoff, aarch64-nc) @{symbol}");
    let body = format!(
        "    %0:gpr64 = COPY $x0
    %1:gpr64common = MOVaddr {page}, {low}
    %2:gpr64 = LDRXui %1, {load}
    STRXui %0, %1, {store}
    {last}
    $x0 = COPY %2
    RET_ReallyLR implicit $x0
"
    );
    let target = AArch64Target::new("", "").expect("armv8-a");
    let pass = |mf: &mut MachineFunction, module: &Module| symbol_accesses::run(mf, &target, module);
    folded(&target, Module::default(), 8, "$x0", &body, pass)
}

#[test]
fn all_accesses_add_the_lower_part_to_the_page() {
    let lines = by_page("a", [0, 0], "");
    let low = "target-flags(aarch64-pageoff, aarch64-nc) @a";
    assert_eq!(
        lines[1..4],
        [
            "%3:gpr64common = ADRP target-flags(aarch64-page) @a".to_owned(),
            format!("%2:gpr64 = LDRXui %3, {low}"),
            format!("STRXui %0, %3, {low}"),
        ]
    );
}

#[test]
fn an_address_with_other_uses_or_offsets_or_a_smaller_alignment_stays_in_its_register() {
    for (symbol, offsets, last) in [
        ("a", [0, 1], ""),
        ("a", [1, 1], ""),
        ("b", [0, 0], ""),
        ("a + 4", [0, 0], ""),
        ("a", [0, 0], "%3:gpr64sp = ADDXri %1, 8, 0"),
        ("a", [0, 0], "STRXui %1, %1, 0"),
    ] {
        let lines = by_page(symbol, offsets, last);
        assert_stays(&lines, "MOVaddr", &format!("{symbol} {offsets:?} {last}"));
    }
}

/// Returns what `merge-base-offset` makes of a load from a symbol and a store to it, at these offsets
/// in bytes.
fn by_upper_part(symbol: &str, [load, store]: [i64; 2], last: &str) -> Vec<String> {
    let body = format!(
        "    %0:gpr = COPY $x10
    %1:gpr = PseudoMovAddr @{symbol}, @{symbol}
    %2:gpr = LD %1, {load}
    SD %0, %1, {store}
    {last}
    $x10 = COPY %2
    PseudoRET implicit $x10
"
    );
    let target = RiscvTarget::new("", "").expect("rv64gc");
    let module =
        Module { reloc_model: RelocModel::Static, code_model: CodeModel::Small, ..Module::default() };
    folded(&target, module, 16, "$x10", &body, merge_base_offset::run)
}

#[test]
fn all_accesses_add_the_lower_part_to_the_upper_part() {
    for (offsets, parts) in [([0, 0], ["a", "a", "a"]), ([8, 0], ["a", "a + 8", "a"]), ([8, 8], ["a + 8"; 3])]
    {
        let lines = by_upper_part("a", offsets, "");
        let [high, load, store] = parts;
        let expected = [
            format!("%1:gpr = LUI target-flags(riscv-hi) @{high}"),
            format!("%2:gpr = LD %1, target-flags(riscv-lo) @{load}"),
            format!("SD %0, %1, target-flags(riscv-lo) @{store}"),
        ];
        assert_eq!(lines[1..4], expected);
    }
}

#[test]
fn an_address_with_other_uses_or_distant_accesses_stays_in_its_register() {
    for (symbol, offsets, last) in [
        ("a", [0, 16], ""),
        ("a", [-8, 0], ""),
        ("b", [0, 4], ""),
        ("a + 8", [0, 8], ""),
        ("a", [0, 0], "%3:gpr = ADDI %1, 8"),
        ("a", [0, 0], "SD %1, %1, 0"),
        ("a", [0, 0], "SD %0, %1, 0\n    SD %0, %1, 0\n    SD %0, %1, 0"),
    ] {
        let lines = by_upper_part(symbol, offsets, last);
        assert_stays(&lines, "PseudoMovAddr", &format!("{symbol} {offsets:?} {last}"));
    }
}
