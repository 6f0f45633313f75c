//! The machine-code properties: encoding and printing by the instruction table, compressed forms,
//! relocations, sections.
//!
//! Calls of symbols are one instruction here: `call f` as text, `auipc` and `jalr` with one fixup
//! as bytes.

pub(crate) mod asm_printer;
pub(crate) mod assemble;
pub mod attributes;
#[cfg(test)]
mod branch_tests;
pub(crate) mod inline_asm;
pub mod instructions;
pub(crate) mod isa;
pub(crate) mod kcfi;
pub(crate) mod mc_inst_lower;
pub(crate) mod operands;
pub(crate) mod raw_instructions;
pub(crate) mod recorded_calls;
pub(crate) mod relocation_names;
pub(crate) mod relocations;
pub(crate) mod system_registers;
#[cfg(test)]
mod table_tests;

use crate::riscv::features::{Features, Subtarget};
use crate::riscv::instr_info::GUARDED_JUMP_REGISTER;
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::mc::relocations::{FIXUPS, elf, fixup, spec};
use crate::riscv::registers::{REGISTERS, regs};
use crate::table::ShorterForms;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{CfiDirective, JumpTableEntryKind, MachineFunction, Operand};
use gisel_codegen::ir::module::{InstPrinterOptions, Module, Protection};
use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::asm_backend::{AsmBackend, FixupInfo, Longer};
use gisel_codegen::mc::asm_info::{AsmDialect, AsmInfo, AsmSubtarget, JumpTableKind, PltDistance};
use gisel_codegen::mc::code_emitter::{CodeEmitter, EncodedBranch};
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::gnu_property::{self, Note};
use gisel_codegen::mc::inst::{Fixup, FixupKind, McExpr, McInst, McOperand, Specifier};
use gisel_codegen::mc::inst_printer::{InstPrinter, SymbolNames};
use gisel_codegen::mc::object_info::{DataRelocations, ElfInfo, ThreadLocalOffsets, UnwindInfo};
use gisel_codegen::mc::target::{McTarget, RecordedCalls, XraySled};
use gisel_codegen::mc::target_asm_parser::{AsmSink, TargetAsmParser, TargetDirective};
use gisel_codegen::support::error::Result;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;
use std::rc::Rc;

/// `EM_RISCV`.
const MACHINE: u16 = 243;
/// `GNU_PROPERTY_RISCV_FEATURE_1_CFI_SS`.
const SHADOW_STACK: u32 = 2;
/// `SHT_RISCV_ATTRIBUTES`.
const ATTRIBUTES: u32 = 0x7000_0003;

static DATA_RELOCATIONS: DataRelocations = DataRelocations {
    absolute: [0, 0, elf::R_RISCV_32, elf::R_RISCV_64],
    relative: [0, 0, elf::R_RISCV_32_PCREL, 0],
    difference: Some([
        (elf::R_RISCV_ADD8, elf::R_RISCV_SUB8),
        (elf::R_RISCV_ADD16, elf::R_RISCV_SUB16),
        (elf::R_RISCV_ADD32, elf::R_RISCV_SUB32),
        (elf::R_RISCV_ADD64, elf::R_RISCV_SUB64),
    ]),
    advance: Some([
        (elf::R_RISCV_SET6, elf::R_RISCV_SUB6),
        (elf::R_RISCV_SET8, elf::R_RISCV_SUB8),
        (elf::R_RISCV_SET16, elf::R_RISCV_SUB16),
        (elf::R_RISCV_SET32, elf::R_RISCV_SUB32),
    ]),
    plt: elf::R_RISCV_PLT32,
    signed: None,
    thread_local: Some(ThreadLocalOffsets {
        // As LLVM: `ld.lld` knows no DTPREL relocation, and resolves these to the offset.
        kinds: [0, 0, elf::R_RISCV_32, elf::R_RISCV_64],
        names: ["", "", "R_RISCV_32", "R_RISCV_64"],
        bias: 0,
    }),
    uleb128: Some((elf::R_RISCV_SET_ULEB128, elf::R_RISCV_SUB_ULEB128)),
    relax: elf::R_RISCV_RELAX,
    align: elf::R_RISCV_ALIGN,
    keep_local_symbols: true,
    table_entries: &[],
    mapping_symbols: ["$x", "$d"],
    label_symbol: ".L0 ",
};

