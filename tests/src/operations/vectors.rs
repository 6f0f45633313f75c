//! Vector functions: elements, shuffles, reductions.

use super::body::{Body, Function, STRIDE, function, simple};
use super::types::{QUAD, Scalar, Type};

const INDEX: Type = Type { scalar: Scalar::Int(32), lanes: None };

/// Returns functions with one operation each on vectors of `lanes` elements.
pub fn operations(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all = moves(ty, lanes);
    all.extend(reductions(ty));
    all.extend(rearranged(ty, lanes));
    all.extend(subvectors(ty, lanes));
    all.extend(shuffles(ty, lanes));
    all
}

fn moves(ty: Type, lanes: u32) -> Vec<Function> {
    let scalar = Type { scalar: ty.scalar, lanes: None };
    let mut extract = Body::new(ty);
    let (a, i) = (extract.operand(ty), extract.operand(INDEX));
    let i = extract.value(&format!("urem i32 {i}, {lanes}"));
    let result = extract.value(&format!("extractelement {ty} {a}, i32 {i}"));
    extract.store(scalar, &result, 0);

    let mut insert = Body::new(ty);
    let (a, e, i) = (insert.operand(ty), insert.operand(scalar), insert.operand(INDEX));
    let i = insert.value(&format!("urem i32 {i}, {lanes}"));
    let result = insert.value(&format!("insertelement {ty} {a}, {scalar} {e}, i32 {i}"));
    insert.store(ty, &result, 0);

    let mut shuffle = Body::new(ty);
    let (a, b) = (shuffle.operand(ty), shuffle.operand(ty));
    let mask: Vec<String> = (0..lanes).map(|n| format!("i32 {}", (n * 3 + 1) % (2 * lanes))).collect();
    let mask = mask.join(", ");
    let result = shuffle.value(&format!("shufflevector {ty} {a}, {ty} {b}, <{lanes} x i32> <{mask}>"));
    shuffle.store(ty, &result, 0);
    vec![extract.finish("extract"), insert.finish("insert"), shuffle.finish("shuffle")]
}

fn reductions(ty: Type) -> Vec<Function> {
    let scalar = Type { scalar: ty.scalar, lanes: None };
    let ops: &[&str] = match ty.scalar {
        Scalar::Int(_) => &["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"],
        Scalar::Float(..) => &["fmaximum", "fminimum", "fmax", "fmin"],
    };
    let plain = ops.iter().map(|op| {
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let callee = format!("vector.reduce.{op}.{}", ty.suffix());
        let mut result = body.call(&scalar.to_string(), &callee, &[(ty, &a)], "");
        if matches!(*op, "fmax" | "fmin") {
            // The sign of a zero result is unspecified.
            let zero = if ty.scalar == QUAD { "0xL00000000000000000000000000000000" } else { "0.0" };
            result = body.value(&format!("fadd {scalar} {result}, {zero}"));
        }
        body.store(scalar, &result, 0);
        body.finish(&format!("reduce_{op}"))
    });
    let ordered: &[&str] = if matches!(ty.scalar, Scalar::Float(..)) { &["fadd", "fmul"] } else { &[] };
    let ordered = ordered.iter().map(|op| {
        let mut body = Body::new(ty);
        let (start, a) = (body.operand(scalar), body.operand(ty));
        let callee = format!("vector.reduce.{op}.{}", ty.suffix());
        let result = body.call(&scalar.to_string(), &callee, &[(scalar, &start), (ty, &a)], "");
        body.store(scalar, &result, 0);
        body.finish(&format!("reduce_{op}"))
    });
    plain.chain(ordered).collect()
}

/// Returns permutations of elements of several vectors.
fn rearranged(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all = Vec::new();
    for count in 2..=8 {
        let wide = Type { lanes: Some(lanes * count), ..ty };
        if wide.scalar.bits() * lanes * count > STRIDE * 8 {
            continue;
        }
        let mut body = Body::new(ty);
        let parts: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
        let args: Vec<(Type, &str)> = parts.iter().map(|v| (ty, v.as_str())).collect();
        let callee = format!("vector.interleave{count}.{}", wide.suffix());
        let result = body.call(&wide.to_string(), &callee, &args, "");
        body.store(wide, &result, 0);
        all.push(body.finish(&format!("interleave{count}")));

        let mut body = Body::new(ty);
        let whole = body.operand(wide);
        let results = format!("{{ {} }}", vec![ty.to_string(); count as usize].join(", "));
        let callee = format!("vector.deinterleave{count}.{}", wide.suffix());
        let all_parts = body.call(&results, &callee, &[(wide, &whole)], "");
        for n in 0..count {
            let part = body.value(&format!("extractvalue {results} {all_parts}, {n}"));
            body.store(ty, &part, n * STRIDE);
        }
        all.push(body.finish(&format!("deinterleave{count}")));
    }
    let mut reverse = Body::new(ty);
    let a = reverse.operand(ty);
    let result = reverse.call(&ty.to_string(), &format!("vector.reverse.{}", ty.suffix()), &[(ty, &a)], "");
    reverse.store(ty, &result, 0);
    all.push(reverse.finish("reverse"));
    for side in ["left", "right"] {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let callee = format!("vector.splice.{side}.{}", ty.suffix());
        let offset = (lanes / 2).to_string();
        let result = body.call(&ty.to_string(), &callee, &[(ty, &a), (ty, &b), (INDEX, &offset)], "");
        body.store(ty, &result, 0);
        all.push(body.finish(&format!("splice_{side}")));
    }
    let mut mask = Body::new(ty);
    let (a, b) = (mask.operand(INDEX), mask.operand(INDEX));
    let flags = ty.int(1);
    let callee = format!("get.active.lane.mask.{}.i32", flags.suffix());
    let result = mask.call(&flags.to_string(), &callee, &[(INDEX, &a), (INDEX, &b)], "");
    mask.store(flags, &result, 0);
    all.push(mask.finish("lane_mask"));
    all
}

