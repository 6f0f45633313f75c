//! Writes the tables as Rust source: statics and constants, without code.

use crate::encoder::encoder;
use crate::instructions::{
    Alias, Compression, Condition, Field, ImmKind, Instr, Instructions, Kind, Operand, Piece, Source,
};
use crate::registers::Registers;
use crate::schedule::{Model, Schedule};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the Rust source for a target's `registers.rs`.
pub fn registers(r: &Registers) -> String {
    let mut out = String::new();
    let unit_list = |units: &[usize]| list(units.iter().map(|u| format!("RegUnit({u})")));
    let reg_list = |regs: &[usize]| list(regs.iter().map(|r| format!("PhysReg({r})")));
    consts(&mut out, "regs", "PhysReg", "registers", r.regs.iter().map(|x| &x.name), 1);
    consts(&mut out, "classes", "RegClassId", "register classes", r.classes.iter().map(|x| &x.name), 0);
    consts(&mut out, "banks", "BankId", "register banks", r.banks.iter(), 0);
    consts(&mut out, "subs", "SubReg", "sub-register indices", r.subs.iter(), 1);
    out += "static REGS: &[RegDesc] = &[\n    RegDesc { name: \"noreg\", asm_name: \"noreg\", encoding: 0, dwarf: None, units: &[], sub_regs: &[], bank: None, unit_set: 0 },\n";
    for (index, reg) in (1..).zip(&r.regs) {
        let bank = r.classes.iter().find(|c| c.members.contains(&index)).map(|c| c.bank);
        let bank = bank.map_or("None".to_owned(), |bank| format!("Some(BankId({bank}))"));
        let subs = list(reg.subs.iter().map(|(s, p)| format!("(SubReg({s}), PhysReg({p}))")));
        let (units, dwarf) = (unit_list(&reg.units), &reg.dwarf);
        put(
            &mut out,
            format!(
                "    RegDesc {{ name: {:?}, asm_name: {:?}, encoding: {}, dwarf: {dwarf:?}, units: {units}, sub_regs: {subs}, bank: {bank}, unit_set: unit_set({units}) }},",
                reg.name, reg.asm, reg.enc
            ),
        );
    }
    out += "];\n\nstatic CLASSES: &[RegClass] = &[\n";
    for c in &r.classes {
        put(
            &mut out,
            format!(
                "    RegClass {{ name: {:?}, order: {}, members: {}, bits: {}, spill_size: {}, spill_align: {}, bank: BankId({}), sub_classes: {:#x} }},",
                c.name,
                reg_list(&c.order),
                reg_list(&c.members),
                c.bits,
                c.spill,
                c.align,
                c.bank,
                r.sub_classes(c)
            ),
        );
    }
    out += "];\n\n";
    let banks = list(r.banks.iter().map(|b| format!("RegBank {{ name: {b:?} }}")));
    let subs = list([String::from("\"\"")].into_iter().chain(r.subs.iter().map(|s| format!("{s:?}"))));
    put(
        &mut out,
        format!(
            "/// The register file.\npub static REGISTERS: RegisterInfo = RegisterInfo {{ regs: REGS, num_units: {}, classes: CLASSES, banks: {banks}, sub_reg_names: {subs} }};",
            r.num_units
        ),
    );
    out
}

/// Returns the functional units of scheduling classes, and the models of CPUs.
fn sched_models(schedule: &Schedule) -> String {
    let units = list(schedule.classes.iter().map(|class| format!("Unit::{}", class.unit)));
    let mut out = format!(
        "static UNITS: &[Unit] = {units};\n\n/// How CPUs carry out instructions.\npub static SCHED_MODELS: &[SchedModel] = &[\n"
    );
    for Model { name, out_of_order, issue_width, units, address_delay, latencies } in &schedule.models {
        put(
            &mut out,
            format!(
                "    SchedModel {{ name: {name:?}, out_of_order: {out_of_order}, issue_width: {issue_width}, units: {units:?}, address_delay: {address_delay}, latencies: &{latencies:?}, classes: UNITS, descs: DESCS }},"
            ),
        );
    }
    out + "];\n\n"
}

