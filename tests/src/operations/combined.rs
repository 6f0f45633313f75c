//! Functions of a few integer operations for which some machines have one instruction.

use super::body::{Body, Function, function, simple};
use super::types::{Scalar, Type};

/// Returns functions of an integer of one register or two.
pub fn operations(ty: Type, bits: u32) -> Vec<Function> {
    if ty.lanes.is_some() || ![8, 16, 32, 64].contains(&bits) {
        return Vec::new();
    }
    [complements(ty), single_bits(ty, bits), low_parts(ty, bits), halves(ty, bits)].concat()
}

fn not(body: &mut Body, ty: Type, value: &str) -> String {
    body.value(&format!("xor {ty} {value}, {}", ty.constant("-1")))
}

/// Returns logic with the complement of an operand.
fn complements(ty: Type) -> Vec<Function> {
    let neither = simple(ty, "not_xor", |body| {
        let [a, b] = body.operands();
        let both = body.value(&format!("xor {ty} {a}, {b}"));
        not(body, ty, &both)
    });
    let ops = ["and", "or", "xor"].map(|op| {
        [false, true].map(|first| {
            simple(ty, &format!("{op}_not_{first}"), |body| {
                let [a, b] = body.operands();
                let b = not(body, ty, &b);
                let (a, b) = if first { (b, a) } else { (a, b) };
                body.value(&format!("{op} {ty} {a}, {b}"))
            })
        })
    });
    ops.into_iter().flatten().chain([neither]).collect()
}

/// Returns functions that set, clear, invert or test one bit, by a variable and by a constant
/// index.
fn single_bits(ty: Type, bits: u32) -> Vec<Function> {
    let rows = ["or", "xor", "and", "lshr"].into_iter().flat_map(|op| [(op, false), (op, true)]);
    let by_number = rows.map(|(op, first)| {
        simple(ty, &format!("{op}_bit_{first}"), |body| {
            let (a, n) = (body.operand(ty), body.below(ty, bits));
            if op == "lshr" {
                let bit = body.value(&format!("lshr {ty} {a}, {n}"));
                return body.value(&format!("and {ty} {bit}, {}", ty.constant("1")));
            }
            let bit = body.value(&format!("shl {ty} {}, {n}", ty.constant("1")));
            let bit = if op == "and" { not(body, ty, &bit) } else { bit };
            let (a, b) = if first { (bit, a) } else { (a, bit) };
            body.value(&format!("{op} {ty} {a}, {b}"))
        })
    });
    let mut all: Vec<Function> = by_number.collect();
    all.push(simple(ty, "bit", |body| {
        let n = body.below(ty, bits);
        body.value(&format!("shl {ty} {}, {n}", ty.constant("1")))
    }));
    for number in [bits - 1, bits - 3] {
        let bit = (1i64.wrapping_shl(64 - bits + number) >> (64 - bits)).to_string();
        let others = (!1i64.wrapping_shl(64 - bits + number) >> (64 - bits)).to_string();
        for (op, constant) in [("or", &bit), ("xor", &bit), ("and", &others)] {
            all.push(simple(ty, &format!("{op}_bit_{number}"), |body| {
                let a = body.operand(ty);
                body.value(&format!("{op} {ty} {a}, {constant}"))
            }));
        }
        for predicate in ["eq", "ne"] {
            let test = |body: &mut Body, a: &str| {
                let masked = body.value(&format!("and {ty} {a}, {bit}"));
                body.value(&format!("icmp {predicate} {ty} {masked}, 0"))
            };
            all.push(function(ty, &format!("{predicate}_bit_{number}"), |body| {
                let a = body.operand(ty);
                let flag = test(body, &a);
                body.store(ty.int(1), &flag, 0);
            }));
            all.push(function(ty, &format!("br_{predicate}_bit_{number}"), |body| {
                let [a, b] = body.operands();
                let flag = test(body, &a);
                body.line(&format!("br i1 {flag}, label %set, label %clear"));
                body.label("set");
                body.store(ty, &b, 0);
                body.line("br label %clear");
                body.label("clear");
            }));
        }
    }
    all
}

/// Returns functions that extend, count and reverse the low bits.
fn low_parts(ty: Type, bits: u32) -> Vec<Function> {
    let mut all = Vec::new();
    for part in [8, 16, 32].into_iter().filter(|part| *part < bits) {
        let narrow = ty.int(part);
        for extension in ["sext", "zext"] {
            all.push(simple(ty, &format!("{extension}_low{part}"), |body| {
                let a = body.operand(ty);
                let low = body.value(&format!("trunc {ty} {a} to {narrow}"));
                body.value(&format!("{extension} {narrow} {low} to {ty}"))
            }));
        }
        all.push(simple(ty, &format!("ctpop_low{part}"), |body| {
            let a = body.operand(ty);
            let low = body.value(&format!("trunc {ty} {a} to {narrow}"));
            let wide = body.value(&format!("zext {narrow} {low} to {ty}"));
            body.call(&ty.to_string(), &format!("ctpop.{}", ty.suffix()), &[(ty, &wide)], "")
        }));
    }
    all.push(simple(ty, "ctpop_select", |body| {
        let [a, b, c] = body.operands();
        let flag = body.value(&format!("icmp slt {ty} {c}, 0"));
        let either = body.value(&format!("select i1 {flag}, {ty} {a}, {ty} {b}"));
        body.call(&ty.to_string(), &format!("ctpop.{}", ty.suffix()), &[(ty, &either)], "")
    }));
    let orders = [["bswap", "bitreverse"], ["bitreverse", "bswap"]];
    all.extend(orders.into_iter().filter(|_| bits > 8).map(|order| {
        simple(ty, &format!("bytes_{}", order[0]), |body| {
            let a = body.operand(ty);
            order.into_iter().fold(a, |value, name| {
                body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &[(ty, &value)], "")
            })
        })
    }));
    all
}

/// Returns functions that concatenate two low parts of values, the second in the low bits or in the
/// high ones.
fn halves(ty: Type, bits: u32) -> Vec<Function> {
    let wide = Type { scalar: Scalar::Int(64), lanes: None };
    let mut all = Vec::new();
    for part in [8, 16, 32].into_iter().filter(|part| 2 * part <= bits) {
        for first in [false, true] {
            all.push(function(ty, &format!("join{part}_{first}"), |body| {
                let parts = body.operands::<2>().map(|value| {
                    let low = body.value(&format!("trunc {ty} {value} to {}", ty.int(part)));
                    body.value(&format!("zext {} {low} to {ty}", ty.int(part)))
                });
                let up = body.value(&format!("shl {ty} {}, {part}", parts[1]));
                let (a, b) = if first { (&up, &parts[0]) } else { (&parts[0], &up) };
                let joined = body.value(&format!("or {ty} {a}, {b}"));
                let extended = match bits {
                    64 => joined,
                    _ => body.value(&format!("sext {ty} {joined} to {wide}")),
                };
                body.store(wide, &extended, 0);
            }));
        }
        all.push(simple(ty, &format!("join_high{part}"), |body| {
            let [a, b] = body.operands();
            let low = body.value(&format!("trunc {ty} {a} to {}", ty.int(part)));
            let low = body.value(&format!("zext {} {low} to {ty}", ty.int(part)));
            let up = body.value(&format!("shl {ty} {b}, {part}"));
            body.value(&format!("or {ty} {low}, {up}"))
        }));
    }
    all
}
