//! Arithmetic on extended lanes that are narrowed again: averages, products, clamped and rounded
//! values, differences, sums, comparisons, and operations on interleaved loads.

use super::writer::{ELEMENTS, Element, Vector, Writer, type_of};

/// Writes one computation on loaded vectors of integers.
pub fn narrow(w: &mut Writer<'_>) {
    let narrow = w.random.pick(&ELEMENTS[..3]);
    let wides: Vec<Element> = ELEMENTS[..4].iter().copied().filter(|wide| wide.size > narrow.size).collect();
    let wide = w.random.pick(&wides);
    let count = w.random.pick(&[2, 4, 8, 8, 16, 16, 32]);
    match w.random.below(11) {
        0 => average(w, narrow, wide, count),
        1 | 2 => product(w, narrow, wide, count),
        3 => clamp(w, narrow, wide, count),
        4 => difference(w, narrow, wide, count),
        5 => sum(w, narrow, wide, count),
        6 => extreme(w, narrow, wide, count),
        7 => shifted_sum(w, narrow, wide, count),
        8 => three_way(w, narrow, wide, count),
        9 => exact_floats(w, count),
        _ => separated(w, wide, count.min(8)),
    }
}

fn splat(element: Element, value: i64) -> String {
    format!("splat ({} {value})", element.ir)
}

/// Returns a constant with `value` in all lanes; sometimes in all lanes of another size.
fn repeated(w: &mut Writer<'_>, element: Element, count: usize, value: i64) -> String {
    if !w.random.one_in(6) {
        return splat(element, value);
    }
    let unit = w.random.pick(&[1, 2, 4, 8]);
    let bytes: Vec<u8> =
        value.to_le_bytes()[..unit].iter().copied().cycle().take(count * element.size).collect();
    let lane = |bytes: &[u8]| {
        let number = bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        format!("{} {number}", element.ir)
    };
    format!("<{}>", bytes.chunks(element.size).map(lane).collect::<Vec<_>>().join(", "))
}

/// Adds `operation` of two values of a vector type.
fn binary(w: &mut Writer<'_>, operation: &str, ty: &str, a: &str, b: &str) -> String {
    w.value(&format!("{operation} {ty} {a}, {b}"))
}

/// Calls an intrinsic on two vectors of one type.
fn call(w: &mut Writer<'_>, name: &str, element: Element, count: usize, a: &str, b: &str) -> String {
    let ty = type_of(element, count);
    let name = format!("llvm.{name}.v{count}{}", element.suffix);
    w.declares.insert(format!("declare {ty} @{name}({ty}, {ty})\n"));
    w.value(&format!("call {ty} @{name}({ty} {a}, {ty} {b})"))
}

/// Loads a narrow vector and extends it.
fn extended(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) -> String {
    let loaded = w.load(narrow, count);
    extend(w, &loaded, wide)
}

fn extend(w: &mut Writer<'_>, vector: &Vector, wide: Element) -> String {
    let kind = w.random.pick(&["sext", "zext", "zext"]);
    w.value(&format!("{kind} {} {} to {}", vector.ty(), vector.name, type_of(wide, vector.count())))
}

/// Stores a value; a wide one sometimes narrowed.
fn finish(w: &mut Writer<'_>, value: String, wide: Element, narrow: Element, count: usize) {
    let (name, element) = if w.random.one_in(4) {
        (value, wide)
    } else {
        let (from, to) = (type_of(wide, count), type_of(narrow, count));
        (w.value(&format!("trunc {from} {value} to {to}")), narrow)
    };
    w.result(&Vector { name, element, lanes: vec![true; count] });
}

fn average(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let ty = type_of(wide, count);
    let (a, b) = (extended(w, narrow, wide, count), extended(w, narrow, wide, count));
    let mut sum = binary(w, "add", &ty, &a, &b);
    if w.random.one_in(2) {
        let rounding = w.random.pick(&[1, 1, 1, 2, -1]);
        let rounding = repeated(w, wide, count, rounding);
        sum = binary(w, "add", &ty, &sum, &rounding);
    }
    let (shift, by) = (w.random.pick(&["lshr", "ashr"]), w.random.pick(&[1, 1, 1, 2]));
    let half = binary(w, shift, &ty, &sum, &splat(wide, by));
    finish(w, half, wide, narrow, count);
}

