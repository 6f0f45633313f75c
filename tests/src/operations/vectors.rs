//! Functions of vectors: elements, shuffles, reductions, accesses under a mask, vector-predicated operations.

use super::text::{Body, Function, STRIDE};
use super::types::{Scalar, Type};

const INDEX: Type = Type { scalar: Scalar::Int(32), lanes: None };

/// Functions that have one operation each on vectors of `lanes` elements.
pub fn operations(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all = moves(ty, lanes);
    all.extend(reductions(ty));
    all.extend(rearranged(ty, lanes));
    // Others lie closer in vectors than in arrays, and llc takes them for elements of arrays here.
    let lies_as_in_array = ty.scalar.bits() >= 8 && ty.scalar.bits().is_power_of_two();
    if lanes <= 16 && lies_as_in_array {
        all.extend(masked(ty, lanes));
        all.push(compressed(ty));
    }
    all.extend(predicated(ty));
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
        Scalar::Int(_) => &["add", "mul", "and", "or", "xor", "smax", "umin"],
        Scalar::Float(..) => &["fmaximum", "fminimum"],
    };
    let plain = ops.iter().map(|op| {
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let callee = format!("vector.reduce.{op}.{}", ty.suffix());
        let result = body.call(&scalar.to_string(), &callee, &[(ty, &a)], "");
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

/// Elements of several vectors in another order.
fn rearranged(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all = Vec::new();
    for count in [2, 3] {
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

/// Loads and stores of elements whose mask is set.
fn masked(ty: Type, lanes: u32) -> Vec<Function> {
    let flags = ty.int(1);
    let pointers = format!("<{lanes} x ptr>");
    let size = ty.scalar.bits() / 8;
    let suffix = ty.suffix();
    let mut all = Vec::new();
    for (name, pass) in [("load", "masked.load"), ("expandload", "masked.expandload")] {
        let mut body = Body::new(ty);
        let (other, mask) = (body.operand(ty), body.operand(flags));
        let callee = if name == "load" { format!("{pass}.{suffix}.p0") } else { format!("{pass}.{suffix}") };
        body.declare(&format!("declare {ty} @llvm.{callee}(ptr, {flags}, {ty})"));
        let loaded =
            body.value(&format!("call {ty} @llvm.{callee}(ptr align 1 %in, {flags} {mask}, {ty} {other})"));
        body.store_bits(ty, &loaded);
        all.push(body.finish(&format!("masked_{name}")));
    }
    for (name, pass) in [("store", "masked.store"), ("compressstore", "masked.compressstore")] {
        let mut body = Body::new(ty);
        let (value, mask) = (body.operand(ty), body.operand(flags));
        let callee = if name == "store" { format!("{pass}.{suffix}.p0") } else { format!("{pass}.{suffix}") };
        body.declare(&format!("declare void @llvm.{callee}({ty}, ptr, {flags})"));
        body.line(&format!("call void @llvm.{callee}({ty} {value}, ptr align 1 %out, {flags} {mask})"));
        all.push(body.finish(&format!("masked_{name}")));
    }
    // Each second place, from the last on.
    let offsets: Vec<String> = (0..lanes).map(|n| format!("i32 {}", (lanes - 1 - n) * 2 * size)).collect();
    let address =
        |base: &str| format!("getelementptr i8, ptr {base}, <{lanes} x i32> <{}>", offsets.join(", "));
    let mut gather = Body::new(ty);
    let (other, mask) = (gather.operand(ty), gather.operand(flags));
    let from = gather.value(&address("%in"));
    let callee = format!("masked.gather.{suffix}.v{lanes}p0");
    gather.declare(&format!("declare {ty} @llvm.{callee}({pointers}, {flags}, {ty})"));
    let loaded = gather
        .value(&format!("call {ty} @llvm.{callee}({pointers} align 1 {from}, {flags} {mask}, {ty} {other})"));
    gather.store_bits(ty, &loaded);
    all.push(gather.finish("masked_gather"));

    let mut scatter = Body::new(ty);
    let (value, mask) = (scatter.operand(ty), scatter.operand(flags));
    let to = scatter.value(&address("%out"));
    let callee = format!("masked.scatter.{suffix}.v{lanes}p0");
    scatter.declare(&format!("declare void @llvm.{callee}({ty}, {pointers}, {flags})"));
    scatter.line(&format!("call void @llvm.{callee}({ty} {value}, {pointers} align 1 {to}, {flags} {mask})"));
    all.push(scatter.finish("masked_scatter"));
    all
}

/// Vector-predicated operations.
fn predicated(ty: Type) -> Vec<Function> {
    let scalar = Type { scalar: ty.scalar, lanes: None };
    let flags = ty.int(1);
    let op = if matches!(ty.scalar, Scalar::Int(_)) { "add" } else { "fadd" };
    let mut reduce = Body::new(ty);
    let (start, a, mask) = (reduce.operand(scalar), reduce.operand(ty), reduce.operand(flags));
    let length = ty.lanes.unwrap_or(1).div_ceil(2).to_string();
    let callee = format!("vp.reduce.{op}.{}", ty.suffix());
    let args = [(scalar, start.as_str()), (ty, &a), (flags, &mask), (INDEX, &length)];
    let result = reduce.call(&scalar.to_string(), &callee, &args, "");
    reduce.store(scalar, &result, 0);

    let mut merge = Body::new(ty);
    let (a, b, mask) = (merge.operand(ty), merge.operand(ty), merge.operand(flags));
    let args = [(flags, mask.as_str()), (ty, &a), (ty, &b), (INDEX, &length)];
    let result = merge.call(&ty.to_string(), &format!("vp.merge.{}", ty.suffix()), &args, "");
    merge.store(ty, &result, 0);

    let all = [reduce.finish("vp_reduce"), merge.finish("vp_merge"), compared(ty)];
    all.into_iter().chain(matched(ty)).collect()
}

/// A comparison of all elements; results outside a mask are of no value.
fn compared(ty: Type) -> Function {
    let flags = ty.int(1);
    let lanes = ty.lanes.unwrap_or(1);
    let (op, predicate) = if matches!(ty.scalar, Scalar::Int(_)) { ("icmp", "sgt") } else { ("fcmp", "ult") };
    let mut body = Body::new(ty);
    let (a, b) = (body.operand(ty), body.operand(ty));
    let callee = format!("vp.{op}.{}", ty.suffix());
    body.declare(&format!("declare {flags} @llvm.{callee}({ty}, {ty}, metadata, {flags}, i32)"));
    let args = format!("{ty} {a}, {ty} {b}, metadata !\"{predicate}\", {flags} splat (i1 true), i32 {lanes}");
    let result = body.value(&format!("call {flags} @llvm.{callee}({args})"));
    body.store(flags, &result, 0);
    body.finish(&format!("vp_{op}"))
}

/// The elements whose mask is set, without gaps.
fn compressed(ty: Type) -> Function {
    let flags = ty.int(1);
    let mut body = Body::new(ty);
    let (a, other, mask) = (body.operand(ty), body.operand(ty), body.operand(flags));
    let callee = format!("experimental.vector.compress.{}", ty.suffix());
    let result = body.call(&ty.to_string(), &callee, &[(ty, &a), (flags, &mask), (ty, &other)], "");
    body.store(ty, &result, 0);
    body.finish("compress")
}

/// Which elements are in another vector, for integers.
fn matched(ty: Type) -> Option<Function> {
    let flags = ty.int(1);
    let Scalar::Int(_) = ty.scalar else { return None };
    let mut body = Body::new(ty);
    let (a, b, mask) = (body.operand(ty), body.operand(ty), body.operand(flags));
    let callee = format!("experimental.vector.match.{}.{}", ty.suffix(), ty.suffix());
    let args = [(ty, a.as_str()), (ty, &b), (flags, &mask)];
    let result = body.call(&flags.to_string(), &callee, &args, "");
    body.store(flags, &result, 0);
    Some(body.finish("match"))
}
