//! Sections that named metadata and attributes become: what the linker is told, and how the module was made.

use gisel_codegen::ir::module::ProbeDescriptor;
use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};

use super::pc_sections::push_uleb;
use crate::ir::module::NamedOperand;
use crate::ir::{Function, Module};

/// `SHT_LLVM_LINKER_OPTIONS` (LLVM's Extensions, "SHT_LLVM_LINKER_OPTIONS Section").
const LINKER_OPTIONS: u32 = 0x6fff_4c01;
/// `SHT_LLVM_DEPENDENT_LIBRARIES` (the same, "SHT_LLVM_DEPENDENT_LIBRARIES Section").
const DEPENDENT_LIBRARIES: u32 = 0x6fff_4c04;

/// The list of functions that had probes.
pub const PROBES: &str = "llvm.pseudo_probe_desc";

/// Returns what `.pseudo_probe_desc` says of functions: number, checksum of the flow, and name
/// after its length.
pub fn probe_descriptors(ir: Module<'_>) -> Vec<ProbeDescriptor> {
    let operand = |node, operand| ir.named_operand(PROBES, node, operand);
    let descriptor = |node| match [0, 1, 2].map(|number| operand(node, number)) {
        [
            Some(NamedOperand::Number(function)),
            Some(NamedOperand::Number(sum)),
            Some(NamedOperand::Text(name)),
        ] => {
            let mut bytes = [function.to_le_bytes(), sum.to_le_bytes()].concat();
            push_uleb(name.len() as u64, &mut bytes);
            bytes.extend_from_slice(name);
            Some(ProbeDescriptor { name: String::from_utf8_lossy(name).into_owned(), bytes })
        }
        _ => None,
    };
    (0..).map_while(descriptor).collect()
}

/// The sections of a module, with their contents: strings that each end in a zero.
pub fn of_module(ir: Module<'_>) -> Vec<(Section, Vec<u8>)> {
    let strings = SectionFlags::MERGE | SectionFlags::STRINGS;
    let of_linker = |name, number, flags| Section::new(name, SectionType::Other(number), flags);
    let sections = [
        ("llvm.linker.options", of_linker(".linker-options", LINKER_OPTIONS, SectionFlags::EXCLUDE)),
        (
            "llvm.dependent-libraries",
            Section { entry_size: 1, ..of_linker(".deplibs", DEPENDENT_LIBRARIES, strings) },
        ),
        (
            "llvm.commandline",
            Section { flags: strings, entry_size: 1, ..Section::unloaded(".GCC.command.line") },
        ),
    ];
    let with_bytes = sections.into_iter().map(|(name, section)| {
        let texts = ir.named_strings(name).flatten();
        let mut bytes: Vec<u8> = texts.flat_map(|text| text.iter().copied().chain([0])).collect();
        if name == "llvm.commandline" && !bytes.is_empty() {
            bytes.insert(0, 0);
        }
        (section, bytes)
    });
    let statistics = (Section::unloaded(".llvm_stats"), statistics(ir));
    let filled = with_bytes.chain([statistics]).filter(|(_, bytes)| !bytes.is_empty());
    filled.chain(split_stack_notes(ir)).collect()
}

/// Returns the contents of `.llvm_stats`: keys, each with its value in base 64, all after their
/// lengths.
fn statistics(ir: Module<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut push = |bytes: &[u8]| {
        push_uleb(bytes.len() as u64, &mut out);
        out.extend_from_slice(bytes);
    };
    let operand = |node, operand| ir.named_operand("llvm.stats", node, operand);
    for node in (0..).take_while(|&node| operand(node, 0).is_some()) {
        for pair in (0..).step_by(2) {
            let (Some(NamedOperand::Text(key)), Some(NamedOperand::Number(value))) =
                (operand(node, pair), operand(node, pair + 1))
            else {
                break;
            };
            push(key);
            push(base64(value.to_string().as_bytes()).as_bytes());
        }
    }
    out
}

/// Returns bytes in base 64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, n| bits << 8 | u32::from(chunk.get(n).copied().unwrap_or(0)));
        for digit in 0..4 {
            let is_padding = digit > chunk.len();
            let number = bits >> (18 - 6 * digit) & 63;
            text.push(if is_padding { '=' } else { DIGITS[number as usize].into() });
        }
    }
    text
}

/// Marks an object whose functions have "split-stack", as LLVM does, and one in which others are among them. Like LLVM's, the
/// back-ends of these targets do not split stacks: the functions are as they are without.
fn split_stack_notes(ir: Module<'_>) -> impl Iterator<Item = (Section, Vec<u8>)> {
    let defined = || ir.functions().filter(|function| !function.is_declaration());
    let splits = |function: &Function<'_>| function.string_attribute("split-stack").is_some();
    let splits_any = defined().any(|function| splits(&function));
    let notes = [
        (".note.GNU-split-stack", splits_any),
        (".note.GNU-no-split-stack", splits_any && !defined().all(|function| splits(&function))),
    ];
    notes.into_iter().filter(|note| note.1).map(|note| (Section::unloaded(note.0), Vec::new()))
}
