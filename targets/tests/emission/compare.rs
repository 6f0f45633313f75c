//! Assembly, and semantic comparison of objects.

use gimli::{BaseAddresses, CieOrFde, UnwindSection};
use object::{Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// Assembles `text` by `llvm-mc`.
pub fn assemble(text: &str, arguments: &[&str]) -> Vec<u8> {
    let mut child = Command::new("llvm-mc-22")
        .args(["-filetype=obj", "-o", "-", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("llvm-mc-22 is installed");
    let mut input = child.stdin.take().unwrap();
    let owned = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(owned.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "llvm-mc does not take\n{text}");
    output.stdout
}

fn named<'a>(file: &'a object::File<'a>) -> BTreeMap<String, object::Section<'a, 'a>> {
    let skip = [".group", ".symtab", ".strtab", ".shstrtab", ".eh_frame", ""];
    let sections = file.sections().map(|s| (s.name().unwrap().to_string(), s));
    sections
        .filter(|(n, s)| {
            !skip.contains(&n.as_str()) && !n.starts_with(".rela") && (s.size() != 0 || n == ".text")
        })
        .collect()
}

/// Compares the significant contents of two objects.
pub fn compare(ours: &[u8], theirs: &[u8], text: &str) {
    let (ours, theirs) = (object::File::parse(ours).unwrap(), object::File::parse(theirs).unwrap());
    assert_eq!(ours.flags(), theirs.flags());
    let (a, b) = (named(&ours), named(&theirs));
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>(), "{text}");
    for (name, section) in &a {
        let other = &b[name];
        assert_eq!(section.flags(), other.flags(), "{name}");
        assert_eq!(section.size(), other.size(), "{name}\n{text}");
        assert_eq!(section.align(), other.align(), "{name}");
        let (x, y) = (section.data().unwrap(), other.data().unwrap());
        let place = x.iter().zip(y).position(|(x, y)| x != y);
        assert_eq!(place, None, "first difference in {name}, by offset\n{text}");
        assert_eq!(relocations(&ours, section), relocations(&theirs, other), "{name}\n{text}");
    }
    assert_eq!(symbols(&ours), symbols(&theirs), "{text}");
    assert_eq!(frames(&ours), frames(&theirs), "{text}");
}

fn symbols(file: &object::File<'_>) -> Vec<String> {
    let shown = |s: object::Symbol<'_, '_>| {
        let name = s.name().unwrap().to_string();
        if name.is_empty() || name.starts_with(".L") {
            return None;
        }
        let section =
            s.section_index().map(|i| file.section_by_index(i).unwrap().name().unwrap().to_string());
        Some(format!("{name} {:?} {section:?} {} {} {:?}", s.kind(), s.address(), s.size(), s.flags()))
    };
    let mut all: Vec<String> = file.symbols().filter_map(shown).collect();
    all.sort();
    all
}

/// Returns relocations with their referents: a location in a section, or an undefined or global
/// symbol.
fn relocations(file: &object::File<'_>, section: &object::Section<'_, '_>) -> Vec<String> {
    let mut all = Vec::new();
    for (offset, relocation) in section.relocations() {
        let RelocationFlags::Elf { r_type } = relocation.flags() else { panic!("not ELF") };
        let target = match relocation.target() {
            RelocationTarget::Symbol(index) => {
                let symbol = file.symbol_by_index(index).unwrap();
                place(file, &symbol, relocation.addend())
            }
            other => format!("{other:?} {}", relocation.addend()),
        };
        all.push(format!("{offset:#x} {r_type:?} {target}"));
    }
    all
}

fn place(file: &object::File<'_>, symbol: &object::Symbol<'_, '_>, addend: i64) -> String {
    match symbol.section_index() {
        Some(index) if symbol.is_local() => {
            let name = file.section_by_index(index).unwrap().name().unwrap().to_string();
            format!("{name}+{}", symbol.address() as i64 + addend)
        }
        _ => format!("{}+{addend}", symbol.name().unwrap()),
    }
}

/// Returns the entries of the unwind table, with relocations applied under the assumption that
/// section addresses are 0.
fn frames(file: &object::File<'_>) -> Vec<String> {
    let Some(section) = file.section_by_name(".eh_frame") else { return Vec::new() };
    let mut data = section.data().unwrap().to_vec();
    for (offset, relocation) in section.relocations() {
        let RelocationTarget::Symbol(index) = relocation.target() else { continue };
        let value = file.symbol_by_index(index).unwrap().address() as i64 + relocation.addend();
        apply(&mut data[offset as usize..], &relocation.flags(), value, offset as i64);
    }
    let eh_frame = gimli::EhFrame::new(&data, gimli::LittleEndian);
    let bases = BaseAddresses::default().set_eh_frame(0);
    let (mut entries, mut out) = (eh_frame.entries(&bases), Vec::new());
    while let Some(entry) = entries.next().unwrap() {
        match entry {
            CieOrFde::Cie(cie) => {
                out.push(format!("CIE {cie:?}").split("initial_instructions").next().unwrap().to_string());
                let mut rules = cie.instructions(&eh_frame, &bases);
                while let Some(rule) = rules.next().unwrap() {
                    out.push(format!("{rule:?}"));
                }
            }
            CieOrFde::Fde(partial) => {
                let fde = partial.parse(gimli::EhFrame::cie_from_offset).unwrap();
                out.push(format!("FDE {:#x} {:#x}", fde.initial_address(), fde.len()));
                let mut rules = fde.instructions(&eh_frame, &bases);
                while let Some(rule) = rules.next().unwrap() {
                    out.push(format!("{rule:?}"));
                }
            }
        }
    }
    out.retain(|line| line != "Nop");
    out
}

/// Applies relocations of unwind tables: RISC-V's differences, and PC-relative addresses.
fn apply(data: &mut [u8], flags: &RelocationFlags, value: i64, place: i64) {
    let RelocationFlags::Elf { r_type } = flags else { panic!("not ELF") };
    let word = i32::from_le_bytes(data[..4].try_into().unwrap());
    match r_type.0 {
        35 => data[..4].copy_from_slice(&(word.wrapping_add(value as i32)).to_le_bytes()),
        39 => data[..4].copy_from_slice(&(word.wrapping_sub(value as i32)).to_le_bytes()),
        52 => data[0] = data[0] & 0xc0 | (data[0] as i64 - value) as u8 & 0x3f,
        53 => data[0] = data[0] & 0xc0 | value as u8 & 0x3f,
        54 => data[0] = value as u8,
        37 => data[0] = (data[0] as i64 - value) as u8,
        55 => data[..2].copy_from_slice(&(value as u16).to_le_bytes()),
        38 => data[..2].copy_from_slice(&((word as i64 - value) as u16).to_le_bytes()),
        57 | 261 => data[..4].copy_from_slice(&((value - place) as i32).to_le_bytes()),
        other => panic!("relocation {other} in .eh_frame"),
    }
}
