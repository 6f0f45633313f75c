//! Sections emitted for named metadata and attributes: linker options, and how the module was
//! built.

use gisel_codegen::ir::module::ProbeDescriptor;
use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};
use gisel_codegen::support::leb128;

use crate::ir::module::NamedOperand;
use crate::ir::{Function, Module};

/// `SHT_LLVM_LINKER_OPTIONS` (LLVM's Extensions, "SHT_LLVM_LINKER_OPTIONS Section").
const LINKER_OPTIONS: u32 = 0x6fff_4c01;
/// `SHT_LLVM_DEPENDENT_LIBRARIES` (LLVM's Extensions, "SHT_LLVM_DEPENDENT_LIBRARIES Section").
const DEPENDENT_LIBRARIES: u32 = 0x6fff_4c04;

/// The named metadata that lists functions with pseudo probes.
pub const PROBES: &str = "llvm.pseudo_probe_desc";

/// Returns the entries of `.pseudo_probe_desc`: each function's number, CFG checksum, and name
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
            leb128::push_unsigned(name.len() as u64, &mut bytes);
            bytes.extend_from_slice(name);
            Some(ProbeDescriptor { name: String::from_utf8_lossy(name).into_owned(), bytes })
        }
        _ => None,
    };
    (0..).map_while(descriptor).collect()
}

/// Returns the sections of a module with their contents: zero-terminated strings.
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

/// Returns the contents of `.llvm_stats`: keys and base64 values, each after its length.
fn statistics(ir: Module<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut push = |bytes: &[u8]| {
        leb128::push_unsigned(bytes.len() as u64, &mut out);
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

/// Encodes bytes in base64 (RFC 4648, section 4).
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

/// Returns the notes for an object with "split-stack" functions, and for one that also has others,
/// as in LLVM. As in LLVM, these targets' back-ends do not split stacks: the functions themselves
/// are unchanged.
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
