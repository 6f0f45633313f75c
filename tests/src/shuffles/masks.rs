//! Masks: comparisons of numbers (some are NaN or infinite), logic with constants, selects
//! of bits, and computations on single lanes that come from vector registers.

use super::writer::{ELEMENTS, Element, Vector, Writer, type_of};

/// The types of numbers that are compared, by the integers of their size.
const FLOATS: [(&str, Element); 2] = [("float", ELEMENTS[2]), ("double", ELEMENTS[3])];

const PREDICATES: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

/// Writes one computation of masks.
pub fn mask(w: &mut Writer<'_>) {
    match w.random.below(3) {
        0 => numbers(w),
        1 => logic(w),
        _ => lane(w),
    }
}

/// Adds an instruction on two values of a type.
fn binary(w: &mut Writer<'_>, operation: &str, ty: &str, a: &str, b: &str) -> String {
    w.value(&format!("{operation} {ty} {a}, {b}"))
}

/// Loads a vector of integers. In some lanes, the exponent is all ones then: these are NaN, or
/// infinite if the rest is cleared. No NaN is signaling: `llc` replaces two comparisons by one of a
/// maximum, which is not the same for these.
fn loaded(w: &mut Writer<'_>, element: Element, count: usize) -> String {
    let (ty, loaded) = (type_of(element, count), w.load(element, count).name);
    let (exponent, quiet): (u64, u64) =
        if element.size == 4 { (0x7f80_0000, 1 << 22) } else { (0x7ff0 << 48, 1 << 51) };
    let lanes = |w: &mut Writer<'_>, some: u64, other: u64| {
        let lane = |w: &mut Writer<'_>| if w.random.one_in(3) { some } else { other };
        let lanes: Vec<String> = (0..count).map(|_| format!("{} {}", element.ir, lane(w))).collect();
        format!("<{}>", lanes.join(", "))
    };
    let set = lanes(w, exponent | quiet, quiet);
    let special = binary(w, "or", &ty, &loaded, &set);
    if w.random.one_in(2) {
        return special;
    }
    let kept = lanes(w, exponent, u64::MAX >> (64 - 8 * element.size));
    binary(w, "and", &ty, &special, &kept)
}

/// Compares numbers, and selects or computes with the result.
fn numbers(w: &mut Writer<'_>) {
    let (float, element) = w.random.pick(&FLOATS);
    let count = w.random.pick(&[1, 1, 2, 2, 4, 8]);
    let (ty, bools) = (type_of(element, count), format!("<{count} x i1>"));
    let (a, b) = (loaded(w, element, count), loaded(w, element, count));
    let of_floats = format!("<{count} x {float}>");
    let [x, y] = [&a, &b].map(|bits| w.value(&format!("bitcast {ty} {bits} to {of_floats}")));
    let mut conditions = Vec::new();
    for _ in 0..1 + w.random.below(3) {
        let second = match w.random.below(4) {
            0 => "zeroinitializer",
            1 => &x,
            _ => &y,
        };
        let predicate = w.random.pick(&PREDICATES);
        conditions.push(binary(w, &format!("fcmp {predicate}"), &of_floats, &x, second));
    }
    let mut all = conditions[0].clone();
    for other in &conditions[1..] {
        let operation = w.random.pick(&["and", "or", "xor"]);
        all = binary(w, operation, &bools, &all, other);
    }
    let name = match w.random.below(4) {
        0 => w.value(&format!("sext {bools} {all} to {ty}")),
        1 => {
            let bits = w.value(&format!("zext {bools} {all} to {ty}"));
            let operation = w.random.pick(&["add", "sub"]);
            binary(w, operation, &ty, &a, &bits)
        }
        2 => w.value(&format!("select {bools} {all}, {ty} {a}, {ty} {b}")),
        _ => {
            let mask = w.value(&format!("sext {bools} {all} to {ty}"));
            let operation = w.random.pick(&["and", "or", "xor", "add"]);
            binary(w, operation, &ty, &mask, &b)
        }
    };
    w.result(&Vector { name, element, lanes: vec![true; count] });
}