const UNWIND: UnwindInfo = UnwindInfo {
    initial: &[CfiDirective::DefCfa(2, 0)],
    address_bytes: 8,
    return_register: 1,
    code_alignment: 1,
    data_alignment: -8,
    exception_pointer: 4,
    variable_call_sites: false,
    large_model_is_wide: false,
};

static UNWIND_RV64: UnwindInfo = UNWIND;

/// `UNWIND` with registers of 32 bits.
static UNWIND_RV32: UnwindInfo = UnwindInfo { address_bytes: 4, data_alignment: -4, ..UNWIND };

fn cfi_register(number: u16, options: &InstPrinterOptions) -> Cow<'static, str> {
    let named = REGISTERS.regs.iter().find(|reg| reg.dwarf == Some(number));
    named.map_or_else(|| number.to_string().into(), |reg| options.register_name(reg).into())
}

fn debug_register(number: u16, bits: u32) -> Option<String> {
    let kind = match bits {
        ..=16 => 'h',
        17..=32 => 'f',
        _ => 'd',
    };
    match number {
        0..=31 => Some(format!("$x{number}")),
        32..=63 => Some(format!("$f{}_{kind}", number - 32)),
        _ => None,
    }
}

static DIALECT: AsmDialect = AsmDialect {
    data: [".byte", ".half", ".word", ".quad"],
    comment: "#",
    cfi_register,
    debug_register,
    plain_spills: &[],
    relaxes_branches: true,
    aligns_code_sections: false,
    is_reserved: |_| false,
    variant_calls: (".variant_cc", &[]),
    names_registers: false,
    build_attributes: None,
    memory_tags: None,
    relocations: &[],
    plt_distance: PltDistance::FromWord("%pltpcrel"),
};

/// The dynamic rounding mode.
const ROUNDS_DYNAMICALLY: i64 = 7;

/// The machine-code properties of a subtarget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RiscvMc {
    /// The subtarget.
    pub subtarget: Subtarget,
}

impl RiscvMc {
    /// Returns the register of a tail call's jump. With landing pads, jumps through another one
    /// check for a pad.
    fn tail_register(&self) -> PhysReg {
        if self.subtarget.features.contains(Features::ZICFILP) { GUARDED_JUMP_REGISTER } else { regs::X6 }
    }

    /// Returns `inst` with its sources in the order of its compressed form, which overwrites the
    /// first of them, if the order differs.
    fn as_shortened(&self, inst: &McInst) -> Option<McInst> {
        let commutes = matches!(inst.opcode, op::ADD | op::ADDW | op::AND | op::OR | op::XOR);
        let [dst, first, second] = inst.operands[..] else { return None };
        if !commutes || dst != second || first == second {
            return None;
        }
        self.compress(inst)?;
        Some(McInst::new(inst.opcode, &[dst, second, first]))
    }
}

/// Returns the effect of `.option` with this argument, unless it changes the subtarget.
fn option(argument: &str) -> Option<TargetDirective> {
    Some(match argument {
        "push" => TargetDirective::Push,
        "pop" => TargetDirective::Pop,
        "pic" => TargetDirective::PositionIndependent(true),
        "nopic" => TargetDirective::PositionIndependent(false),
        "relax" => TargetDirective::LinkerRelaxation(true),
        "norelax" => TargetDirective::LinkerRelaxation(false),
        "exact" => TargetDirective::Exact(true),
        "noexact" => TargetDirective::Exact(false),
        _ => return None,
    })
}