/// Returns the Rust source for a target's `instructions.rs`.
pub fn instructions(r: &Registers, schedule: &Schedule, t: &Instructions) -> String {
    let mut out = String::new();
    out += "/// Opcodes of the target.\n#[allow(missing_docs, non_upper_case_globals, clippy::identity_op)]\npub mod op {\n    use gisel_codegen::machine::desc::instructions::Opcode;\n";
    for (index, instr) in t.instrs.iter().enumerate() {
        put(
            &mut out,
            format!("    pub const {}: Opcode = Opcode(Opcode::FIRST_TARGET + {index});", instr.name),
        );
    }
    out += "}\n\n/// Numbers of the immediate kinds.\n#[allow(missing_docs)]\npub mod imm_kinds {\n";
    for (index, kind) in t.imms.iter().enumerate() {
        put(&mut out, format!("    pub const {}: u8 = {index};", kind.name.to_uppercase()));
    }
    out += "}\n\n/// Descriptions of the opcodes.\npub static DESCS: &[InstrDesc] = &[\n";
    for instr in &t.instrs {
        put(&mut out, desc(instr));
    }
    let groups = form_groups(t);
    out += "];\n\n";
    out += &sched_models(schedule);
    out += "static ENCODINGS: &[Encoding] = &[\n";
    let encoder = encoder(r, t, &groups);
    for (instr, layout) in t.instrs.iter().zip(encoder.layouts) {
        put(&mut out, encoding(r, t, instr, layout, &groups));
    }
    out += "];\n\nstatic SYNTAXES: &[Syntax] = &[\n";
    for instr in &t.instrs {
        put(&mut out, syntax(instr));
    }
    out += "];\n\nstatic IMM_KINDS: &[ImmKind] = &[\n";
    for kind in &t.imms {
        put(&mut out, imm_kind(kind));
    }
    out += "];\n\nstatic MNEMONICS: &[(&str, &[(u16, u8)])] = &[\n";
    for (word, forms) in mnemonics(t) {
        let forms = list(forms.iter().map(|(i, a)| format!("({i}, {a})")));
        put(&mut out, format!("    ({word:?}, {forms}),"));
    }
    out += "];\n\n";
    put(
        &mut out,
        format!(
            "static FORM_GROUPS: &[&str] = &{groups:?};\nconst _: () = assert!(FORM_GROUPS.len() <= 32);"
        ),
    );
    let numbers: Vec<u16> = std::iter::once(0).chain(r.regs.iter().map(|reg| reg.enc)).collect();
    put(&mut out, format!("static REGISTER_NUMBERS: &[u8] = &{numbers:?};"));
    out += "\n/// The instruction table.\npub static TABLE: Table = Table {\n    descs: DESCS,\n    encodings: ENCODINGS,\n    form_groups: FORM_GROUPS,\n    syntaxes: SYNTAXES,\n    imm_kinds: IMM_KINDS,\n    mnemonics: MNEMONICS,\n    registers: &super::super::registers::REGISTERS,\n    register_numbers: REGISTER_NUMBERS,\n    fields,\n    short_form,\n    print_expr: super::operands::print_expr,\n    parse_expr: super::operands::parse_expr,\n};\n";
    out += &encoder.source;
    one_to_one(&mut out, r, t);
    variants(&mut out, t);
    out
}

/// Writes the table of opcode variants for registers of another bank, by their original opcodes.
fn variants(out: &mut String, t: &Instructions) {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for (index, instr) in t.instrs.iter().enumerate() {
        if let Some(name) = &instr.variant_of {
            let of = t
                .position(name)
                .unwrap_or_else(|| panic!("`{}` is a variant of no opcode `{name}`", instr.name));
            rows.push((of, index));
        }
    }
    if rows.is_empty() {
        return;
    }
    rows.sort_unstable();
    *out += "\n/// What does the same in registers of another bank, by opcode.\npub static VARIANTS: &[(Opcode, Opcode)] = &[\n";
    for (of, variant) in rows {
        put(out, format!("    (op::{}, op::{}),", t.instrs[of].name, t.instrs[variant].name));
    }
    *out += "];\n";
}

