//! Writes the encoder of most instructions as Rust source without loops, from operands to bits.
//! There is a function for each operand layout that instructions share, and for each instruction
//! with compressed forms, including their tests. `src/table/encode.rs` has the table-driven
//! encoder, for instructions outside of machine functions.

use crate::emit::{form, put, rust_i64};
use crate::instructions::{
    Compression, Condition, Field, ImmKind, Instr, Instructions, Kind, Operand, Source,
};
use crate::registers::Registers;
use std::fmt::Write;

/// The code, and by instruction the number of its layout: [`NO_LAYOUT`] without code.
pub struct Encoder {
    pub source: String,
    pub layouts: Vec<usize>,
}

/// Represents the absence of a layout.
const NO_LAYOUT: usize = u16::MAX as usize;

/// Writes the encoder. `groups` are the required features of compressed forms.
pub fn encoder(r: &Registers, t: &Instructions, groups: &[&str]) -> Encoder {
    let (mut bodies, mut layouts): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut short = String::new();
    for i in &t.instrs {
        let body = plain(t, i).filter(|_| i.encoded_size != 0);
        layouts.push(body.as_ref().map_or(NO_LAYOUT, |body| {
            bodies.iter().position(|known| known == body).unwrap_or_else(|| {
                bodies.push(body.clone());
                bodies.len() - 1
            })
        }));
        if body.is_some()
            && !i.compressions.is_empty()
            && let Some(forms) =
                i.compressions.iter().map(|c| short_form(r, t, c, groups)).collect::<Option<String>>()
        {
            let _ = writeln!(
                short,
                "        op::{} => {{\n{}{forms}{}            Some(({:#x} | {}, {}))\n        }}",
                i.name,
                operands(i),
                checks(t, i).unwrap_or_default(),
                i.bits,
                fields(&i.fields, &values(t, i)),
                i.encoded_size
            );
        }
    }
    let mut source = String::from(
        "\n/// What operands of a layout are in the word; `None` where one does not fit or is no register and no small number.\n#[allow(unused_parens, unused_variables, clippy::all)]\nfn fields(layout: u16, operands: &[gisel_codegen::ir::mir::Operand]) -> Option<u32> {\n    match layout {\n",
    );
    for (n, body) in bodies.iter().enumerate() {
        put(&mut source, format!("        {n} => {{\n{body}        }}"));
    }
    source += "        _ => None,\n    }\n}\n\n/// The bits and the size of an instruction in its shortest form of `forms`; `None` for those without code, and where an operand does not fit.\n#[allow(unused_parens, unused_variables, clippy::all)]\nfn short_form(opcode: Opcode, operands: &[gisel_codegen::ir::mir::Operand], forms: u32) -> Option<(u32, u8)> {\n    match opcode {\n";
    if short.is_empty() {
        source = source.replace(
            "(opcode: Opcode, operands: &[gisel_codegen::ir::mir::Operand], forms: u32)",
            "(_: Opcode, _: &[gisel_codegen::ir::mir::Operand], _: u32)",
        );
        source = source.replace("    match opcode {\n", "    None\n}\n");
    } else {
        source += &short;
        source += "        _ => None,\n    }\n}\n";
    }
    source += "\n/// The number of a register in the word.\nfn number(register: i64) -> u32 {\n    REGISTER_NUMBERS.get(register as usize).copied().map_or(0, u32::from)\n}\n";
    Encoder { source, layouts }
}

/// Returns the expressions of an instruction's operands in the encoding.
fn values(t: &Instructions, i: &Instr) -> Vec<String> {
    i.operands.iter().enumerate().map(|(n, operand)| value(t, operand, n)).collect()
}

/// Returns the expression of operand `n` in the encoding, as `operand`.
fn value(t: &Instructions, operand: &Operand, n: usize) -> String {
    match operand.kind {
        Kind::Class(_) => format!("number(v{n})"),
        Kind::Imm(kind) | Kind::Expr(kind) => match &t.imms[kind].encode {
            Some(encode) => format!("super::operands::{encode}(v{n}) as u32"),
            None => format!("v{n} as u32"),
        },
        Kind::Type(_) | Kind::Other(_) => String::new(),
    }
}

/// Returns code that binds the values of an instruction's operands.
fn operands(i: &Instr) -> String {
    let mut out = String::new();
    if i.operands.is_empty() {
        return out;
    }
    let names: String = (0..i.operands.len()).map(|n| format!("o{n}, ")).collect();
    let _ = writeln!(out, "            let [{names}..] = operands else {{ return None }};");
    for (n, operand) in i.operands.iter().enumerate() {
        let read = match operand.kind {
            Kind::Class(_) => format!("register_of(&super::super::registers::REGISTERS, o{n})"),
            _ => format!("number_of(o{n})"),
        };
        let _ = writeln!(out, "            let v{n} = crate::table::{read}?;");
    }
    out
}

