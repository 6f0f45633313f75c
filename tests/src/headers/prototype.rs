//! The functions of a C header, parsed from clang's preprocessed output: inline functions, and
//! macros that declare a variable `__sN` of the type of each parameter that is not an immediate.

use crate::{Result, process};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// One function of a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prototype {
    /// Its name in C.
    pub name: String,
    /// The result type; none for `void`.
    pub result: Option<String>,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
}

/// One parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameter {
    /// A value of this type.
    Value(String),
    /// An address, of this type.
    Address(String),
    /// An immediate: first and last value.
    Immediate(i64, i64),
}

/// clang's options.
#[derive(Debug, Clone, Copy)]
pub struct Dialect<'a> {
    /// Its target.
    pub triple: &'a str,
    /// The architecture with its extensions.
    pub march: &'a str,
    /// Features that the architecture name cannot express.
    pub features: &'a [&'a str],
    /// The headers to include.
    pub headers: &'a [&'a str],
}

impl Dialect<'_> {
    /// Returns the start of a command.
    #[must_use]
    pub fn clang(&self) -> Command {
        let mut command = Command::new("clang-22");
        command.arg(format!("--target={}", self.triple)).arg(format!("-march={}", self.march));
        command.args(
            self.features.iter().flat_map(|feature| ["-Xclang", "-target-feature", "-Xclang", feature]),
        );
        command.args(["-std=gnu17", "-w", "-ferror-limit=0", "-fno-caret-diagnostics"]);
        command
    }

    /// Returns the lines that include the headers.
    #[must_use]
    pub fn includes(&self) -> String {
        self.headers.iter().map(|header| format!("#include <{header}>\n")).collect()
    }
}

/// Returns all functions of the headers, and of `more`: prototypes for macros that call builtins.
///
/// # Errors
/// clang fails.
pub fn read(dialect: Dialect<'_>, more: &str, folder: &Path) -> Result<Vec<Prototype>> {
    let source = folder.join("headers.c");
    std::fs::write(&source, dialect.includes()).map_err(|e| e.to_string())?;
    let text = process::run(dialect.clang().args(["-E", "-dD", "-P"]).arg(&source))?;
    let mut found: BTreeMap<String, Prototype> = BTreeMap::new();
    let signatures = functions(&text).chain(more.lines().map(str::to_owned));
    let macros = text.lines().filter_map(of_macro);
    for prototype in signatures.filter_map(|signature| of_signature(&signature)).chain(macros) {
        found.entry(prototype.name.clone()).or_insert(prototype);
    }
    bound(dialect, found.into_values().collect(), folder)
}

/// Returns the signatures of inline functions, without attributes.
fn functions(text: &str) -> impl Iterator<Item = String> {
    text.split("static __inline__").skip(1).filter_map(|rest| rest.split('{').next()).map(without_attributes)
}

fn without_attributes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("__attribute__") {
        out += before;
        let mut depth = 0;
        let end = after.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && c == ')'
        });
        rest = end.map_or("", |end| &after[end + 1..]);
    }
    out + rest
}

/// Parses `T name(T a, T *b, imm c)`, where `imm` marks an immediate.
fn of_signature(signature: &str) -> Option<Prototype> {
    let (start, rest) = signature.split_once('(')?;
    let (parameters, _) = rest.rsplit_once(')')?;
    let (result, name) = split_name(start)?;
    let parameters = parameters.split(',').map(str::trim).filter(|p| !p.is_empty() && *p != "void");
    let parameters: Option<Vec<Parameter>> = parameters
        .map(|parameter| {
            let (ty, _) = split_name(parameter)?;
            Some(match ty.as_str() {
                "imm" => Parameter::Immediate(0, 0),
                _ if ty.contains('*') => Parameter::Address(ty),
                _ => Parameter::Value(ty),
            })
        })
        .collect();
    let result = Some(result).filter(|ty| ty != "void");
    Some(Prototype { name, result, parameters: parameters? })
}

/// Splits a declaration into type and name.
fn split_name(declaration: &str) -> Option<(String, String)> {
    let declaration = declaration.trim();
    let at = declaration.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (ty, name) = declaration.split_at(at + 1);
    Some((ty.split_whitespace().collect::<Vec<_>>().join(" "), name.to_owned()))
}

/// Parses `#define name(__p0, __p1) __extension__ ({ T __ret; U __s0 = __p0; … })`. A parameter
/// without a type that is not an immediate is the address of a load or store.
fn of_macro(line: &str) -> Option<Prototype> {
    let (head, body) = line.strip_prefix("#define ")?.split_once(") __extension__ ({")?;
    let body = body.trim_start();
    let (name, parameters) = head.split_once('(').filter(|(name, _)| !name.starts_with("splat"))?;
    let assigned = |from: &str| {
        let statements = body.split(';').filter_map(|statement| statement.split_once('='));
        let mut declarations = statements.filter(|(_, value)| value.trim() == from).map(|(start, _)| start);
        declarations.find_map(split_name).map(|(ty, _)| ty)
    };
    let declared = |name: &str| {
        let mut statements = body.split(';').filter_map(split_name);
        statements.find(|(_, declared)| declared == name).map(|(ty, _)| ty)
    };
    // Some also have a number by their position in the file.
    let parameters: Vec<&str> = parameters.split(',').map(str::trim).collect();
    let suffix = parameters.first().and_then(|p| p.strip_prefix("__p0")).unwrap_or_default();
    let result = declared(&format!("__ret{suffix}"));
    let is_memory = name.starts_with("vld") || name.starts_with("vst");
    let value = parameters.iter().find_map(|parameter| assigned(parameter));
    let element = result.clone().or(value).map(|vector| element(&vector));
    let of = |parameter: &str| match (assigned(parameter), &element) {
        (Some(ty), _) => Parameter::Value(ty),
        (None, Some(element)) if is_memory && parameter.starts_with("__p0") => {
            Parameter::Address(format!("{element} *"))
        }
        (None, _) => Parameter::Immediate(0, 0),
    };
    let parameters = parameters.into_iter().map(of).collect();
    Some(Prototype { name: name.to_owned(), result, parameters })
}

