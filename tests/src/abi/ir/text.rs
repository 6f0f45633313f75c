//! The IR of a module pair, and its program's expected output.

use super::signatures::{Extend, Function, PRESERVE_ALL, Parameter, Role, Shape, Value};
use super::types::Type;
use crate::platform::{Platform, Registers};
use std::fmt::Write as _;

/// Numbers in the output for values that are not parameters.
const VARIADIC: usize = 100;
const RESULT: usize = 200;
const LIVE_WORDS: usize = 201;
const LIVE_FLOATS: usize = 202;
const OBJECT: usize = 300;

/// The names of a function's parts: the caller, the tail-calling one, the callee.
pub const PARTS: [&str; 3] = ["caller", "middle", "callee"];

/// Prints the first module: the callers and the tail-calling functions.
#[must_use]
pub fn callers(platform: Platform, functions: &[&Function]) -> String {
    let mut text = header();
    for function in functions {
        text += &caller(function);
        if function.tail.is_some() {
            text += &callee(platform, function);
        } else {
            declare(&mut text, function, &function.parameters, "callee");
        }
        if let Some(tail) = &function.tail {
            declare(&mut text, function, &tail.parameters, "middle");
        }
    }
    text += "define void @all_called() nounwind {\n";
    for function in functions {
        let _ = writeln!(text, "  call void @caller{}()", function.number);
    }
    text + "  ret void\n}\n"
}

/// Prints the second module: the callees.
#[must_use]
pub fn callees(platform: Platform, functions: &[&Function]) -> String {
    let mut text = header();
    for function in functions {
        if function.tail.is_some() {
            declare(&mut text, function, &function.parameters, "callee");
            text += &middle(function);
        } else {
            text += &callee(platform, function);
        }
    }
    text
}

/// Returns the expected output.
#[must_use]
pub fn expected(functions: &[&Function]) -> String {
    let mut text = String::new();
    for function in functions {
        let mut line = |what: usize, words: &[u64]| {
            let _ = write!(text, "{} {what}", function.number);
            words.iter().for_each(|word| _ = write!(text, " {word:x}"));
            text.push('\n');
        };
        for (n, p) in function.parameters.iter().enumerate() {
            match &p.role {
                Role::ByVal(bytes) => line(n, &words_of(bytes)),
                Role::StructReturn(_) => {}
                _ => line(n, &shown(&p.ty, &p.value, p.extend)),
            }
        }
        for (n, (ty, value)) in function.variadic.iter().flatten().enumerate() {
            line(VARIADIC + n, &shown(ty, value, Extend::None));
        }
        if let Some(result) = &function.result {
            line(RESULT, &shown(&result.ty, &result.value, result.extend));
        }
        line(LIVE_WORDS, &live_words(function, 0).collect::<Vec<_>>());
        line(LIVE_FLOATS, &live_words(function, 1).collect::<Vec<_>>());
        for (n, p) in function.passed().iter().enumerate() {
            match &p.role {
                Role::ByVal(bytes) | Role::StructReturn(bytes) => line(OBJECT + n, &words_of(bytes)),
                Role::SwiftError(after) => line(OBJECT + n, &[*after]),
                Role::Plain => {}
            }
        }
    }
    text
}

/// Returns every leaf in whole words.
fn shown(ty: &Type, value: &Value, extend: Extend) -> Vec<u64> {
    let mut words = Vec::new();
    for (leaf, bits) in ty.leaves().iter().zip(value) {
        words.extend(bits);
        let used = leaf.scalar.bits() % 64;
        if let (Extend::Sign, Some(last), true) = (extend, words.last_mut(), used != 0) {
            *last = ((*last << (64 - used)) as i64 >> (64 - used)) as u64;
        }
    }
    words
}

fn words_of(bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).map(word).collect()
}

fn live_words(function: &Function, kind: u64) -> impl Iterator<Item = u64> {
    let count = function.live * if kind == 1 && function.live_vectors { 2 } else { 1 };
    let first = (function.number as u64 + 1) << 40 | kind << 32;
    (0..count as u64).map(move |n| 0x4000_0000_0000_0000 | first | n)
}

fn header() -> String {
    "declare void @show(i32, i32, ptr, i64)\n\
     declare void @show_variadic(i32, i32, ptr, i32, i32)\n\
     declare void @llvm.va_start.p0(ptr)\n\
     declare void @llvm.va_end.p0(ptr)\n\
     declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\
     declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\n"
        .into()
}

