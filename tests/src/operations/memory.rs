//! Functions that use memory: loads and stores of each type, also atomic ones.

use super::body::{Body, Function, STRIDE, function, simple};
use super::types::{Scalar, Type};

/// Returns functions that load and store values of a type.
pub fn operations(ty: Type) -> Vec<Function> {
    let mut all = vec![
        simple(ty, "memory_volatile", |body| {
            let [a] = body.operands();
            body.line(&format!("%slot = alloca {ty}"));
            body.line(&format!("store volatile {ty} {a}, ptr %slot"));
            body.value(&format!("load volatile {ty}, ptr %slot"))
        }),
        element(ty),
    ];
    all.extend([1, 2, 8, 64].map(|align| through(ty, align)));
    let widths = [8, 16, 32, 64, 128];
    if ty.lanes.is_none() && widths.contains(&ty.scalar.bits()) {
        all.extend(atomics(ty));
    }
    all
}

/// Returns a store and a load with an alignment; the memory contents are a result too.
fn through(ty: Type, align: u32) -> Function {
    simple(ty, &format!("memory_align{align}"), |body| {
        let [a] = body.operands();
        let to = body.value(&format!("getelementptr i8, ptr %out, i32 {STRIDE}"));
        let bits = match ty.scalar {
            Scalar::Int(_) => a,
            Scalar::Float(..) => body.value(&format!("bitcast {ty} {a} to {}", ty.bits())),
        };
        body.line(&format!("store {} {bits}, ptr {to}, align {align}", ty.bits()));
        body.line("fence seq_cst");
        body.value(&format!("load {ty}, ptr {to}, align {align}"))
    })
}

/// Returns a step over array elements of the type's size.
fn element(ty: Type) -> Function {
    function(ty, "memory_element", |body| {
        let [a] = body.operands();
        let index = body.below(Type { scalar: Scalar::Int(32), lanes: None }, 3);
        let to = body.value(&format!("getelementptr inbounds {ty}, ptr %out, i32 {index}"));
        let bits = match ty.scalar {
            Scalar::Int(_) => a,
            Scalar::Float(..) => body.value(&format!("bitcast {ty} {a} to {}", ty.bits())),
        };
        body.line(&format!("store {} {bits}, ptr {to}, align 1", ty.bits()));
    })
}

fn atomics(ty: Type) -> Vec<Function> {
    let ops: &[&str] = match ty.scalar {
        Scalar::Int(_) => &[
            "xchg",
            "add",
            "sub",
            "and",
            "nand",
            "or",
            "xor",
            "max",
            "min",
            "umax",
            "umin",
            "uinc_wrap",
            "udec_wrap",
            "usub_cond",
            "usub_sat",
        ],
        Scalar::Float(..) => &["xchg", "fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum"],
    };
    let orders = ["monotonic", "acquire", "release", "acq_rel", "seq_cst"];
    let mut all: Vec<Function> = ops
        .iter()
        .zip(orders.iter().cycle())
        .map(|(op, order)| {
            atomic(ty, &format!("atomicrmw_{op}"), |body, at| {
                let [b] = body.operands();
                body.value(&format!("atomicrmw {op} ptr {at}, {ty} {b} {order}"))
            })
        })
        .collect();
    let align = ty.scalar.bits() / 8;
    for (load, store) in [("unordered", "monotonic"), ("acquire", "release"), ("seq_cst", "seq_cst")] {
        all.push(atomic(ty, &format!("atomic_{load}"), |body, at| {
            let [b] = body.operands();
            let old = body.value(&format!("load atomic {ty}, ptr {at} {load}, align {align}"));
            body.line(&format!("store atomic {ty} {b}, ptr {at} {store}, align {align}"));
            old
        }));
    }
    if matches!(ty.scalar, Scalar::Int(_)) {
        for (weak, success, failure) in
            [("", "seq_cst", "seq_cst"), ("", "release", "monotonic"), ("", "acquire", "acquire")]
        {
            all.push(atomic(ty, &format!("cmpxchg_{success}"), |body, at| {
                let [a, b] = body.operands();
                let same = body.value(&format!("load {ty}, ptr {at}"));
                let expected = body.value(&format!("select i1 %near, {ty} {same}, {ty} {a}"));
                let both = body.value(&format!(
                    "cmpxchg {weak} ptr {at}, {ty} {expected}, {ty} {b} {success} {failure}"
                ));
                let flag = body.value(&format!("extractvalue {{ {ty}, i1 }} {both}, 1"));
                body.store(ty.int(1), &flag, 2 * STRIDE);
                body.value(&format!("extractvalue {{ {ty}, i1 }} {both}, 0"))
            }));
        }
    }
    all
}

/// Returns a function on a memory location that holds a value.
fn atomic(ty: Type, name: &str, write: impl FnOnce(&mut Body, &str) -> String) -> Function {
    simple(ty, name, |body| {
        let [a] = body.operands();
        let at = body.value(&format!("getelementptr i8, ptr %out, i32 {STRIDE}"));
        body.line(&format!("store {ty} {a}, ptr {at}"));
        write(body, &at)
    })
}
