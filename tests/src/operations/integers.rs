//! Integer functions: arithmetic, shifts, comparisons, intrinsics, conversions.

use super::body::{Body, Function, STRIDE, as_signed, function, simple};
use super::types::{BFLOAT, DOUBLE, FLOAT, HALF, QUAD, Scalar, Type};
use std::collections::BTreeSet;

/// Returns functions with one integer operation each.
pub fn operations(ty: Type, bits: u32) -> Vec<Function> {
    [
        arithmetic(ty, bits),
        flagged(ty, bits),
        by_constants(ty, bits),
        intrinsics(ty, bits),
        fixed_point(ty, bits),
        conversions(ty, bits),
        bitcasts(ty),
    ]
    .concat()
}

fn arithmetic(ty: Type, bits: u32) -> Vec<Function> {
    let simple = ["add", "sub", "mul", "and", "or", "xor"].map(|op| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let result = body.value(&format!("{op} {ty} {a}, {b}"));
        body.store(ty, &result, 0);
        body.finish(op)
    });
    let shifts = ["shl", "lshr", "ashr"].map(|op| {
        let mut body = Body::new(ty);
        let (a, amount) = (body.operand(ty), body.below(ty, bits));
        let result = body.value(&format!("{op} {ty} {a}, {amount}"));
        body.store(ty, &result, 0);
        body.finish(op)
    });
    let compare = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"].map(|predicate| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let flag = body.value(&format!("icmp {predicate} {ty} {a}, {b}"));
        let result = body.value(&format!("select {} {flag}, {ty} {a}, {ty} {b}", ty.int(1)));
        body.store(ty, &result, 0);
        body.store(ty.int(1), &flag, STRIDE);
        body.finish(&format!("icmp_{predicate}"))
    });
    let divide = |op: &&str| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let divisor = body.value(&format!("or {ty} {b}, {}", ty.constant("1")));
        // The quotient of the minimum and minus one is undefined.
        let dividend =
            if op.starts_with('s') { body.value(&format!("ashr {ty} {a}, {}", ty.constant("1"))) } else { a };
        let result = body.value(&format!("{op} {ty} {dividend}, {divisor}"));
        body.store(ty, &result, 0);
        body.finish(op)
    };
    let divisions: &[&str] = if bits > 1 { &["udiv", "sdiv", "urem", "srem"] } else { &[] };
    let divisions: Vec<Function> = divisions.iter().map(divide).collect();
    [simple.to_vec(), shifts.to_vec(), compare.to_vec(), divisions].concat()
}

/// Returns operations with flags, on operands for which the flags hold.
fn flagged(ty: Type, bits: u32) -> Vec<Function> {
    if bits < 3 {
        return Vec::new();
    }
    let half = bits / 2;
    let constant = |n: u32| ty.constant(&n.to_string());
    let small = |body: &mut Body, shift: &str| {
        let a = body.operand(ty);
        body.value(&format!("{shift} {ty} {a}, {}", constant(half + 1)))
    };
    let products = ["add nsw", "add nuw nsw", "sub nsw", "mul nsw", "mul nuw"].map(|op| {
        simple(ty, &op.replace(' ', "_"), |body| {
            let shift = if op.contains("nuw") { "lshr" } else { "ashr" };
            let (a, b) = (small(body, shift), small(body, shift));
            body.value(&format!("{op} {ty} {a}, {b}"))
        })
    });
    let shifted = [("shl nsw", "ashr"), ("shl nuw", "lshr")].map(|(op, shift)| {
        simple(ty, &op.replace(' ', "_"), |body| {
            let (a, amount) = (small(body, shift), body.below(ty, half));
            body.value(&format!("{op} {ty} {a}, {amount}"))
        })
    });
    let exact = ["lshr exact", "ashr exact", "udiv exact", "sdiv exact"].map(|op| {
        simple(ty, &op.replace(' ', "_"), |body| {
            let a = small(body, if op == "udiv exact" { "lshr" } else { "ashr" });
            let by = body.below(ty, half);
            let (up, by) = if op.contains("shr") {
                ("shl", by)
            } else {
                ("mul", body.value(&format!("or {ty} {by}, {}", constant(1))))
            };
            let multiple = body.value(&format!("{up} {ty} {a}, {by}"));
            body.value(&format!("{op} {ty} {multiple}, {by}"))
        })
    });
    let disjoint = simple(ty, "or_disjoint", |body| {
        let [a, b] = body.operands();
        let rest = body.value(&format!("xor {ty} {b}, {}", ty.constant("-1")));
        let a = body.value(&format!("and {ty} {a}, {rest}"));
        body.value(&format!("or disjoint {ty} {a}, {b}"))
    });
    let casts =
        [("zext nneg", bits + 5), ("trunc nsw", half + 2), ("trunc nuw nsw", half + 2), ("uitofp nneg", 0)];
    let casts =
        casts.into_iter().filter(|&(op, to)| !op.starts_with("trunc") || to < bits).map(|(op, to)| {
            function(ty, &op.replace(' ', "_"), |body| {
                let a = small(body, if op == "trunc nsw" { "ashr" } else { "lshr" });
                let to = if to == 0 { ty.of(DOUBLE) } else { ty.int(to) };
                let result = body.value(&format!("{op} {ty} {a} to {to}"));
                body.store(to, &result, 0);
            })
        });
    let mut all = [products.to_vec(), shifted.to_vec(), exact.to_vec(), vec![disjoint]].concat();
    all.extend(casts);
    all
}

