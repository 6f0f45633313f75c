//! `.eh_frame`, decoded: each function's location, and the rows of its unwind table.
//!
//! Every section gets its own address, relocations are applied, and addresses are translated back
//! into locations.

use super::elf::{Line, Object, Place, Relocation, Topic};
use crate::Result;
use gimli::{
    BaseAddresses, CieOrFde, EhFrame, LittleEndian, Pointer, Reader, RegisterRule, UnwindContext,
    UnwindSection,
};
use object::elf;

/// The distance between section addresses.
const GAP: u64 = 1 << 12;

/// The addresses of an object's sections, followed by the addresses of its symbols. Only symbols
/// without a section have one. All are within 32 bits of each other.
struct Addresses(Vec<u64>);

impl Addresses {
    fn new(object: &Object) -> Addresses {
        let symbols = std::iter::repeat_n(0, object.symbols.len());
        let sizes = object.sections.iter().map(|section| section.size).chain(symbols);
        let mut next = 0;
        let start = |size: u64| {
            next += GAP;
            let start = next;
            next += size;
            start
        };
        Addresses(sizes.map(start).collect())
    }

    fn of(&self, object: &Object, relocation: Relocation) -> u64 {
        let symbol = &object.symbols[relocation.symbol];
        let base = match symbol.place {
            Place::In(section, offset) => self.0[section] + offset,
            _ => self.0[object.sections.len() + relocation.symbol],
        };
        base.wrapping_add_signed(relocation.addend)
    }

    /// Describes the location at an address.
    fn place(&self, object: &Object, address: u64) -> String {
        let Some(number) = self.0.partition_point(|start| *start <= address).checked_sub(1) else {
            return format!("{address:#x}");
        };
        let offset = address - self.0[number];
        match object.sections.get(number) {
            Some(section) => format!("[{}]+{offset:#x}", section.id),
            None => format!("{}+{offset:#x}", object.symbols[number - object.sections.len()].name),
        }
    }
}

/// Returns the effect of a relocation on the contents: the width in bytes, and set, add or
/// subtract.
fn effect(machine: u16, kind: u32) -> Option<(usize, char)> {
    let riscv = [
        (elf::R_RISCV_32, 4, '='),
        (elf::R_RISCV_64, 8, '='),
        (elf::R_RISCV_ADD8, 1, '+'),
        (elf::R_RISCV_ADD16, 2, '+'),
        (elf::R_RISCV_ADD32, 4, '+'),
        (elf::R_RISCV_ADD64, 8, '+'),
        (elf::R_RISCV_SUB8, 1, '-'),
        (elf::R_RISCV_SUB16, 2, '-'),
        (elf::R_RISCV_SUB32, 4, '-'),
        (elf::R_RISCV_SUB64, 8, '-'),
        (elf::R_RISCV_SET6, 0, '='),
        (elf::R_RISCV_SUB6, 0, '-'),
        (elf::R_RISCV_SET8, 1, '='),
        (elf::R_RISCV_SET16, 2, '='),
        (elf::R_RISCV_SET32, 4, '='),
        (elf::R_RISCV_32_PCREL, 4, '.'),
    ];
    let aarch64 = [
        (elf::R_AARCH64_ABS32, 4, '='),
        (elf::R_AARCH64_ABS64, 8, '='),
        (elf::R_AARCH64_PREL32, 4, '.'),
        (elf::R_AARCH64_PREL64, 8, '.'),
    ];
    let table = if machine == elf::EM_RISCV.0 { &riscv[..] } else { &aarch64[..] };
    table.iter().find(|row| row.0.0 == kind).map(|row| (row.1, row.2))
}

