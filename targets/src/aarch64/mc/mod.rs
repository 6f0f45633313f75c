//! The machine-code properties of AArch64: encoding, text, relocations, unwinding.

pub(crate) mod asm_printer;
pub(crate) mod assemble;
pub(crate) mod assembly_aliases;
pub(crate) mod branches;
pub(crate) mod conditions;
pub(crate) mod inline_asm;
pub mod instructions;
pub(crate) mod kcfi;
pub(crate) mod mc_inst_lower;
pub(crate) mod operands;
pub(crate) mod parse_operands;
pub(crate) mod preferred_text;
pub(crate) mod recorded_calls;
pub(crate) mod register_text;
pub(crate) mod relocation_names;
pub(crate) mod relocations;
pub(crate) mod special_statements;
pub(crate) mod system_operations;
pub(crate) mod system_registers;
#[cfg(test)]
mod table_tests;
pub(crate) mod xray_events;

use crate::aarch64::features::{self, Features};
use crate::aarch64::frame::return_address;
use crate::aarch64::isel::pointer_authentication;
use crate::aarch64::isel::thread_local;
use crate::aarch64::mc::branches::inverse_branch;
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::mc::relocations::{fixup, spec};
use crate::aarch64::passes::erratum_835769;
use crate::features::FeatureSet;
use crate::table::ShorterForms;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{CfiDirective, JumpTableEntryKind, MachineFunction};
use gisel_codegen::ir::module::{InstPrinterOptions, Module, Protection};
use gisel_codegen::ir::section::{Section, SectionFlags, SectionType};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::asm_backend::{AsmBackend, FixupInfo, Longer};
use gisel_codegen::mc::asm_info::{AsmDialect, AsmInfo, AsmSubtarget, JumpTableKind, PltDistance};
use gisel_codegen::mc::code_emitter::{CodeEmitter, EncodedBranch};
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::gnu_property::{self, Note};
use gisel_codegen::mc::inst::{Fixup, FixupKind, McExpr, McInst, McOperand, Specifier};
use gisel_codegen::mc::inst_printer::{InstPrinter, SymbolNames};
use gisel_codegen::mc::object_info::{DataRelocations, ElfInfo, UnwindInfo};
use gisel_codegen::mc::target::{McTarget, RecordedCalls, XrayEventSled, XraySled};
use gisel_codegen::mc::target_asm_parser::{AsmSink, TargetAsmParser, TargetDirective};
use gisel_codegen::support::error;
use gisel_codegen::support::leb128;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;
use std::rc::Rc;

/// AArch64's interface to the machine-code layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AArch64Mc {
    /// The features that code depends on.
    pub features: Features,
    /// The features that assembly may use.
    pub set: FeatureSet,
}

/// R_AARCH64_ABS16, ABS32, ABS64; PREL16, PREL32, PREL64; PLT32.
static DATA_RELOCATIONS: DataRelocations = DataRelocations {
    absolute: [0, 259, 258, 257],
    relative: [0, 262, 261, 260],
    difference: None,
    advance: None,
    plt: 314,
    thread_local: None,
    signed: Some(pointer_authentication::IN_DATA),
    uleb128: None,
    relax: 0,
    align: 0,
    keep_local_symbols: false,
    table_entries: &[spec::GOT, spec::GOT_LO12, spec::GOTPAGE_LO15, spec::GOT_AUTH, spec::GOT_AUTH_LO12],
    mapping_symbols: ["$x", "$d"],
    label_symbol: ".L0 ",
};

/// The DWARF numbers of the stack pointer and the link register.
static UNWIND: UnwindInfo = UnwindInfo {
    initial: &[CfiDirective::DefCfa(31, 0)],
    address_bytes: 8,
    return_register: 30,
    code_alignment: 1,
    data_alignment: -4,
    exception_pointer: 8,
    variable_call_sites: true,
    large_model_is_wide: true,
};

/// Returns the names of general registers by their lower halves, of vector registers by their
/// lowest bytes (LLVM's names).
fn cfi_register(number: u16, _options: &InstPrinterOptions) -> Cow<'static, str> {
    match number {
        0..=30 => format!("w{number}").into(),
        31 => "wsp".into(),
        64..=95 => format!("b{}", number - 64).into(),
        _ => number.to_string().into(),
    }
}

