//! The contents of `.riscv.attributes`, and the flags in the ELF header.
//!
//! Source: the RISC-V ELF psABI, "Attributes".

use crate::riscv::features::{Abi, Subtarget, TABLE};
use crate::riscv::mc::isa;
use crate::riscv::mc::relocations::elf;

const TAG_FILE: u8 = 1;
const TAG_STACK_ALIGN: u8 = 4;
const TAG_ARCH: u8 = 5;

/// Returns `e_flags` of a module for `subtarget`.
pub(crate) fn elf_flags(subtarget: &Subtarget) -> u32 {
    let rvc = if TABLE.has(&subtarget.set, "zca") { elf::EF_RISCV_RVC } else { 0 };
    let tso = if TABLE.has(&subtarget.set, "ztso") { elf::EF_RISCV_TSO } else { 0 };
    let floats = match subtarget.abi {
        Abi::Embedded => elf::EF_RISCV_RVE,
        Abi::Soft => 0,
        Abi::Single => elf::EF_RISCV_FLOAT_ABI_SINGLE,
        Abi::Double => elf::EF_RISCV_FLOAT_ABI_DOUBLE,
    };
    rvc | tso | floats
}

/// Returns the section's bytes: one vendor subsection with one sub-subsection for the whole file.
pub(crate) fn section(subtarget: &Subtarget) -> Vec<u8> {
    let mut tags = vec![TAG_STACK_ALIGN, subtarget.stack_alignment() as u8, TAG_ARCH];
    tags.extend(isa::full(&subtarget.set).bytes());
    tags.push(0);
    let mut file = vec![TAG_FILE];
    file.extend((tags.len() as u32 + 5).to_le_bytes());
    file.extend(tags);
    let vendor = b"riscv\0";
    let mut out = vec![b'A'];
    out.extend((4 + vendor.len() as u32 + file.len() as u32).to_le_bytes());
    out.extend(vendor);
    out.extend(file);
    out
}

/// Returns the attributes as directives, one per line.
pub(crate) fn directives(subtarget: &Subtarget) -> String {
    let (arch, align) = (isa::short(&subtarget.set), subtarget.stack_alignment());
    format!("\t.attribute\t{TAG_STACK_ALIGN}, {align}\n\t.attribute\t{TAG_ARCH}, \"{arch}\"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Request;

    #[test]
    fn lengths_cover_what_follows_them() {
        let base = Subtarget::new(64, &Request::default(), &mut Vec::new()).unwrap();
        let bytes = section(&base);
        let length =
            |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
        assert_eq!((bytes[0], length(1)), (b'A', bytes.len() - 1));
        assert_eq!(&bytes[5..11], b"riscv\0");
        assert_eq!((bytes[11], length(12)), (TAG_FILE, bytes.len() - 11));
        assert_eq!(&bytes[16..20], &[4, 16, 5, b'r']);
        assert_eq!(elf_flags(&base), 5);
        assert!(directives(&base).contains(".attribute\t5, \"rv64i2p1_m"));
    }
}