fn result_type(function: &Function) -> String {
    function.result.as_ref().map_or("void".into(), |r| format!("{}{}", after(&r.attributes), r.ty))
}

/// Formats attributes that precede a type.
fn after(attributes: &str) -> String {
    attributes.split_whitespace().map(|a| format!("{a} ")).collect()
}

fn prototype(function: &Function, parameters: &[Parameter], part: &str, names: bool) -> String {
    let mut list: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(n, p)| {
            let name = if names { format!(" %p{n}") } else { String::new() };
            format!("{}{}{name}", p.ty, p.attributes)
        })
        .collect();
    if function.variadic.is_some() {
        list.push("...".into());
    }
    let (cc, number) = (function.convention.number, function.number);
    format!("cc {cc} {} @{part}{number}({})", result_type(function), list.join(", "))
}

fn declare(text: &mut String, function: &Function, parameters: &[Parameter], part: &str) {
    let _ = writeln!(text, "declare {}", prototype(function, parameters, part, false));
}

/// The writer of a function: its stack objects, its other instructions, and the globals that it
/// reads.
struct Writer<'a> {
    function: &'a Function,
    part: &'static str,
    globals: String,
    objects: String,
    body: String,
    names: usize,
}

impl Writer<'_> {
    fn new<'a>(function: &'a Function, part: &'static str) -> Writer<'a> {
        let [globals, objects, body] = [const { String::new() }; 3];
        Writer { function, part, globals, objects, body, names: 0 }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    /// Appends an instruction and returns the name of its result.
    fn name(&mut self, instruction: &str) -> String {
        self.names += 1;
        let name = format!("%t{}", self.names);
        self.line(&format!("{name} = {instruction}"));
        name
    }

    fn object(&mut self, name: &str, ty: &str, align: usize) {
        let _ = writeln!(self.objects, "  {name} = alloca {ty}, align {align}");
    }

    /// Declares a buffer of words.
    fn buffer(&mut self, name: &str, words: usize) {
        self.object(name, &format!("[{words} x i64]"), 16);
    }

    fn global(&mut self, suffix: &str, words: &[u64]) -> String {
        let name = format!("@{}{}.{suffix}", self.part, self.function.number);
        let words_text: Vec<String> = words.iter().map(|w| format!("i64 u0x{w:x}")).collect();
        let ty = format!("[{} x i64]", words.len());
        let _ = writeln!(self.globals, "{name} = internal global {ty} [{}], align 16", words_text.join(", "));
        name
    }

    fn at(&mut self, base: &str, offset: usize) -> String {
        if offset == 0 {
            base.into()
        } else {
            self.name(&format!("getelementptr i8, ptr {base}, i64 {offset}"))
        }
    }

    fn show(&mut self, what: usize, at: &str, words: usize) {
        let number = self.function.number;
        self.line(&format!("call void @show(i32 {number}, i32 {what}, ptr {at}, i64 {words})"));
    }

    /// Stores every leaf in whole words.
    fn unpack(&mut self, ty: &Type, operand: &str, extend: Extend, to: &str) {
        let mut offset = 0;
        let mut outer: (Vec<usize>, String) = (vec![usize::MAX], String::new());
        for leaf in ty.leaves() {
            if outer.0 != leaf.path {
                let path: String = leaf.path.iter().map(|n| format!(", {n}")).collect();
                let value = match &path[..] {
                    "" => operand.to_owned(),
                    path => self.name(&format!("extractvalue {ty} {operand}{path}")),
                };
                outer = (leaf.path.clone(), value);
            }
            let mut value = outer.1.clone();
            if let Some(n) = leaf.element {
                value = self.name(&format!("extractelement {} {value}, i32 {n}", leaf.outer));
            }
            let (bits, words) = (leaf.scalar.bits(), leaf.scalar.words());
            match &leaf.scalar {
                Type::Pointer => value = self.name(&format!("ptrtoint ptr {value} to i64")),
                Type::Float(name, _) => value = self.name(&format!("bitcast {name} {value} to i{bits}")),
                _ => {}
            }
            let whole = words * 64;
            if bits as usize != whole {
                let how = if extend == Extend::Sign { "sext" } else { "zext" };
                value = self.name(&format!("{how} i{bits} {value} to i{whole}"));
            }
            let at = self.at(to, offset);
            self.line(&format!("store i{whole} {value}, ptr {at}, align 8"));
            offset += words * 8;
        }
    }

    /// Stores the pointer at `from` as a whole word.
    fn copy_pointer(&mut self, from: &str, to: &str) {
        let pointer = self.name(&format!("load ptr, ptr {from}"));
        let word = self.name(&format!("ptrtoint ptr {pointer} to i64"));
        self.line(&format!("store i64 {word}, ptr {to}"));
    }

    /// Returns a parameter's value as an operand.
    fn operand(&mut self, parameter: &Parameter, suffix: &str) -> String {
        let Parameter { ty, value, .. } = parameter;
        if !parameter.loaded || value.is_empty() {
            return constant(ty, &mut value.iter());
        }
        let words: Vec<u64> = value.iter().flatten().copied().collect();
        let global = self.global(suffix, &words);
        let mut whole = "poison".to_owned();
        let mut vector = String::new();
        let mut offset = 0;
        for leaf in ty.leaves() {
            let at = self.at(&global, offset);
            offset += leaf.scalar.words() * 8;
            let mut scalar = self.load(&leaf.scalar, &at);
            if let (Some(n), Type::Vector(count, _)) = (leaf.element, &leaf.outer) {
                let before = if n == 0 { "poison" } else { &vector };
                let insert =
                    format!("insertelement {} {before}, {} {scalar}, i32 {n}", leaf.outer, leaf.scalar);
                vector = self.name(&insert);
                if n + 1 < *count {
                    continue;
                }
                scalar.clone_from(&vector);
            }
            let path: String = leaf.path.iter().map(|n| format!(", {n}")).collect();
            whole = match &path[..] {
                "" => scalar,
                path => self.name(&format!("insertvalue {ty} {whole}, {} {scalar}{path}", leaf.outer)),
            };
        }
        whole
    }

    fn load(&mut self, ty: &Type, at: &str) -> String {
        let (bits, whole) = (ty.bits() as usize, ty.words() * 64);
        let mut value = self.name(&format!("load volatile i{whole}, ptr {at}, align 8"));
        if bits != whole {
            value = self.name(&format!("trunc i{whole} {value} to i{bits}"));
        }
        match ty {
            Type::Pointer => self.name(&format!("inttoptr i64 {value} to ptr")),
            Type::Float(name, _) => self.name(&format!("bitcast i{bits} {value} to {name}")),
            _ => value,
        }
    }

    /// Calls a part, perhaps by its address; returns the result if there is one.
    fn call(&mut self, how: &str, parameters: &[Parameter], part: &str, arguments: &[String]) -> String {
        let function = self.function;
        let mut callee = format!("@{part}{}", function.number);
        if function.indirect {
            let pointer = format!("@{}{}.pointer", self.part, function.number);
            let _ = writeln!(self.globals, "{pointer} = internal global ptr {callee}");
            callee = self.name(&format!("load volatile ptr, ptr {pointer}"));
        }
        let mut list: Vec<String> =
            parameters.iter().zip(arguments).map(|(p, a)| format!("{}{} {a}", p.ty, p.attributes)).collect();
        list.extend_from_slice(&arguments[parameters.len()..]);
        let ty = match function.variadic {
            Some(_) => {
                let types: Vec<String> = parameters.iter().map(|p| format!("{}, ", p.ty)).collect();
                format!("{}({}...)", result_type(function), types.concat())
            }
            None => result_type(function),
        };
        let call = format!("{how}call cc {} {ty} {callee}({})", function.convention.number, list.join(", "));
        match function.result {
            Some(_) => self.name(&call),
            None => {
                self.line(&call);
                String::new()
            }
        }
    }

    fn finish(self, prototype: &str) -> String {
        format!("{}define {prototype} nounwind {{\n{}{}}}\n\n", self.globals, self.objects, self.body)
    }
}

