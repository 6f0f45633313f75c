//! The C files of a group.

use super::generate::{Field, Function, Group, Leaf, Type};
use crate::random::Random;
use std::fmt::Write as _;

/// The output of a program without differences.
pub const SUCCESS: &str = "no difference\n";

/// Code that both sides share, compiled by gcc: reports, opaque `long double`, and values that the
/// compilers cannot fold.
pub const SUPPORT: &str = r#"#include <stdio.h>
#include <string.h>
typedef unsigned long long u64;
static int failures;
void bad(int function, const char *what) {
  failures++;
  printf("f%d: %s\n", function, what);
}
void set_ld(long double *to, u64 hi, u64 lo) { memcpy(to, &lo, 8); memcpy((char *)to + 8, &hi, 8); }
int is_ld(const long double *at, u64 hi, u64 lo) { return memcmp(at, &lo, 8) == 0 && memcmp((const char *)at + 8, &hi, 8) == 0; }
u64 opaque(u64 x) { return x; }
double opaque_double(double x) { return x; }
void all_called(void);
int main(void) {
  all_called();
  if (!failures) puts("no difference");
  return failures != 0;
}
"#;

const HEADER: &str = r"#include <stdarg.h>
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size;
void bad(int, const char *);
void set_ld(long double *, u64, u64);
int is_ld(const long double *, u64, u64);
u64 opaque(u64);
double opaque_double(double);
";

/// Values live across a call: more than there are call-preserved registers of each kind.
const LIVE: usize = 13;

/// Prints the C file with the calls.
#[must_use]
pub fn caller(group: &Group) -> String {
    let mut c = header(group);
    for (number, function) in group.functions.iter().enumerate() {
        let _ = writeln!(c, "static void call{number}(void) {{");
        live_begin(&mut c, number);
        let mut arguments = Vec::new();
        for (index, ty) in function.parameters.iter().chain(function.variadic.iter().flatten()).enumerate() {
            let name = format!("a{index}");
            let _ = writeln!(c, "  {} {name};", type_name(*ty));
            assign(&mut c, group, *ty, &name, &mut values(group, number, index));
            arguments.push(name);
        }
        let call = format!("f{number}({})", arguments.join(", "));
        match function.result {
            None => {
                let _ = writeln!(c, "  {call};");
            }
            Some(ty) => {
                let _ = writeln!(c, "  {} r = {call};", type_name(ty));
                compare(&mut c, group, ty, "r", number, &mut values(group, number, RESULT));
            }
        }
        live_end(&mut c, number);
        c += "}\n";
    }
    c += "void all_called(void) {\n";
    for number in 0..group.functions.len() {
        let _ = writeln!(c, "  call{number}();");
    }
    c + "}\n"
}

/// Prints the C file with the functions.
#[must_use]
pub fn callee(group: &Group) -> String {
    let mut c = header(group);
    for (number, function) in group.functions.iter().enumerate() {
        let _ = writeln!(c, "{} {{", signature(function, number));
        live_begin(&mut c, number);
        for (index, ty) in function.parameters.iter().enumerate() {
            compare(&mut c, group, *ty, &format!("a{index}"), number, &mut values(group, number, index));
        }
        if let Some(list) = &function.variadic {
            let _ = writeln!(c, "  va_list list;\n  va_start(list, a{});", function.parameters.len() - 1);
            for (index, ty) in (function.parameters.len()..).zip(list) {
                let _ = writeln!(c, "  {0} a{index} = va_arg(list, {0});", type_name(*ty));
                compare(&mut c, group, *ty, &format!("a{index}"), number, &mut values(group, number, index));
            }
            c += "  va_end(list);\n";
        }
        live_end(&mut c, number);
        if let Some(ty) = function.result {
            let _ = writeln!(c, "  {} r;", type_name(ty));
            assign(&mut c, group, ty, "r", &mut values(group, number, RESULT));
            c += "  return r;\n";
        }
        c += "}\n";
    }
    c
}

/// The argument number of the returned value.
const RESULT: usize = 1000;

fn values(group: &Group, function: usize, index: usize) -> Random {
    Random::new(group.seed ^ (function as u64) << 32 ^ (index as u64) << 16)
}

fn header(group: &Group) -> String {
    let mut c = HEADER.to_owned();
    for (number, structure) in group.structs.iter().enumerate() {
        let _ = write!(c, "struct S{number} {{");
        for (index, field) in structure.fields.iter().enumerate() {
            let count = field.count.map_or(String::new(), |n| format!("[{n}]"));
            let _ = write!(c, " {} m{index}{count};", type_name(field.ty));
        }
        let aligned = if structure.aligned { " __attribute__((aligned(16)))" } else { "" };
        let _ = writeln!(c, " }}{aligned};");
    }
    for (number, function) in group.functions.iter().enumerate() {
        let _ = writeln!(c, "{};", signature(function, number));
    }
    c
}

