//! The table compared with LLVM. The driver's tests check the behaviour of each entry.

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

/// Returns the errors and warnings of a module in which these names may be ignored; none if LLVM
/// cannot read it.
fn classify(text: &str, arch: &str, allowed: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
    let allowed: Arc<[String]> = allowed.iter().map(|name| (*name).to_owned()).collect();
    let options = ReadOptions { verify: false, ..ReadOptions::default() };
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

#[test]
fn unlisted_attributes_are_rejected_or_warned_of() {
    let of_function = |written: &str| {
        classify(&format!("define void @f() {written} {{ ret void }}"), "riscv64", &[]).unwrap()
    };
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

#[test]
fn numbers_are_read_as_llvm_reads_them() {
    for (text, decimal, prefixed) in [
        ("12", Some(12), Some(12)),
        ("0", Some(0), Some(0)),
        ("012", Some(12), Some(10)),
        ("0x1F", None, Some(31)),
        ("0b101", None, Some(5)),
        ("0o17", None, Some(15)),
        ("4294967295", Some(u32::MAX), Some(u32::MAX)),
        ("4294967296", None, None),
        ("-1", None, None),
        ("+1", None, None),
        ("0x", None, None),
        ("few", None, None),
        ("", None, None),
    ] {
        assert_eq!(
            (Digits::Decimal.number(text), Digits::Prefixed.number(text)),
            (decimal, prefixed),
            "{text}"
        );
    }
}

#[test]
fn attributes_that_require_numbers_reject_others() {
    let numbers = all().filter(|property| matches!(property.disposition, Disposition::HonouredNumber(_)));
    let names: Vec<&str> = numbers.map(|property| property.name).collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let errors = |value: &str| {
            let module = format!("define void @f() \"{name}\"=\"{value}\" {{ ret void }}");
            classify(&module, "riscv64", &[]).expect("it is read").0
        };
        assert_eq!(errors("16"), Vec::<String>::new(), "{name}");
        let refused = errors("sixteen");
        assert!(
            refused[0].contains(&format!("\"{name}\"=sixteen is not supported: it is no number")),
            "{refused:?}"
        );
    }
}