fn constant<'a>(ty: &Type, leaves: &mut impl Iterator<Item = &'a Vec<u64>>) -> String {
    let mut list = |types: &mut dyn Iterator<Item = &Type>| {
        let one = |ty: &Type| format!("{ty} {}", constant_dyn(ty, leaves));
        types.map(one).collect::<Vec<_>>().join(", ")
    };
    match ty {
        Type::Vector(count, element) => format!("<{}>", list(&mut std::iter::repeat_n(&**element, *count))),
        Type::Array(count, element) => format!("[{}]", list(&mut std::iter::repeat_n(&**element, *count))),
        Type::Struct(fields) if fields.is_empty() => "zeroinitializer".into(),
        Type::Struct(fields) => format!("{{ {} }}", list(&mut fields.iter())),
        scalar => {
            let words = leaves.next().map_or(&[][..], |w| &w[..]);
            let digits: String = words.iter().rev().map(|w| format!("{w:016x}")).collect();
            match scalar {
                Type::Pointer => format!("inttoptr (i64 u0x{digits} to ptr)"),
                Type::Float(name, bits) => format!("bitcast (i{bits} u0x{digits} to {name})"),
                _ => format!("u0x{digits}"),
            }
        }
    }
}

fn constant_dyn(ty: &Type, leaves: &mut dyn Iterator<Item = &Vec<u64>>) -> String {
    constant(ty, &mut { leaves })
}