fn debug_register(number: u16, bits: u32) -> Option<String> {
    let is_narrow = bits <= 32;
    match (number, bits) {
        (29, _) if !is_narrow => Some("$fp".into()),
        (30, _) if !is_narrow => Some("$lr".into()),
        (31, _) => Some(if is_narrow { "$wsp" } else { "$sp" }.into()),
        (0..=30, _) => Some(format!("${}{number}", if is_narrow { 'w' } else { 'x' })),
        (64..=95, ..=8) => Some(format!("$b{}", number - 64)),
        (64..=95, 9..=16) => Some(format!("$h{}", number - 64)),
        (64..=95, 17..=32) => Some(format!("$s{}", number - 64)),
        (64..=95, 33..=64) => Some(format!("$d{}", number - 64)),
        (64..=95, _) => Some(format!("$q{}", number - 64)),
        _ => None,
    }
}

/// Accesses with an offset that update no register.
const PLAIN_SPILLS: &[Opcode] = &[
    op::LDRBui,
    op::LDRHui,
    op::LDRWui,
    op::LDRXui,
    op::LDRSui,
    op::LDRDui,
    op::LDRQui,
    op::STRBui,
    op::STRHui,
    op::STRWui,
    op::STRXui,
    op::STRSui,
    op::STRDui,
    op::STRQui,
];

static DIALECT: AsmDialect = AsmDialect {
    data: [".byte", ".hword", ".word", ".xword"],
    comment: "//",
    cfi_register,
    debug_register,
    plain_spills: PLAIN_SPILLS,
    relaxes_branches: false,
    aligns_code_sections: true,
    is_reserved: crate::aarch64::mc::register_text::is_register_name,
    // `aarch64_vector_pcs` and `aarch64_sve_vector_pcs` (ELF for the Arm 64-bit Architecture,
    // "st_other Values").
    variant_calls: (".variant_pcs", &[97, 98]),
    names_registers: true,
    build_attributes: Some((".ARM.attributes", ATTRIBUTES)),
    memory_tags: Some((".memtag.globals.static", MEMORY_TAGS)),
    relocations: &[(".tlsdesccall", "R_AARCH64_TLSDESC_CALL")],
    plt_distance: PltDistance::FromBase("@PLT"),
};

const NOP: [u8; 4] = 0xd503_201f_u32.to_le_bytes();

/// `EM_AARCH64`.
const MACHINE: u16 = 183;

/// `SHT_AARCH64_ATTRIBUTES`.
const ATTRIBUTES: u32 = 0x7000_0003;

/// `SHT_AARCH64_MEMTAG_GLOBALS_STATIC`.
const MEMORY_TAGS: u32 = 0x7000_0007;

/// `GNU_PROPERTY_AARCH64_FEATURE_PAUTH`.
const FEATURE_PAUTH: u32 = 0xc000_0001;

