//! Functions of all types: selects, phis, calls, switches.

use super::body::{Function, function, simple};
use super::types::{Scalar, Type};

/// Returns functions that pass values of a type through control flow.
pub fn operations(ty: Type) -> Vec<Function> {
    let mut all = vec![phi(ty), call(ty), many(ty), through_pointer(ty)];
    all.push(simple(ty, "select", |body| {
        let [a, b] = body.operands();
        body.value(&format!("select i1 %near, {ty} {a}, {ty} {b}"))
    }));
    if ty.lanes.is_some() {
        all.push(simple(ty, "select_lanes", |body| {
            let [a, b] = body.operands();
            let flags = ty.int(1);
            let mask = body.operand(flags);
            body.value(&format!("select {flags} {mask}, {ty} {a}, {ty} {b}"))
        }));
    } else if let Scalar::Int(bits) = ty.scalar {
        all.extend(switches(ty, bits));
    }
    all
}

fn phi(ty: Type) -> Function {
    simple(ty, "phi", |body| {
        let [a, b] = body.operands();
        body.line("br label %first");
        body.label("first");
        body.line("br i1 %near, label %second, label %last");
        body.label("second");
        body.line("br label %last");
        body.label("last");
        let chosen = body.value(&format!("phi {ty} [ {a}, %first ], [ {b}, %second ]"));
        body.value(&format!("freeze {ty} {chosen}"))
    })
}

/// Returns a call with a few arguments.
fn call(ty: Type) -> Function {
    simple(ty, "call", |body| {
        let callee = body.name("callee");
        body.beside(&format!(
            "define internal {ty} @{callee}({ty} %a, i1 %first, {ty} %b) noinline {{\n  %r = select i1 %first, {ty} %a, {ty} %b\n  ret {ty} %r\n}}\n"
        ));
        let [a, b] = body.operands();
        body.value(&format!("call {ty} @{callee}({ty} {a}, i1 %near, {ty} {b})"))
    })
}

/// Returns a call with more arguments than registers, and a structure as result.
fn many(ty: Type) -> Function {
    simple(ty, "call_many", |body| {
        let callee = body.name("many");
        let parameters: Vec<String> = (0..10).map(|n| format!("{ty} %p{n}")).collect();
        let pair = format!("{{ {ty}, i8, {ty} }}");
        body.beside(&format!(
            "define internal {pair} @{callee}({}) noinline {{\n  %r0 = insertvalue {pair} poison, {ty} %p3, 0\n  %r1 = insertvalue {pair} %r0, i8 5, 1\n  %r2 = insertvalue {pair} %r1, {ty} %p9, 2\n  ret {pair} %r2\n}}\n",
            parameters.join(", ")
        ));
        let [a, b] = body.operands();
        let args: Vec<String> = (0..10).map(|n| format!("{ty} {}", if n == 9 { &a } else { &b })).collect();
        let result = body.value(&format!("call {pair} @{callee}({})", args.join(", ")));
        let first = body.value(&format!("extractvalue {pair} {result}, 0"));
        let last = body.value(&format!("extractvalue {pair} {result}, 2"));
        body.value(&format!("select i1 %near, {ty} {first}, {ty} {last}"))
    })
}

/// Returns a call through a pointer.
fn through_pointer(ty: Type) -> Function {
    simple(ty, "call_pointer", |body| {
        let callee = body.name("second");
        body.beside(&format!(
            "define internal {ty} @{callee}(i32 %n, {ty} %a) noinline {{\n  ret {ty} %a\n}}\n"
        ));
        let [a] = body.operands();
        body.line("%slot = alloca ptr");
        body.line(&format!("store volatile ptr @{callee}, ptr %slot"));
        let pointer = body.value("load volatile ptr, ptr %slot");
        body.value(&format!("call {ty} {pointer}(i32 1, {ty} {a})"))
    })
}

/// Returns switches with few cases, many dense cases, and some sparse ones.
fn switches(ty: Type, bits: u32) -> Vec<Function> {
    let limit = |cases: i64| if bits >= 63 { cases } else { cases.min(1 << bits) };
    let dense: Vec<i64> = (0..limit(9)).collect();
    let sparse: Vec<i64> = if bits < 12 { vec![0] } else { vec![-1, 0, 3, 255, 1000, -700] };
    [("dense", dense), ("sparse", sparse)]
        .map(|(name, cases)| {
            function(ty, &format!("switch_{name}"), |body| {
                let [a] = body.operands();
                let rows: Vec<String> = cases
                    .iter()
                    .map(|case| format!("{ty} {}, label %case{}", signed(*case, bits), case.rem_euclid(4)))
                    .collect();
                body.line(&format!("switch {ty} {a}, label %other [ {} ]", rows.join(" ")));
                for case in 0..4 {
                    body.label(&format!("case{case}"));
                    body.line("br label %end");
                }
                body.label("other");
                body.line("br label %end");
                body.label("end");
                let phi =
                    "phi i8 [ 1, %case0 ], [ 20, %case1 ], [ 33, %case2 ], [ 47, %case3 ], [ 9, %other ]";
                let chosen = body.value(phi);
                body.store(Type { scalar: Scalar::Int(8), lanes: None }, &chosen, 0);
            })
        })
        .to_vec()
}

/// Returns a case as a constant of the given width.
fn signed(case: i64, bits: u32) -> i64 {
    if bits >= 64 { case } else { (case << (64 - bits)) >> (64 - bits) }
}