/// Returns operations whose second operand is a constant.
fn by_constants(ty: Type, bits: u32) -> Vec<Function> {
    let last = bits - 1;
    let (least, greatest) = (as_power(last), format!("{}", last / 2));
    let mut rows: Vec<(&str, String, &str)> = vec![
        ("add", "-1".into(), "minus_one"),
        ("xor", "-1".into(), "not"),
        ("and", least.clone(), "sign"),
        ("shl", last.to_string(), "last"),
        ("lshr", greatest.clone(), "half"),
        ("ashr", last.to_string(), "last"),
        ("ashr", greatest, "half"),
    ];
    if bits >= 5 {
        for op in ["udiv", "sdiv", "urem", "srem", "mul"] {
            rows.extend([(op, "7".into(), "7"), (op, "10".into(), "10"), (op, "8".into(), "8")]);
        }
        rows.extend([("sdiv", "-5".into(), "minus_5"), ("srem", "-8".into(), "minus_8")]);
        rows.extend([("udiv", least.clone(), "least"), ("sdiv", least, "least"), ("sub", "13".into(), "13")]);
    }
    let mut all: Vec<Function> = rows
        .into_iter()
        .map(|(op, constant, name)| {
            simple(ty, &format!("{op}_{name}"), |body| {
                let [a] = body.operands();
                body.value(&format!("{op} {ty} {a}, {}", ty.constant(&constant)))
            })
        })
        .collect();
    all.extend(["slt", "ugt", "eq"].map(|predicate| {
        function(ty, &format!("icmp_{predicate}_zero"), |body| {
            let [a] = body.operands();
            let result = body.value(&format!("icmp {predicate} {ty} {a}, {}", ty.constant("0")));
            body.store(ty.int(1), &result, 0);
        })
    }));
    all.extend(["fshl", "fshr"].map(|name| {
        simple(ty, &format!("{name}_constant"), |body| {
            let [a, b] = body.operands();
            let amount = ty.constant(&as_signed((bits / 3).into(), bits.min(128)));
            let args = [(ty, a.as_str()), (ty, &b), (ty, &amount)];
            body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &args, "")
        })
    }));
    all
}

/// Returns a power of two as a decimal number.
fn as_power(exponent: u32) -> String {
    let mut digits = vec![1u8];
    for _ in 0..exponent {
        let mut carry = 0;
        for digit in &mut digits {
            let double = *digit * 2 + carry;
            (*digit, carry) = (double % 10, double / 10);
        }
        digits.extend((carry > 0).then_some(carry));
    }
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
}

/// Intrinsics with their operand counts, and further arguments.
const INTRINSICS: [(&str, usize, &str); 22] = [
    ("umin", 2, ""),
    ("umax", 2, ""),
    ("smin", 2, ""),
    ("smax", 2, ""),
    ("uadd.sat", 2, ""),
    ("sadd.sat", 2, ""),
    ("usub.sat", 2, ""),
    ("ssub.sat", 2, ""),
    ("fshl", 3, ""),
    ("fshr", 3, ""),
    ("ctpop", 1, ""),
    ("ctlz", 1, ", i1 false"),
    ("cttz", 1, ", i1 false"),
    ("abs", 1, ", i1 false"),
    ("bitreverse", 1, ""),
    ("bswap", 1, ""),
    ("uadd.with.overflow", 2, ""),
    ("sadd.with.overflow", 2, ""),
    ("usub.with.overflow", 2, ""),
    ("ssub.with.overflow", 2, ""),
    ("umul.with.overflow", 2, ""),
    ("smul.with.overflow", 2, ""),
];

