//! Tuples of vectors that are stored by several blocks, sums and products of lanes that are extended
//! once, and lanes that are extended to integers.

use super::writer::{ELEMENTS, Element, Vector, Writer, type_of};
use crate::target::Target;

/// Writes a function with one of these.
pub fn tuple(w: &mut Writer<'_>, target: Target) {
    match w.random.below(4) {
        0 => extended_lane(w),
        1 => shared_extension(w),
        _ => branches(w, target),
    }
}

/// Stores tuples of the same vectors in the cases of a switch, which fall through.
fn branches(w: &mut Writer<'_>, target: Target) {
    let element = w.random.pick(&ELEMENTS[..4]);
    let bytes = w.random.pick(&[8, 16]);
    let count = bytes / element.size;
    if count == 1 {
        return extended_lane(w);
    }
    let factor = 2 + w.random.below(3);
    let mut members = members(w, element, count, factor);
    let key = w.load(ELEMENTS[0], 2);
    let key = w.value(&format!("extractelement {} {}, i64 1", key.ty(), key.name));
    let key = w.value(&format!("and i8 {key}, 3"));
    w.line(&format!(
        "switch i8 {key}, label %case0 [ i8 1, label %case1 i8 2, label %case2 i8 3, label %case3 ]"
    ));
    for case in 0..4 {
        w.line(&format!("case{case}:"));
        if w.random.one_in(6) {
            let n = w.random.below(factor);
            members[n] = constant(w, element, count);
        }
        // The changed value does not reach the next case.
        let stored: Vec<Vector> = members.iter().map(|member| changed(w, member)).collect();
        store(w, target, &stored);
        let next = if w.random.one_in(3) { "end".to_owned() } else { format!("case{}", case + 1) };
        let next = if case == 3 { "end".to_owned() } else { next };
        w.line(&format!("br label %{next}"));
    }
    w.line("end:");
    store(w, target, &members);
}

/// Returns the members of a tuple: of a separated load, loaded, computed or constant.
fn members(w: &mut Writer<'_>, element: Element, count: usize, factor: usize) -> Vec<Vector> {
    if w.random.one_in(2) {
        let whole = w.load(element, factor * count);
        let member = |w: &mut Writer<'_>, member: usize| {
            let lanes: Vec<_> = (0..count).map(|n| Some(factor * n + member)).collect();
            let separated = w.shuffle(&whole, &Vector::poison(element, factor * count), &lanes);
            if w.random.one_in(2) { sum(w, &separated) } else { separated }
        };
        let mut members: Vec<Vector> = (0..factor).map(|n| member(w, n)).collect();
        if w.random.one_in(2) {
            let (a, b) = (w.random.below(factor), w.random.below(factor));
            members.swap(a, b);
        }
        return members;
    }
    let member = |w: &mut Writer<'_>| match w.random.below(4) {
        0 => constant(w, element, count),
        1 => w.load(element, count),
        _ => {
            let loaded = w.load(element, count);
            sum(w, &loaded)
        }
    };
    (0..factor).map(|_| member(w)).collect()
}

fn constant(w: &mut Writer<'_>, element: Element, count: usize) -> Vector {
    let value = w.random.pick(&[0, -1, 1, 127, 255, 54259, 0x1234_0000, 0xff_ff00, 77]);
    let value = if element.size < 8 { value % (1 << (element.size * 8 - 1)) } else { value };
    Vector { name: format!("splat ({} {value})", element.ir), element, lanes: vec![true; count] }
}

fn sum(w: &mut Writer<'_>, vector: &Vector) -> Vector {
    let other = constant(w, vector.element, vector.count());
    let operation = w.random.pick(&["add", "sub", "xor", "mul"]);
    let name = w.value(&format!("{operation} {} {}, {}", vector.ty(), vector.name, other.name));
    Vector { name, ..vector.clone() }
}

/// Returns a vector, which is changed in a few cases.
fn changed(w: &mut Writer<'_>, vector: &Vector) -> Vector {
    if w.random.one_in(8) { sum(w, vector) } else { vector.clone() }
}

/// Stores a tuple interleaved, or one lane of each member.
fn store(w: &mut Writer<'_>, target: Target, members: &[Vector]) {
    let (element, count, factor) = (members[0].element, members[0].count(), members.len());
    if target == Target::Aarch64 && w.random.one_in(2) {
        return store_lane(w, members);
    }
    let mut whole = members[0].clone();
    for member in &members[1..] {
        // Both sides of a shuffle have one type.
        let other = widened(w, member, whole.count());
        let lanes: Vec<_> =
            (0..whole.count()).chain(whole.count()..whole.count() + count).map(Some).collect();
        whole = w.shuffle(&whole, &other, &lanes);
    }
    let lanes: Vec<_> = (0..factor * count).map(|n| Some(n % factor * count + n / factor)).collect();
    let interleaved = w.shuffle(&whole, &Vector::poison(element, factor * count), &lanes);
    w.store(&interleaved);
}