fn caller(function: &Function) -> String {
    let w = &mut Writer::new(function, PARTS[0]);
    let (parameters, part) = match &function.tail {
        Some(tail) => (&tail.parameters, PARTS[1]),
        None => (&function.parameters, PARTS[2]),
    };
    let mut arguments: Vec<String> = parameters.iter().enumerate().map(|(n, p)| argument(w, p, n)).collect();
    for (n, (ty, value)) in function.variadic.iter().flatten().enumerate() {
        let p = Parameter {
            ty: ty.clone(),
            role: Role::Plain,
            extend: Extend::None,
            attributes: String::new(),
            value: value.clone(),
            loaded: n % 2 == 0,
        };
        arguments.push(format!("{ty} {}", w.operand(&p, &format!("v{n}"))));
    }
    let live = live_begin(w);
    let result = w.call("", parameters, part, &arguments);
    if function.convention.shape == Shape::Haskell {
        for (n, p) in function.parameters.iter().enumerate() {
            w.show(n, &format!("@shown{}.{n}", function.number), p.ty.words());
        }
        if function.tail.is_none() {
            for (n, p) in function.parameters.iter().enumerate() {
                let _ = writeln!(
                    w.globals,
                    "@shown{}.{n} = external global [{} x i64]",
                    function.number,
                    p.ty.words()
                );
            }
        }
    }
    if let Some(r) = &function.result {
        let words = shown(&r.ty, &r.value, r.extend).len();
        w.buffer("%result", words);
        w.unpack(&r.ty, &result, r.extend, "%result");
        w.show(RESULT, "%result", words);
    }
    live_end(w, &live);
    for (n, p) in function.passed().iter().enumerate() {
        match &p.role {
            Role::ByVal(bytes) | Role::StructReturn(bytes) => {
                show_bytes(w, OBJECT + n, &format!("%o{n}"), bytes.len())
            }
            Role::SwiftError(_) => {
                w.buffer("%error", 1);
                w.copy_pointer(&format!("%o{n}"), "%error");
                w.show(OBJECT + n, "%error", 1);
            }
            Role::Plain => {}
        }
    }
    w.line("ret void");
    let prototype = format!("void @caller{}()", function.number);
    std::mem::replace(w, Writer::new(function, "")).finish(&prototype)
}

/// Returns the caller's argument for a parameter, with its object if it has one.
fn argument(w: &mut Writer, p: &Parameter, n: usize) -> String {
    let name = format!("%o{n}");
    match &p.role {
        Role::Plain => return w.operand(p, &n.to_string()),
        Role::SwiftError(_) => {
            let _ = writeln!(w.objects, "  {name} = alloca swifterror ptr");
            let value = constant(&p.ty, &mut p.value.iter());
            w.line(&format!("store ptr {value}, ptr {name}"));
        }
        Role::ByVal(bytes) | Role::StructReturn(bytes) => {
            w.object(&name, &format!("[{} x i8]", bytes.len()), align(p));
            if matches!(p.role, Role::ByVal(_)) {
                let global = w.global(&format!("o{n}"), &words_of(bytes));
                copy(w, &name, &global, bytes.len());
            }
        }
    }
    name
}

