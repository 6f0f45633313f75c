//! The instruction table against LLVM's assembler.

use super::instructions::TABLE;
use crate::table::check::Check;

const CHECK: Check<'static> = Check {
    table: &TABLE,
    triple: "riscv64",
    attributes: "+m,+a,+f,+d,+c,+zicsr,+zifencei,+zba,+zbb,+zbs",
    mode: |size| if size == 2 { ".option rvc" } else { ".option norvc" },
    distinct_registers: false,
    compressed: false,
    prints_otherwise: &[
        ("c.", "LLVM prints the form that was compressed"),
        ("csr", "LLVM names more registers"),
    ],
};

#[test]
fn every_line_is_encoded_and_printed_as_llvm_does() {
    CHECK.run();
}

#[test]
fn what_has_a_shorter_form_is_compressed_as_llvm_does() {
    Check { compressed: true, ..CHECK }.run();
}
