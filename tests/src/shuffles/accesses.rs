//! Accesses to structures: loads whose elements are separated by members, and stores of interleaved
//! members.

use super::writer::{ELEMENTS, Element, Vector, Writer, type_of};

/// The maximum size of an access in bytes.
const MAX_SIZE: usize = 768;

/// Returns random structures: their elements, the number of elements in each, and their number.
fn structures(w: &mut Writer<'_>) -> (Element, usize, usize) {
    loop {
        let factor = w.random.pick(&[2, 2, 3, 3, 4, 4, 5, 6]);
        let (element, rows) =
            (w.random.pick(&ELEMENTS), w.random.pick(&[2, 2, 3, 4, 4, 6, 8, 8, 12, 16, 32]));
        if element.size * factor * rows <= MAX_SIZE {
            return (element, factor, rows);
        }
    }
}

/// Writes a load of structures and uses of its members.
pub fn separate(w: &mut Writer<'_>) {
    let (element, factor, rows) = structures(w);
    // Some loads end with the last element that is used.
    let missing = if w.random.one_in(8) { 1 + w.random.below(factor - 1) } else { 0 };
    let loaded = w.load(element, factor * rows - missing);
    if missing == 0 && w.random.one_in(6) {
        deinterleave(w, &loaded, factor).iter().for_each(|member| w.result(member));
        return;
    }
    let uses = 1 + w.random.below(factor + 2);
    for _ in 0..uses {
        use_member(w, &loaded, factor);
    }
    if w.random.one_in(12) {
        w.result(&loaded);
    }
}

/// Separates all members by the intrinsic.
fn deinterleave(w: &mut Writer<'_>, loaded: &Vector, factor: usize) -> Vec<Vector> {
    let (element, count) = (loaded.element, loaded.count());
    if !w.intrinsics {
        let poison = Vector::poison(element, count);
        let lanes = |n: usize| (n..count).step_by(factor).map(Some).collect::<Vec<_>>();
        return (0..factor).map(|n| w.shuffle(loaded, &poison, &lanes(n))).collect();
    }
    let part = type_of(element, count / factor);
    let results = format!("{{ {} }}", vec![part; factor].join(", "));
    let callee = format!("@llvm.vector.deinterleave{factor}.v{count}{}", element.suffix);
    w.declares.insert(format!("declare {results} {callee}({})\n", loaded.ty()));
    let all = w.value(&format!("call {results} {callee}({} {})", loaded.ty(), loaded.name));
    let lanes = vec![true; count / factor];
    let member = |n| Vector {
        name: w.value(&format!("extractvalue {results} {all}, {n}")),
        element,
        lanes: lanes.clone(),
    };
    (0..factor).map(member).collect()
}

/// Writes one use of a loaded vector.
fn use_member(w: &mut Writer<'_>, loaded: &Vector, factor: usize) {
    let (count, member) = (loaded.count(), w.random.below(factor));
    let mut lanes: Vec<Option<usize>> = (member..count).step_by(factor).map(Some).collect();
    if lanes.len() < 2 || w.random.one_in(8) {
        let lane = lanes.first().copied().flatten().unwrap_or(0);
        return w.lane_result(loaded, lane);
    }
    let rows = lanes.len();
    match w.random.below(16) {
        0 => w.forget(&mut lanes, 4),
        1 => lanes.reverse(),
        2 => lanes = (0..rows).map(|_| lanes[w.random.below(rows)]).collect(),
        3 => drop(lanes.drain(..rows / 2)),
        4 => lanes.truncate(rows.div_ceil(2)),
        5 => lanes.resize(2 * rows, None),
        6 if w.random.one_in(4) => lanes = (0..rows).map(|_| Some(w.random.below(count))).collect(),
        7 => w.forget(&mut lanes, 2),
        _ => {}
    }
    let poison = Vector::poison(loaded.element, count);
    let second: Vec<Option<usize>> = lanes.iter().map(|lane| lane.map(|n| n + count)).collect();
    let shuffled = match w.random.below(12) {
        0 => w.shuffle(&poison, loaded, &second),
        1 => {
            let mixed = lanes.iter().zip(&second);
            let mixed: Vec<_> = mixed.map(|(&a, &b)| if w.random.one_in(2) { a } else { b }).collect();
            w.shuffle(loaded, loaded, &mixed)
        }
        _ => w.shuffle(loaded, &poison, &lanes),
    };
    w.result(&shuffled);
}

/// Writes a store of interleaved members.
pub fn interleave(w: &mut Writer<'_>) {
    let (element, factor, rows) = structures(w);
    let members = members(w, element, factor, rows);
    let value = match w.random.below(6) {
        0 => by_intrinsic(w, &members),
        1 if factor == 4 => {
            let halves = [0, 1].map(|n| zip(w, &members[n], &members[n + 2]));
            zip(w, &halves[0], &halves[1])
        }
        _ => by_shuffles(w, &members),
    };
    w.store(&value);
    if w.random.one_in(10) {
        w.result(&value);
    }
}