fn signature(function: &Function, number: usize) -> String {
    let mut parameters: Vec<String> =
        function.parameters.iter().enumerate().map(|(i, ty)| format!("{} a{i}", type_name(*ty))).collect();
    if function.variadic.is_some() {
        parameters.push("...".into());
    }
    if parameters.is_empty() {
        parameters.push("void".into());
    }
    let result = function.result.map_or("void".into(), type_name);
    format!("{result} f{number}({})", parameters.join(", "))
}

fn type_name(ty: Type) -> String {
    match ty {
        Type::Struct(number) => format!("struct S{number}"),
        Type::Leaf(leaf) => match leaf {
            Leaf::Int(name, ..) => name.into(),
            Leaf::Float => "float".into(),
            Leaf::Double => "double".into(),
            Leaf::LongDouble => "long double".into(),
            Leaf::Pointer => "void *".into(),
        },
    }
}

/// Calls `each` for the scalars of a value, with an expression for each.
fn leaves(group: &Group, ty: Type, path: &str, each: &mut impl FnMut(&str, Leaf)) {
    let number = match ty {
        Type::Leaf(leaf) => return each(path, leaf),
        Type::Struct(number) => number,
    };
    for (index, Field { ty, count }) in group.structs[number].fields.iter().enumerate() {
        match count {
            None => leaves(group, *ty, &format!("{path}.m{index}"), each),
            Some(n) => (0..*n).for_each(|i| leaves(group, *ty, &format!("{path}.m{index}[{i}]"), each)),
        }
    }
}

/// Assigns every scalar its value. Integers are truncated from wider ones with other upper bits, so
/// nothing is extended by chance.
fn assign(c: &mut String, group: &Group, ty: Type, path: &str, values: &mut Random) {
    leaves(group, ty, path, &mut |path, leaf| {
        let (hi, lo) = (values.bits(), values.bits());
        let _ = match leaf {
            Leaf::Int(name, 1, _) => writeln!(c, "  {path} = ({name})(opaque({lo}ull) & 1);"),
            Leaf::Int(name, 128, _) => {
                writeln!(
                    c,
                    "  {path} = ({name})((unsigned __int128)opaque({hi}ull) << 64 | opaque({lo}ull));"
                )
            }
            Leaf::Int(name, ..) => writeln!(c, "  {path} = ({name})opaque({lo}ull);"),
            Leaf::Float => writeln!(c, "  {path} = (float)opaque_double({});", small(lo)),
            Leaf::Double => writeln!(c, "  {path} = opaque_double({});", small(lo)),
            Leaf::LongDouble => writeln!(c, "  set_ld(&{path}, {hi}ull, {lo}ull);"),
            Leaf::Pointer => writeln!(c, "  {path} = (void *)(size)opaque({lo}ull);"),
        };
    });
}

/// Compares every scalar with its value, as the widest type, which checks the extension too.
fn compare(c: &mut String, group: &Group, ty: Type, path: &str, function: usize, values: &mut Random) {
    leaves(group, ty, path, &mut |path, leaf| {
        let (hi, lo) = (values.bits(), values.bits());
        let test = match leaf {
            Leaf::Int(_, 1, _) => format!("(u64){path} == {}ull", lo & 1),
            Leaf::Int(_, 128, _) => format!("(u64)({path} >> 64) == {hi}ull && (u64){path} == {lo}ull"),
            Leaf::Int(_, bits, signed) => {
                let away = 64 - bits;
                let value = if signed { ((lo << away) as i64 >> away) as u64 } else { lo << away >> away };
                format!("(u64){path} == {value}ull")
            }
            Leaf::Float => format!("{path} == {}f", small(lo)),
            Leaf::Double => format!("{path} == {}", small(lo)),
            Leaf::LongDouble => format!("is_ld(&{path}, {hi}ull, {lo}ull)"),
            Leaf::Pointer => format!("(size){path} == (size){lo}ull"),
        };
        let _ = writeln!(c, "  if (!({test})) bad({function}, \"{path}\");");
    });
}

/// Returns a number that both `float` and `double` represent exactly.
fn small(bits: u64) -> String {
    format!("{:?}", ((bits >> 44) as f64 - 524_288.0) / 64.0)
}

fn live_begin(c: &mut String, function: usize) {
    for i in 0..LIVE {
        let _ = writeln!(
            c,
            "  u64 k{i} = opaque({}ull);\n  double d{i} = opaque_double({i}.25);",
            function * 1000 + i
        );
    }
}

fn live_end(c: &mut String, function: usize) {
    let all = |name: &str, value: &dyn Fn(usize) -> String| {
        (0..LIVE).map(|i| format!("{name}{i} == {}", value(i))).collect::<Vec<_>>().join(" && ")
    };
    let integers = all("k", &|i| format!("{}ull", function * 1000 + i));
    let floats = all("d", &|i| format!("{i}.25"));
    let _ = writeln!(c, "  opaque(0);");
    let _ = writeln!(c, "  if (!({integers})) bad({function}, \"integers across a call\");");
    let _ = writeln!(c, "  if (!({floats})) bad({function}, \"floats across a call\");");
}
