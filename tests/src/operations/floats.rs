//! Floating-point functions: arithmetic, comparisons, intrinsics, conversions; also with rounding
//! and exception constraints.

use super::body::{Body, Function, STRIDE, function, simple};
use super::types::{BFLOAT, DOUBLE, FLOAT, HALF, QUAD, Scalar, Type};

/// Returns functions with one floating-point operation each.
pub fn operations(ty: Type) -> Vec<Function> {
    let all =
        [float_arithmetic(ty), float_intrinsics(ty), classes(ty), parts(ty), rounded(ty), constrained(ty)];
    [all.concat(), float_conversions(ty)].concat()
}

fn float_arithmetic(ty: Type) -> Vec<Function> {
    let binary = ["fadd", "fsub", "fmul", "fdiv", "frem"].map(|op| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let result = body.value(&format!("{op} {ty} {a}, {b}"));
        body.store(ty, &result, 0);
        body.finish(op)
    });
    let mut negation = Body::new(ty);
    let a = negation.operand(ty);
    let result = negation.value(&format!("fneg {ty} {a}"));
    negation.store(ty, &result, 0);
    let compare =
        ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"]
            .map(|predicate| {
                let mut body = Body::new(ty);
                let (a, b) = (body.operand(ty), body.operand(ty));
                let flag = body.value(&format!("fcmp {predicate} {ty} {a}, {b}"));
                let result = body.value(&format!("select {} {flag}, {ty} {a}, {ty} {b}", ty.int(1)));
                body.store(ty, &result, 0);
                body.store(ty.int(1), &flag, STRIDE);
                body.finish(&format!("fcmp_{predicate}"))
            });
    [binary.to_vec(), vec![negation.finish("fneg")], compare.to_vec()].concat()
}

/// Floating-point intrinsics and their operand counts.
const FLOAT_INTRINSICS: [(&str, usize); 28] = [
    ("sqrt", 1),
    ("fabs", 1),
    ("floor", 1),
    ("ceil", 1),
    ("trunc", 1),
    ("rint", 1),
    ("nearbyint", 1),
    ("round", 1),
    ("roundeven", 1),
    ("canonicalize", 1),
    ("exp", 1),
    ("exp2", 1),
    ("exp10", 1),
    ("log", 1),
    ("log2", 1),
    ("log10", 1),
    ("sin", 1),
    ("cos", 1),
    ("tanh", 1),
    ("pow", 2),
    ("minnum", 2),
    ("maxnum", 2),
    ("minimum", 2),
    ("maximum", 2),
    ("minimumnum", 2),
    ("maximumnum", 2),
    ("copysign", 2),
    ("fma", 3),
];

fn float_intrinsics(ty: Type) -> Vec<Function> {
    let function = |&(name, count): &(&str, usize)| {
        let mut body = Body::new(ty);
        let values: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
        let args: Vec<(Type, &str)> = values.iter().map(|v| (ty, v.as_str())).collect();
        let mut result = body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &args, "");
        if matches!(name, "minnum" | "maxnum") {
            // The sign of a zero result is unspecified.
            let zero = if ty.scalar == QUAD { "0xL00000000000000000000000000000000" } else { "0.0" };
            result = body.value(&format!("fadd {ty} {result}, {}", ty.constant(zero)));
        }
        body.store(ty, &result, 0);
        body.finish(name)
    };
    FLOAT_INTRINSICS.iter().map(function).collect()
}

/// Returns tests of a number's class.
fn classes(ty: Type) -> Vec<Function> {
    let masks = [1, 2, 3, 4, 8, 0x10, 0x90, 0xf0, 0x108, 0x198, 0x1f8, 0x204, 0x207, 0x264, 0x3fc, 0x3ff, 0];
    let class = |mask: u32| {
        function(ty, &format!("is_fpclass_{mask}"), |body| {
            let raw = body.operand(ty.bits());
            let a = body.value(&format!("bitcast {} {raw} to {ty}", ty.bits()));
            let flags = ty.int(1);
            let callee = format!("is.fpclass.{}", ty.suffix());
            let result = body.call(&flags.to_string(), &callee, &[(ty, &a)], &format!(", i32 {mask}"));
            body.store(flags, &result, 0);
        })
    };
    masks.map(class).to_vec()
}