impl CodeEmitter for RiscvMc {
    fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> std::result::Result<(), String> {
        match inst.opcode {
            op::PseudoCALL => encode_call(inst, regs::X1, regs::X1, out, fixups),
            op::PseudoCALLReg => {
                let Some(&McOperand::Reg(link)) = inst.operands.first() else {
                    return Err("a call needs a register".into());
                };
                encode_call(inst, link, link, out, fixups)
            }
            op::PseudoTAIL => encode_call(inst, self.tail_register(), regs::X0, out, fixups),
            op::PseudoJump => {
                let Some(&McOperand::Reg(scratch)) = inst.operands.first() else {
                    return Err("a jump needs a register".into());
                };
                encode_call(inst, scratch, regs::X0, out, fixups)
            }
            op::PseudoAddTPRel => encode_marked(inst, op::ADD, fixup::TPREL_ADD, out, fixups),
            op::PseudoTLSDESCCall => encode_marked(inst, op::JALR, fixup::TLSDESC_CALL, out, fixups),
            _ => TABLE.encode(inst, out, fixups).map_err(|e| e.to_string()),
        }
    }

    fn encode_values(&self, opcode: Opcode, values: &[i64], out: &mut Vec<u8>) -> bool {
        TABLE.encode_values(opcode, values, self.subtarget.shorter_forms, out)
    }

    fn encode_insts(
        &self,
        function: &MachineFunction,
        first: Option<InstId>,
        end: Option<InstId>,
        out: &mut Vec<u8>,
    ) -> Option<InstId> {
        TABLE.encode_insts(function, first, end, self.subtarget.shorter_forms, out)
    }

    fn encode_branch(
        &self,
        function: &MachineFunction,
        inst: InstId,
        to: McExpr,
        out: &mut Vec<u8>,
        pool: &mut Vec<McOperand>,
    ) -> Option<EncodedBranch> {
        let (opcode, operands) = (function.opcode(inst), function.operands(inst));
        let jump = [Operand::use_of(regs::X0), *operands.first()?];
        let (opcode, operands) = match opcode {
            op::PseudoBR => (op::JAL, &jump[..]),
            _ => (opcode, operands),
        };
        let forms = self.subtarget.shorter_forms;
        let (opcode, kind) = TABLE.encode_branch(opcode, operands, to, forms, (out, pool))?;
        Some(EncodedBranch { opcode, kind, grows: relocations::has_longer(opcode) })
    }

    fn compress(&self, inst: &McInst) -> Option<McInst> {
        TABLE.compress(inst, self.subtarget.shorter_forms)
    }
}

impl InstPrinter for RiscvMc {
    fn print(
        &self,
        inst: &McInst,
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let shown = if options.no_aliases { self.compress(inst) } else { self.as_shortened(inst) };
        let shown = shown.as_ref().unwrap_or(inst);
        TABLE.print(shown, options, names, out)?;
        // The dynamic rounding mode is otherwise implied.
        let is_dynamic = options.no_aliases && TABLE.imm_is(shown, "frmarg", ROUNDS_DYNAMICALLY);
        out.write_str(if is_dynamic { ", dyn" } else { "" })
    }

    fn print_expr(&self, expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result {
        crate::riscv::mc::operands::print_expr(expr, names, out)
    }
}

impl TargetAsmParser for RiscvMc {
    fn assemble(&self, line: &str, sink: &mut dyn AsmSink) -> std::result::Result<(), String> {
        crate::riscv::mc::assemble::assemble(line, &self.subtarget.set, sink)
    }

    fn is_thread_local(&self, specifier: Specifier) -> bool {
        (spec::TPREL_HI.0..=spec::TLSDESC_CALL.0).contains(&specifier.0)
    }

    fn directive(
        &self,
        directive: &str,
        arguments: &str,
    ) -> Option<std::result::Result<TargetDirective, String>> {
        if directive == ".option"
            && let Some(option) = option(arguments)
        {
            return Some(Ok(option));
        }
        let changed = self.subtarget.changed_by(directive, arguments)?;
        Some(changed.map(|subtarget| {
            let mc = Rc::new(RiscvMc { subtarget });
            match directive {
                ".attribute" => TargetDirective::ObjectAttributes(mc),
                _ => TargetDirective::Subtarget(mc),
            }
        }))
    }