/// A subsection of numbers in `.ARM.attributes`: its name, 1 if it is optional, its tags and
/// values.
type Subsection = (&'static [u8], u8, Vec<(u8, u64)>);

/// Returns `.ARM.attributes` with these subsections. Source: *Build Attributes for the Arm 64-bit
/// Architecture*.
fn build_attributes(subsections: &[Subsection]) -> Note {
    let mut bytes = b"A".to_vec();
    for (name, optional, tags) in subsections {
        let numbers = 0;
        let mut subsection = [*name, &[0, *optional, numbers][..]].concat();
        for &(tag, value) in tags {
            subsection.push(tag);
            leb128::push_unsigned(value, &mut subsection);
        }
        bytes.extend_from_slice(&(subsection.len() as u32 + 4).to_le_bytes());
        bytes.extend_from_slice(&subsection);
    }
    let section = Section::new(".ARM.attributes", SectionType::Other(ATTRIBUTES), SectionFlags::empty());
    Note { section, align: 1, bytes }
}

impl CodeEmitter for AArch64Mc {
    fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> Result<(), String> {
        if let (op::TLSDESC_BLR, &[function, McOperand::Expr(expr)]) = (inst.opcode, &inst.operands[..]) {
            fixups.push(Fixup { offset: 0, kind: fixup::TLSDESC_CALL, expr });
            let call = McInst::new(op::BLR, &[function]);
            return TABLE.encode(&call, out, fixups).map_err(|e| e.to_string());
        }
        // The linker selects `movz` or `movn` by the value's sign; until then it is `movn`.
        let other = match (inst.opcode, inst.operands.get(1)) {
            (op::MOVZXi, Some(McOperand::Expr(expr))) if relocations::is_signed(expr.specifier) => op::MOVNXi,
            (op::MOVZWi, Some(McOperand::Expr(expr))) if relocations::is_signed(expr.specifier) => op::MOVNWi,
            (opcode, _) => opcode,
        };
        if other != inst.opcode {
            let inst = McInst { opcode: other, operands: inst.operands.clone() };
            return TABLE.encode(&inst, out, fixups).map_err(|e| e.to_string());
        }
        TABLE.encode(inst, out, fixups).map_err(|e| e.to_string())
    }

    fn encode_values(&self, opcode: Opcode, values: &[i64], out: &mut Vec<u8>) -> bool {
        // An instruction that may require separation from its predecessor is emitted individually.
        let comes =
            self.features.contains(Features::FIX_CORTEX_A53_835769) && erratum_835769::accumulates(opcode);
        !comes && TABLE.encode_values(opcode, values, ShorterForms::NONE, out)
    }

    fn encode_insts(
        &self,
        function: &MachineFunction,
        first: Option<InstId>,
        end: Option<InstId>,
        out: &mut Vec<u8>,
    ) -> Option<InstId> {
        if self.features.contains(Features::FIX_CORTEX_A53_835769) {
            return first;
        }
        TABLE.encode_insts(function, first, end, ShorterForms::NONE, out)
    }

    fn encode_branch(
        &self,
        function: &MachineFunction,
        inst: InstId,
        to: McExpr,
        out: &mut Vec<u8>,
        pool: &mut Vec<McOperand>,
    ) -> Option<EncodedBranch> {
        if self.features.contains(Features::FIX_CORTEX_A53_835769) {
            return None;
        }
        let (opcode, operands) = (function.opcode(inst), function.operands(inst));
        let (opcode, kind) = TABLE.encode_branch(opcode, operands, to, ShorterForms::NONE, (out, pool))?;
        Some(EncodedBranch { opcode, kind, grows: inverse_branch(opcode).is_some() })
    }
}

impl InstPrinter for AArch64Mc {
    fn print(
        &self,
        inst: &McInst,
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result {
        if let (op::TLSDESC_BLR, &[function, McOperand::Expr(expr)]) = (inst.opcode, &inst.operands[..]) {
            out.write_str(".tlsdesccall\t")?;
            names.write_symbol(expr.symbol, out)?;
            out.write_str("\n\t")?;
            return TABLE.print(&McInst::new(op::BLR, &[function]), options, names, out);
        }
        let shifted = matches!(inst.opcode, op::MOVZXi | op::MOVKXi | op::ADDXri);
        if let (true, [.., McOperand::Expr(_), _]) = (shifted, &inst.operands[..]) {
            // The symbol's specifier implies the shift.
            let mut unshifted = inst.clone();
            unshifted.operands.pop();
            unshifted.operands.push(McOperand::Imm(0));
            return TABLE.print(&unshifted, options, names, out);
        }
        let mut text = String::new();
        TABLE.print(inst, options, names, &mut text)?;
        let preferred = match options.no_aliases {
            true => preferred_text::preferred_encoding(&text),
            false => preferred_text::preferred(&text),
        };
        out.write_str(preferred.as_deref().unwrap_or(&text))
    }

    fn comment(&self, inst: &McInst) -> Option<String> {
        preferred_text::comment(inst)
    }

    fn print_expr(&self, expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result {
        operands::print_expr(expr, names, out)
    }
}

impl TargetAsmParser for AArch64Mc {
    fn assemble(&self, line: &str, sink: &mut dyn AsmSink) -> Result<(), String> {
        crate::aarch64::mc::assemble::assemble(line, &self.set, sink)
    }

    fn directive(&self, directive: &str, arguments: &str) -> Option<Result<TargetDirective, String>> {
        let changed = features::changed_by(&self.set, directive, arguments)?;
        Some(changed.map(|set| TargetDirective::Subtarget(Rc::new(AArch64Mc { set, ..*self }))))
    }

    fn is_thread_local(&self, specifier: Specifier) -> bool {
        let between = |first: Specifier, last: Specifier| (first.0..=last.0).contains(&specifier.0);
        between(spec::GOTTPREL, spec::TPREL_G0_NC)
            || between(spec::TPREL_G0, spec::GOTTPREL_G0_NC)
            || between(spec::TLSDESC_AUTH, spec::TLSDESC_AUTH_LO12)
    }

    fn relocation_names(&self) -> &'static [(&'static str, u32)] {
        relocation_names::NAMES
    }
}

impl AsmBackend for AArch64Mc {
    fn is_relaxable(&self, inst: &McInst) -> bool {
        inverse_branch(inst.opcode).is_some()
    }

    fn fixup_info(&self, kind: FixupKind) -> FixupInfo {
        FixupInfo {
            size: 4,
            pc_relative: relocations::is_pc_relative(kind),
            relaxable: false,
            resolvable: relocations::resolves_locally(kind),
            half: None,
        }
    }

    fn fixup_bits(&self, kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
        relocations::fixup_bits(kind)
    }

    fn relocation(&self, kind: FixupKind, specifier: Specifier) -> Option<u32> {
        relocations::relocation(kind, specifier)
    }

    fn deactivation_relocation(&self, opcode: Opcode) -> Option<u32> {
        pointer_authentication::patch_relocation(opcode)
    }

    fn reaches(&self, kind: FixupKind, distance: i64) -> bool {
        relocations::in_range(kind, distance)
    }

    fn apply_fixup(&self, kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool {
        let Some(word) = bytes.first_chunk_mut::<4>() else { return false };
        match relocations::apply(kind, distance, u32::from_le_bytes(*word)) {
            Some(applied) => {
                *word = applied.to_le_bytes();
                true
            }
            None => false,
        }
    }

    fn apply_number(&self, kind: FixupKind, specifier: Specifier, number: i64, bytes: &mut [u8]) -> bool {
        let Some(word) = bytes.first_chunk_mut::<4>().filter(|_| kind == fixup::MOVW) else { return false };
        let applied = relocations::apply_half(specifier, number, u32::from_le_bytes(*word));
        applied.into_iter().for_each(|applied| *word = applied.to_le_bytes());
        applied.is_some()
    }

    fn relax(&self, inst: &McInst) -> Option<Longer> {
        let mut branch = McInst { opcode: inverse_branch(inst.opcode)?, operands: inst.operands.clone() };
        let target = inst.target()?;
        if let (op::Bcc, Some(McOperand::Imm(condition))) = (inst.opcode, branch.operands.first_mut()) {
            *condition ^= 1;
        }
        Some(Longer::InvertedOver { branch, jump: McInst::new(op::B, &[target.into()]) })
    }

    fn nops(&self, size: u64, out: &mut Vec<u8>) {
        // Data among code may leave it unaligned; the skipped bytes are never executed.
        out.extend(std::iter::repeat_n(0, (size % 4) as usize));
        for _ in 0..size / 4 {
            out.extend_from_slice(&NOP);
        }
    }

    fn nop(&self) -> McInst {
        McInst::new(op::HINT, &[McOperand::Imm(0)])
    }

    fn code_align(&self) -> u32 {
        4
    }
}

impl AsmInfo for AArch64Mc {
    fn jump_table(&self, _: JumpTableEntryKind) -> JumpTableKind {
        JumpTableKind::Relative(4)
    }

    fn data_relocations(&self) -> &'static DataRelocations {
        &DATA_RELOCATIONS
    }

    fn unwind(&self) -> &'static UnwindInfo {
        &UNWIND
    }

    fn dialect(&self) -> &'static AsmDialect {
        &DIALECT
    }

    fn asm_subtarget(&self, _: &str, _: bool) -> AsmSubtarget {
        let extensions = self.features.extensions();
        let of_file = extensions.map(|name| format!("\t.arch_extension\t{name}\n")).collect();
        AsmSubtarget { of_file, ..AsmSubtarget::default() }
    }

    fn elf(&self, _module: &Module) -> ElfInfo {
        ElfInfo { machine: MACHINE, flags: 0, attributes: None }
    }

    fn notes(&self, module: &Module) -> Vec<Note> {
        let bits = [Protection::BRANCH_TARGETS, Protection::SIGNED_RETURNS, Protection::GUARDED_STACK]
            .map(|protection| u8::from(module.protection.contains(protection)));
        let (mut properties, mut subsections): (_, Vec<Subsection>) = (Vec::new(), Vec::new());
        if let Some(abi) = module.signed_pointer_abi {
            properties.push((FEATURE_PAUTH, abi.map(u64::to_le_bytes).concat()));
            if abi != [0; 2] {
                // `Tag_PAuth_Platform`, `Tag_PAuth_Schema`.
                subsections.push((b"aeabi_pauthabi", 0, (1..).zip(abi).collect()));
            }
        }
        if bits != [0; 3] {
            let [bti, pac, gcs] = bits;
            properties.insert(0, gnu_property::feature_bits(u32::from(bti | pac << 1 | gcs << 2)));
            // `Tag_Feature_BTI`, `Tag_Feature_PAC`, `Tag_Feature_GCS`.
            subsections.push((b"aeabi_feature_and_bits", 1, (0..).zip(bits.map(u64::from)).collect()));
        }
        if properties.is_empty() && module.options.marks_branch_targets {
            properties.push(gnu_property::feature_bits(1));
        }
        let note = (!properties.is_empty()).then(|| gnu_property::note(&properties));
        let attributes = (!subsections.is_empty()).then(|| build_attributes(&subsections));
        note.into_iter().chain(attributes).collect()
    }
}

