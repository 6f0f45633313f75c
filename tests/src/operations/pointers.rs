//! Pointer functions, with pointers converted from integers of the same width.

use super::body::{Body, Function, STRIDE, function, simple};
use super::types::Type;

/// Returns functions with one operation each on pointers, or vectors of them, for integers of their
/// size.
pub fn operations(ty: Type) -> Vec<Function> {
    let pointers = ty.lanes.map_or("ptr".to_owned(), |lanes| format!("<{lanes} x ptr>"));
    let mut all = conversions(ty, &pointers);
    all.push(simple(ty, "pointer_select", |body| {
        let [a, b] = pair(body, ty, &pointers);
        let mask = body.operand(ty.int(1));
        let chosen = body.value(&format!("select {} {mask}, {pointers} {a}, {pointers} {b}", ty.int(1)));
        back(body, ty, &pointers, &chosen)
    }));
    all.extend(["eq", "ult", "sge"].map(|predicate| {
        function(ty, &format!("pointer_{predicate}"), |body| {
            let [a, b] = pair(body, ty, &pointers);
            let flags = body.value(&format!("icmp {predicate} {pointers} {a}, {b}"));
            body.store(ty.int(1), &flags, 0);
        })
    }));
    all.extend([("i8", 8), ("i32", 64), ("{ i8, [3 x i24], i64 }", 17), ("i64", 128)].map(
        |(element, bits)| {
            simple(ty, &format!("pointer_step{bits}"), |body| {
                let [a, _] = pair(body, ty, &pointers);
                let index = body.operand(ty.int(bits));
                let sum =
                    body.value(&format!("getelementptr {element}, {pointers} {a}, {} {index}", ty.int(bits)));
                back(body, ty, &pointers, &sum)
            })
        },
    ));
    all.push(simple(ty, "pointer_memory", |body| {
        let [a, _] = pair(body, ty, &pointers);
        let to = body.value(&format!("getelementptr i8, ptr %out, i32 {STRIDE}"));
        body.line(&format!("store {pointers} {a}, ptr {to}, align 1"));
        body.line("fence seq_cst");
        let loaded = body.value(&format!("load {pointers}, ptr {to}, align 1"));
        back(body, ty, &pointers, &loaded)
    }));
    all.push(simple(ty, "ptrmask", |body| {
        let [a, _] = pair(body, ty, &pointers);
        let mask = body.operand(ty);
        let names = ty.lanes.map_or("p0".to_owned(), |lanes| format!("v{lanes}p0"));
        let callee = format!("ptrmask.{names}.{}", ty.suffix());
        body.declare(&format!("declare {pointers} @llvm.{callee}({pointers}, {ty})"));
        let masked = body.value(&format!("call {pointers} @llvm.{callee}({pointers} {a}, {ty} {mask})"));
        back(body, ty, &pointers, &masked)
    }));
    if ty.lanes.is_none() {
        all.extend(atomics(ty));
    }
    all
}

/// Returns conversions from and to integers of other sizes.
fn conversions(ty: Type, pointers: &str) -> Vec<Function> {
    let others = [1, 8, 17, 32, 65, 128];
    let from = others.map(|bits| {
        simple(ty, &format!("inttoptr{bits}"), |body| {
            let a = body.operand(ty.int(bits));
            let pointer = body.value(&format!("inttoptr {} {a} to {pointers}", ty.int(bits)));
            back(body, ty, pointers, &pointer)
        })
    });
    let to = others.map(|bits| {
        function(ty, &format!("ptrtoint{bits}"), |body| {
            let [a, _] = pair(body, ty, pointers);
            let result = body.value(&format!("ptrtoint {pointers} {a} to {}", ty.int(bits)));
            body.store(ty.int(bits), &result, 0);
        })
    });
    [from, to].concat()
}

fn atomics(ty: Type) -> Vec<Function> {
    let exchange = simple(ty, "pointer_xchg", |body| {
        let [a, b] = pair(body, ty, "ptr");
        body.line(&format!("store ptr {a}, ptr %out"));
        let old = body.value(&format!("atomicrmw xchg ptr %out, ptr {b} acq_rel"));
        back(body, ty, "ptr", &old)
    });
    let compare = simple(ty, "pointer_cmpxchg", |body| {
        let [a, b] = pair(body, ty, "ptr");
        body.line(&format!("store ptr {a}, ptr %out"));
        let both = body.value(&format!("cmpxchg ptr %out, ptr {b}, ptr %in seq_cst acquire"));
        let old = body.value(&format!("extractvalue {{ ptr, i1 }} {both}, 0"));
        back(body, ty, "ptr", &old)
    });
    vec![exchange, compare]
}

fn pair(body: &mut Body, ty: Type, pointers: &str) -> [String; 2] {
    let values: [String; 2] = body.operands();
    values.map(|value| body.value(&format!("inttoptr {ty} {value} to {pointers}")))
}

fn back(body: &mut Body, ty: Type, pointers: &str, value: &str) -> String {
    body.value(&format!("ptrtoint {pointers} {value} to {ty}"))
}