    fn relocation_names(&self) -> &'static [(&'static str, u32)] {
        relocation_names::NAMES
    }
}

impl AsmBackend for RiscvMc {
    fn is_relaxable(&self, inst: &McInst) -> bool {
        relocations::has_longer(inst.opcode)
    }

    fn fixup_info(&self, kind: FixupKind) -> FixupInfo {
        FIXUPS[kind.0 as usize].1
    }

    fn fixup_bits(&self, kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
        relocations::fixup_bits(kind)
    }

    fn relocation(&self, kind: FixupKind, _: Specifier) -> Option<u32> {
        FIXUPS.get(kind.0 as usize).map(|(relocation, _)| *relocation)
    }

    fn reaches(&self, kind: FixupKind, distance: i64) -> bool {
        relocations::reaches(kind, distance)
    }

    fn apply_fixup(&self, kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool {
        relocations::apply(kind, distance, bytes)
    }

    fn relax(&self, inst: &McInst) -> Option<Longer> {
        relocations::longer(inst)
    }

    fn nops(&self, size: u64, out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(0, (size % 2) as usize));
        if size % 4 >= 2 {
            out.extend([0x01, 0x00]);
        }
        for _ in 0..size / 4 {
            out.extend([0x13, 0x00, 0x00, 0x00]);
        }
    }

    fn nop(&self) -> McInst {
        let zero = McOperand::Reg(regs::X0);
        McInst::new(op::ADDI, &[zero, zero, McOperand::Imm(0)])
    }

    fn code_align(&self) -> u32 {
        if self.subtarget.features.contains(Features::ZCA) { 2 } else { 4 }
    }

    fn linker_relaxation(&self) -> bool {
        self.subtarget.features.contains(Features::RELAX)
    }
}

impl AsmInfo for RiscvMc {
    fn jump_table(&self, kind: JumpTableEntryKind) -> JumpTableKind {
        match kind {
            JumpTableEntryKind::LabelDifference32 => JumpTableKind::Relative(4),
            // In the lowest 2 GiB.
            JumpTableEntryKind::Custom32 => JumpTableKind::Absolute(4),
            JumpTableEntryKind::BlockAddress => JumpTableKind::Absolute(self.address_bytes()),
        }
    }

    fn data_relocations(&self) -> &'static DataRelocations {
        &DATA_RELOCATIONS
    }

    fn unwind(&self) -> &'static UnwindInfo {
        if self.subtarget.features.contains(Features::RV64) { &UNWIND_RV64 } else { &UNWIND_RV32 }
    }

    fn dialect(&self) -> &'static AsmDialect {
        &DIALECT
    }

    fn asm_prologue(&self, _: &Module) -> String {
        attributes::directives(&self.subtarget)
    }

    fn isa(&self) -> String {
        isa::full(&self.subtarget.set)
    }

    fn asm_subtarget(&self, module_isa: &str, relaxed: bool) -> AsmSubtarget {
        let arch = isa::change(module_isa, &self.subtarget.set).map(|change| format!("arch, {change}"));
        let norelax = (relaxed && !self.linker_relaxation()).then(|| "norelax".to_string());
        let options: String = arch.into_iter().chain(norelax).map(|o| format!("\t.option\t{o}\n")).collect();
        let of_function = match options.is_empty() {
            true => Default::default(),
            false => [format!("\t.option\tpush\n{options}"), "\t.option\tpop\n".into()],
        };
        AsmSubtarget { of_file: Vec::new(), of_function }
    }

    fn elf(&self, _: &Module) -> ElfInfo {
        let kind = SectionType::Other(ATTRIBUTES);
        let section = Section::new(".riscv.attributes", kind, SectionFlags::empty());
        ElfInfo {
            machine: MACHINE,
            flags: attributes::elf_flags(&self.subtarget),
            attributes: Some((section, attributes::section(&self.subtarget))),
        }
    }

    fn lists_jump_tables(&self) -> bool {
        true
    }

    fn notes(&self, module: &Module) -> Vec<Note> {
        let shadow_stack = module.protection.contains(Protection::SHADOW_STACK);
        shadow_stack.then(|| gnu_property::features(SHADOW_STACK)).into_iter().collect()
    }
}

