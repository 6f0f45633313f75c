//! IR of functions with one operation each: `void (ptr in, ptr out)`, which loads its operands, keeps them from what is not defined, and stores
//! the result.

use super::types::{BFLOAT, DOUBLE, FLOAT, HALF, QUAD, Scalar, Type};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Bytes between operands in memory.
pub const STRIDE: u32 = 1024;

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its definition.
    pub text: String,
    /// What it declares.
    pub declares: BTreeSet<String>,
}

/// A function that is being written.
pub struct Body {
    ty: Type,
    text: String,
    declares: BTreeSet<String>,
    values: u32,
    operands: u32,
}

impl Body {
    /// A function of a type.
    pub fn new(ty: Type) -> Body {
        Body { ty, text: String::new(), declares: BTreeSet::new(), values: 0, operands: 0 }
    }

    /// An instruction without a value.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// A value by an instruction.
    pub fn value(&mut self, instruction: &str) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        self.line(&format!("{name} = {instruction}"));
        name
    }

    /// A value by an intrinsic.
    pub fn call(&mut self, result: &str, intrinsic: &str, args: &[(Type, &str)], tail: &str) -> String {
        let types: Vec<String> = args.iter().map(|(ty, _)| ty.to_string()).collect();
        let flag = if tail.is_empty() { "" } else { ", i1" };
        self.declares.insert(format!("declare {result} @llvm.{intrinsic}({}{flag})", types.join(", ")));
        let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        self.value(&format!("call {result} @llvm.{intrinsic}({}{tail})", args.join(", ")))
    }

    /// An operand of a type from memory.
    pub fn operand(&mut self, ty: Type) -> String {
        let offset = self.operands * STRIDE;
        self.operands += 1;
        let address = self.value(&format!("getelementptr i8, ptr %in, i32 {offset}"));
        let memory = ty.in_memory();
        let raw = self.value(&format!("load {memory}, ptr {address}, align 1"));
        match ty.scalar {
            Scalar::Int(bits) if bits == memory.scalar.bits() => raw,
            Scalar::Int(_) => self.value(&format!("trunc {memory} {raw} to {ty}")),
            Scalar::Float(_, _, bits, exponent) => self.float_operand(ty, &raw, bits, exponent),
        }
    }

    /// Floats of all sizes, or of sizes near one if `%near` is set; no NaNs.
    fn float_operand(&mut self, ty: Type, raw: &str, bits: u32, exponent: u32) -> String {
        let ints = ty.bits();
        let mantissa = bits - 1 - exponent;
        let mask = (1u128 << (bits - 1)) | ((1u128 << (mantissa + 2)) - 1);
        let base = ((1u128 << (exponent - 1)) - 3) << mantissa;
        let masked = self.value(&format!("and {ints} {raw}, {}", ints.constant(&as_signed(mask, bits))));
        let near = self.value(&format!("or {ints} {masked}, {}", ints.constant(&base.to_string())));
        let mixed = self.value(&format!("select i1 %near, {ints} {near}, {ints} {raw}"));
        // An exponent of ones is one of all ones but the last.
        let ones = ((1u128 << exponent) - 1) << mantissa;
        let field = self.value(&format!("and {ints} {mixed}, {}", ints.constant(&ones.to_string())));
        let special = self.value(&format!("icmp eq {ints} {field}, {}", ints.constant(&ones.to_string())));
        let finite =
            self.value(&format!("xor {ints} {mixed}, {}", ints.constant(&(1u128 << mantissa).to_string())));
        let flags = ty.int(1);
        let safe = self.value(&format!("select {flags} {special}, {ints} {finite}, {ints} {mixed}"));
        self.value(&format!("bitcast {ints} {safe} to {ty}"))
    }

    /// Notes a declaration.
    pub fn declare(&mut self, text: &str) {
        self.declares.insert(text.to_owned());
    }

    /// Stores a result that was moved, whatever its bits are.
    pub fn store_bits(&mut self, ty: Type, value: &str) {
        let bits = match ty.scalar {
            Scalar::Int(_) => value.to_owned(),
            Scalar::Float(..) => self.value(&format!("bitcast {ty} {value} to {}", ty.bits())),
        };
        self.line(&format!("store {} {bits}, ptr %out, align 1", ty.bits()));
    }

    /// Stores a result; all NaNs are one.
    pub fn store(&mut self, ty: Type, value: &str, offset: u32) {
        let address = self.value(&format!("getelementptr i8, ptr %out, i32 {offset}"));
        let memory = ty.in_memory();
        let bits = match ty.scalar {
            Scalar::Int(bits) if bits == memory.scalar.bits() => value.to_owned(),
            Scalar::Int(_) => self.value(&format!("zext {ty} {value} to {memory}")),
            Scalar::Float(_, _, bits, exponent) => {
                let nan = ((1u128 << (exponent + 1)) - 1) << (bits - 2 - exponent);
                let raw = self.value(&format!("bitcast {ty} {value} to {memory}"));
                let is_nan = self.value(&format!("fcmp uno {ty} {value}, {value}"));
                self.value(&format!(
                    "select {} {is_nan}, {memory} {}, {memory} {raw}",
                    ty.int(1),
                    memory.constant(&nan.to_string())
                ))
            }
        };
        self.line(&format!("store {memory} {bits}, ptr {address}, align 1"));
    }

    /// The function, named after what it does.
    pub fn finish(self, operation: &str) -> Function {
        let name = format!("{operation}_{}", self.ty.name()).replace('.', "_");
        let near = "  %flag = load i8, ptr %in\n  %near = trunc i8 %flag to i1\n";
        let text = format!("define void @{name}(ptr %in, ptr %out) {{\n{near}{}  ret void\n}}\n", self.text);
        Function { name, text, declares: self.declares }
    }
}