/// Returns members of a type: loaded, separated from structures, subvectors or constants.
fn members(w: &mut Writer<'_>, element: Element, factor: usize, rows: usize) -> Vec<Vector> {
    let all = match w.random.below(3) {
        0 => Some(w.load(element, factor * rows)),
        _ => None,
    };
    let poison = Vector::poison(element, factor * rows);
    let member = |n: usize| match (&all, w.random.below(8)) {
        (Some(all), 0..=5) => {
            let mut lanes: Vec<_> = (n..factor * rows).step_by(factor).map(Some).collect();
            if w.random.one_in(6) {
                w.forget(&mut lanes, 4);
            }
            w.shuffle(all, &poison, &lanes)
        }
        (_, 0) => {
            let long = w.load(element, 2 * rows);
            let first = w.random.below(rows + 1);
            let lanes: Vec<_> = (first..first + rows).map(Some).collect();
            w.shuffle(&long, &Vector::poison(element, 2 * rows), &lanes)
        }
        (_, 1) => Vector { name: "zeroinitializer".into(), element, lanes: vec![true; rows] },
        (_, 2) if n > 0 => Vector::poison(element, rows),
        _ => w.load(element, rows),
    };
    (0..factor).map(member).collect()
}

fn by_intrinsic(w: &mut Writer<'_>, members: &[Vector]) -> Vector {
    let (element, factor, rows) = (members[0].element, members.len(), members[0].count());
    if !w.intrinsics {
        let (first, second) = concatenated(w, members);
        return w.shuffle(&first, &second, &interleaving(factor, rows));
    }
    let whole = type_of(element, factor * rows);
    let callee = format!("@llvm.vector.interleave{factor}.v{}{}", factor * rows, element.suffix);
    w.declares.insert(format!("declare {whole} {callee}({})\n", vec![members[0].ty(); factor].join(", ")));
    let arguments: Vec<String> = members.iter().map(|m| format!("{} {}", m.ty(), m.name)).collect();
    let name = w.value(&format!("call {whole} {callee}({})", arguments.join(", ")));
    let lanes = (0..factor * rows).map(|n| members[n % factor].lanes[n / factor]).collect();
    Vector { name, element, lanes }
}

/// Interleaves two vectors.
fn zip(w: &mut Writer<'_>, a: &Vector, b: &Vector) -> Vector {
    let mask: Vec<_> = (0..2 * a.count()).map(|n| Some(n / 2 + n % 2 * a.count())).collect();
    w.shuffle(a, b, &mask)
}

/// Concatenates members to two vectors, whose lanes are then interleaved.
fn by_shuffles(w: &mut Writer<'_>, members: &[Vector]) -> Vector {
    let (factor, rows) = (members.len(), members[0].count());
    let (first, second) = concatenated(w, members);
    let mut mask = interleaving(factor, rows);
    match w.random.below(8) {
        0 => w.forget(&mut mask, 8),
        1 => w.forget(&mut mask, 2),
        2 => {
            let lane = w.random.below(mask.len());
            mask[lane] = Some(w.random.below(mask.len()));
        }
        _ => {}
    }
    w.shuffle(&first, &second, &mask)
}

/// Returns the mask that interleaves concatenated vectors.
fn interleaving(factor: usize, rows: usize) -> Vec<Option<usize>> {
    (0..factor * rows).map(|n| Some(n % factor * rows + n / factor)).collect()
}

/// Concatenates members to two vectors.
fn concatenated(w: &mut Writer<'_>, members: &[Vector]) -> (Vector, Vector) {
    let half = members.len().div_ceil(2);
    let count = half * members[0].count();
    (joined(w, &members[..half], count), joined(w, &members[half..], count))
}

/// Concatenates vectors, and undefined lanes up to the length `count`.
fn joined(w: &mut Writer<'_>, vectors: &[Vector], count: usize) -> Vector {
    let mut whole = vectors[0].clone();
    for next in &vectors[1..] {
        let (before, each) = (whole.count(), next.count());
        let widened: Vec<_> = (0..before).map(|n| (n < each).then_some(n)).collect();
        let next = if before == each {
            next.clone()
        } else {
            w.shuffle(next, &Vector::poison(next.element, each), &widened)
        };
        let mask: Vec<_> = (0..before + each).map(Some).collect();
        whole = w.shuffle(&whole, &next, &mask);
    }
    let mask: Vec<_> = (0..count).map(|n| (n < whole.count()).then_some(n)).collect();
    let poison = Vector::poison(whole.element, whole.count());
    if whole.count() == count { whole } else { w.shuffle(&whole, &poison, &mask) }
}