impl McTarget for RiscvMc {
    fn lower_inst(&self, ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
        asm_printer::lower(ctx, inst, self.subtarget.features)
    }

    fn xray_sled(&self) -> Option<XraySled> {
        let jump = McInst::new(op::JAL, &[regs::X0.into()]);
        self.subtarget.features.contains(Features::RV64).then_some(XraySled { jump, nops: 33 })
    }

    fn recorded_calls(&self) -> Option<&dyn RecordedCalls> {
        self.subtarget.features.contains(Features::RV64).then_some(self)
    }
}

/// Encodes `auipc scratch, high` and `jalr link, low(scratch)`, with one fixup for both.
fn encode_call(
    inst: &McInst,
    scratch: PhysReg,
    link: PhysReg,
    out: &mut Vec<u8>,
    fixups: &mut SmallVec<[Fixup; 2]>,
) -> std::result::Result<(), String> {
    let Some(&McOperand::Expr(expr)) = inst.operands.last() else {
        return Err("a call needs a symbol".into());
    };
    let (scratch, link) = (i64::from(scratch.0), i64::from(link.0));
    let encoded = TABLE.encode_values(op::AUIPC, &[scratch, 0], ShorterForms::NONE, out)
        && TABLE.encode_values(op::JALR, &[link, scratch, 0], ShorterForms::NONE, out);
    if !encoded {
        return Err("a call cannot be encoded".into());
    }
    fixups.push(Fixup { offset: 0, kind: fixup::CALL_PLT, expr });
    Ok(())
}

/// Encodes `opcode` with all operands except the last, which only a relocation names.
fn encode_marked(
    inst: &McInst,
    opcode: Opcode,
    kind: FixupKind,
    out: &mut Vec<u8>,
    fixups: &mut SmallVec<[Fixup; 2]>,
) -> std::result::Result<(), String> {
    let Some((&McOperand::Expr(expr), operands)) = inst.operands.split_last() else {
        return Err("an instruction with a mark needs a symbol".into());
    };
    fixups.push(Fixup { offset: 0, kind, expr });
    TABLE.encode(&McInst::new(opcode, operands), out, fixups).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Request;
    use gisel_codegen::ir::entity::SymbolId;
    use gisel_codegen::mc::inst::McSymbol;

    #[test]
    fn calls_are_pairs_with_one_fixup() {
        let mc = RiscvMc { subtarget: Subtarget::new(64, &Request::default(), &mut Vec::new()).unwrap() };
        let expr = McExpr { specifier: Specifier(0), symbol: McSymbol::Symbol(SymbolId::new(3)), addend: 0 };
        let (mut bytes, mut fixups) = (Vec::new(), SmallVec::new());
        for opcode in [op::PseudoCALL, op::PseudoTAIL] {
            let call = McInst::new(opcode, &[McOperand::Expr(expr)]);
            assert_eq!(mc.encode(&call, &mut bytes, &mut fixups), Ok(()));
        }
        assert_eq!(bytes, [0x97, 0, 0, 0, 0xe7, 0x80, 0, 0, 0x17, 0x03, 0, 0, 0x67, 0, 0x03, 0]);
        assert_eq!(fixups.as_slice(), [Fixup { offset: 0, kind: fixup::CALL_PLT, expr }; 2]);
    }

    #[test]
    fn padding_has_its_size() {
        let mc = RiscvMc { subtarget: Subtarget::new(64, &Request::default(), &mut Vec::new()).unwrap() };
        for size in 0..9 {
            let mut out = Vec::new();
            mc.nops(size, &mut out);
            assert_eq!(out.len() as u64, size);
        }
    }
}