/// Combines bits with constants, inversions and masks.
fn logic(w: &mut Writer<'_>) {
    let element = w.random.pick(&ELEMENTS[..4]);
    let count = w.random.pick(&[8, 16, 16, 32]) / element.size;
    let (ty, bools) = (type_of(element, count), format!("<{count} x i1>"));
    let mut values = vec![w.load(element, count).name, w.load(element, count).name];
    for _ in 0..2 + w.random.below(5) {
        let a = values[w.random.below(values.len())].clone();
        let b = values[w.random.below(values.len())].clone();
        let number = w.random.pick(&[0, -1, 1, 127, 128, 255, 0x8000, 0xff00, -256, 0xff_ffff]);
        // The same number in lanes of 16 bits, at least.
        let unit = element.size.max(2);
        let number = number & (u64::MAX >> (64 - 8 * element.size.min(unit))) as i64;
        let constant = format!("splat ({} {number})", element.ir);
        let value = match w.random.below(8) {
            0 => binary(w, "xor", &ty, &a, &format!("splat ({} -1)", element.ir)),
            1 => {
                let operation = w.random.pick(&["and", "or", "xor"]);
                binary(w, operation, &ty, &a, &constant)
            }
            2 | 3 => {
                let operation = w.random.pick(&["and", "or", "xor", "add", "sub"]);
                binary(w, operation, &ty, &a, &b)
            }
            4 => {
                let mask = values[w.random.below(values.len())].clone();
                let inverted = binary(w, "xor", &ty, &mask, &format!("splat ({} -1)", element.ir));
                let (x, y) = (binary(w, "and", &ty, &a, &mask), binary(w, "and", &ty, &inverted, &b));
                binary(w, "or", &ty, &y, &x)
            }
            5 => {
                let predicate = w.random.pick(&["eq", "ne", "ugt", "sge", "slt", "ule"]);
                let condition = binary(w, &format!("icmp {predicate}"), &ty, &a, &constant);
                let other = if w.random.one_in(2) { &b } else { &constant };
                w.value(&format!("select {bools} {condition}, {ty} {other}, {ty} {a}"))
            }
            6 => {
                let condition = binary(w, "icmp ne", &ty, &a, &b);
                w.value(&format!("sext {bools} {condition} to {ty}"))
            }
            _ => {
                let operation = w.random.pick(&["shl", "lshr", "ashr"]);
                let by = w.random.below(8 * element.size);
                binary(w, operation, &ty, &a, &format!("splat ({} {by})", element.ir))
            }
        };
        values.push(value);
    }
    let Some(name) = values.pop() else { return };
    w.result(&Vector { name, element, lanes: vec![true; count] });
}

/// Computes with lanes of 64 bits as with integers, and returns the result to a vector.
fn lane(w: &mut Writer<'_>) {
    let (element, ty) = (ELEMENTS[3], type_of(ELEMENTS[3], 2));
    let (a, b) = (w.load(element, 2).name, w.load(element, 2).name);
    let mut values: Vec<String> = Vec::new();
    for vector in [&a, &b, &a] {
        let lane = w.random.below(2);
        values.push(w.value(&format!("extractelement {ty} {vector}, i64 {lane}")));
    }
    for _ in 0..1 + w.random.below(6) {
        let x = values[w.random.below(values.len())].clone();
        let y = values[w.random.below(values.len())].clone();
        let by = w.random.below(64);
        let number = w.random.pick(&[0, 1, -1, 2, 255, 4096, i64::MIN]);
        let value = match w.random.below(9) {
            0..=2 => {
                let operation = w.random.pick(&["add", "sub", "and", "or", "xor"]);
                binary(w, operation, "i64", &x, &y)
            }
            3 => {
                let operation = w.random.pick(&["shl", "lshr", "ashr"]);
                let shifted = binary(w, operation, "i64", &x, &by.to_string());
                let operation = w.random.pick(&["add", "sub", "and", "or", "xor"]);
                binary(w, operation, "i64", &y, &shifted)
            }
            4 => binary(w, "xor", "i64", &x, "-1"),
            5 => binary(w, "sub", "i64", "0", &x),
            6 => {
                let predicate = w.random.pick(&["eq", "ne", "ugt", "uge", "sge", "sgt", "slt", "ule"]);
                let second = if w.random.one_in(2) { y } else { number.to_string() };
                let condition = binary(w, &format!("icmp {predicate}"), "i64", &x, &second);
                w.value(&format!("sext i1 {condition} to i64"))
            }
            7 => {
                let predicate = w.random.pick(&PREDICATES);
                let [x, y] = [x, y].map(|bits| w.value(&format!("bitcast i64 {bits} to double")));
                let condition = binary(w, &format!("fcmp {predicate}"), "double", &x, &y);
                w.value(&format!("sext i1 {condition} to i64"))
            }
            _ => {
                let operation = w.random.pick(&["sitofp", "uitofp"]);
                let number = w.value(&format!("{operation} i64 {x} to double"));
                w.value(&format!("bitcast double {number} to i64"))
            }
        };
        values.push(value);
    }
    let Some(last) = values.pop() else { return };
    let (into, lane) = (w.random.pick(&["zeroinitializer", &a, &b]).to_owned(), w.random.below(2));
    let name = w.value(&format!("insertelement {ty} {into}, i64 {last}, i64 {lane}"));
    w.result(&Vector { name, element, lanes: vec![true; 2] });
}