fn product(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let ty = type_of(wide, count);
    let a = extended(w, narrow, wide, count);
    let b = match w.random.below(4) {
        0 => extended(w, narrow, wide, count),
        2 => constants(w, wide, count),
        1 => {
            let constant = w.random.pick(&[3, 77, 127, 128, 255, 256, -3, -128, -129, 65535, 40000]);
            repeated(w, wide, count, constant)
        }
        _ => {
            let address = w.load(narrow, 2);
            let first = w.value(&format!("extractelement {} {}, i64 0", address.ty(), address.name));
            let kind = w.random.pick(&["sext", "zext"]);
            let first = w.value(&format!("{kind} {} {first} to {}", narrow.ir, wide.ir));
            let lane = w.value(&format!("insertelement {ty} poison, {} {first}, i64 0", wide.ir));
            w.value(&format!("shufflevector {ty} {lane}, {ty} poison, <{count} x i32> zeroinitializer"))
        }
    };
    let mut value = binary(w, "mul", &ty, &a, &b);
    if w.random.one_in(2) {
        let addend = w.load(wide, count).name;
        let operation = w.random.pick(&["add", "sub"]);
        value = binary(w, operation, &ty, &addend, &value);
    }
    if w.random.one_in(2) {
        let bits = wide.size * 8;
        let by = w.random.pick(&[1, narrow.size * 8, bits / 2, bits - 1]) as i64;
        let shift = w.random.pick(&["lshr", "ashr"]);
        value = binary(w, shift, &ty, &value, &splat(wide, by));
    }
    finish(w, value, wide, narrow, count);
}

/// Returns a vector of different constants, near the limits of 8, 16 and 32 bits.
fn constants(w: &mut Writer<'_>, wide: Element, count: usize) -> String {
    let unused = 64 - wide.size as u32 * 8;
    let has_wide = w.random.one_in(3);
    let mut constant = || {
        let (bits, by) = (w.random.pick(&[8, 16, 31, 32]), w.random.pick(&[-1i64, 0, 1, -3]));
        let number = if w.random.one_in(2) { (1i64 << bits) + by } else { -(1i64 << (bits - 1)) + by };
        let number = if has_wide { number } else { number % (1 << 15) };
        format!("{} {}", wide.ir, (number << unused) >> unused)
    };
    let lanes: Vec<String> = (0..count).map(|_| constant()).collect();
    format!("<{}>", lanes.join(", "))
}

fn clamp(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let ty = type_of(wide, count);
    let mut value = w.load(wide, count).name;
    if w.random.one_in(2) {
        let by = 1 + w.random.below(narrow.size * 8) as i64;
        value = binary(w, "ashr", &ty, &value, &splat(wide, by));
    }
    let bits = narrow.size as u32 * 8;
    let (all, most) = ((1i64 << bits) - 1, (1i64 << (bits - 1)) - 1);
    let off = if w.random.one_in(6) { 1 } else { 0 };
    let bounds = match w.random.below(6) {
        0 => vec![("smax", -most - 1), ("smin", most - off)],
        1 => vec![("smin", most), ("smax", -most - 1 + off)],
        2 => vec![("smax", 0), ("smin", all - off)],
        3 => vec![("smin", all), ("smax", off)],
        4 => vec![("smax", 0), ("umin", all - off)],
        _ => vec![("umin", all - off)],
    };
    for (operation, bound) in bounds {
        let bound = repeated(w, wide, count, bound);
        value = call(w, operation, wide, count, &value, &bound);
    }
    finish(w, value, wide, narrow, count);
}

fn difference(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    if w.random.one_in(2) {
        let (ty, bools) = (type_of(narrow, count), format!("<{count} x i1>"));
        let (a, b) = (w.load(narrow, count).name, w.load(narrow, count).name);
        let predicate = w.random.pick(&["ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"]);
        let condition = binary(w, &format!("icmp {predicate}"), &ty, &a, &b);
        let (first, second) = (binary(w, "sub", &ty, &a, &b), binary(w, "sub", &ty, &b, &a));
        let chosen = w.value(&format!("select {bools} {condition}, {ty} {first}, {ty} {second}"));
        return w.result(&Vector { name: chosen, element: narrow, lanes: vec![true; count] });
    }
    let ty = type_of(wide, count);
    let (a, b) = (extended(w, narrow, wide, count), extended(w, narrow, wide, count));
    let difference = binary(w, "sub", &ty, &a, &b);
    let name = format!("llvm.abs.v{count}{}", wide.suffix);
    w.declares.insert(format!("declare {ty} @{name}({ty}, i1)\n"));
    let value = w.value(&format!("call {ty} @{name}({ty} {difference}, i1 false)"));
    finish(w, value, wide, narrow, count);
}

fn sum(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let ty = type_of(wide, count);
    let lanes = extended(w, narrow, wide, count);
    let name = format!("llvm.vector.reduce.add.v{count}{}", wide.suffix);
    w.declares.insert(format!("declare {} @{name}({ty})\n", wide.ir));
    let sum = w.value(&format!("call {} @{name}({ty} {lanes})", wide.ir));
    let pair = type_of(wide, 2);
    let name = w.value(&format!("insertelement {pair} zeroinitializer, {} {sum}, i64 1", wide.ir));
    w.result(&Vector { name, element: wide, lanes: vec![true; 2] });
    // Even and odd lanes.
    let vector = w.load(narrow, 2 * count);
    let [even, odd] = [0, 1].map(|first| {
        let lanes: Vec<_> = (0..count).map(|n| Some(2 * n + first)).collect();
        w.shuffle(&vector, &Vector::poison(narrow, 2 * count), &lanes)
    });
    let pairs = binary(w, "add", &type_of(narrow, count), &odd.name, &even.name);
    w.result(&Vector { name: pairs, element: narrow, lanes: vec![true; count] });
}