fn intrinsics(ty: Type, bits: u32) -> Vec<Function> {
    let has = |name: &str| name != "bswap" || bits.is_multiple_of(16);
    let plain = INTRINSICS.iter().filter(|row| has(row.0)).map(|&(name, count, tail)| {
        let mut body = Body::new(ty);
        let values: Vec<String> = (0..count).map(|_| body.operand(ty)).collect();
        let args: Vec<(Type, &str)> = values.iter().map(|v| (ty, v.as_str())).collect();
        let flags = ty.int(1);
        let callee = format!("{name}.{}", ty.suffix());
        if name.ends_with("overflow") {
            let pair = format!("{{ {ty}, {flags} }}");
            let both = body.call(&pair, &callee, &args, tail);
            let result = body.value(&format!("extractvalue {pair} {both}, 0"));
            let flag = body.value(&format!("extractvalue {pair} {both}, 1"));
            body.store(ty, &result, 0);
            body.store(flags, &flag, STRIDE);
        } else {
            let result = body.call(&ty.to_string(), &callee, &args, tail);
            body.store(ty, &result, 0);
        }
        body.finish(name)
    });
    let poison = [("ctlz", "1"), ("cttz", "1"), ("abs", "")].map(|(name, or)| {
        simple(ty, &format!("{name}_poison"), |body| {
            let [a] = body.operands();
            let a = match or {
                // The minimum has no negation.
                "" => {
                    body.value(&format!("ashr {ty} {a}, {}", ty.constant(if bits > 1 { "1" } else { "0" })))
                }
                bit => body.value(&format!("or {ty} {a}, {}", ty.constant(bit))),
            };
            let a = if bits == 1 && or.is_empty() { ty.constant("0") } else { a };
            body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &[(ty, &a)], ", i1 true")
        })
    });
    let saturated = ["sshl.sat", "ushl.sat"].map(|name| {
        simple(ty, name, |body| {
            let (a, amount) = (body.operand(ty), body.below(ty, bits));
            body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &[(ty, &a), (ty, &amount)], "")
        })
    });
    let order = [("scmp", 8), ("ucmp", 8), ("scmp", 2), ("ucmp", 33)].map(|(name, result)| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let to = ty.int(result);
        let callee = format!("{name}.{}.{}", to.suffix(), ty.suffix());
        let result = body.call(&to.to_string(), &callee, &[(ty, &a), (ty, &b)], "");
        body.store(to, &result, 0);
        body.finish(&format!("{name}{}", to.scalar.bits()))
    });
    let clmul = (bits <= 128).then(|| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let result = body.call(&ty.to_string(), &format!("clmul.{}", ty.suffix()), &[(ty, &a), (ty, &b)], "");
        body.store(ty, &result, 0);
        body.finish("clmul")
    });
    plain.chain(poison).chain(saturated).chain(order).chain(clmul).collect()
}

/// Returns fixed-point products and quotients.
fn fixed_point(ty: Type, bits: u32) -> Vec<Function> {
    if bits < 4 {
        return Vec::new();
    }
    let scale = bits / 3;
    let product = |name: &&str| {
        simple(ty, name, |body| {
            let [a, b] = body.operands();
            let args = [(ty, a.as_str()), (ty, &b)];
            body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &args, &format!(", i32 {scale}"))
        })
    };
    // Without saturation, quotients that do not fit are undefined.
    let quotient = |name: &&str| {
        simple(ty, name, |body| {
            let [a, b] = body.operands();
            let divisor = body.value(&format!("or {ty} {b}, {}", ty.constant("1")));
            let shift = if name.starts_with('s') { "ashr" } else { "lshr" };
            let a = body.value(&format!("{shift} {ty} {a}, {}", ty.constant(&(scale + 1).to_string())));
            let args = [(ty, a.as_str()), (ty, &divisor)];
            body.call(&ty.to_string(), &format!("{name}.{}", ty.suffix()), &args, &format!(", i32 {scale}"))
        })
    };
    let products = ["smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat"];
    let quotients = ["sdiv.fix", "udiv.fix", "sdiv.fix.sat", "udiv.fix.sat"];
    products.iter().map(product).chain(quotients.iter().map(quotient)).collect()
}