fn as_signed(value: u128, bits: u32) -> String {
    (((value << (128 - bits)) as i128) >> (128 - bits)).to_string()
}

/// All functions of a type.
#[must_use]
pub fn functions(ty: Type) -> Vec<Function> {
    let mut all = match ty.scalar {
        Scalar::Int(bits) => [arithmetic(ty, bits), intrinsics(ty, bits), conversions(ty, bits)].concat(),
        Scalar::Float(..) => [float_arithmetic(ty), float_intrinsics(ty), float_conversions(ty)].concat(),
    };
    if let Some(lanes) = ty.lanes {
        all.extend(super::vectors::operations(ty, lanes));
    }
    all.extend(common(ty));
    all
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
        let (a, b) = (body.operand(ty), body.operand(ty));
        let below = ty.constant(&as_signed((1u128 << bits.ilog2()) - 1, bits.min(128)));
        let amount = body.value(&format!("and {ty} {b}, {below}"));
        let result = body.value(&format!("{op} {ty} {a}, {amount}"));
        body.store(ty, &result, 0);
        body.finish(op)
    });
    let compare = ["eq", "slt", "ult", "sge"].map(|predicate| {
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
        // The least dividend by minus one is not defined.
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

/// Intrinsics with so many operands, and what follows these.
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
    let order = ["scmp", "ucmp"].map(|name| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let to = ty.int(8);
        let callee = format!("{name}.{}.{}", to.suffix(), ty.suffix());
        let result = body.call(&to.to_string(), &callee, &[(ty, &a), (ty, &b)], "");
        body.store(to, &result, 0);
        body.finish(name)
    });
    let clmul = (bits <= 128).then(|| {
        let mut body = Body::new(ty);
        let (a, b) = (body.operand(ty), body.operand(ty));
        let result = body.call(&ty.to_string(), &format!("clmul.{}", ty.suffix()), &[(ty, &a), (ty, &b)], "");
        body.store(ty, &result, 0);
        body.finish("clmul")
    });
    plain.chain(order).chain(clmul).collect()
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

/// Floats that are in range of the integer, but where it is saturated.
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

/// The constant 0.5.
fn half_of(float: Scalar) -> &'static str {
    if float == QUAD { "0xL00000000000000003FFE000000000000" } else { "5.0e-1" }
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
    let compare = ["oeq", "olt", "une", "ueq", "ord", "uge"].map(|predicate| {
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

/// Intrinsics of floats with so many operands.
const FLOAT_INTRINSICS: [(&str, usize); 19] = [
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
    ("exp2", 1),
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
            // Which zero comes out is not said.
            let zero = if ty.scalar == QUAD { "0xL00000000000000000000000000000000" } else { "0.0" };
            result = body.value(&format!("fadd {ty} {result}, {}", ty.constant(zero)));
        }
        body.store(ty, &result, 0);
        body.finish(name)
    };
    FLOAT_INTRINSICS.iter().map(function).collect()
}

fn float_conversions(ty: Type) -> Vec<Function> {
    let width = |scalar: Scalar| scalar.bits();
    let others = [HALF, BFLOAT, FLOAT, DOUBLE, QUAD].into_iter().filter(|to| width(*to) != width(ty.scalar));
    let function = |to: Scalar| {
        let op = if width(to) > width(ty.scalar) { "fpext" } else { "fptrunc" };
        let mut body = Body::new(ty);
        let a = body.operand(ty);
        let result = body.value(&format!("{op} {ty} {a} to {}", ty.of(to)));
        body.store(ty.of(to), &result, 0);
        body.finish(&format!("{op}_{to}"))
    };
    others.map(function).collect()
}

/// Operations of all types: memory, phis.
fn common(ty: Type) -> Vec<Function> {
    let mut memory = Body::new(ty);
    let a = memory.operand(ty);
    memory.line(&format!("%slot = alloca {ty}"));
    memory.line(&format!("store volatile {ty} {a}, ptr %slot"));
    let back = memory.value(&format!("load volatile {ty}, ptr %slot"));
    memory.store(ty, &back, 0);

    let mut phi = Body::new(ty);
    let (a, b) = (phi.operand(ty), phi.operand(ty));
    phi.line("br label %first");
    phi.text += "first:\n";
    phi.line("br i1 %near, label %second, label %last");
    phi.text += "second:\n";
    phi.line("br label %last");
    phi.text += "last:\n";
    let chosen = phi.value(&format!("phi {ty} [ {a}, %first ], [ {b}, %second ]"));
    let frozen = phi.value(&format!("freeze {ty} {chosen}"));
    phi.store(ty, &frozen, 0);
    vec![memory.finish("memory"), phi.finish("phi")]
}
