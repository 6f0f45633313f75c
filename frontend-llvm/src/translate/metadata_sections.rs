//! Sections that named metadata and attributes become: what the linker is told, and how the module was made.

use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};

use crate::ir::{Function, Module};

/// `SHT_LLVM_LINKER_OPTIONS` (LLVM's Extensions, "SHT_LLVM_LINKER_OPTIONS Section").
const LINKER_OPTIONS: u32 = 0x6fff_4c01;
/// `SHT_LLVM_DEPENDENT_LIBRARIES` (the same, "SHT_LLVM_DEPENDENT_LIBRARIES Section").
const DEPENDENT_LIBRARIES: u32 = 0x6fff_4c04;

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
    with_bytes.filter(|(_, bytes)| !bytes.is_empty()).chain(split_stack_notes(ir)).collect()
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
