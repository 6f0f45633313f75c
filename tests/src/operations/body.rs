//! IR of functions with one operation each: `void (ptr in, ptr out)`, which loads its operands,
//! excludes undefined cases, and stores the result.

use super::types::{Scalar, Type};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The stride of operands in memory, in bytes.
pub const STRIDE: u32 = 1024;

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its definition.
    pub text: String,
    /// Its declarations.
    pub declares: BTreeSet<String>,
}

/// A function under construction.
pub struct Body {
    ty: Type,
    text: String,
    declares: BTreeSet<String>,
    beside: String,
    values: u32,
    operands: u32,
}

impl Body {
    /// Starts a function of a type.
    pub fn new(ty: Type) -> Body {
        Body {
            ty,
            text: String::new(),
            declares: BTreeSet::new(),
            beside: String::new(),
            values: 0,
            operands: 0,
        }
    }

    /// Adds an instruction without a result.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// Adds an instruction and returns the name of its result.
    pub fn value(&mut self, instruction: &str) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        self.line(&format!("{name} = {instruction}"));
        name
    }

    /// Calls an intrinsic and returns the name of its result. The text `tail` follows the
    /// arguments: an immediate (`, i1 false`).
    pub fn call(&mut self, result: &str, intrinsic: &str, args: &[(Type, &str)], tail: &str) -> String {
        let types: Vec<String> = args.iter().map(|(ty, _)| ty.to_string()).collect();
        let immediates = tail.split(", ").skip(1).filter_map(|text| text.split(' ').next());
        let types: Vec<&str> = types.iter().map(String::as_str).chain(immediates).collect();
        self.declares.insert(format!("declare {result} @llvm.{intrinsic}({})", types.join(", ")));
        let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        self.value(&format!("call {result} @llvm.{intrinsic}({}{tail})", args.join(", ")))
    }

    /// Loads operands of the function's type.
    pub fn operands<const N: usize>(&mut self) -> [String; N] {
        std::array::from_fn(|_| self.operand(self.ty))
    }

    /// Returns an operand of a type that is less than `limit`, uniformly distributed.
    pub fn below(&mut self, ty: Type, limit: u32) -> String {
        let bits = ty.scalar.bits();
        let constant = |n: u32| ty.constant(&as_signed(n.into(), bits.min(128)));
        let raw = self.operand(ty);
        let masked = self.value(&format!("and {ty} {raw}, {}", constant(limit.next_power_of_two() - 1)));
        if limit.is_power_of_two() {
            return masked;
        }
        let less = self.value(&format!("sub {ty} {masked}, {}", constant(limit)));
        let over = self.value(&format!("icmp uge {ty} {masked}, {}", constant(limit)));
        self.value(&format!("select {} {over}, {ty} {less}, {ty} {masked}", ty.int(1)))
    }

    /// Starts a block.
    pub fn label(&mut self, name: &str) {
        let _ = writeln!(self.text, "{name}:");
    }

    /// Adds a function to the module.
    pub fn beside(&mut self, text: &str) {
        self.beside += text;
    }

    /// Loads an operand of a type.
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

    /// Returns floats of all magnitudes, or of similar ones if `%near` is set; no NaNs.
    fn float_operand(&mut self, ty: Type, raw: &str, bits: u32, exponent: u32) -> String {
        let ints = ty.bits();
        let mantissa = bits - 1 - exponent;
        let mask = (1u128 << (bits - 1)) | ((1u128 << (mantissa + 2)) - 1);
        let base = ((1u128 << (exponent - 1)) - 3) << mantissa;
        let masked = self.value(&format!("and {ints} {raw}, {}", ints.constant(&as_signed(mask, bits))));
        let near = self.value(&format!("or {ints} {masked}, {}", ints.constant(&base.to_string())));
        let mixed = self.value(&format!("select i1 %near, {ints} {near}, {ints} {raw}"));
        // An all-ones exponent field loses its last bit.
        let ones = ((1u128 << exponent) - 1) << mantissa;
        let field = self.value(&format!("and {ints} {mixed}, {}", ints.constant(&ones.to_string())));
        let special = self.value(&format!("icmp eq {ints} {field}, {}", ints.constant(&ones.to_string())));
        let finite =
            self.value(&format!("xor {ints} {mixed}, {}", ints.constant(&(1u128 << mantissa).to_string())));
        let flags = ty.int(1);
        let safe = self.value(&format!("select {flags} {special}, {ints} {finite}, {ints} {mixed}"));
        self.value(&format!("bitcast {ints} {safe} to {ty}"))
    }

    /// Adds a declaration.
    pub fn declare(&mut self, text: &str) {
        self.declares.insert(text.to_owned());
    }

    /// Stores a result that was moved, with its exact bits.
    pub fn store_bits(&mut self, ty: Type, value: &str) {
        let bits = match ty.scalar {
            Scalar::Int(_) => value.to_owned(),
            Scalar::Float(..) => self.value(&format!("bitcast {ty} {value} to {}", ty.bits())),
        };
        self.line(&format!("store {} {bits}, ptr %out, align 1", ty.bits()));
    }

    /// Stores a result; all NaNs become one.
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

    /// Returns the name of a function with this operation.
    pub fn name(&self, operation: &str) -> String {
        format!("{operation}_{}", self.ty.name()).replace('.', "_")
    }

    /// Finishes the function, and names it after its operation.
    pub fn finish(self, operation: &str) -> Function {
        let name = self.name(operation);
        let near = "  %flag = load i8, ptr %in\n  %near = trunc i8 %flag to i1\n";
        let attribute = if self.text.contains("constrained") { "strictfp " } else { "" };
        let text = format!(
            "define void @{name}(ptr %in, ptr %out) {attribute}{{\n{near}{}  ret void\n}}\n{}",
            self.text, self.beside
        );
        Function { name, text, declares: self.declares }
    }
}

/// Formats a value of the given width as a signed constant.
pub fn as_signed(value: u128, bits: u32) -> String {
    (((value << (128 - bits)) as i128) >> (128 - bits)).to_string()
}

/// Writes a function of a type, named after its operation.
pub fn function(ty: Type, operation: &str, write: impl FnOnce(&mut Body)) -> Function {
    let mut body = Body::new(ty);
    write(&mut body);
    body.finish(operation)
}

/// Writes a function whose result has the function's type.
pub fn simple(ty: Type, operation: &str, write: impl FnOnce(&mut Body) -> String) -> Function {
    function(ty, operation, |body| {
        let result = write(body);
        body.store(ty, &result, 0);
    })
}