fn widened(w: &mut Writer<'_>, vector: &Vector, count: usize) -> Vector {
    if vector.count() == count {
        return vector.clone();
    }
    let lanes: Vec<_> = (0..count).map(|n| (n < vector.count()).then_some(n)).collect();
    w.shuffle(vector, &Vector::poison(vector.element, vector.count()), &lanes)
}

/// Stores one lane of each member by AArch64's intrinsic.
fn store_lane(w: &mut Writer<'_>, members: &[Vector]) {
    let (element, factor) = (members[0].element, members.len());
    let count = 16 / element.size;
    let whole: Vec<Vector> = members.iter().map(|member| widened(w, member, count)).collect();
    let lane = w.random.below(members[0].count());
    let ty = type_of(element, count);
    let name = format!("llvm.aarch64.neon.st{factor}lane.v{count}{}.p0", element.suffix);
    let types = vec![ty.clone(); factor].join(", ");
    w.declares.insert(format!("declare void @{name}({types}, i64, ptr)\n"));
    let address = w.output(element, factor);
    let arguments: Vec<String> = whole.iter().map(|member| format!("{ty} {}", member.name)).collect();
    w.line(&format!("call void @{name}({}, i64 {lane}, ptr {address})", arguments.join(", ")));
}

/// Adds lanes that are extended once to several vectors, and multiplies both halves of a vector by
/// one constant.
fn shared_extension(w: &mut Writer<'_>) {
    let n = w.random.below(3);
    let (narrow, wide) = (ELEMENTS[n], ELEMENTS[n + 1]);
    let count = w.random.pick(&[8, 16]) / narrow.size;
    let ty = type_of(wide, count);
    let loaded = w.load(narrow, count);
    let kind = w.random.pick(&["sext", "zext"]);
    let extended = w.value(&format!("{kind} {} {} to {ty}", loaded.ty(), loaded.name));
    for _ in 0..2 + w.random.below(3) {
        let other = w.load(wide, count);
        let operation = w.random.pick(&["add", "add", "sub"]);
        let (a, b) = match w.random.below(5) {
            0 => (extended.clone(), other.name),
            1 => {
                let product = w.value(&format!("mul {ty} {}, {}", other.name, other.name));
                (product, extended.clone())
            }
            2 => (extended.clone(), extended.clone()),
            _ => (other.name, extended.clone()),
        };
        let name = w.value(&format!("{operation} {ty} {a}, {b}"));
        w.result(&Vector { name, element: wide, lanes: vec![true; count] });
    }
    let factors = w.load(narrow, count);
    let factors = w.value(&format!("{kind} {} {} to {ty}", factors.ty(), factors.name));
    let constant = w.random.pick(&[3, 100, 77, 54259 % (1 << (narrow.size * 8 - 1))]);
    let name = w.value(&format!("mul {ty} {factors}, splat ({} {constant})", wide.ir));
    w.result(&Vector { name, element: wide, lanes: vec![true; count] });
}

/// Extends a lane, or the result of a reduction, to an integer.
fn extended_lane(w: &mut Writer<'_>) {
    let element = w.random.pick(&ELEMENTS[..3]);
    let count = w.random.pick(&[8, 16]) / element.size;
    let vector = w.load(element, count);
    let lane = if w.random.one_in(2) {
        w.value(&format!("extractelement {} {}, i64 {}", vector.ty(), vector.name, count - 1))
    } else {
        let operation = w.random.pick(&["add", "smax", "smin", "umax", "umin"]);
        let name = format!("llvm.vector.reduce.{operation}.v{count}{}", element.suffix);
        w.declares.insert(format!("declare {} @{name}({})\n", element.ir, vector.ty()));
        w.value(&format!("call {} @{name}({} {})", element.ir, vector.ty(), vector.name))
    };
    for wide in ELEMENTS[..4].iter().filter(|wide| wide.size > element.size) {
        let kind = w.random.pick(&["sext", "zext"]);
        let value = w.value(&format!("{kind} {} {lane} to {}", element.ir, wide.ir));
        let address = w.output(*wide, 1);
        w.line(&format!("store {} {value}, ptr {address}, align 1", wide.ir));
    }
}