/// Returns the alignment in the attributes.
fn align(p: &Parameter) -> usize {
    let mut words = p.attributes.split_whitespace().skip_while(|word| *word != "align");
    words.nth(1).and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn copy(w: &mut Writer, to: &str, from: &str, bytes: usize) {
    w.line(&format!("call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {from}, i64 {bytes}, i1 false)"));
}

/// Prints memory, zero-padded to a whole word.
fn show_bytes(w: &mut Writer, what: usize, at: &str, bytes: usize) {
    let words = bytes.div_ceil(8);
    w.names += 1;
    let buffer = format!("%bytes{}", w.names);
    w.buffer(&buffer, words);
    let last = w.at(&buffer, words * 8 - 8);
    w.line(&format!("store i64 0, ptr {last}"));
    copy(w, &buffer, at, bytes);
    w.show(what, &buffer, words);
}

/// Creates the values that are live across the call: types and operands.
fn live_begin(w: &mut Writer) -> [(&'static str, Vec<String>); 2] {
    let floats = if w.function.live_vectors { "<2 x i64>" } else { "double" };
    [(0, "i64"), (1, floats)].map(|(kind, ty)| {
        let words: Vec<u64> = live_words(w.function, kind).collect();
        let global = w.global(&format!("live{kind}"), &words);
        let count = w.function.live;
        let size = words.len() / count * 8;
        let load = |n: usize| {
            let at = w.at(&global, n * size);
            w.name(&format!("load volatile {ty}, ptr {at}, align {size}"))
        };
        (ty, (0..count).map(load).collect())
    })
}

fn live_end(w: &mut Writer, live: &[(&'static str, Vec<String>); 2]) {
    for ((what, kind), (ty, values)) in [(LIVE_WORDS, 0), (LIVE_FLOATS, 1)].into_iter().zip(live) {
        let words = live_words(w.function, kind).count();
        let buffer = format!("%live{kind}");
        w.buffer(&buffer, words);
        for (n, value) in values.iter().enumerate() {
            let at = w.at(&buffer, n * words / w.function.live * 8);
            w.line(&format!("store {ty} {value}, ptr {at}, align 8"));
        }
        w.show(what, &buffer, words);
    }
}

/// Prints the tail-calling function.
fn middle(function: &Function) -> String {
    let Some(tail) = &function.tail else { return String::new() };
    let w = &mut Writer::new(function, PARTS[1]);
    let mut arguments: Vec<String> = Vec::new();
    for (n, (p, source)) in function.parameters.iter().zip(&tail.sources).enumerate() {
        arguments.push(match source {
            Some(from) => format!("%p{from}"),
            None => w.operand(p, &n.to_string()),
        });
    }
    if function.variadic.is_some() {
        arguments.push("...".into());
    }
    let how = if tail.must { "musttail " } else { "tail " };
    let result = w.call(how, &function.parameters, PARTS[2], &arguments);
    match &function.result {
        Some(r) => w.line(&format!("ret {} {result}", r.ty)),
        None => w.line("ret void"),
    }
    let prototype = prototype(function, &tail.parameters, PARTS[1], true);
    std::mem::replace(w, Writer::new(function, "")).finish(&prototype)
}

fn callee(platform: Platform, function: &Function) -> String {
    let w = &mut Writer::new(function, PARTS[2]);
    let haskell = function.convention.shape == Shape::Haskell;
    for (n, p) in function.parameters.iter().enumerate() {
        let words = shown(&p.ty, &p.value, p.extend).len();
        match &p.role {
            Role::Plain if haskell => {
                let shown = format!("@shown{}.{n}", function.number);
                let _ = writeln!(w.globals, "{shown} = global [{words} x i64] zeroinitializer");
                w.unpack(&p.ty, &format!("%p{n}"), p.extend, &shown);
            }
            Role::Plain => {
                w.buffer(&format!("%b{n}"), words);
                w.unpack(&p.ty, &format!("%p{n}"), p.extend, &format!("%b{n}"));
            }
            Role::SwiftError(_) => {
                w.buffer(&format!("%b{n}"), 1);
                w.copy_pointer(&format!("%p{n}"), &format!("%b{n}"));
            }
            _ => {}
        }
    }
    if function.clobbers {
        w.line(&clobber(platform, function.convention.number));
    }
    if !haskell {
        callee_shows(platform, w);
    }
    match (&function.result, function.returned) {
        (None, _) => w.line("ret void"),
        (Some(r), Some(n)) => w.line(&format!("ret {} %p{n}", r.ty)),
        (Some(r), None) => {
            let value = w.operand(r, "result");
            w.line(&format!("ret {} {value}", r.ty));
        }
    }
    let prototype = prototype(function, &function.parameters, PARTS[2], true);
    std::mem::replace(w, Writer::new(function, "")).finish(&prototype)
}

fn callee_shows(platform: Platform, w: &mut Writer) {
    let function = w.function;
    for (n, p) in function.parameters.iter().enumerate() {
        match &p.role {
            Role::ByVal(bytes) => {
                show_bytes(w, n, &format!("%p{n}"), bytes.len());
                let size = bytes.len();
                w.line(&format!("call void @llvm.memset.p0.i64(ptr %p{n}, i8 85, i64 {size}, i1 false)"));
            }
            Role::StructReturn(bytes) => {
                let global = w.global(&format!("o{n}"), &words_of(bytes));
                copy(w, &format!("%p{n}"), &global, bytes.len());
            }
            Role::SwiftError(after) => {
                w.show(n, &format!("%b{n}"), 1);
                w.line(&format!("store ptr inttoptr (i64 u0x{after:x} to ptr), ptr %p{n}"));
            }
            Role::Plain => w.show(n, &format!("%b{n}"), shown(&p.ty, &p.value, p.extend).len()),
        }
    }
    let Some(variadic) = &function.variadic else { return };
    w.object("%list", "[4 x i64]", 16);
    w.line("call void @llvm.va_start.p0(ptr %list)");
    for (n, (ty, _)) in variadic.iter().enumerate() {
        let (kind, bits) = (kind(platform, ty), ty.bits());
        let (number, what) = (function.number, VARIADIC + n);
        w.line(&format!(
            "call void @show_variadic(i32 {number}, i32 {what}, ptr %list, i32 {kind}, i32 {bits})"
        ));
    }
    w.line("call void @llvm.va_end.p0(ptr %list)");
}

/// Returns the code by which `show_variadic` reads a type.
fn kind(platform: Platform, ty: &Type) -> u32 {
    let bits = ty.bits();
    match ty {
        Type::Float(_, 128) => 3,
        Type::Float(_, 64) => 1,
        Type::Float(..) if platform.is_aarch64() => 1,
        Type::Pointer => 4,
        _ if bits <= 32 && platform.word_bits() == 32 => 4,
        // Two words in registers, or a larger value by reference.
        _ if bits > 64 => {
            if platform.word_bits() == 32 {
                3
            } else {
                2
            }
        }
        _ => 0,
    }
}

/// RISC-V's floating-point registers.
const FLOATS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4",
    "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8",
    "ft9", "ft10", "ft11",
];

/// Clobbers all registers except stack, thread and frame pointer.
fn clobber(platform: Platform, convention: u32) -> String {
    if !platform.is_aarch64() {
        // Where the stack pointer is aligned to a word, functions with larger objects use a frame
        // pointer.
        let is_free = |n: &u32| *n != 8 || platform.words() == 32;
        return clobber_words(platform, [1].into_iter().chain(5..platform.words()).filter(is_free));
    }
    // Where it saves these too, `llc` uses pair offsets that are out of range.
    let more = if convention == PRESERVE_ALL { 0..0 } else { 19..29 };
    clobber_words(platform, (0..18).chain(more).chain([30]))
}

/// Clobbers these general registers and all others.
fn clobber_words(platform: Platform, words: impl Iterator<Item = u32>) -> String {
    let (mut code, mut names) = (Vec::new(), Vec::new());
    let aarch64 = platform.is_aarch64();
    for n in words {
        code.push(if aarch64 { format!("movn x{n}, #0") } else { format!("addi x{n}, x0, -1") });
        // LLVM only knows x30 as lr.
        names.push(if n == 30 && aarch64 { "~{lr}".into() } else { format!("~{{x{n}}}") });
    }
    let float_bits = platform.float_bits();
    for (n, float) in FLOATS.iter().enumerate().filter(|_| float_bits != 0) {
        let (text, name) = match float_bits {
            _ if platform == Platform::Aarch64With(Registers::Scalar) => {
                (format!("fmov d{n}, #-1.0"), format!("~{{d{n}}}"))
            }
            _ if aarch64 => (format!("movi v{n}.16b, #255"), format!("~{{v{n}}}")),
            32 => (format!("fmv.w.x {float}, x5"), format!("~{{f{n}}}")),
            _ => (format!("fcvt.d.w {float}, x5"), format!("~{{f{n}}}")),
        };
        code.push(text);
        names.push(name);
    }
    format!("call void asm sideeffect \"{}\", \"{}\"()", code.join("\\0A"), names.join(","))
}
