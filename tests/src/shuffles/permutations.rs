//! Permutations of the lanes of one or two vectors, alone and in sequence.

use super::writer::{ELEMENTS, Vector, Writer};

/// Writes some shuffles of loaded vectors, each of any earlier ones.
pub fn permute(w: &mut Writer<'_>) {
    let element = w.random.pick(&ELEMENTS);
    let bytes = w.random.pick(&[8, 16, 16, 16, 16, 32, 4, 12, 24]);
    let count = (bytes / element.size).max(2);
    let mut vectors: Vec<Vector> = (0..2 + w.random.below(2)).map(|_| w.load(element, count)).collect();
    for _ in 0..1 + w.random.below(4) {
        let a = vectors[w.random.below(vectors.len())].clone();
        let b = match w.random.below(5) {
            0 => a.clone(),
            1 => Vector::poison(element, count),
            2 => Vector { name: "zeroinitializer".into(), element, lanes: vec![true; count] },
            _ => vectors[w.random.below(vectors.len())].clone(),
        };
        let mut mask = mask(w, count);
        match w.random.below(6) {
            0 => w.forget(&mut mask, 3),
            1 => w.forget(&mut mask, 8),
            _ => {}
        }
        let shuffled = w.shuffle(&a, &b, &mask);
        if w.random.one_in(3) {
            w.result(&shuffled);
        }
        vectors.push(shuffled);
    }
    let last = vectors.last().cloned();
    last.iter().for_each(|last| w.result(last));
    if w.random.one_in(8) {
        // Another length.
        let last = &vectors[vectors.len() - 1];
        let longer: Vec<_> = (0..w.random.pick(&[count / 2, 2 * count]).max(2))
            .map(|_| Some(w.random.below(2 * count)))
            .collect();
        let shuffled = w.shuffle(last, &vectors[0], &longer);
        w.result(&shuffled);
    }
}

/// Returns a mask: any, of one vector, or a known permutation with a few changed lanes.
fn mask(w: &mut Writer<'_>, count: usize) -> Vec<Option<usize>> {
    let limit = w.random.pick(&[count, 2 * count]);
    if w.random.one_in(3) {
        return (0..count).map(|_| Some(w.random.below(limit))).collect();
    }
    let (kind, by, group) = (w.random.below(13), w.random.below(2 * count), w.random.pick(&[2, 4, 8]));
    let lane = |n: usize| match kind {
        0 => n / 2 + n % 2 * count,
        1 => count / 2 + n / 2 + n % 2 * count,
        2 => 2 * n,
        3 => 2 * n + 1,
        4 => n - n % 2 + n % 2 * count,
        5 => n - n % 2 + 1 + n % 2 * count,
        6 => n + by,
        7 => n - n % group + (group - 1 - n % group),
        8 => by,
        9 => n + n % group % 2 * count,
        10 => n % (count / 2).max(1) + if n < count / 2 { 0 } else { count },
        11 => count - 1 - n,
        _ => n,
    };
    let mut mask: Vec<_> = (0..count).map(|n| Some(lane(n) % limit)).collect();
    for _ in 0..w.random.pick(&[0, 0, 0, 1, 1, 2, 3]) {
        let at = w.random.below(count);
        mask[at] = Some(w.random.below(limit));
    }
    mask
}
