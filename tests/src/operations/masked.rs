//! Functions of masked vectors: loads and stores, and operations that take or yield masks.

use super::body::{Body, Function, function};
use super::types::{Scalar, Type};

/// Returns functions of vectors of `lanes` elements, some of which are active.
pub fn operations(ty: Type, lanes: u32) -> Vec<Function> {
    let mut all: Vec<Function> = matched(ty).into_iter().collect();
    // Others are packed more densely in vectors than in arrays, and llc treats them like array
    // elements here.
    let lies_as_in_array = ty.scalar.bits() >= 8 && ty.scalar.bits().is_power_of_two();
    if lanes <= 16 && lies_as_in_array {
        all.extend(masked(ty, lanes));
        all.push(compressed(ty));
    }
    if ty.scalar == Scalar::Int(1) {
        all.extend(["raw", "war"].map(|kind| dependence(ty, kind)));
        all.extend([true, false].map(|poison| first(ty, poison)));
    } else if lies_as_in_array {
        all.push(last_active(ty));
    }
    all
}

/// Returns the mask of elements that can be accessed without a conflict with a nearby pointer.
fn dependence(ty: Type, kind: &str) -> Function {
    let word = Type { scalar: Scalar::Int(64), lanes: None };
    function(ty, &format!("dependence_{kind}"), |body| {
        let distance = body.below(word, 300);
        let to = body.value(&format!("getelementptr i8, ptr %in, i64 {distance}"));
        let (from, to) = if kind == "raw" { (to.as_str(), "%in") } else { ("%in", to.as_str()) };
        let callee = format!("loop.dependence.{kind}.mask.{}", ty.suffix());
        body.declare(&format!("declare {ty} @llvm.{callee}(ptr, ptr, i64)"));
        let result = body.value(&format!("call {ty} @llvm.{callee}(ptr {from}, ptr {to}, i64 4)"));
        body.store(ty, &result, 0);
    })
}

/// Returns the index of the first set element.
fn first(ty: Type, poison: bool) -> Function {
    let result = Type { scalar: Scalar::Int(32), lanes: None };
    function(ty, &format!("cttz_elts_{poison}"), |body| {
        let [a] = body.operands();
        let a = if poison {
            body.value(&format!("insertelement {ty} {a}, i1 true, i32 {}", ty.lanes.unwrap_or(1) - 1))
        } else {
            a
        };
        let callee = format!("experimental.cttz.elts.i32.{}", ty.suffix());
        let number = body.call("i32", &callee, &[(ty, &a)], &format!(", i1 {poison}"));
        body.store(result, &number, 0);
    })
}

/// Returns the last active element, or else another value.
fn last_active(ty: Type) -> Function {
    let scalar = Type { lanes: None, ..ty };
    let flags = ty.int(1);
    function(ty, "last_active", |body| {
        // Here llc only supports masks like those of comparisons.
        let (a, signs, other) = (body.operand(ty), body.operand(ty.bits()), body.operand(scalar));
        let mask = body.value(&format!("icmp slt {} {signs}, {}", ty.bits(), ty.bits().constant("0")));
        let callee = format!("experimental.vector.extract.last.active.{}", ty.suffix());
        let args = [(ty, a.as_str()), (flags, &mask), (scalar, &other)];
        let result = body.call(&scalar.to_string(), &callee, &args, "");
        body.store(scalar, &result, 0);
    })
}

/// Returns masked loads and stores.
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
    // Every second location, from the last one backwards.
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
    gather.store(ty, &loaded, 0);
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

/// Returns the compressed active elements.
fn compressed(ty: Type) -> Function {
    let flags = ty.int(1);
    let mut body = Body::new(ty);
    let (a, other, mask) = (body.operand(ty), body.operand(ty), body.operand(flags));
    let callee = format!("experimental.vector.compress.{}", ty.suffix());
    let result = body.call(&ty.to_string(), &callee, &[(ty, &a), (flags, &mask), (ty, &other)], "");
    body.store(ty, &result, 0);
    body.finish("compress")
}

/// Returns the mask of elements that occur in another vector, for integers.
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