impl McTarget for AArch64Mc {
    fn lower_inst(&self, ctx: &mut EmitContext<'_>, inst: InstId) -> error::Result<()> {
        if self.features.contains(Features::FIX_CORTEX_A53_835769) {
            erratum_835769::separate(ctx, inst)?;
        }
        match ctx.function.opcode(inst) {
            op::MOVbaseTLS => thread_local::emit_thread_pointer(ctx, inst, &self.set),
            op::PAUTH_PROLOGUE | op::PAUTH_EPILOGUE | op::PAUTH_RETURN => {
                return_address::emit(ctx, inst, features::TABLE.has(&self.set, "pauth-lr"))
            }
            op::LOADgotAUTH => {
                let faults = features::TABLE.has(&self.set, "fpac");
                pointer_authentication::load_signed_got(ctx, inst, faults)
            }
            _ => asm_printer::lower_inst(ctx, inst),
        }
    }

    fn xray_sled(&self) -> Option<XraySled> {
        Some(XraySled { jump: McInst::new(op::B, &[]), nops: 7 })
    }

    fn xray_event_sled(&self, arguments: usize) -> Option<XrayEventSled> {
        Some(xray_events::sled(arguments))
    }

    fn recorded_calls(&self) -> Option<&dyn RecordedCalls> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::registers::regs;
    use gisel_codegen::mc::inst::Label;

    #[test]
    fn conditional_branches_are_inverted_over_a_jump() {
        let target = McOperand::Expr(Label(3).into());
        let jump = McInst::new(op::B, &[target]);
        let mc = AArch64Mc { features: Features::empty(), set: FeatureSet::default() };
        let cases = [
            (McInst::new(op::Bcc, &[McOperand::Imm(11), target]), op::Bcc, McOperand::Imm(10)),
            (McInst::new(op::CBZX, &[regs::X3.into(), target]), op::CBNZX, regs::X3.into()),
        ];
        for (inst, opcode, first) in cases {
            let branch = McInst::new(opcode, &[first, target]);
            assert_eq!(mc.relax(&inst), Some(Longer::InvertedOver { branch, jump: jump.clone() }));
        }
        assert_eq!(mc.relax(&jump), None);
    }
}
