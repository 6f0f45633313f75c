//! Names of relocations are found by bisection.

use gisel_targets::create;

#[test]
fn names_are_in_order() {
    for triple in ["riscv64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
        let target = create(triple, "", "").expect("a target");
        assert!(target.mc().relocation_names().is_sorted_by(|a, b| a.0 < b.0), "{triple}");
        assert_eq!(target.mc().relocation_named("BFD_RELOC_NONE"), Some(0), "{triple}");
    }
}
