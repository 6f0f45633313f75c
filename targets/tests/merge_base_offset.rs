//! `merge-base-offset`: the lower part of a symbol's address in all accesses to it.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::{CodeModel, Module, RelocModel, Symbol, SymbolKind};
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_targets::riscv::passes::merge_base_offset;
use gisel_targets::riscv::target::RiscvTarget;

/// Returns the instructions of a function after the pass. Symbol `a` is aligned to 16 bytes, symbol
/// `b` to 4 bytes.
fn folded(body: &str) -> Vec<String> {
    let target = RiscvTarget::new("", "").expect("rv64gc");
    let mut module =
        Module { reloc_model: RelocModel::Static, code_model: CodeModel::Small, ..Module::default() };
    for (name, align) in [("a", 16), ("b", 4)] {
        let symbol = Symbol { kind: SymbolKind::Data, dso_local: true, align, ..Symbol::default() };
        module.add_symbol(Symbol { name: name.to_string(), ..symbol });
    }
    let text =
        format!("name: f\nisSSA: true\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $x10\n{body}");
    let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    merge_base_offset::run(&mut mf, &module);
    verifier::verify(&mf, &target).unwrap_or_else(|v| panic!("{v:?}"));
    let shown = mir_text::function_to_string(&mf, &target, Some(&module));
    let body =
        shown.split("liveins: $x10").nth(1).expect("a body").lines().map(|line| line.trim().to_owned());
    body.filter(|line| !line.is_empty() && line != "...").collect()
}

/// Returns a load from a symbol and a store to it, at these offsets in bytes.
fn load_and_store(symbol: &str, offsets: [i64; 2], last: &str) -> String {
    let [load, store] = offsets;
    format!(
        "    %0:gpr = COPY $x10
    %1:gpr = PseudoMovAddr @{symbol}, @{symbol}
    %2:gpr = LD %1, {load}
    SD %0, %1, {store}
    {last}
    $x10 = COPY %2
    PseudoRET implicit $x10
"
    )
}

#[test]
fn all_accesses_add_the_lower_part() {
    for (offsets, parts) in [([0, 0], ["a", "a", "a"]), ([8, 0], ["a", "a + 8", "a"]), ([8, 8], ["a + 8"; 3])]
    {
        let lines = folded(&load_and_store("a", offsets, ""));
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
        let lines = folded(&load_and_store(symbol, offsets, last));
        assert!(
            lines.iter().any(|line| line.contains("= PseudoMovAddr")),
            "{symbol} {offsets:?} {last}: {lines:#?}"
        );
    }
}