/// Writes the function that returns the opcode for a generic one, from the lines' `gmir(…)`.
fn one_to_one(out: &mut String, r: &Registers, t: &Instructions) {
    let mut arms = BTreeMap::<&str, Vec<String>>::new();
    for instr in &t.instrs {
        for (generic, dst, src) in &instr.generics {
            let bank = match instr.operands.first().map(|o| &o.kind) {
                Some(Kind::Class(class)) => r.classes[*class].bank,
                _ => 0,
            };
            let arm = format!(
                "            ({bank}, types::{}, types::{}) => op::{},",
                dst.to_uppercase(),
                src.to_uppercase(),
                instr.name
            );
            arms.entry(generic).or_default().push(arm);
        }
    }
    if arms.is_empty() {
        return;
    }
    *out += "\n/// The opcode that does just what `generic` does, with the same operands in the same order, for a result of type\n/// `dst` in `bank` and a first source of type `src` (pointers as integers).\npub fn one_to_one(generic: Opcode, bank: BankId, dst: Llt, src: Llt) -> Option<Opcode> {\n    Some(match generic {\n";
    for (generic, arms) in arms {
        let own = t.instrs.iter().any(|i| i.name == generic);
        let path = if own { "op" } else { "gisel_codegen::ir::opcodes" };
        put(out, format!("        {path}::{generic} => match (bank.0, dst, src) {{"));
        for arm in arms {
            put(out, arm);
        }
        put(out, "            _ => return None,\n        },".into());
    }
    *out += "        _ => return None,\n    })\n}\n\n/// Types that lines name.\nmod types {\n    use gisel_codegen::ir::llt::Llt;\n";
    let mut types: Vec<&String> =
        t.instrs.iter().flat_map(|i| &i.generics).flat_map(|g| [&g.1, &g.2]).collect();
    types.sort_unstable();
    types.dedup();
    for ty in types {
        let value = match ty.strip_prefix('v').and_then(|v| v.split_once('s')) {
            Some((count, bits)) => format!("Llt::vector({count}, Llt::scalar({bits}))"),
            None => format!("Llt::scalar({})", ty.trim_start_matches('s')),
        };
        put(out, format!("    pub const {}: Llt = {value};", ty.to_uppercase()));
    }
    *out += "}\n";
}

pub fn put(out: &mut String, line: String) {
    out.push_str(&line);
    out.push('\n');
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("&[{}]", items.collect::<Vec<_>>().join(", "))
}

fn consts<'a>(
    out: &mut String,
    module: &str,
    ty: &str,
    what: &str,
    names: impl Iterator<Item = &'a String>,
    from: usize,
) {
    let _ = writeln!(
        out,
        "/// The {what}.\n#[allow(missing_docs)]\npub mod {module} {{\n    use gisel_codegen::machine::desc::registers::{ty};"
    );
    for (index, name) in names.enumerate() {
        let _ = writeln!(out, "    pub const {}: {ty} = {ty}({});", name.to_uppercase(), index + from);
    }
    out.push_str("}\n\n");
}

fn desc(i: &Instr) -> String {
    let operands = list(i.operands.iter().map(|o| {
        let kind = match &o.kind {
            Kind::Class(c) => format!("Class(RegClassId({c}))"),
            Kind::Imm(k) => format!("Imm({k})"),
            Kind::Expr(k) => format!("Expr({k})"),
            Kind::Type(t) => format!("Type({t})"),
            Kind::Other(name) => name.to_string(),
        };
        format!(
            "OperandDesc {{ name: {:?}, kind: OperandKind::{kind}, tied_to: {:?}, early_clobber: {} }}",
            o.name, o.tied, o.early
        )
    }));
    let flags = i
        .flags
        .iter()
        .fold(String::from("InstrFlags::empty()"), |acc, f| format!("{acc}.union(InstrFlags::{f})"));
    let regs = |regs: &[usize]| list(regs.iter().map(|r| format!("PhysReg({r})")));
    format!(
        "    InstrDesc {{ name: {:?}, operands: {operands}, num_defs: {}, variadic: Variadic::{}, flags: {flags}, implicit_defs: {}, implicit_uses: {}, size: {}, sched_class: {}, constrained: constrained({operands}), type_places: type_places({operands}, {}, Variadic::{}) }},",
        i.name,
        i.num_defs,
        i.variadic,
        regs(&i.defs),
        regs(&i.uses),
        i.size,
        i.sched_class,
        i.num_defs,
        i.variadic
    )
}