fn extreme(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let mut value = extended(w, narrow, wide, count);
    for _ in 0..1 + w.random.below(2) {
        let other = extended(w, narrow, wide, count);
        let operation = w.random.pick(&["smin", "smax", "umin", "umax"]);
        value = call(w, operation, wide, count, &value, &other);
    }
    finish(w, value, wide, narrow, count);
}

fn shifted_sum(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let ty = type_of(wide, count);
    let bits = narrow.size * 8;
    let by = if w.random.one_in(2) { bits } else { 1 + w.random.below(bits) } as i64;
    let mut value = w.load(wide, count).name;
    for _ in 0..w.random.below(3) {
        let other = match w.random.below(3) {
            0 => w.load(wide, count).name,
            1 => repeated(w, wide, count, 1 << (by - 1)),
            _ => extended(w, narrow, wide, count),
        };
        let operation = w.random.pick(&["add", "add", "sub"]);
        value = binary(w, operation, &ty, &value, &other);
    }
    let shift = w.random.pick(&["lshr", "ashr"]);
    value = binary(w, shift, &ty, &value, &splat(wide, by));
    finish(w, value, wide, narrow, count);
}

fn three_way(w: &mut Writer<'_>, narrow: Element, wide: Element, count: usize) {
    let (ty, bools) = (type_of(narrow, count), format!("<{count} x i1>"));
    let (a, b) = (w.load(narrow, count).name, w.load(narrow, count).name);
    if w.random.one_in(2) {
        let (operation, to) = (w.random.pick(&["scmp", "ucmp"]), w.random.pick(&[ELEMENTS[0], narrow, wide]));
        let result = type_of(to, count);
        let name = format!("llvm.{operation}.v{count}{}.v{count}{}", to.suffix, narrow.suffix);
        w.declares.insert(format!("declare {result} @{name}({ty}, {ty})\n"));
        let name = w.value(&format!("call {result} @{name}({ty} {a}, {ty} {b})"));
        return w.result(&Vector { name, element: to, lanes: vec![true; count] });
    }
    let (first, second) =
        (binary(w, "icmp sgt", &ty, &a, &b), binary(w, "icmp ult", &ty, &a, "zeroinitializer"));
    let third = binary(w, "icmp ne", &ty, &b, &splat(narrow, 5));
    let both = w.value(&format!("select {bools} {first}, {bools} {third}, {bools} zeroinitializer"));
    let either = w.value(&format!("select {bools} {both}, {bools} splat (i1 true), {bools} {second}"));
    let chosen = w.value(&format!("select {bools} {either}, {ty} {a}, {ty} {b}"));
    let once_more = w.value(&format!("select {bools} {either}, {ty} {chosen}, {ty} {}", splat(narrow, 9)));
    w.result(&Vector { name: once_more, element: narrow, lanes: vec![true; count] });
}

/// Adds products of small whole numbers, which are exact with and without contraction.
fn exact_floats(w: &mut Writer<'_>, count: usize) {
    let float = w.random.pick(&[ELEMENTS[5], ELEMENTS[6]]);
    let ty = type_of(float, count);
    let [a, b, c] = [(); 3].map(|()| {
        let bytes = w.load(ELEMENTS[0], count);
        let kind = w.random.pick(&["sitofp", "uitofp"]);
        w.value(&format!("{kind} {} {} to {ty}", bytes.ty(), bytes.name))
    });
    let product = binary(w, "fmul contract", &ty, &a, &b);
    let operation = w.random.pick(&["fadd contract", "fsub contract", "fadd"]);
    let value = match w.random.one_in(2) {
        true => binary(w, operation, &ty, &product, &c),
        false => binary(w, operation, &ty, &c, &product),
    };
    w.result(&Vector { name: value, element: float, lanes: vec![true; count] });
}

/// Separates the members of operations on two loaded vectors.
fn separated(w: &mut Writer<'_>, element: Element, count: usize) {
    let factor = w.random.pick(&[2, 3, 4]);
    let ty = type_of(element, factor * count);
    let a = w.load(element, factor * count);
    let b = if w.random.one_in(2) { a.clone() } else { w.load(element, factor * count) };
    let operation = w.random.pick(&["mul", "add", "sub", "xor"]);
    let name = binary(w, operation, &ty, &a.name, &b.name);
    let whole = Vector { name, element, lanes: vec![true; factor * count] };
    for member in 0..factor {
        let lanes: Vec<_> = (0..count).map(|n| Some(factor * n + member)).collect();
        let separated = w.shuffle(&whole, &Vector::poison(element, factor * count), &lanes);
        w.result(&separated);
    }
}
