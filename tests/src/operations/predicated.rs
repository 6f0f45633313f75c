//! Vector-predicated operations: under a mask, up to a length.

use super::body::{Body, Function, function, simple};
use super::types::{DOUBLE, FLOAT, Scalar, Type};

const INDEX: Type = Type { scalar: Scalar::Int(32), lanes: None };

/// Returns functions with one predicated operation each.
pub fn operations(ty: Type) -> Vec<Function> {
    let mut all = combined(ty);
    match ty.scalar {
        Scalar::Int(bits) => all.extend(integers(ty, bits)),
        Scalar::Float(..) => all.extend(floats(ty)),
    }
    all.extend(reductions(ty));
    if ty.scalar.bits() >= 8 && ty.scalar.bits().is_power_of_two() {
        all.extend(memory(ty));
    }
    all
}

/// Calls a predicated intrinsic; elements outside the mask are zeros.
fn predicated(body: &mut Body, to: Type, callee: &str, args: &[(Type, &str)]) -> String {
    let (flags, lanes) = (to.int(1), to.lanes.unwrap_or(1));
    let mask = body.operand(flags);
    let length = lanes.to_string();
    // Immediates come before the mask.
    let (callee, immediate) = callee.split_once(',').map_or((callee, ""), |(name, rest)| (name, rest));
    let types: Vec<String> = args.iter().map(|(ty, _)| ty.to_string()).collect();
    let kind = immediate.trim().split(' ').next().unwrap_or_default();
    let kind = if kind.is_empty() { String::new() } else { format!(", {kind}") };
    let immediate = if immediate.is_empty() { String::new() } else { format!(",{immediate}") };
    body.declare(&format!("declare {to} @llvm.vp.{callee}({}{kind}, {flags}, i32)", types.join(", ")));
    let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
    let args = args.join(", ");
    let result =
        body.value(&format!("call {to} @llvm.vp.{callee}({args}{immediate}, {flags} {mask}, i32 {length})"));
    let (memory, zero) = (to.bits(), to.bits().constant("0"));
    let raw = if to == memory { result } else { body.value(&format!("bitcast {to} {result} to {memory}")) };
    let chosen = body.value(&format!("select {flags} {mask}, {memory} {raw}, {memory} {zero}"));
    if to == memory { chosen } else { body.value(&format!("bitcast {memory} {chosen} to {to}")) }
}

/// Integer intrinsics and their operand counts.
const INTEGERS: [(&str, usize); 24] = [
    ("add", 2),
    ("sub", 2),
    ("mul", 2),
    ("and", 2),
    ("or", 2),
    ("xor", 2),
    ("smax", 2),
    ("smin", 2),
    ("umax", 2),
    ("umin", 2),
    ("sadd.sat", 2),
    ("ssub.sat", 2),
    ("uadd.sat", 2),
    ("usub.sat", 2),
    ("fshl", 3),
    ("fshr", 3),
    ("ctpop", 1),
    ("bitreverse", 1),
    ("bswap", 1),
    ("abs", 1),
    ("ctlz", 1),
    ("cttz", 1),
    ("udiv", 2),
    ("srem", 2),
];

fn integers(ty: Type, bits: u32) -> Vec<Function> {
    let has = |name: &str| match name {
        "bswap" => bits.is_multiple_of(16),
        "udiv" | "srem" => bits > 1,
        _ => true,
    };
    let mut all: Vec<Function> = INTEGERS
        .iter()
        .filter(|row| has(row.0))
        .map(|&(name, count)| {
            simple(ty, &format!("vp_{name}"), |body| {
                let mut args: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
                if matches!(name, "udiv" | "srem") {
                    args[0] = body.value(&format!("lshr {ty} {}, {}", args[0], ty.constant("1")));
                    args[1] = body.value(&format!("or {ty} {}, {}", args[1], ty.constant("1")));
                }
                let args: Vec<(Type, &str)> = args.iter().map(|arg| (ty, arg.as_str())).collect();
                let flag = if matches!(name, "abs" | "ctlz" | "cttz") { ", i1 false" } else { "" };
                predicated(body, ty, &format!("{name}.{}{flag}", ty.suffix()), &args)
            })
        })
        .collect();
    all.extend(["shl", "lshr", "ashr"].map(|name| {
        simple(ty, &format!("vp_{name}"), |body| {
            let (a, amount) = (body.operand(ty), body.below(ty, bits));
            predicated(body, ty, &format!("{name}.{}", ty.suffix()), &[(ty, &a), (ty, &amount)])
        })
    }));
    let casts = [
        ("zext", ty.int(bits + 5)),
        ("sext", ty.int(bits * 2)),
        ("sitofp", ty.of(DOUBLE)),
        ("uitofp", ty.of(FLOAT)),
    ];
    let trunc = (bits > 1).then(|| ("trunc", ty.int(bits - 1)));
    all.extend(casts.into_iter().chain(trunc).map(|(name, to)| {
        function(ty, &format!("vp_{name}"), |body| {
            let [a] = body.operands();
            let result =
                predicated(body, to, &format!("{name}.{}.{}", to.suffix(), ty.suffix()), &[(ty, &a)]);
            body.store(to, &result, 0);
        })
    }));
    all
}