/// Returns functions of exponents and fractions.
fn parts(ty: Type) -> Vec<Function> {
    let exponents = ty.int(32);
    let scale = simple(ty, "ldexp", |body| {
        let (a, exponent) = (body.operand(ty), body.below(exponents, 300));
        let exponent = body.value(&format!("sub {exponents} {exponent}, {}", exponents.constant("150")));
        let callee = format!("ldexp.{}.{}", ty.suffix(), exponents.suffix());
        body.call(&ty.to_string(), &callee, &[(ty, &a), (exponents, &exponent)], "")
    });
    let power = simple(ty, "powi", |body| {
        let (a, exponent) = (body.operand(ty), body.below(Type { lanes: None, ..exponents }, 9));
        let int = Type { lanes: None, ..exponents };
        body.call(&ty.to_string(), &format!("powi.{}.i32", ty.suffix()), &[(ty, &a), (int, &exponent)], "")
    });
    let pairs = [("frexp", exponents), ("modf", ty), ("sincos", ty)].map(|(name, second)| {
        function(ty, name, |body| {
            let [a] = body.operands();
            let both = format!("{{ {ty}, {second} }}");
            let types =
                if second == ty { ty.suffix() } else { format!("{}.{}", ty.suffix(), second.suffix()) };
            let result = body.call(&both, &format!("{name}.{types}"), &[(ty, &a)], "");
            for (n, part) in [ty, second].into_iter().enumerate() {
                let value = body.value(&format!("extractvalue {both} {result}, {n}"));
                body.store(part, &value, n as u32 * STRIDE);
            }
        })
    });
    [vec![scale, power], pairs.to_vec()].concat()
}

/// Returns conversions to integers by rounding, of numbers in range.
fn rounded(ty: Type) -> Vec<Function> {
    let conversions =
        [("lrint", 32), ("lrint", 64), ("llrint", 64), ("lround", 32), ("lround", 64), ("llround", 64)];
    // llc calls lroundf for quads.
    let has = |name: &str, bits: u32| ty.scalar != QUAD || name != "lround" || bits != 32;
    let rounds = conversions.into_iter().filter(|&(name, bits)| has(name, bits)).map(|(name, bits)| {
        let to = ty.int(bits);
        function(ty, &format!("{name}{bits}"), |body| {
            let [a] = body.operands();
            let a = in_range(body, ty, &a);
            let callee = format!("{name}.{}.{}", to.suffix(), ty.suffix());
            let result = body.call(&to.to_string(), &callee, &[(ty, &a)], "");
            body.store(to, &result, 0);
        })
    });
    let casts = [
        ("fptosi", 1),
        ("fptoui", 1),
        ("fptosi", 9),
        ("fptoui", 17),
        ("fptosi", 32),
        ("fptoui", 64),
        ("fptosi", 65),
        ("fptoui", 200),
    ];
    let casts = casts.map(|(op, bits)| {
        let to = ty.int(bits);
        function(ty, &format!("{op}.sat{bits}"), |body| {
            let [a] = body.operands();
            let callee = format!("{op}.sat.{}.{}", to.suffix(), ty.suffix());
            let result = body.call(&to.to_string(), &callee, &[(ty, &a)], "");
            body.store(to, &result, 0);
        })
    });
    rounds.chain(casts).collect()
}

/// Returns the number, or a fraction if it is out of range of the integers.
fn in_range(body: &mut Body, ty: Type, a: &str) -> String {
    let suffix = ty.suffix();
    let size = body.call(&ty.to_string(), &format!("fabs.{suffix}"), &[(ty, a)], "");
    let fits = body.value(&format!("fcmp olt {ty} {size}, {}", ty.power_of_two(10)));
    body.value(&format!("select {} {fits}, {ty} {a}, {ty} {}", ty.int(1), ty.power_of_two(-4)))
}

/// Constrained operations.
const CONSTRAINED: [(&str, usize, bool); 22] = [
    ("fadd", 2, true),
    ("fsub", 2, true),
    ("fmul", 2, true),
    ("fdiv", 2, true),
    ("frem", 2, true),
    ("fma", 3, true),
    ("fmuladd", 3, true),
    ("sqrt", 1, true),
    ("rint", 1, true),
    ("nearbyint", 1, true),
    ("floor", 1, false),
    ("ceil", 1, false),
    ("trunc", 1, false),
    ("round", 1, false),
    ("roundeven", 1, false),
    ("minnum", 2, false),
    ("maxnum", 2, false),
    ("minimum", 2, false),
    ("maximum", 2, false),
    ("exp2", 1, true),
    ("sin", 1, true),
    ("pow", 2, true),
];