/// Returns the distinct required features of compressed forms.
fn form_groups(t: &Instructions) -> Vec<&str> {
    let forms = t.instrs.iter().flat_map(|i| &i.compressions).map(|c| t.instrs[c.to].feature.as_str());
    let mut groups: Vec<&str> = forms.collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

fn encoding(r: &Registers, t: &Instructions, i: &Instr, layout: usize, groups: &[&str]) -> String {
    let slots = list(i.operands.iter().enumerate().map(|(n, operand)| slot(t, i, n, operand)));
    let compressions = list(i.compressions.iter().map(|c| {
        let operands = list(c.operands.iter().map(|o| match o {
            Source::Operand(at) => format!("crate::table::Source::Operand({at})"),
            Source::Reg(reg) => format!("crate::table::Source::Reg(PhysReg({reg}))"),
            Source::Imm(value) => format!("crate::table::Source::Imm({value})"),
        }));
        let (conditions, to) = (conditions(&c.conditions), &t.instrs[c.to]);
        let group = groups.partition_point(|group| *group < to.feature.as_str());
        let (tests, (bits, slots)) = (tests(r, t, c), form(r, t, c));
        format!(
            "crate::table::Compression {{ group: {group}, conditions: {conditions}, to: op::{}, operands: {operands}, tests: {tests}, bits: {bits:#x}, size: {}, slots: {slots} }}",
            to.name, to.encoded_size
        )
    }));
    format!(
        "    Encoding {{ bits: {:#x}, size: {}, layout: {layout}, slots: {slots}, compressions: {compressions} }},",
        i.bits, i.encoded_size
    )
}

/// Returns the slot of operand `n`.
fn slot(t: &Instructions, i: &Instr, n: usize, operand: &Operand) -> String {
    let fields = || i.fields.iter().filter(|field| field.operand == n);
    let run = |f: &Field| {
        let mask = (1u64 << f.width) - 1;
        format!("Run {{ lo: {}, at: {}, mask: {mask:#x} }}", f.lo, f.at)
    };
    let first = fields().next().map_or("Run { lo: 0, at: 0, mask: 0 }".to_string(), run);
    let more = list(fields().skip(1).map(run));
    let (kind, min, max) = match operand.kind {
        Kind::Class(_) => ("Register".to_string(), 0, 0),
        Kind::Imm(_) | Kind::Expr(_) if fields().next().is_none() => {
            ("Number".to_string(), i64::MIN, i64::MAX)
        }
        Kind::Imm(number) | Kind::Expr(number) => {
            let kind = &t.imms[number];
            let is_plain = kind.align <= 1 && !kind.nonzero && kind.valid.is_none() && kind.encode.is_none();
            let name = if is_plain { "Number".to_string() } else { format!("Kind({number})") };
            (name, kind.min, kind.max)
        }
        Kind::Type(_) | Kind::Other(_) => ("Other".to_string(), 0, 0),
    };
    let (min, span) = (rust_i64(min), max.wrapping_sub(min) as u64);
    format!("Slot {{ kind: SlotKind::{kind}, min: {min}, span: {span}, run: {first}, more: {more} }}")
}

/// Returns the bits of a compressed form with its constant operands, and the slots of the
/// instruction's operands.
pub fn form(r: &Registers, t: &Instructions, c: &Compression) -> (u32, String) {
    let (to, mut bits, mut slots) = (&t.instrs[c.to], t.instrs[c.to].bits, Vec::new());
    for (n, (source, operand)) in c.operands.iter().zip(&to.operands).enumerate() {
        let given = match *source {
            Source::Operand(from) => {
                slots.push(format!("({from}, {})", slot(t, to, n, operand)));
                continue;
            }
            Source::Reg(reg) => u32::from(r.regs[reg - 1].enc),
            Source::Imm(value) => value as u32,
        };
        if let Kind::Imm(kind) | Kind::Expr(kind) = operand.kind {
            assert!(
                t.imms[kind].encode.is_none(),
                "`{}` has `{}` for a given number",
                to.name,
                t.imms[kind].name
            );
        }
        for f in to.fields.iter().filter(|field| field.operand == n) {
            bits |= (given >> f.lo & ((1 << f.width) - 1)) << f.at;
        }
    }
    (bits, list(slots.into_iter()))
}

/// Returns the tests of an instruction's operand values that a compressed form requires.
fn tests(r: &Registers, t: &Instructions, c: &Compression) -> String {
    let test = |operand: usize,
                same: Option<usize>,
                (min, max): (i64, i64),
                clear: i64,
                except: Option<i64>| {
        let same = same.map_or("crate::table::Test::NONE".to_string(), |same| same.to_string());
        let span = max.wrapping_sub(min) as u64;
        let (min, except) = (rust_i64(min), rust_i64(except.unwrap_or(i64::MIN)));
        format!(
            "crate::table::Test {{ operand: {operand}, same: {same}, min: {min}, span: {span}, clear: {clear}, except: {except}, kind: crate::table::Test::NONE }}"
        )
    };
    let mut out = Vec::new();
    for (n, condition) in c.conditions.iter().enumerate() {
        match *condition {
            Condition::Any => {}
            Condition::Reg(reg) => out.push(test(n, None, (reg as i64, reg as i64), 0, None)),
            Condition::Imm(value) => out.push(test(n, None, (value, value), 0, None)),
            Condition::Same(other) => out.push(test(n, Some(other), (0, 0), 0, None)),
        }
    }
    let to = &t.instrs[c.to];
    for (source, operand) in c.operands.iter().zip(&to.operands) {
        let Source::Operand(n) = *source else { continue };
        match operand.kind {
            Kind::Class(class) => {
                let members = &r.classes[class].members;
                let (first, last) = (members[0], members[members.len() - 1]);
                let mut holes = (first..last).filter(|reg| !members.contains(reg));
                let except = holes.next();
                assert!(holes.next().is_none(), "`{}` has operands of a class with several gaps", to.name);
                out.push(test(n, None, (first as i64, last as i64), 0, except.map(|reg| reg as i64)));
            }
            Kind::Imm(number) | Kind::Expr(number) if t.imms[number].valid.is_some() => {
                out.push(format!(
                    "crate::table::Test {{ kind: {number}, ..{} }}",
                    test(n, None, (i64::MIN, i64::MAX), 0, None)
                ));
            }
            Kind::Imm(kind) | Kind::Expr(kind) => {
                let kind = &t.imms[kind];
                let clear = kind.align.max(1) - 1;
                assert!(
                    kind.align.max(1).count_ones() == 1,
                    "`{}` has multiples of no power of two",
                    kind.name
                );
                out.push(test(n, None, (kind.min, kind.max), clear, kind.nonzero.then_some(0)));
            }
            Kind::Type(_) | Kind::Other(_) => panic!("`{}` has an operand without a value", to.name),
        }
    }
    list(out.into_iter())
}

fn conditions(conditions: &[Condition]) -> String {
    list(conditions.iter().map(|c| match c {
        Condition::Any => "Condition::Any".to_string(),
        Condition::Reg(r) => format!("Condition::Reg(PhysReg({r}))"),
        Condition::Imm(v) => format!("Condition::Imm({v})"),
        Condition::Same(o) => format!("Condition::Same({o})"),
    }))
}

fn pieces(pieces: &[Piece]) -> String {
    list(pieces.iter().map(|p| match p {
        Piece::Literal(text) => format!("Piece::Literal({text:?})"),
        Piece::Operand(i) => format!("Piece::Operand({i})"),
        Piece::Renamed(i, c, next) => format!("Piece::Renamed({i}, {c:?}, {next})"),
    }))
}

fn syntax(i: &Instr) -> String {
    let aliases = list(i.aliases.iter().map(|a| {
        let conditions = conditions(&a.conditions);
        format!(
            "Alias {{ conditions: {conditions}, pieces: {}, parse_only: {} }}",
            pieces(&a.pieces),
            a.parse_only
        )
    }));
    format!(
        "    Syntax {{ pieces: {}, aliases: {aliases}, feature: {:?}, tested: {}, distinct: {} }},",
        pieces(&i.pieces),
        i.feature,
        i.tested,
        i.distinct
    )
}

fn imm_kind(k: &ImmKind) -> String {
    let function = |name: &Option<String>| match name {
        Some(name) => format!("Some(super::operands::{name})"),
        None => "None".to_string(),
    };
    let fixups = list(k.fixups.iter().map(|(spec, fixup)| {
        format!("(super::relocations::spec::{}, super::relocations::fixup::{fixup})", spec.to_uppercase())
    }));
    format!(
        "    ImmKind {{ name: {:?}, scale: {}, align: {}, min: {}, max: {}, nonzero: {}, hex: {}, print: {}, parse: {}, valid: {}, encode: {}, fixups: {fixups} }},",
        k.name,
        k.scale,
        k.align,
        rust_i64(k.min),
        rust_i64(k.max),
        k.nonzero,
        k.hex,
        function(&k.print),
        function(&k.parse),
        function(&k.valid),
        function(&k.encode)
    )
}

pub fn rust_i64(value: i64) -> String {
    if value == i64::MIN { "i64::MIN".into() } else { value.to_string() }
}

/// Returns the forms (opcode index; 0 for the line itself, n for alias n) by the literal prefix of
/// their first word.
fn mnemonics(t: &Instructions) -> Vec<(String, Vec<(usize, usize)>)> {
    let mut out = BTreeMap::<String, Vec<(usize, usize)>>::new();
    for (index, instr) in t.instrs.iter().enumerate() {
        let forms = std::iter::once(&instr.pieces).chain(instr.aliases.iter().map(|a: &Alias| &a.pieces));
        for (form, pieces) in forms.enumerate() {
            if let Some(Piece::Literal(text)) = pieces.first() {
                let word = text.split('\t').next().unwrap_or_default().to_string();
                out.entry(word).or_default().push((index, form));
            }
        }
    }
    out.into_iter().collect()
}
