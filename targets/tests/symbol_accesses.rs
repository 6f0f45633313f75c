//! `symbol-accesses`: the lower part of a symbol's address in all accesses to it.

use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::{Module, Symbol, SymbolKind};
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_targets::aarch64::passes::symbol_accesses;
use gisel_targets::aarch64::target::AArch64Target;

/// Returns the instructions of a function after the pass. Symbol `a` is aligned to 8 bytes, symbol
/// `b` to 4 bytes.
fn folded(body: &str) -> Vec<String> {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let mut module = Module::default();
    for (name, align) in [("a", 8), ("b", 4)] {
        let symbol = Symbol { kind: SymbolKind::Data, dso_local: true, align, ..Symbol::default() };
        module.add_symbol(Symbol { name: name.to_string(), ..symbol });
    }
    let text =
        format!("name: f\nisSSA: true\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $x0\n{body}");
    let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    symbol_accesses::run(&mut mf, &target, &module);
    verifier::verify(&mf, &target).unwrap_or_else(|v| panic!("{v:?}"));
    let shown = mir_text::function_to_string(&mf, &target, Some(&module));
    let body = shown.split("liveins: $x0").nth(1).expect("a body").lines().map(|line| line.trim().to_owned());
    body.filter(|line| !line.is_empty() && line != "...").collect()
}

/// Returns a load from a symbol and a store to it, at these offsets in doublewords.
fn load_and_store(symbol: &str, offsets: [i64; 2], last: &str) -> String {
    let [load, store] = offsets;
    let page = format!("target-flags(aarch64-page) @{symbol}");
    let low = format!("target-flags(aarch64-pageoff, aarch64-nc) @{symbol}");
    format!(
        "    %0:gpr64 = COPY $x0
    %1:gpr64common = MOVaddr {page}, {low}
    %2:gpr64 = LDRXui %1, {load}
    STRXui %0, %1, {store}
    {last}
    $x0 = COPY %2
    RET_ReallyLR implicit $x0
"
    )
}

#[test]
fn all_accesses_add_the_lower_part() {
    let lines = folded(&load_and_store("a", [0, 0], ""));
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
        ("a+4", [0, 0], ""),
        ("a", [0, 0], "%3:gpr64sp = ADDXri %1, 8, 0"),
        ("a", [0, 0], "STRXui %1, %1, 0"),
    ] {
        let symbol = symbol.replace('+', " + ");
        let lines = folded(&load_and_store(&symbol, offsets, last));
        assert!(
            lines.iter().any(|line| line.contains("= MOVaddr")),
            "{symbol} {offsets:?} {last}: {lines:#?}"
        );
    }
}