fn constrained(ty: Type) -> Vec<Function> {
    let mut all: Vec<Function> = CONSTRAINED
        .iter()
        .map(|&(name, count, rounds)| {
            simple(ty, &format!("constrained_{name}"), |body| {
                let args: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
                let args: Vec<(Type, &str)> = args.iter().map(|arg| (ty, arg.as_str())).collect();
                let result = under_constraints(body, ty, &format!("{name}.{}", ty.suffix()), &args, rounds);
                if !name.starts_with("min") && !name.starts_with("max") {
                    return result;
                }
                // The sign of a zero result is unspecified.
                let zero = if ty.scalar == QUAD { "0xL00000000000000000000000000000000" } else { "0.0" };
                let zero = ty.constant(zero);
                under_constraints(
                    body,
                    ty,
                    &format!("fadd.{}", ty.suffix()),
                    &[(ty, &result), (ty, &zero)],
                    true,
                )
            })
        })
        .collect();
    for name in ["fcmp", "fcmps"] {
        for predicate in ["oeq", "olt", "uge", "une", "ord"] {
            all.push(function(ty, &format!("constrained_{name}_{predicate}"), |body| {
                let [a, b] = body.operands();
                let flags = ty.int(1);
                let callee = format!("experimental.constrained.{name}.{}", ty.suffix());
                let tail = format!(", metadata !\"{predicate}\", metadata !\"fpexcept.strict\"");
                let result = body.call(&flags.to_string(), &callee, &[(ty, &a), (ty, &b)], &tail);
                body.store(flags, &result, 0);
            }));
        }
    }
    for (name, bits, rounds) in [
        ("fptosi", 32, false),
        ("fptoui", 64, false),
        ("fptosi", 128, false),
        ("fptoui", 17, false),
        ("lrint", 64, true),
        ("llround", 64, false),
    ] {
        if rounding_of_vectors(name, ty) {
            continue;
        }
        let to = ty.int(bits);
        all.push(function(ty, &format!("constrained_{name}{bits}"), |body| {
            let [a] = body.operands();
            let near = in_range(body, ty, &a);
            let near = if name == "fptoui" {
                body.call(&ty.to_string(), &format!("fabs.{}", ty.suffix()), &[(ty, &near)], "")
            } else {
                near
            };
            let callee = format!("{name}.{}.{}", to.suffix(), ty.suffix());
            let result = under_constraints(body, to, &callee, &[(ty, &near)], rounds);
            body.store(to, &result, 0);
        }));
    }
    for (name, bits) in [("sitofp", 32), ("uitofp", 64), ("sitofp", 128), ("uitofp", 17), ("sitofp", 8)] {
        let from = ty.int(bits);
        all.push(simple(ty, &format!("constrained_{name}{bits}"), |body| {
            let a = body.operand(from);
            under_constraints(
                body,
                ty,
                &format!("{name}.{}.{}", ty.suffix(), from.suffix()),
                &[(from, &a)],
                true,
            )
        }));
    }
    for other in others(ty) {
        let to = ty.of(other);
        let name = if other.bits() > ty.scalar.bits() { "fpext" } else { "fptrunc" };
        all.push(function(ty, &format!("constrained_{name}_{other}"), |body| {
            let [a] = body.operands();
            let callee = format!("{name}.{}.{}", to.suffix(), ty.suffix());
            let result = under_constraints(body, to, &callee, &[(ty, &a)], name == "fptrunc");
            body.store(to, &result, 0);
        }));
    }
    all
}

/// Returns true for functions that round to integers if the type is a vector, which they do not
/// support.
fn rounding_of_vectors(name: &str, ty: Type) -> bool {
    ty.lanes.is_some() && name.starts_with('l')
}

/// Calls a constrained intrinsic, with dynamic rounding and all exceptions.
fn under_constraints(
    body: &mut Body,
    result: Type,
    callee: &str,
    args: &[(Type, &str)],
    rounds: bool,
) -> String {
    let rounding = if rounds { ", metadata !\"round.dynamic\"" } else { "" };
    let tail = format!("{rounding}, metadata !\"fpexcept.strict\"");
    body.call(&result.to_string(), &format!("experimental.constrained.{callee}"), args, &tail)
}

/// Returns the formats of other sizes.
fn others(ty: Type) -> impl Iterator<Item = Scalar> {
    [HALF, BFLOAT, FLOAT, DOUBLE, QUAD].into_iter().filter(move |to| to.bits() != ty.scalar.bits())
}

fn float_conversions(ty: Type) -> Vec<Function> {
    let cast = |to: Scalar| {
        let op = if to.bits() > ty.scalar.bits() { "fpext" } else { "fptrunc" };
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let result = body.value(&format!("{op} {ty} {a} to {}", ty.of(to)));
        body.store(ty.of(to), &result, 0);
        body.finish(&format!("{op}_{to}"))
    };
    others(ty).map(cast).collect()
}