/// Floating-point intrinsics and their operand counts.
const FLOATS: [(&str, usize); 19] = [
    ("fadd", 2),
    ("fsub", 2),
    ("fmul", 2),
    ("fdiv", 2),
    ("frem", 2),
    ("fneg", 1),
    ("fabs", 1),
    ("sqrt", 1),
    ("fma", 3),
    ("minimum", 2),
    ("maximum", 2),
    ("copysign", 2),
    ("ceil", 1),
    ("floor", 1),
    ("round", 1),
    ("roundeven", 1),
    ("roundtozero", 1),
    ("rint", 1),
    ("nearbyint", 1),
];

fn floats(ty: Type) -> Vec<Function> {
    let mut all: Vec<Function> = FLOATS
        .iter()
        .map(|&(name, count)| {
            simple(ty, &format!("vp_{name}"), |body| {
                let args: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
                let args: Vec<(Type, &str)> = args.iter().map(|arg| (ty, arg.as_str())).collect();
                predicated(body, ty, &format!("{name}.{}", ty.suffix()), &args)
            })
        })
        .collect();
    for (name, to) in [("fptosi", ty.int(64)), ("fptoui", ty.int(17)), ("lrint", ty.int(64))] {
        all.push(function(ty, &format!("vp_{name}"), |body| {
            let [a] = body.operands();
            let suffix = ty.suffix();
            let a = body.call(&ty.to_string(), &format!("fabs.{suffix}"), &[(ty, &a)], "");
            let (limit, zero) = (ty.power_of_two(10), ty.power_of_two(-4));
            let fits = body.value(&format!("fcmp olt {ty} {a}, {limit}"));
            let a = body.value(&format!("select {} {fits}, {ty} {a}, {ty} {zero}", ty.int(1)));
            let result = predicated(body, to, &format!("{name}.{}.{suffix}", to.suffix()), &[(ty, &a)]);
            body.store(to, &result, 0);
        }));
    }
    let flags = ty.int(1);
    all.push(function(ty, "vp_is_fpclass", |body| {
        let [a] = body.operands();
        let result = predicated(body, flags, &format!("is.fpclass.{}, i32 504", ty.suffix()), &[(ty, &a)]);
        body.store(flags, &result, 0);
    }));
    all
}

/// Returns all reductions.
fn reductions(ty: Type) -> Vec<Function> {
    let names: &[&str] = match ty.scalar {
        Scalar::Int(_) => &["mul", "and", "or", "xor", "smax", "smin", "umax", "umin"],
        Scalar::Float(..) => &["fmul", "fmaximum", "fminimum"],
    };
    let scalar = Type { lanes: None, ..ty };
    let flags = ty.int(1);
    let reduce = |name: &&str| {
        function(ty, &format!("vp_reduce_{name}"), |body| {
            let (start, a, mask) = (body.operand(scalar), body.operand(ty), body.operand(flags));
            let length = body.below(INDEX, ty.lanes.unwrap_or(1) + 1);
            let args = [(scalar, start.as_str()), (ty, &a), (flags, &mask), (INDEX, &length)];
            let callee = format!("vp.reduce.{name}.{}", ty.suffix());
            let result = body.call(&scalar.to_string(), &callee, &args, "");
            body.store(scalar, &result, 0);
        })
    };
    names.iter().map(reduce).collect()
}

/// Returns loads and stores.
fn memory(ty: Type) -> Vec<Function> {
    let flags = ty.int(1);
    let load = function(ty, "vp_load", |body| {
        let (mask, length) = (body.operand(flags), body.below(INDEX, ty.lanes.unwrap_or(1) + 1));
        let callee = format!("vp.load.{}.p0", ty.suffix());
        body.declare(&format!("declare {ty} @llvm.{callee}(ptr, {flags}, i32)"));
        let loaded =
            body.value(&format!("call {ty} @llvm.{callee}(ptr align 1 %in, {flags} {mask}, i32 {length})"));
        let zero = body.value(&format!("bitcast {} {} to {ty}", ty.bits(), ty.bits().constant("0")));
        let args = [(flags, mask.as_str()), (ty, &loaded), (ty, &zero), (INDEX, &length)];
        let result = body.call(&ty.to_string(), &format!("vp.merge.{}", ty.suffix()), &args, "");
        body.store_bits(ty, &result);
    });
    let store = function(ty, "vp_store", |body| {
        let (value, mask) = (body.operand(ty), body.operand(flags));
        let length = body.below(INDEX, ty.lanes.unwrap_or(1) + 1);
        let callee = format!("vp.store.{}.p0", ty.suffix());
        body.declare(&format!("declare void @llvm.{callee}({ty}, ptr, {flags}, i32)"));
        body.line(&format!(
            "call void @llvm.{callee}({ty} {value}, ptr align 1 %out, {flags} {mask}, i32 {length})"
        ));
    });
    vec![load, store]
}

/// Returns operations that combine elements, and define those outside the mask.
fn combined(ty: Type) -> Vec<Function> {
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

    vec![reduce.finish("vp_reduce"), merge.finish("vp_merge"), compared(ty)]
}

/// Returns a comparison of all elements; results outside the mask are unused.
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