/// Returns code that fails if an operand is out of range; `None` if an operand has no value.
fn checks(t: &Instructions, i: &Instr) -> Option<String> {
    let mut out = String::new();
    for (n, operand) in i.operands.iter().enumerate() {
        let kind = match operand.kind {
            Kind::Class(_) => continue,
            Kind::Imm(kind) | Kind::Expr(kind) => &t.imms[kind],
            Kind::Type(_) | Kind::Other(_) => return None,
        };
        if !i.fields.iter().any(|field| field.operand == n) {
            continue;
        }
        let conditions = number_conditions(n, kind);
        let _ =
            writeln!(out, "            if !({conditions}) {{\n                return None;\n            }}");
    }
    Some(out)
}

/// Returns the conditions of a number of an immediate kind.
fn number_conditions(n: usize, kind: &ImmKind) -> String {
    let mut out = format!("({}..={}).contains(&v{n})", rust_i64(kind.min), kind.max);
    if kind.align > 1 {
        assert!(kind.align.count_ones() == 1, "`{}` has multiples of no power of two", kind.name);
        let _ = write!(out, " && v{n} & {} == 0", kind.align - 1);
    }
    if kind.nonzero {
        let _ = write!(out, " && v{n} != 0");
    }
    if let Some(valid) = &kind.valid {
        let _ = write!(out, " && super::operands::{valid}(v{n})");
    }
    out
}

/// Returns the encoding of an instruction's operands, from the names in `values`.
fn fields(fields: &[Field], values: &[String]) -> String {
    let parts: Vec<String> = fields
        .iter()
        .map(|f| {
            let shifted = if f.lo == 0 { String::new() } else { format!(" >> {}", f.lo) };
            let mask = (1u64 << f.width) - 1;
            let at = if f.at == 0 { String::new() } else { format!(" << {}", f.at) };
            format!("((({}){shifted} & {mask:#x}){at})", values[f.operand])
        })
        .collect();
    if parts.is_empty() { "0".into() } else { parts.join(" | ") }
}

/// Returns the code of an instruction's layout.
fn plain(t: &Instructions, i: &Instr) -> Option<String> {
    let checks = checks(t, i)?;
    Some(format!("{}{checks}            Some({})\n", operands(i), fields(&i.fields, &values(t, i))))
}

/// Returns the code for a compressed form, if the instruction has it.
fn short_form(r: &Registers, t: &Instructions, c: &Compression, groups: &[&str]) -> Option<String> {
    let to = &t.instrs[c.to];
    let group = groups.partition_point(|group| *group < to.feature.as_str());
    let mut conditions = vec![format!("forms & {:#x} != 0", 1u32 << group)];
    for (n, condition) in c.conditions.iter().enumerate() {
        match *condition {
            Condition::Any => {}
            Condition::Reg(reg) => conditions.push(format!("v{n} == {reg}")),
            Condition::Imm(value) => conditions.push(format!("v{n} == {value}")),
            Condition::Same(other) => conditions.push(format!("v{n} == v{other}")),
        }
    }
    let mut values = Vec::new();
    for (source, operand) in c.operands.iter().zip(&to.operands) {
        let Source::Operand(n) = *source else {
            // A constant operand is in the bits of the form.
            values.push("0u32".to_string());
            continue;
        };
        match operand.kind {
            Kind::Class(class) => {
                let members = &r.classes[class].members;
                let (first, last) = (members[0], members[members.len() - 1]);
                conditions.push(format!("({first}..={last}).contains(&v{n})"));
                let holes = (first..last).filter(|reg| !members.contains(reg));
                conditions.extend(holes.map(|reg| format!("v{n} != {reg}")));
                values.push(format!("number(v{n})"));
            }
            Kind::Imm(number) | Kind::Expr(number) => {
                let kind = &t.imms[number];
                conditions.push(number_conditions(n, kind));
                values.push(value(t, operand, n));
            }
            Kind::Type(_) | Kind::Other(_) => return None,
        }
    }
    let given = |n: usize| matches!(c.operands.get(n), Some(Source::Operand(_)));
    let mut taken = to.fields.clone();
    taken.retain(|field| given(field.operand));
    let (bits, _) = form(r, t, c);
    let parts = fields(&taken, &values);
    Some(format!(
        "            if {} {{\n                return Some(({bits:#x} | {parts}, {}));\n            }}\n",
        conditions.join(" && "),
        to.encoded_size
    ))
}
