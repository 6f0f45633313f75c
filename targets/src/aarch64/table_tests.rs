//! The instruction table against LLVM's assembler.

use super::instructions::TABLE;
use crate::table::check::Check;

#[test]
fn every_line_is_encoded_as_llvm_does() {
    Check {
        table: &TABLE,
        triple: "aarch64",
        attributes: "+all",
        mode: |_| "",
        distinct_registers: true,
        compressed: false,
        prints_otherwise: &[(
            "",
            "LLVM prefers aliases (mov, lsl, ubfx) that read back as the same instruction",
        )],
    }
    .run();
}
