//! The table against LLVM.

use super::*;
use crate::ir::attributes::all_names;
use crate::reader::{ReadOptions, read};
use std::collections::HashSet;
use std::sync::Arc;

#[test]
fn every_enum_attribute_of_llvm_has_an_entry() {
    let known: HashSet<&str> = attributes::TABLE.iter().map(|property| property.name).collect();
    let all: HashSet<&str> = all_names().collect();
    assert!(all.len() > 90);
    let missing: Vec<_> = all.difference(&known).collect();
    assert!(missing.is_empty(), "LLVM has attributes that the table lacks: {missing:?}");
    let unheard_of: Vec<_> = known.difference(&all).collect();
    assert!(unheard_of.is_empty(), "LLVM lacks attributes that the table has: {unheard_of:?}");
}

#[test]
fn no_place_has_two_entries_of_one_name() {
    let mut seen = HashMap::new();
    for property in all() {
        let places = seen.entry((property.kind, property.name)).or_insert(0);
        assert_eq!(*places & property.places, 0, "{property}");
        *places |= property.places;
    }
}

/// What an attribute of LLVM's needs behind its name.
const ARGUMENTS: &[(&str, &str)] = &[
    ("align", " 8"),
    ("alignstack", "(16)"),
    ("allockind", "(\"alloc\")"),
    ("allocsize", "(0)"),
    ("byref", "(i32)"),
    ("byval", "(i32)"),
    ("captures", "(none)"),
    ("dereferenceable", "(8)"),
    ("dereferenceable_or_null", "(8)"),
    ("elementtype", "(i32)"),
    ("inalloca", "(i32)"),
    ("initializes", "((0, 4))"),
    ("memory", "(none)"),
    ("nofpclass", "(nan)"),
    ("preallocated", "(i32)"),
    ("range", "(i64 0, 4)"),
    ("sret", "(i32)"),
    ("vscale_range", "(1,2)"),
];

/// Values that strings and flags must have so that a module can be read.
const VALUES: &[(&str, &str)] =
    &[("Code Model", "4"), ("target-abi", "lp64d"), ("denormal-fp-math", "ieee,ieee")];

/// A value that is honoured where only some are, else one that asks for something.
fn value(property: &Property) -> &'static str {
    let known = VALUES.iter().find(|(name, _)| *name == property.name).map(|(_, value)| *value);
    match property.disposition {
        Disposition::HonouredFor(values, _) => values[0],
        _ => known.unwrap_or("1"),
    }
}

/// Modules that have the property, of which LLVM reads one at least.
fn modules(property: &Property) -> Vec<String> {
    let name = property.name;
    let body = "define void @f(ptr %p) { call void @g(ptr %p) ret void }\ndeclare void @g(ptr)\n";
    match property.kind {
        Kind::Attribute => {
            let argument = ARGUMENTS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
            let written = format!("{name}{argument}");
            let mut texts = Vec::new();
            if property.places & PARAMETER != 0 {
                texts.push(format!("define void @f(ptr {written} %p) {{ ret void }}"));
                texts.push(format!("define void @f(i64 {written} %p) {{ ret void }}"));
                texts.push(format!("define void @f(double {written} %p) {{ ret void }}"));
            }
            if property.places & RESULT != 0 {
                texts.push(format!("define {written} i64 @f() {{ ret i64 0 }}"));
            }
            if property.places & BODY != 0 {
                texts
                    .push(format!("define void @f() {written} {{ ret void }}").replace("align 8", "align=8"));
            }
            if property.places & CALL != 0 {
                texts.push(format!(
                    "define void @f() {{ call void @g() {written} ret void }}\ndeclare void @g()"
                ));
            }
            texts
        }
        Kind::StringAttribute | Kind::StringPrefix if property.places & (BODY | CALL) != 0 => {
            let written = format!("\"{name}\"=\"{}\"", value(property));
            let place = if property.places & BODY != 0 { ("attributes", "") } else { ("", "attributes") };
            let attributes = |here: &str| if here.is_empty() { String::new() } else { written.clone() };
            vec![format!(
                "define void @f() {} {{ call void @g() {} ret void }}\ndeclare void @g()",
                attributes(place.0),
                attributes(place.1)
            )]
        }
        Kind::StringAttribute | Kind::StringPrefix => {
            vec![format!("@v = global i32 0 #0\nattributes #0 = {{ \"{name}\"=\"{}\" }}", value(property))]
        }
        Kind::ModuleFlag | Kind::FlagPrefix => {
            let value = value(property);
            let value = value.parse().map_or(format!("!\"{value}\""), |number: u32| format!("i32 {number}"));
            vec![format!("{body}!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"{name}\", {value}}}")]
        }
        Kind::OperandBundle => {
            vec![format!(
                "define void @f() {{ call void @g() [\"{name}\"(i64 0)] ret void }}\ndeclare void @g()"
            )]
        }
        Kind::NamedMetadata => vec![format!("{body}!{name} = !{{}}")],
        Kind::GlobalMetadata => vec![format!("@v = global i32 0, !{name} !0\n!0 = !{{}}")],
        Kind::InstructionMetadata => vec![format!("define void @f() {{ ret void, !{name} !0 }}\n!0 = !{{}}")],
        Kind::GlobalProperty => vec![match name {
            "addrspace" => "@v = addrspace(1) global i32 0".into(),
            "code_model" => "@v = global i32 0, code_model \"large\"".into(),
            "comdat" => format!("$v = comdat {}\n@v = global i32 0, comdat", value(property)),
            "externally_initialized" => "@v = externally_initialized global i32 0".into(),
            "gc" => "define void @f() gc \"shadow-stack\" { ret void }".into(),
            "partition" => "@v = global i32 0, partition \"p\"".into(),
            "sanitize_memtag" => "@v = global i32 0, sanitize_memtag".into(),
            _ => format!("define void @f() {name} i32 1 {{ ret void }}"),
        }],
    }
}

