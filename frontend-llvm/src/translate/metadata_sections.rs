//! Sections emitted for named metadata and attributes: linker options, and how the module was
//! built.

use gisel_codegen::ir::module::ProbeDescriptor;
use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};
use gisel_codegen::support::leb128;

use super::error::{Result, Stop};
use crate::ir::module::NamedOperand;
use crate::ir::{Function, Module};

/// `SHT_LLVM_LINKER_OPTIONS` (LLVM's Extensions, "SHT_LLVM_LINKER_OPTIONS Section").
const LINKER_OPTIONS: u32 = 0x6fff_4c01;
/// `SHT_LLVM_DEPENDENT_LIBRARIES` (LLVM's Extensions, "SHT_LLVM_DEPENDENT_LIBRARIES Section").
const DEPENDENT_LIBRARIES: u32 = 0x6fff_4c04;

/// The named metadata that lists functions with pseudo probes.
pub(crate) const PROBES: &str = "llvm.pseudo_probe_desc";

/// Returns the error of a node of named metadata that has other operands than `expected`.
fn malformed(name: &str, node: u32, expected: &str) -> Stop {
    Stop::new(format!("named metadata !{name}: node {node} is not {expected}"))
}

/// Returns the entries of `.pseudo_probe_desc`: each function's number, CFG checksum, and name
/// after its length.
///
/// # Errors
/// A node has other operands.
pub(crate) fn probe_descriptors(ir: Module<'_>) -> Result<Vec<ProbeDescriptor>> {
    let descriptor = |node| match ir.named_node(PROBES, node)?[..] {
        [
            Some(NamedOperand::Number(function)),
            Some(NamedOperand::Number(sum)),
            Some(NamedOperand::Text(name)),
            ..,
        ] => {
            let mut bytes = [function.to_le_bytes(), sum.to_le_bytes()].concat();
            leb128::push_unsigned(name.len() as u64, &mut bytes);
            bytes.extend_from_slice(name);
            Some(Ok(ProbeDescriptor { name: String::from_utf8_lossy(name).into_owned(), bytes }))
        }
        _ => Some(Err(malformed(PROBES, node, "a function's number, checksum and name"))),
    };
    (0..).map_while(descriptor).collect()
}

/// Returns the sections of a module with their contents: zero-terminated strings.
///
/// # Errors
/// A node of named metadata has other operands than its section requires.
pub(crate) fn of_module(ir: Module<'_>) -> Result<Vec<(Section, Vec<u8>)>> {
    let strings = SectionFlags::MERGE | SectionFlags::STRINGS;
    let of_linker = |name, number, flags| Section::new(name, SectionType::Other(number), flags);
    let sections = [
        ("llvm.linker.options", 2, of_linker(".linker-options", LINKER_OPTIONS, SectionFlags::EXCLUDE)),
        (
            "llvm.dependent-libraries",
            1,
            Section { entry_size: 1, ..of_linker(".deplibs", DEPENDENT_LIBRARIES, strings) },
        ),
        (
            "llvm.commandline",
            1,
            Section { flags: strings, entry_size: 1, ..Section::unloaded(".GCC.command.line") },
        ),
    ];
    let mut filled = Vec::new();
    for (name, count, section) in sections {
        let mut bytes = texts(ir, name, count)?;
        if name == "llvm.commandline" && !bytes.is_empty() {
            bytes.insert(0, 0);
        }
        filled.push((section, bytes));
    }
    filled.push((Section::unloaded(".llvm_stats"), statistics(ir)?));
    filled.retain(|(_, bytes)| !bytes.is_empty());
    filled.extend(split_stack_notes(ir));
    Ok(filled)
}

/// Returns the strings of named metadata whose nodes have `count` of them, each with a zero after
/// it.
fn texts(ir: Module<'_>, name: &'static str, count: usize) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for (node, operands) in (0..).map_while(|node| Some((node, ir.named_node(name, node)?))) {
        let is_text = |operand: &Option<NamedOperand<'_>>| matches!(operand, Some(NamedOperand::Text(_)));
        if operands.len() != count || !operands.iter().all(is_text) {
            let expected = if count == 1 { "one string" } else { "two strings" };
            return Err(malformed(name, node, expected));
        }
        for operand in operands {
            if let Some(NamedOperand::Text(text)) = operand {
                out.extend_from_slice(text);
                out.push(0);
            }
        }
    }
    Ok(out)
}

/// The named metadata with statistics of the compiler.
const STATISTICS: &str = "llvm.stats";

/// Returns the contents of `.llvm_stats`: keys and base64 values, each after its length.
fn statistics(ir: Module<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut push = |bytes: &[u8]| {
        leb128::push_unsigned(bytes.len() as u64, &mut out);
        out.extend_from_slice(bytes);
    };
    for (node, operands) in (0..).map_while(|node| Some((node, ir.named_node(STATISTICS, node)?))) {
        for pair in operands.chunks(2) {
            let [Some(NamedOperand::Text(key)), Some(NamedOperand::Number(value))] = *pair else {
                return Err(malformed(STATISTICS, node, "pairs of a name and a number of 64 bits"));
            };
            push(key);
            push(base64(value.to_string().as_bytes()).as_bytes());
        }
    }
    Ok(out)
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