/// Returns the element type of a vector, or of several: `uint8_t` for `uint8x8x2_t`.
fn element(vector: &str) -> String {
    vector.split_once('x').map_or(vector.to_owned(), |(element, _)| format!("{element}_t"))
}

/// A number outside the range of every immediate.
const OUTSIDE: i64 = 100_000;

/// Finds the bounds of immediates, from clang's message about a number out of range.
fn bound(dialect: Dialect<'_>, mut found: Vec<Prototype>, folder: &Path) -> Result<Vec<Prototype>> {
    let is_immediate = |p: &Parameter| matches!(p, Parameter::Immediate(..));
    let mut tried = Vec::new();
    let mut text = String::new();
    for (n, prototype) in found.iter().enumerate() {
        for (at, _) in prototype.parameters.iter().enumerate().filter(|(_, p)| is_immediate(p)) {
            tried.push((n, at));
            let number = |k: usize| if k == at { OUTSIDE } else { 0 };
            text += &format!("{}\n", prototype.call(&format!("f{}", tried.len()), &number));
        }
    }
    let source = folder.join("bounds.c");
    std::fs::write(&source, format!("{}#line 1\n{text}", dialect.includes())).map_err(|e| e.to_string())?;
    let output = dialect.clang().arg("-fsyntax-only").arg(&source).output().map_err(|e| e.to_string())?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let said = format!("argument value {OUTSIDE} is outside the valid range [");
    let mut known = BTreeMap::new();
    for message in messages.lines() {
        let line = message.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
        let range = message.split_once(&said).and_then(|(_, rest)| rest.split_once(']'));
        let (Some(line), Some((range, _))) = (line, range) else { continue };
        let (first, last) = range.split_once(", ").ok_or(message)?;
        let number = |text: &str| text.parse::<i64>().map_err(|_| message.to_owned());
        known.insert(line, (number(first)?, number(last)?));
    }
    for (line, &(n, at)) in (1..).zip(&tried) {
        let &(first, last) =
            known.get(&line).ok_or_else(|| format!("{}: no bounds for {at}\n{messages}", found[n].name))?;
        found[n].parameters[at] = Parameter::Immediate(first, last);
    }
    Ok(found)
}

/// The stride of operands in memory.
const SLOT: usize = 128;

impl Prototype {
    /// Prints a C function `name` on one line. It loads the operands from `in`, and stores the
    /// result to `out`.
    #[must_use]
    pub fn call(&self, name: &str, immediate: &dyn Fn(usize) -> i64) -> String {
        let mut text = format!("void {name}(unsigned char *in, unsigned char *out) {{");
        let mut arguments = Vec::new();
        for (k, parameter) in self.parameters.iter().enumerate() {
            arguments.push(match parameter {
                Parameter::Value(ty) => {
                    text += &format!(" {ty} a{k}; __builtin_memcpy(&a{k}, in + {}, sizeof a{k});", k * SLOT);
                    format!("a{k}")
                }
                Parameter::Address(ty) if self.writes() => format!("({ty})(out + {})", k * SLOT + SLOT),
                Parameter::Address(ty) => format!("({ty})(in + {})", k * SLOT),
                Parameter::Immediate(..) => immediate(k).to_string(),
            });
        }
        let call = format!("{}({})", self.name, arguments.join(", "));
        text + &match &self.result {
            Some(ty) => format!(" {ty} r = {call}; __builtin_memcpy(out, &r, sizeof r); }}"),
            None => format!(" {call}; }}"),
        }
    }

    /// Returns true if it stores through its address.
    fn writes(&self) -> bool {
        self.result.is_none() || self.name.starts_with("__rnd")
    }

    /// Returns the values to check for its immediates: the first and the last of each.
    #[must_use]
    pub fn immediates(&self) -> Vec<Vec<i64>> {
        let of = |choose: fn(i64, i64) -> i64| -> Vec<i64> {
            let number = |p: &Parameter| if let Parameter::Immediate(a, b) = *p { choose(a, b) } else { 0 };
            self.parameters.iter().map(number).collect()
        };
        let mut all = vec![of(|first, _| first), of(|_, last| last)];
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_macros_are_read() {
        let text = " __attribute__((__always_inline__)) __attribute__((target(\"neon\"))) int8x8_t vabd_s8(int8x8_t __p0, const int8x8_t *__p1) ";
        let read = of_signature(&without_attributes(text)).unwrap();
        assert_eq!((read.name.as_str(), read.result.as_deref()), ("vabd_s8", Some("int8x8_t")));
        let pointer = Parameter::Address("const int8x8_t *".into());
        assert_eq!(read.parameters, [Parameter::Value("int8x8_t".into()), pointer]);
        let read = of_macro(
            "#define vst1_lane_u8(__p0, __p1, __p2) __extension__ ({ uint8x8_t __s1 = __p1; f(__p0, __s1, __p2); })",
        );
        let read = read.unwrap();
        assert_eq!(read.result, None);
        let value = Parameter::Value("uint8x8_t".into());
        assert_eq!(
            read.parameters,
            [Parameter::Address("uint8_t *".into()), value, Parameter::Immediate(0, 0)]
        );
    }
}