/// Returns bitcasts to other types.
fn bitcasts(ty: Type) -> Vec<Function> {
    let total = ty.scalar.bits() * ty.lanes.unwrap_or(1);
    let vector = |scalar: Scalar| Type { scalar, lanes: Some(total / scalar.bits()) };
    let others = [1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 32, 33, 64, 128, 192].map(Scalar::Int).into_iter();
    // llc splits elements of whole bytes wrongly if the other type's are not.
    let divides_bytes =
        |bits: u32| bits == 1 || bits.is_multiple_of(8) || !ty.scalar.bits().is_multiple_of(8);
    let fits = |scalar: &Scalar| {
        let lanes = total / scalar.bits();
        total.is_multiple_of(scalar.bits())
            && (1..=64).contains(&lanes)
            && *scalar != ty.scalar
            && (ty.lanes.is_none() || divides_bytes(scalar.bits()))
    };
    let vectors = others.chain([HALF, BFLOAT, FLOAT, DOUBLE, QUAD]).filter(fits).map(vector);
    let whole = Type { scalar: Scalar::Int(total), lanes: None };
    let wholes = [HALF, BFLOAT, FLOAT, DOUBLE, QUAD].into_iter().filter(|scalar| scalar.bits() == total);
    let wholes = wholes.map(|scalar| Type { scalar, lanes: None });
    let whole = (ty.lanes.is_some() && total <= 4096).then_some(whole);
    let there = |to: Type| {
        function(ty, &format!("bitcast_{}", to.name()), |body| {
            let [a] = body.operands();
            let result = body.value(&format!("bitcast {ty} {a} to {to}"));
            body.store(to, &result, 0);
        })
    };
    let back = |from: Type| {
        simple(ty, &format!("bitcast_from_{}", from.name()), |body| {
            let a = body.operand(from);
            body.value(&format!("bitcast {from} {a} to {ty}"))
        })
    };
    let all: Vec<Type> = vectors.chain(wholes).chain(whole).collect();
    all.iter().flat_map(|&other| [there(other), back(other)]).collect()
}

fn conversions(ty: Type, bits: u32) -> Vec<Function> {
    let mut all = Vec::new();
    let mut cast = |op: &str, to: u32| {
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let result = body.value(&format!("{op} {ty} {a} to {}", ty.int(to)));
        body.store(ty.int(to), &result, 0);
        all.push(body.finish(&format!("{op}{to}")));
    };
    let down: BTreeSet<u32> = [bits / 2, bits.saturating_sub(1)].into_iter().filter(|n| *n > 0).collect();
    down.into_iter().for_each(|to| cast("trunc", to));
    for to in [bits + 1, bits * 2 + 3] {
        cast("zext", to);
        cast("sext", to);
    }
    for (op, float) in
        [("sitofp", DOUBLE), ("uitofp", FLOAT), ("sitofp", HALF), ("uitofp", QUAD), ("uitofp", BFLOAT)]
    {
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let to = ty.of(float);
        let result = body.value(&format!("{op} {ty} {a} to {to}"));
        body.store(to, &result, 0);
        all.push(body.finish(&format!("{op}_{float}")));
    }
    for (op, float, fits) in [
        ("fptosi", DOUBLE, 1000),
        ("fptoui", FLOAT, 120),
        ("fptosi", HALF, 14),
        ("fptoui", QUAD, 1000),
        ("fptoui.sat", DOUBLE, 1000),
        ("fptosi.sat", FLOAT, 1000),
    ] {
        all.push(to_integer(ty, bits, op, float, fits));
    }
    all
}

/// Returns a conversion of floats that are in range of the integer, unless it saturates.
fn to_integer(ty: Type, bits: u32, op: &str, float: Scalar, fits: u32) -> Function {
    let mut body = Body::new(ty);
    let from = ty.of(float);
    let result = if op.ends_with("sat") {
        let value = body.operand(from);
        let callee = format!("{op}.{}.{}", ty.suffix(), from.suffix());
        body.call(&ty.to_string(), &callee, &[(from, &value)], "")
    } else {
        let a = body.operand(ty);
        let (extend, down) = if op == "fptosi" { ("sitofp", "ashr") } else { ("uitofp", "lshr") };
        let amount = bits.saturating_sub(fits).max(2).min(bits - 1);
        let small = body.value(&format!("{down} {ty} {a}, {}", ty.constant(&amount.to_string())));
        let value = body.value(&format!("{extend} {ty} {small} to {from}"));
        let value = if bits > 3 {
            body.value(&format!("fadd {from} {value}, {}", from.constant(half_of(float))))
        } else {
            value
        };
        body.value(&format!("{op} {from} {value} to {ty}"))
    };
    body.store(ty, &result, 0);
    body.finish(&format!("{op}_{float}"))
}

/// Returns the constant 0.5.
fn half_of(float: Scalar) -> &'static str {
    if float == QUAD { "0xL00000000000000003FFE000000000000" } else { "5.0e-1" }
}
