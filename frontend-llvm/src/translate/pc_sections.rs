//! Sections that list code addresses (`!pcsections`), each followed by data bytes.
//!
//! Source: LLVM's *PC Sections Metadata*.

use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{InstMetadata, PcSection, PcSectionList};
use gisel_codegen::support::leb128;
use smallvec::smallvec;

use super::debug_info::NumberedBy;
use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::translator::Translator;
use crate::ir::function::PcItem;
use crate::ir::{Inst, Value};
use crate::raw;

/// The character in a section name before the options.
const OPTIONS: char = '!';

/// The option that encodes numbers of 2 bytes and more with variable length.
const COMPRESSED: char = 'C';

/// Returns the sections that list the addresses of a function or instruction.
///
/// # Errors
/// Data comes before the name of a section, or is not an integer of at most 64 bits.
pub fn pc_sections(value: Value<'_>) -> std::result::Result<Vec<PcSection>, String> {
    let mut sections: Vec<(&str, bool, Vec<u8>)> = Vec::new();
    for item in value.pc_items() {
        match (item, sections.last_mut()) {
            (PcItem::Section(name), _) => {
                let (name, options) = name.split_once(OPTIONS).unwrap_or((name, ""));
                sections.push((name, options.contains(COMPRESSED), Vec::new()));
            }
            (PcItem::Number(number, bytes), Some((_, is_compressed, data))) => {
                match *is_compressed && bytes > 1 {
                    true => leb128::push_unsigned(number, data),
                    // Integers of odd widths are padded to their size in memory.
                    false => data.extend(&number.to_le_bytes()[..bytes.next_power_of_two() as usize]),
                }
            }
            _ => return Err("!pcsections with something that is not an integer of at most 64 bits".into()),
        }
    }
    let section = |(name, is_compressed, data): (&str, bool, Vec<u8>)| PcSection {
        name: name.into(),
        is_compressed,
        data: data.into(),
    };
    Ok(sections.into_iter().map(section).collect())
}

impl<'m> Translator<'m> {
    /// Numbers the nodes of instructions as MIR does. If the module was read from MIR, their
    /// sections are added to the module.
    pub fn number_pc_sections(&mut self, numbered: NumberedBy<'m>) {
        let numbers = match numbered {
            NumberedBy::Nothing => return,
            NumberedBy::Printing => None,
            NumberedBy::Reading(numbers) => Some(numbers),
        };
        for (number, key, inst) in raw::pc_nodes(self.ir.handle(), numbers) {
            let is_new = self.pc_numbers.insert(key, number).is_none();
            if let (true, Some(_), Ok(sections)) = (is_new, numbers, pc_sections(inst)) {
                self.module.pc_lists.push(PcSectionList { number: Some(number), sections });
            }
        }
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Makes the instructions that are built for `inst` get its `!pcsections`.
    #[cold]
    pub(super) fn attach_pc_sections(&mut self, inst: Inst<'m>) -> Result<()> {
        let Some(list) = self.pc_list(inst)? else { return Ok(()) };
        let metadata = InstMetadata { pc_sections: smallvec![list], ..InstMetadata::default() };
        self.b.debug_loc = self.b.mf.location_with(self.b.debug_loc, metadata);
        Ok(())
    }

    /// Makes the label of a landing pad get the `!pcsections` of its `landingpad`.
    pub(super) fn attach_pc_sections_to_pad(&mut self, inst: Inst<'m>, pad: BlockId) -> Result<()> {
        let Some((list, label)) = self.pc_list(inst)?.zip(self.b.mf.first_inst(pad)) else { return Ok(()) };
        let metadata = InstMetadata { pc_sections: smallvec![list], ..InstMetadata::default() };
        let location = self.b.mf.location(label);
        self.b.mf.inst_mut(label).debug_loc = self.b.mf.location_with(location, metadata);
        Ok(())
    }

    /// Returns the number of the list of an instruction with `!pcsections` that names a section.
    fn pc_list(&mut self, inst: Inst<'m>) -> Result<Option<u32>> {
        let Some(key) = inst.value().pc_sections_key() else { return Ok(None) };
        if let Some(&list) = self.pc_lists.get(&key) {
            return Ok(Some(list));
        }
        let sections = pc_sections(inst.value()).map_err(Stop::new)?;
        if sections.is_empty() {
            return Ok(None);
        }
        let table = self.b.mf.inst_metadata.get_or_insert_default();
        table.pc_sections.push(PcSectionList { number: self.cx.pc_numbers.get(&key).copied(), sections });
        let list = (table.pc_sections.len() - 1) as u32;
        self.pc_lists.insert(key, list);
        Ok(Some(list))
    }
}