/// What a module with these names allowed to be ignored gives: errors and warnings. None if LLVM cannot read it.
fn judge(text: &str, arch: &str, allowed: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
    let allowed: Arc<[String]> = allowed.iter().map(|name| (*name).to_owned()).collect();
    let options = ReadOptions { verify: false, lazy: false };
    let file = read(text.as_bytes(), "test.ll", options, &|_, _| None).ok()?;
    let ir = file.module();
    let found = check_module(ir, arch, &allowed);
    let mut errors: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
    let mut warnings = found.warnings;
    let mut checker = Checker::new(allowed);
    let mut note = |finding: Finding| match finding {
        Finding::Refused(message) => errors.push(message),
        Finding::Ignored(message) => warnings.push(message),
    };
    for function in ir.functions().filter(|function| !function.is_declaration()) {
        checker.function(function, arch).into_iter().for_each(&mut note);
        let insts = function.blocks().flat_map(|block| block.insts().collect::<Vec<_>>());
        for call in insts.filter_map(|inst| inst.as_call()) {
            let lists = checker.call(call, call.callee_function(), arch);
            lists.iter().flatten().flat_map(|list| list.iter().cloned()).for_each(&mut note);
            call.bundles().filter_map(|tag| checker.bundle(tag, arch)).for_each(&mut note);
        }
    }
    Some((errors, warnings))
}

/// What is wrong with an entry; nothing if what it says is what is done.
fn check_entry(property: &Property) -> Option<String> {
    let arch = if property.arch.is_empty() { "riscv64" } else { property.arch };
    let refused = matches!(property.disposition, Disposition::Refused(_));
    let name = property.to_string().replace("…\"", "");
    let mut is_read = false;
    for text in modules(property) {
        let Some((errors, warnings)) = judge(&text, arch, &[]) else { continue };
        is_read = true;
        let as_said = if refused { errors.iter().any(|e| e.contains(&name)) } else { errors.is_empty() };
        if !as_said || !warnings.is_empty() {
            return Some(format!("{property}: {errors:?} {warnings:?}"));
        }
        let (errors, warnings) = judge(&text, arch, &[property.name])?;
        if refused
            && !matches!(property.kind, Kind::StringPrefix | Kind::FlagPrefix)
            && (!errors.is_empty() || warnings.len() != 1)
        {
            return Some(format!("{property}, allowed to be ignored: {errors:?} {warnings:?}"));
        }
    }
    (!is_read).then(|| format!("{property}: LLVM reads none of {:#?}", modules(property)))
}

#[test]
fn each_entry_is_honoured_or_refused_by_name_or_ignored_where_that_is_allowed() {
    let wrong: Vec<String> = all().filter_map(check_entry).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_has_no_entry_is_refused_if_it_is_a_back_ends_and_warned_of_otherwise() {
    let of_function =
        |written: &str| judge(&format!("define void @f() {written} {{ ret void }}"), "riscv64", &[]).unwrap();
    let (errors, _) = of_function("\"riscv-unheard-of\"");
    assert!(
        errors[0].contains("attribute \"riscv-unheard-of\" is not supported: it is unknown"),
        "{errors:?}"
    );
    let (errors, warnings) = of_function("\"unheard-of\"=\"x\"");
    assert_eq!(
        (errors.len(), &warnings[..]),
        (0, &["unknown attribute \"unheard-of\"=x is ignored".to_owned()][..])
    );
    let (errors, _) = of_function("\"interrupt\"=\"user\"");
    assert!(errors[0].contains("attribute \"interrupt\"=user is not supported"), "{errors:?}");
}
