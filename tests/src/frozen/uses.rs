//! Uses of a frozen value, and their expected results.

use super::Writer;
use super::types::Type;
use std::fmt::Write;

/// Uses `frozen` a few times; the result is true if all uses agree.
pub(super) fn agree(w: &mut Writer<'_>, ty: &Type, frozen: &str) -> String {
    if let Type::Struct(fields) = ty {
        let mut ok = "true".to_owned();
        for (n, field) in fields.iter().enumerate() {
            let value = w.value(&format!("extractvalue {ty} {frozen}, {n}"));
            let one = agree(w, field, &value);
            ok = w.value(&format!("and i1 {ok}, {one}"));
        }
        return ok;
    }
    let slot = w.variable(ty);
    let mut oks = Vec::new();
    let uses: Vec<(Use, String)> = (0..2 + w.random.below(4))
        .map(|_| {
            if w.random.one_in(4) {
                w.garbage();
            }
            let kind = pick(w, ty);
            let result = result(w, &kind, frozen);
            (kind, result)
        })
        .collect();
    w.line(&format!("store volatile {ty} {frozen}, ptr {slot}, align 16"));
    let bits = w.value(&format!("load volatile {ty}, ptr {slot}, align 16"));
    for (kind, found) in uses {
        let expected = result(w, &kind, &bits);
        oks.push(same(w, &kind.result, &found, &expected));
    }
    oks.push(same(w, ty, frozen, &bits));
    let all = oks.into_iter().reduce(|all, ok| w.value(&format!("and i1 {all}, {ok}")));
    all.unwrap_or_default()
}

/// Compares the bits of two values.
fn same(w: &mut Writer<'_>, ty: &Type, a: &str, b: &str) -> String {
    let [a, b] = match ty {
        Type::Int(_) | Type::Pointer => [a.to_owned(), b.to_owned()],
        _ => [a, b].map(|value| w.value(&format!("bitcast {ty} {value} to i{}", ty.bits()))),
    };
    let ty = if matches!(ty, Type::Pointer) { "ptr".to_owned() } else { format!("i{}", ty.bits()) };
    w.value(&format!("icmp eq {ty} {a}, {b}"))
}

/// A use: its instructions, and the type of the last one's result. `$V` is the value and `$L` the
/// result of the preceding line.
struct Use {
    lines: Vec<String>,
    result: Type,
}

fn one(line: String, result: Type) -> Use {
    Use { lines: vec![line], result }
}

/// Writes the instructions of a use of `value`.
fn result(w: &mut Writer<'_>, kind: &Use, value: &str) -> String {
    let mut last = value.to_owned();
    for line in &kind.lines {
        last = w.value(&line.replace("$V", value).replace("$L", &last));
    }
    last
}

fn constant(w: &mut Writer<'_>, ty: &Type) -> String {
    match ty {
        Type::Int(1) => w.random.pick(&["true", "false"]).to_owned(),
        Type::Int(bits) => {
            let mask = if *bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            let number = match w.random.below(4) {
                0 => w.random.below(3) as u64,
                1 => mask,
                2 => mask >> 1,
                _ => w.random.bits(),
            };
            (number & mask).to_string()
        }
        Type::Float("fp128", _) => "0xL00000000000000003FFF000000000000".to_owned(),
        Type::Float(..) => w.random.pick(&["0.0", "1.0", "-2.0"]).to_owned(),
        Type::Vector(count, element) => {
            let lanes: Vec<String> =
                (0..*count).map(|_| format!("{element} {}", constant(w, element))).collect();
            format!("<{}>", lanes.join(", "))
        }
        _ => "null".to_owned(),
    }
}

fn pick(w: &mut Writer<'_>, ty: &Type) -> Use {
    match w.random.below(8) {
        0 => return one(call(w, ty), ty.clone()),
        1 if !matches!(ty, Type::Pointer) => {
            return one(format!("bitcast {ty} $V to i{}", ty.bits()), Type::Int(ty.bits()));
        }
        2 => return merged(w, ty),
        _ => {}
    }
    match ty {
        Type::Int(bits) => integer(w, ty, *bits),
        Type::Float(..) => float(w, ty),
        Type::Pointer => match w.random.below(3) {
            0 => one("ptrtoint ptr $V to i64".into(), Type::Int(64)),
            1 => one("icmp ult ptr $V, inttoptr (i64 4096 to ptr)".into(), Type::Int(1)),
            _ => one("getelementptr i8, ptr $V, i64 24".into(), Type::Pointer),
        },
        Type::Vector(count, element) => vector(w, ty, *count, element),
        Type::Struct(_) => one(String::new(), ty.clone()),
    }
}

/// Returns a use through a function that returns its argument.
fn call(w: &mut Writer<'_>, ty: &Type) -> String {
    let extend = match ty {
        Type::Int(bits) if *bits <= 64 => w.random.pick(&["", "signext ", "zeroext "]),
        _ => "",
    };
    let (name, garbage) = (w.other("same"), super::garbage(w.platform, w.random));
    let between = if w.random.one_in(2) { garbage } else { String::new() };
    let _ = writeln!(
        w.others,
        "define {extend}{ty} {name}({ty} {extend}%x) noinline {{\n  {between}\n  ret {ty} %x\n}}"
    );
    format!("call {extend}{ty} {name}({ty} {extend}$V)")
}