/// Returns the contents of section `index`, relocated.
fn relocated(object: &Object, addresses: &Addresses, index: usize) -> Result<Vec<u8>> {
    let section = &object.sections[index];
    let mut bytes = section.bytes.clone();
    for relocation in &section.relocations {
        let at = relocation.offset as usize;
        let (size, how) = effect(object.machine, relocation.kind)
            .ok_or_else(|| format!("relocation {} in .eh_frame", relocation.kind))?;
        let (width, mask) = if size == 0 { (1, 0x3f) } else { (size, u64::MAX) };
        let mut word = [0; 8];
        word[..width].copy_from_slice(&bytes[at..at + width]);
        let old = u64::from_le_bytes(word);
        let value = addresses.of(object, *relocation);
        let new = match how {
            '+' => old.wrapping_add(value),
            '-' => old.wrapping_sub(value),
            '.' => value.wrapping_sub(addresses.0[index] + relocation.offset),
            _ => value,
        };
        let new = old & !mask | new & mask;
        bytes[at..at + width].copy_from_slice(&new.to_le_bytes()[..width]);
    }
    Ok(bytes)
}

/// Returns the lines of all functions.
///
/// # Errors
/// A table cannot be decoded.
pub fn listing(object: &Object) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    let addresses = Addresses::new(object);
    for index in 0..object.sections.len() {
        if object.sections[index].name == ".eh_frame" {
            decode(object, &addresses, index, &mut lines)
                .map_err(|e| format!(".eh_frame cannot be decoded: {e}"))?;
        }
    }
    Ok(lines)
}

fn decode(object: &Object, addresses: &Addresses, index: usize, lines: &mut Vec<Line>) -> Result<()> {
    let bytes = relocated(object, addresses, index)?;
    let mut table = EhFrame::new(&bytes, LittleEndian);
    table.set_address_size(8);
    if object.machine == elf::EM_AARCH64.0 {
        table.set_vendor(gimli::Vendor::AArch64);
    }
    let bases = BaseAddresses::default().set_eh_frame(addresses.0[index]);
    let mut entries = table.entries(&bases);
    while let Some(entry) = entries.next().map_err(|e| e.to_string())? {
        let CieOrFde::Fde(partial) = entry else { continue };
        let fde = partial.parse(EhFrame::cie_from_offset).map_err(|e| e.to_string())?;
        lines.push(function((object, addresses), &table, &bases, &fde).map_err(|e| e.to_string())?);
    }
    Ok(())
}

/// Formats a register's rule; expressions by their bytes, independent of their offset.
fn show<R: Reader<Offset = usize>>(rule: &RegisterRule<usize>, table: &EhFrame<R>) -> String {
    let (RegisterRule::Expression(expression) | RegisterRule::ValExpression(expression)) = rule else {
        return format!("{rule:?}");
    };
    let is_value = matches!(rule, RegisterRule::ValExpression(_));
    let bytes = expression.get(table).and_then(|e| e.0.to_slice().map(|bytes| bytes.to_vec()));
    format!("expression {bytes:?}, a value {is_value}")
}

fn function<R: Reader<Offset = usize>>(
    (object, addresses): (&Object, &Addresses),
    table: &EhFrame<R>,
    bases: &BaseAddresses,
    fde: &gimli::FrameDescriptionEntry<R>,
) -> gimli::Result<Line> {
    let pointer = |p: Option<Pointer>| p.map_or("none".into(), |p| addresses.place(object, p.pointer()));
    let start = fde.initial_address();
    let mut text = format!(
        "size {}, return address in {}, personality {}, lsda {}, signal {}",
        fde.len(),
        fde.cie().return_address_register().0,
        pointer(fde.personality()),
        pointer(fde.lsda()),
        fde.is_signal_trampoline()
    );
    let mut context = UnwindContext::new();
    let mut rows = fde.rows(table, bases, &mut context)?;
    let mut last = String::new();
    while let Some(row) = rows.next_row()? {
        let mut registers: Vec<_> =
            row.registers().map(|(register, rule)| (register.0, show(rule, table))).collect();
        registers.sort_by_key(|(register, _)| *register);
        let shown = format!("{:?} {registers:?}", row.cfa());
        if shown != last {
            text += &format!("; {:#x}: {shown}", row.start_address() - start);
            last = shown;
        }
    }
    let subject = addresses.place(object, start);
    Ok(Line { topic: Topic::Frame, subject, offset: 0, text })
}