/// Returns functions of subvectors, and sums over groups of elements.
fn subvectors(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all = Vec::new();
    for part in [lanes / 2, lanes.div_ceil(2), 1] {
        // The index is a multiple of the subvector's element count.
        if part == 0
            || part == lanes
            || all.iter().any(|f: &Function| f.name.starts_with(&format!("vector_extract{part}_")))
        {
            continue;
        }
        let index = part * (lanes / part - 1);
        let small = Type { lanes: Some(part), ..ty };
        all.push(function(ty, &format!("vector_extract{part}"), |body| {
            let [a] = body.operands();
            let callee = format!("vector.extract.{}.{}", small.suffix(), ty.suffix());
            let result = body.call(&small.to_string(), &callee, &[(ty, &a)], &format!(", i64 {index}"));
            body.store(small, &result, 0);
        }));
        // llc treats other elements as if each had bytes of its own.
        if ty.scalar.bits() < 8 || !ty.scalar.bits().is_power_of_two() {
            continue;
        }
        all.push(simple(ty, &format!("vector_insert{part}"), |body| {
            let (a, b) = (body.operand(ty), body.operand(small));
            let callee = format!("vector.insert.{}.{}", ty.suffix(), small.suffix());
            body.call(&ty.to_string(), &callee, &[(ty, &a), (small, &b)], &format!(", i64 {index}"))
        }));
    }
    let sums = if matches!(ty.scalar, Scalar::Int(_)) { "add" } else { "fadd" };
    for part in
        [2, 4].into_iter().filter(|part| lanes.is_multiple_of(*part) && lanes > *part && sums == "add")
    {
        let few = Type { lanes: Some(lanes / part), ..ty };
        let scalar = Type { lanes: None, ..ty };
        all.push(function(ty, &format!("partial_reduce{part}"), |body| {
            let (a, b) = (body.operand(few), body.operand(ty));
            let callee = format!("vector.partial.reduce.{sums}.{}.{}", few.suffix(), ty.suffix());
            let result = body.call(&few.to_string(), &callee, &[(few, &a), (ty, &b)], "");
            // The grouping of the additions is unspecified.
            let sum = body.call(
                &scalar.to_string(),
                &format!("vector.reduce.add.{}", few.suffix()),
                &[(few, &result)],
                "",
            );
            body.store(scalar, &sum, 0);
        }));
    }
    if matches!(ty.scalar, Scalar::Int(bits) if bits >= 8) {
        all.push(simple(ty, "stepvector", |body| {
            let [a] = body.operands();
            let steps = body.call(&ty.to_string(), &format!("stepvector.{}", ty.suffix()), &[], "");
            body.value(&format!("add {ty} {a}, {steps}"))
        }));
    }
    all
}

/// Returns shuffles to fewer and more elements, and with constant indices.
fn shuffles(ty: Type, lanes: u32) -> Vec<Function> {
    let orders: [(&str, Vec<u32>); 6] = [
        ("splat", vec![lanes - 1; lanes as usize]),
        ("low", (0..lanes.div_ceil(2)).collect()),
        ("odd", (0..lanes / 2).map(|n| 2 * n + 1).collect()),
        ("concat", (0..2 * lanes).collect()),
        ("zip", (0..lanes).flat_map(|n| [n, n + lanes]).collect()),
        ("rotate", (0..lanes).map(|n| (n + 1) % lanes).collect()),
    ];
    let fits = |order: &Vec<u32>| !order.is_empty() && order.len() as u32 * ty.scalar.bits() <= STRIDE * 8;
    let shuffle = |(name, order): (&str, Vec<u32>)| {
        let to = Type { lanes: Some(order.len() as u32), ..ty };
        function(ty, &format!("shuffle_{name}"), |body| {
            let [a, b] = body.operands();
            let mask: Vec<String> = order.iter().map(|n| format!("i32 {n}")).collect();
            let mask = format!("<{} x i32> <{}>", mask.len(), mask.join(", "));
            let result = body.value(&format!("shufflevector {ty} {a}, {ty} {b}, {mask}"));
            body.store(to, &result, 0);
        })
    };
    let mut all: Vec<Function> = orders.into_iter().filter(|(_, order)| fits(order)).map(shuffle).collect();
    let scalar = Type { lanes: None, ..ty };
    all.push(function(ty, "extract_last", |body| {
        let [a] = body.operands();
        let result = body.value(&format!("extractelement {ty} {a}, i32 {}", lanes - 1));
        body.store(scalar, &result, 0);
    }));
    all.push(simple(ty, "insert_middle", |body| {
        let (a, e) = (body.operand(ty), body.operand(scalar));
        body.value(&format!("insertelement {ty} {a}, {scalar} {e}, i64 {}", lanes / 2))
    }));
    all.push(simple(ty, "build", |body| {
        let (a, b) = (body.operand(scalar), body.operand(scalar));
        (0..lanes).fold("poison".to_owned(), |vector, n| {
            let element = if n % 3 == 1 { &b } else { &a };
            body.value(&format!("insertelement {ty} {vector}, {scalar} {element}, i32 {n}"))
        })
    }));
    all
}