/// Returns a use through a merge with an equal value.
fn merged(w: &mut Writer<'_>, ty: &Type) -> Use {
    let other = constant(w, ty);
    let lines = vec![format!("select i1 %c, {ty} $V, {ty} {other}")];
    Use { lines, result: ty.clone() }
}

fn integer(w: &mut Writer<'_>, ty: &Type, bits: u32) -> Use {
    let number = constant(w, ty);
    let predicate = w.random.pick(&["eq", "ne", "slt", "sle", "sgt", "ult", "ule", "ugt", "uge"]);
    let wider = Type::Int(w.random.pick(&[bits + 1, 8, 16, 32, 64, 128]).max(bits + 1));
    let narrower = Type::Int(1 + w.random.below(bits as usize) as u32);
    let by = w.random.below(bits as usize);
    match w.random.below(12) {
        0 | 1 => one(format!("zext {ty} $V to {wider}"), wider),
        2 | 3 => one(format!("sext {ty} $V to {wider}"), wider),
        4 | 5 => one(format!("icmp {predicate} {ty} $V, {number}"), Type::Int(1)),
        6 if narrower.bits() < bits => one(format!("trunc {ty} $V to {narrower}"), narrower),
        7 => {
            let opcode = w.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
            one(format!("{opcode} {ty} $V, {number}"), ty.clone())
        }
        8 => one(format!("{} {ty} $V, {by}", w.random.pick(&["shl", "lshr", "ashr"])), ty.clone()),
        9 if bits <= 64 => {
            let opcode = w.random.pick(&["sitofp", "uitofp"]);
            one(format!("{opcode} {ty} $V to double"), Type::Float("double", 64))
        }
        10 if bits == 1 => one("select i1 $V, i32 17, i32 -3".into(), Type::Int(32)),
        10 if bits > 1 => one(format!("call {ty} @llvm.ctpop.i{bits}({ty} $V)"), ty.clone()),
        _ => {
            let name = w.random.pick(&["smin", "smax", "umin", "umax"]);
            one(format!("call {ty} @llvm.{name}.i{bits}({ty} $V, {ty} {number})"), ty.clone())
        }
    }
}

fn float(w: &mut Writer<'_>, ty: &Type) -> Use {
    let number = constant(w, ty);
    let predicate = w.random.pick(&["uno", "ord", "oeq", "une", "olt", "ogt", "ult", "ole", "ueq"]);
    match w.random.below(9) {
        0 => one(format!("fcmp uno {ty} $V, $V"), Type::Int(1)),
        1 => one(format!("fcmp {predicate} {ty} $V, {number}"), Type::Int(1)),
        2 => one(format!("fneg {ty} $V"), ty.clone()),
        3 if ty.bits() < 64 => one(format!("fpext {ty} $V to double"), Type::Float("double", 64)),
        3 if ty.bits() > 32 => one(format!("fptrunc {ty} $V to float"), Type::Float("float", 32)),
        4 if ty.bits() <= 64 => {
            let name = suffix(ty);
            let to = w.random.pick(&["i32", "i64"]);
            let bits = to[1..].parse().unwrap_or(32);
            one(format!("call {to} @llvm.fptosi.sat.{to}.{name}({ty} $V)"), Type::Int(bits))
        }
        5 => {
            let name = suffix(ty);
            one(format!("call {ty} @llvm.fabs.{name}({ty} $V)"), ty.clone())
        }
        6 => one(format!("fadd {ty} $V, {number}"), ty.clone()),
        7 => Use {
            lines: vec![
                format!("bitcast {ty} $V to i{}", ty.bits()),
                format!("and i{} $L, 65535", ty.bits().max(16)),
            ],
            result: Type::Int(ty.bits()),
        },
        _ => {
            let name = suffix(ty);
            one(format!("call {ty} @llvm.copysign.{name}({ty} $V, {ty} {number})"), ty.clone())
        }
    }
}

/// Returns the name of a floating-point type in intrinsics' names.
fn suffix(ty: &Type) -> &'static str {
    match ty {
        Type::Float("bfloat", _) => "bf16",
        Type::Float(_, 16) => "f16",
        Type::Float(_, 32) => "f32",
        Type::Float(_, 64) => "f64",
        _ => "f128",
    }
}

fn vector(w: &mut Writer<'_>, ty: &Type, count: u32, element: &Type) -> Use {
    let lane = w.random.below(count as usize);
    let is_int = matches!(element, Type::Int(_));
    match w.random.below(4) {
        0 | 1 => {
            let taken = format!("extractelement {ty} $V, i32 {lane}");
            let inner = pick(w, element);
            // Uses of the element.
            let lines = std::iter::once(taken).chain(inner.lines.iter().map(|line| line.replace("$V", "$L")));
            if inner.lines.len() > 1 || inner.lines[0].matches("$V").count() > 1 {
                return one(format!("extractelement {ty} $V, i32 {lane}"), element.clone());
            }
            Use { lines: lines.collect(), result: inner.result }
        }
        2 => {
            let opcode = if is_int { "add" } else { "fadd" };
            let number = constant(w, ty);
            one(format!("{opcode} {ty} $V, {number}"), ty.clone())
        }
        _ => {
            let (opcode, predicate) = if is_int {
                ("icmp", w.random.pick(&["eq", "slt", "ugt"]))
            } else {
                ("fcmp", w.random.pick(&["uno", "olt", "une"]))
            };
            let number = constant(w, ty);
            let result = Type::Vector(count, Box::new(Type::Int(1)));
            one(format!("{opcode} {predicate} {ty} $V, {number}"), result)
        }
    }
}
