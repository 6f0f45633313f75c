//! `.cfi_…`: unwind information.

use super::super::inst::McSymbol;
use super::super::names::is_label;
use super::AsmParser;
use super::statements::items;
use crate::ir::mir::CfiDirective;
use crate::mc::streamer::frames::{CfiEvent, FramePointer, FrameSections};

/// The state of the open frame.
#[derive(Default)]
pub(super) struct FrameState {
    open: bool,
    /// The offset of the canonical frame address in bytes, and the remembered ones.
    offset: i64,
    remembered: Vec<i64>,
}

impl FrameState {
    /// Checks that no frame is open at the end of the text.
    pub(super) fn end(&self) -> Result<(), String> {
        if self.open { Err("`.cfi_startproc` without `.cfi_endproc`".into()) } else { Ok(()) }
    }
}

impl AsmParser<'_> {
    /// Parses `.cfi_` followed by `name`.
    pub(super) fn cfi_directive(&mut self, name: &str, arguments: &str) -> Result<(), String> {
        match name {
            "sections" => {
                let mut sections = FrameSections { eh_frame: false, debug_frame: false };
                for name in items(arguments).into_iter().filter(|name| !name.is_empty()) {
                    match name {
                        ".eh_frame" => sections.eh_frame = true,
                        ".debug_frame" => sections.debug_frame = true,
                        other => {
                            return Err(format!("unwind information in `{other}` is not supported"));
                        }
                    }
                }
                self.out.frame_sections(sections);
                return Ok(());
            }
            "startproc" => {
                if std::mem::replace(&mut self.frame.open, true) {
                    return Err("`.cfi_startproc` twice".into());
                }
                if !matches!(arguments, "" | "simple") {
                    return Err(format!("`.cfi_startproc {arguments}` is not supported"));
                }
                let initial =
                    self.target.mc().unwind().initial.iter().find_map(|directive| match directive {
                        CfiDirective::DefCfa(_, offset) => Some(*offset),
                        _ => None,
                    });
                self.frame.offset = initial.ok_or("no frame at the start of functions")?;
                self.out.cfi(CfiEvent::Start { simple: !arguments.is_empty() });
                return Ok(());
            }
            // Inline assembly is in its function's frame.
            _ if !self.frame.open && self.distances.is_some() => {
                return Err(format!("`.cfi_{name}` outside of a function"));
            }
            "endproc" => {
                if !std::mem::take(&mut self.frame.open) {
                    return Err("`.cfi_endproc` without `.cfi_startproc`".into());
                }
                self.out.cfi(CfiEvent::End);
                return Ok(());
            }
            "escape" => {
                for byte in items(arguments) {
                    let number = self.number_of(byte)?;
                    let value = u8::try_from(number).map_err(|_| format!("`{byte}` is no byte"))?;
                    self.out.cfi(CfiEvent::Directive(CfiDirective::Byte(value)));
                }
                return Ok(());
            }
            _ => {}
        }
        if self.frame_event(name, arguments)? {
            return Ok(());
        }
        let list = items(arguments);
        let directive = match (name, &list[..]) {
            ("def_cfa", [reg, offset]) => {
                self.frame.offset = self.number_of(offset)?;
                CfiDirective::DefCfa(self.dwarf_register(reg)?, self.frame.offset)
            }
            ("def_cfa_register", [reg]) => CfiDirective::DefCfaRegister(self.dwarf_register(reg)?),
            ("def_cfa_offset", [offset]) => {
                self.frame.offset = self.number_of(offset)?;
                CfiDirective::DefCfaOffset(self.frame.offset)
            }
            ("adjust_cfa_offset", [by]) => {
                if !self.frame.open {
                    return Err("`.cfi_adjust_cfa_offset` where the offset is not known".into());
                }
                self.frame.offset = self.frame.offset.wrapping_add(self.number_of(by)?);
                CfiDirective::DefCfaOffset(self.frame.offset)
            }
            ("offset", [reg, offset]) => {
                CfiDirective::Offset(self.dwarf_register(reg)?, self.number_of(offset)?)
            }
            ("rel_offset", [reg, offset]) if self.frame.open => {
                let offset = self.number_of(offset)?.wrapping_sub(self.frame.offset);
                CfiDirective::Offset(self.dwarf_register(reg)?, offset)
            }
            ("restore", [reg]) => CfiDirective::Restore(self.dwarf_register(reg)?),
            ("undefined", [reg]) => CfiDirective::Undefined(self.dwarf_register(reg)?),
            ("register", [reg, other]) => {
                CfiDirective::Register(self.dwarf_register(reg)?, self.dwarf_register(other)?)
            }
            ("val_offset", [reg, offset]) => {
                CfiDirective::ValOffset(self.dwarf_register(reg)?, self.number_of(offset)?)
            }
            ("same_value", [reg]) => CfiDirective::SameValue(self.dwarf_register(reg)?),
            ("remember_state", _) => {
                self.frame.remembered.push(self.frame.offset);
                CfiDirective::RememberState
            }
            ("restore_state", _) => {
                let remembered = self.frame.remembered.pop();
                self.frame.offset = remembered.ok_or("`.cfi_restore_state` without `.cfi_remember_state`")?;
                CfiDirective::RestoreState
            }
            ("negate_ra_state", _) => CfiDirective::NegateRaState,
            ("negate_ra_state_with_pc", _) => CfiDirective::NegateRaStateWithPc,
            // A label within the table. Without references it has no effect; a reference is an
            // error, as the label is not defined.
            ("label", [name]) if is_label(name) => return Ok(()),
            _ => return Err(format!("`.cfi_{name} {arguments}` is not supported")),
        };
        self.out.cfi(CfiEvent::Directive(directive));
        Ok(())
    }

    /// Parses a directive about the whole frame. Returns false if the directive is of another kind.
    fn frame_event(&mut self, name: &str, arguments: &str) -> Result<bool, String> {
        let event = match name {
            "b_key_frame" => CfiEvent::BKeyFrame,
            "mte_tagged_frame" => CfiEvent::TaggedFrame,
            "signal_frame" => CfiEvent::SignalFrame,
            "return_column" => CfiEvent::ReturnColumn(self.dwarf_register(arguments)?),
            "personality" | "lsda" => {
                let (encoding, symbol) = arguments.split_once(',').unwrap_or((arguments, ""));
                let encoding = self.number_of(encoding)?;
                let encoding = u8::try_from(encoding).map_err(|_| format!("no encoding: {encoding}"))?;
                if encoding == gimli::constants::DW_EH_PE_omit.0 {
                    return Ok(true);
                }
                let value = self.value_of(symbol)?;
                let to = match (value.plus, value.minus, value.constant) {
                    (Some(to), None, 0) => to,
                    _ => return Err(format!("`{symbol}` is no symbol")),
                };
                match (name, to) {
                    ("personality", McSymbol::Label(_)) => {
                        return Err(format!("`{symbol}`: the personality routine is a symbol"));
                    }
                    ("personality", _) => CfiEvent::Personality(FramePointer { encoding, to }),
                    _ => CfiEvent::ExceptionTable(FramePointer { encoding, to }),
                }
            }
            _ => return Ok(false),
        };
        self.out.cfi(event);
        Ok(true)
    }

    /// Parses a register by its name, or by its DWARF number.
    fn dwarf_register(&mut self, text: &str) -> Result<u16, String> {
        if let Some(number) = super::number(text) {
            return u16::try_from(number).map_err(|_| format!("`{text}` is no register"));
        }
        let renamed = self.registers.renamed(text);
        let text = renamed.as_deref().unwrap_or(text);
        let found = self.target.inline_asm().and_then(|info| info.clobbered_register(text));
        let reg = found.ok_or_else(|| format!("`{text}` is no register"))?;
        let number = self.target.registers().reg(reg).dwarf;
        number.ok_or_else(|| format!("`{text}` has no number in unwind information"))
    }
}
