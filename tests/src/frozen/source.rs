//! Sources of undefined values.

use super::Writer;
use super::types::Type;
use std::fmt::Write;

/// Returns the attributes of an undefined parameter and the caller's argument; none if there is no
/// such parameter.
pub(super) fn argument(w: &mut Writer<'_>, ty: &Type) -> (Option<String>, String) {
    if !w.random.one_in(4) {
        return (None, String::new());
    }
    let extend = match ty {
        Type::Int(bits) if *bits <= 64 => w.random.pick(&["", " signext", " zeroext"]),
        _ => "",
    };
    (Some(extend.to_owned()), format!(", {ty}{extend} {}", constant(w)))
}

fn constant(w: &mut Writer<'_>) -> &'static str {
    w.random.pick(&["poison", "undef"])
}

/// Freezes a value that is at least sometimes undefined.
pub(super) fn frozen(w: &mut Writer<'_>, ty: &Type, has_argument: bool) -> String {
    let source = if has_argument { "%a".to_owned() } else { undefined(w, ty) };
    let source = if w.random.one_in(4) { merged(w, ty, &source) } else { source };
    w.value(&format!("freeze {ty} {source}"))
}

fn undefined(w: &mut Writer<'_>, ty: &Type) -> String {
    match w.random.below(8) {
        0 | 1 => constant(w).to_owned(),
        2 | 3 => returned(w, ty),
        4 => uninitialized(w, ty),
        _ => computed(w, ty),
    }
}

/// Merges a value with another, or with an undefined one, by a phi or a select.
fn merged(w: &mut Writer<'_>, ty: &Type, value: &str) -> String {
    let other = match w.random.below(3) {
        0 => w.loaded(ty),
        _ => constant(w).to_owned(),
    };
    if w.random.one_in(3) {
        return w.value(&format!("select i1 %c, {ty} {value}, {ty} {other}"));
    }
    let [from, yes, no, end] = ["%from", "%yes", "%no", "%end"].map(|prefix| w.fresh(prefix));
    w.line(&format!("br label {from}"));
    w.label(&from);
    w.line(&format!("br i1 %c, label {yes}, label {no}"));
    w.label(&yes);
    w.garbage();
    w.line(&format!("br label {end}"));
    w.label(&no);
    w.line(&format!("br label {end}"));
    w.label(&end);
    w.value(&format!("phi {ty} [ {value}, {yes} ], [ {other}, {no} ]"))
}

/// Returns the result of a function that returns an undefined value.
fn returned(w: &mut Writer<'_>, ty: &Type) -> String {
    let extend = match ty {
        Type::Int(bits) if *bits <= 64 => w.random.pick(&["", "signext ", "zeroext "]),
        _ => "",
    };
    let (name, value, garbage) = (w.other("undefined"), constant(w), super::garbage(w.platform, w.random));
    let _ =
        writeln!(w.others, "define {extend}{ty} {name}() noinline {{\n  {garbage}\n  ret {ty} {value}\n}}");
    w.value(&format!("call {extend}{ty} {name}()"))
}

fn uninitialized(w: &mut Writer<'_>, ty: &Type) -> String {
    let slot = w.variable(ty);
    w.value(&format!("load {ty}, ptr {slot}, align 16"))
}

/// Returns the result of an operation that yields poison, or has an undefined operand.
fn computed(w: &mut Writer<'_>, ty: &Type) -> String {
    let undefined = constant(w);
    match ty {
        Type::Int(bits) => integer(w, *bits, undefined),
        Type::Float(..) => {
            let (opcode, flags) =
                (w.random.pick(&["fadd", "fmul", "fsub"]), w.random.pick(&["", "nnan ", "ninf "]));
            match w.random.below(4) {
                0 => {
                    let other = w.loaded(ty);
                    w.value(&format!("{opcode} {flags}{ty} {undefined}, {other}"))
                }
                1 => {
                    let wide = w.loaded(&Type::Float("double", 64));
                    let infinite = w.value(&format!("fdiv ninf double {wide}, 0.0"));
                    convert(w, &infinite, ty)
                }
                2 => w.value(&format!("bitcast i{} {undefined} to {ty}", ty.bits())),
                _ => w.value(&format!("extractelement <2 x {ty}> {undefined}, i32 1")),
            }
        }
        Type::Pointer => match w.random.below(2) {
            0 => w.value(&format!("getelementptr inbounds i8, ptr {undefined}, i64 8")),
            _ => w.value(&format!("inttoptr i64 {undefined} to ptr")),
        },
        Type::Vector(count, element) => vector(w, ty, *count, element, undefined),
        Type::Struct(fields) => {
            let n = w.random.below(fields.len());
            let value = w.loaded(&fields[n]);
            w.value(&format!("insertvalue {ty} {undefined}, {} {value}, {n}", fields[n]))
        }
    }
}

/// Converts a double to another floating-point type.
fn convert(w: &mut Writer<'_>, value: &str, ty: &Type) -> String {
    match ty.bits() {
        64 => value.to_owned(),
        128 => w.value(&format!("fpext double {value} to {ty}")),
        _ => w.value(&format!("fptrunc double {value} to {ty}")),
    }
}

fn integer(w: &mut Writer<'_>, bits: u32, undefined: &str) -> String {
    let ty = Type::Int(bits);
    match w.random.below(9) {
        0 => {
            let opcode = w.random.pick(&["add", "sub", "mul", "xor", "or", "and"]);
            let other = w.loaded(&ty);
            w.value(&format!("{opcode} {ty} {other}, {undefined}"))
        }
        1 => {
            let (opcode, value) = (w.random.pick(&["shl", "lshr", "ashr", "shl nuw"]), w.loaded(&ty));
            let by = w.loaded(&ty);
            w.value(&format!("{opcode} {ty} {value}, {by}"))
        }
        2 => {
            let (flags, value) = (w.random.pick(&["nuw", "nsw", "nuw nsw"]), w.loaded(&Type::Int(bits + 7)));
            w.value(&format!("trunc {flags} i{} {value} to {ty}", bits + 7))
        }
        3 if bits > 1 => {
            let value = w.loaded(&Type::Int(bits - 1));
            w.value(&format!("zext nneg i{} {value} to {ty}", bits - 1))
        }
        4 => {
            let (opcode, flags) = (w.random.pick(&["add", "sub", "mul"]), w.random.pick(&["nsw", "nuw"]));
            let [a, b] = [w.loaded(&ty), w.loaded(&ty)];
            w.value(&format!("{opcode} {flags} {ty} {a}, {b}"))
        }
        5 => {
            let [a, b] = [w.loaded(&ty), w.loaded(&ty)];
            w.value(&format!("or disjoint {ty} {a}, {b}"))
        }
        6 if bits <= 64 => {
            let value = w.loaded(&Type::Float("double", 64));
            let scaled = w.value(&format!("fmul double {value}, 0x7E37E43C8800759C"));
            let opcode = w.random.pick(&["fptosi", "fptoui"]);
            w.value(&format!("{opcode} double {scaled} to {ty}"))
        }
        7 => w.value(&format!("trunc i{} {undefined} to {ty}", bits * 2)),
        _ => w.value(&format!("extractelement <4 x {ty}> {undefined}, i32 2")),
    }
}

fn vector(w: &mut Writer<'_>, ty: &Type, count: u32, element: &Type, undefined: &str) -> String {
    match w.random.below(4) {
        0 => {
            let (value, n) = (w.loaded(element), w.random.below(count as usize));
            w.value(&format!("insertelement {ty} {undefined}, {element} {value}, i32 {n}"))
        }
        1 => {
            let value = w.loaded(ty);
            let lanes: Vec<String> = (0..count)
                .map(|_| match w.random.below(3) {
                    0 => "i32 poison".to_owned(),
                    _ => format!("i32 {}", w.random.below(2 * count as usize)),
                })
                .collect();
            let mask = format!("<{count} x i32> <{}>", lanes.join(", "));
            w.value(&format!("shufflevector {ty} {value}, {ty} {undefined}, {mask}"))
        }
        2 => w.value(&format!("bitcast i{} {undefined} to {ty}", ty.bits())),
        _ => {
            let name = if matches!(element, Type::Int(_)) { "add" } else { "fadd" };
            let value = w.loaded(ty);
            w.value(&format!("{name} {ty} {value}, {undefined}"))
        }
    }
}
