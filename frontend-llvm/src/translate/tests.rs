//! The translation of small functions and globals.

use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::{DataValue, Linkage, Module};
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::passes::verifier::verify;
use gisel_codegen::target::Target;

use super::translator::Translator;
use crate::reader::{ReadOptions, read};

const HEADER: &str = "target datalayout = \"e-m:e-p:64:64-i64:64-i128:128-n32:64-S128\"\n";

fn target() -> std::sync::Arc<dyn Target> {
    gisel_targets::create("riscv64-unknown-linux-gnu", "generic-rv64", "+m,+a,+f,+d,+c").unwrap()
}

/// Translates and verifies all functions of a module. Passes the first one and the module to
/// `check`, or returns the errors.
pub(crate) fn translate<R>(
    text: &str,
    check: impl FnOnce(&MachineFunction, &Module, &dyn Target) -> R,
) -> Result<R, Vec<String>> {
    let text = format!("{HEADER}{text}");
    let file = read(text.as_bytes(), "test.ll", ReadOptions::default(), &|_, _| None);
    let file = file.unwrap_or_else(|e| panic!("{e}"));
    let target = target();
    let texts = |errors: Vec<_>| -> Vec<String> { errors.iter().map(|e: &_| format!("{e}")).collect() };
    let mut translator = Translator::new(file.module(), false, &[]).map_err(texts)?;
    let (mut functions, mut errors) = (Vec::new(), Vec::new());
    for function in translator.functions() {
        let mut mf = MachineFunction::new(SymbolId::new(0), "", SubtargetId::new(0));
        match translator.translate(function, &*target, SubtargetId::new(0), &mut mf) {
            Ok(()) => functions.push(mf),
            Err(e) => errors.extend(texts(e)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    for mf in &functions {
        verify(mf, &*target).unwrap_or_else(|violations| panic!("{violations:?}"));
    }
    Ok(check(&functions[0], translator.module(), &*target))
}

/// Returns the lines of the first function's body that contain any of the words.
fn lines(text: &str, words: &[&str]) -> Vec<String> {
    let all = translate(text, |mf, module, target| function_to_string(mf, target, Some(module))).unwrap();
    let wanted = |line: &&str| words.iter().any(|word| line.contains(word));
    all.lines().filter(wanted).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn flags_and_memory_operands() {
    let text = "define i32 @f(ptr %p, float %x) {
        %a = load volatile i32, ptr %p, align 2
        %b = add nsw i32 %a, 7
        %c = fadd nnan contract float %x, %x
        %d = fptosi float %c to i32
        %e = lshr exact i32 %b, %d
        store atomic i32 %e, ptr %p release, align 4
        ret i32 %e
    }";
    let found = lines(text, &["G_LOAD", "G_ADD", "G_FADD", "G_LSHR", "G_STORE"]);
    assert!(found[0].contains(":: (volatile load (s32), align 2)"), "{found:#?}");
    assert!(found[1].contains("= nsw G_ADD"), "{found:#?}");
    assert!(found[2].contains("nnan") && found[2].contains("contract"), "{found:#?}");
    assert!(found[3].contains("= exact G_LSHR"), "{found:#?}");
    assert!(found[4].contains("store monotonic (s32)"), "{found:#?}");
}

#[test]
fn addresses_join_constant_indices() {
    let text = "define ptr @f(ptr %p, i32 %i) {
        %q = getelementptr inbounds { i32, [4 x { i8, i64 }] }, ptr %p, i64 1, i32 1, i32 %i, i32 1
        ret ptr %q
    }";
    let found = lines(text, &["G_CONSTANT", "G_PTR_ADD", "G_SHL", "G_MUL"]);
    // 72 bytes in the struct and 8 to its field, then the index times 16, then 8 to the inner
    // field.
    let ops: Vec<&str> = found.iter().map(|line| line.split(" = ").nth(1).unwrap()).collect();
    assert_eq!(ops[0], "G_CONSTANT i64 80", "{found:#?}");
    assert!(ops[1].starts_with("inbounds G_PTR_ADD"), "{found:#?}");
    assert_eq!(ops[2], "G_CONSTANT i64 4", "{found:#?}");
    assert!(ops[3].starts_with("G_SHL"), "{found:#?}");
    assert_eq!(ops[5], "G_CONSTANT i64 8", "{found:#?}");
    assert_eq!(found.len(), 7, "{found:#?}");
}

#[test]
fn constants_stand_where_they_are_used() {
    let text = "define i32 @f(i1 %c) {
        br i1 %c, label %a, label %b
      a:
        br label %b
      b:
        %r = phi i32 [ 11, %0 ], [ 12, %a ]
        %s = add i32 %r, 11
        %t = add i32 %s, 11
        ret i32 %t
    }";
    let found = lines(text, &["bb.", "G_CONSTANT", "G_PHI"]);
    let text = found.join("\n");
    assert_eq!(text.matches("G_CONSTANT i32 11").count(), 2, "{text}");
    assert_eq!(text.matches("G_CONSTANT i32 12").count(), 1, "{text}");
    let phi = found.iter().find(|line| line.contains("G_PHI")).unwrap();
    assert!(phi.contains("%bb.0") && phi.contains("%bb.1"), "{phi}");
}

#[test]
fn aggregates_are_registers() {
    let text = "define i64 @f(i64 %x, i32 %y) {
        %a = insertvalue { i32, [2 x i64] } poison, i64 %x, 1, 1
        %b = insertvalue { i32, [2 x i64] } %a, i32 %y, 0
        %c = extractvalue { i32, [2 x i64] } %b, 1, 1
        %d = add i64 %c, 1
        ret i64 %d
    }";
    let found = lines(text, &[" = G_", "$x10"]);
    // They emit no code: the addition reads the argument's register.
    assert!(!found.iter().any(|line| line.contains("G_INSERT")), "{found:#?}");
    let argument = lines(text, &["(s64) = COPY $x10"])[0].split(':').next().unwrap().to_owned();
    let add = found.iter().find(|line| line.contains("G_ADD")).unwrap();
    assert!(add.contains(&format!("G_ADD {argument}")), "{found:#?}");
}

#[test]
fn large_results_go_through_memory() {
    let text = "define [4 x i64] @f([4 x i64] %x) {
        %r = call [4 x i64] @f([4 x i64] %x)
        ret [4 x i64] %r
    }";
    let found = lines(text, &["G_STORE", "G_LOAD", "PseudoCALL", "PseudoRET", "stack"]);
    let count = |word: &str| found.iter().filter(|line| line.contains(word)).count();
    // Four results are loaded after the call, and four stored for the caller.
    assert_eq!((count("G_LOAD"), count("G_STORE"), count("PseudoCALL")), (4, 4, 1), "{found:#?}");
    assert!(found.last().unwrap() == "PseudoRET", "{found:#?}");
}

#[test]
fn ranges_of_arguments_and_results_are_asserted() {
    let text = "declare range(i64 0, 1024) i64 @g()
        define i64 @f(i64 range(i64 3, 9) %a, i32 signext range(i32 0, 32768) %b, \
                      i32 signext range(i32 -1, 5) %c, i32 range(i32 0, 7) %d) {
        %r = call i64 @g()
        %s = add i64 %r, %a
        ret i64 %s }";
    let found = lines(text, &["G_ASSERT"]);
    let bits: Vec<(bool, &str)> =
        found.iter().filter_map(|line| Some((line.contains("ZEXT"), line.rsplit_once(", ")?.1))).collect();
    // Nothing is known of the upper half of the last argument, and the third one may be negative.
    assert_eq!(bits, [(true, "4"), (true, "15"), (false, "32"), (true, "10")]);
}

#[test]
fn dead_blocks_are_left_out() {
    let text = "define i32 @f() {
        br label %b
      dead:
        br label %b
      b:
        %r = phi i32 [ 1, %0 ], [ 2, %dead ]
        ret i32 %r
    }";
    let found = lines(text, &["bb.", "G_PHI"]);
    assert!(!found.iter().any(|line| line.contains("bb.1")), "{found:#?}");
}

#[test]
fn dynamic_alloca_is_rounded_and_aligned() {
    let text = "define void @f(i32 %n) {
        %a = alloca i32, i32 %n, align 64
        store volatile i32 1, ptr %a
        ret void
    }";
    let found = lines(text, &["G_DYN_STACKALLOC", "G_AND", "variable"]);
    assert!(found.iter().any(|l| l.contains("G_DYN_STACKALLOC") && l.ends_with(", 64")), "{found:#?}");
    assert!(found.iter().any(|l| l.contains("G_AND")), "{found:#?}");
}

#[test]
fn all_errors_are_reported() {
    let text = "declare void @llvm.experimental.stackmap(i64, i32, ...)
      define void @f() {
        call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 3)
        call void (i64, i32, ...) @llvm.experimental.stackmap(i64 2, i32 3)
        ret void
      }
      define void @g() personality ptr @p {
        invoke void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 0, i32 3, ptr null, i32 0) to label %a unwind label %b
      a:
        ret void
      b:
        %l = landingpad { ptr, i32 } cleanup
        ret void
      }
      declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
      declare i32 @p(...)";
    let errors = translate(text, |_, _, _| ()).unwrap_err();
    assert_eq!(errors.len(), 3, "{errors:#?}");
    assert!(errors[0].contains("in function 'f'") && errors[0].contains("(i64 1, i32 3)"), "{errors:#?}");
    assert!(errors[1].contains("(i64 2, i32 3)"), "{errors:#?}");
    assert!(errors[2].contains("in function 'g'") && errors[2].contains("invoke"), "{errors:#?}");
}

#[test]
fn initialisers() {
    let text = "@a = private constant [3 x i16] [i16 1, i16 -2, i16 3]
        @s = private unnamed_addr constant [3 x i8] c\"ab\\00\"
        @t = private unnamed_addr constant [3 x i8] c\"a\\00\\00\"
        @b = global { i8, ptr, i64 } { i8 5, ptr getelementptr (i8, ptr @a, i64 4), i64 0 }
        @d = global [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @d to i64)) to i32),
             i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr getelementptr (i8, ptr @d, i64 4) to i64)) to i32)]
        @z = global [1000000000 x i64] zeroinitializer
        @w = global i72 -1
        @v = global <4 x i4> <i4 1, i4 2, i4 -1, i4 3>
        @x = extern_weak global i32
        @al = alias i8, getelementptr (i8, ptr @b, i64 8)
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 7, ptr @f, ptr null }]
        @llvm.used = appending global [1 x ptr] [ptr @z], section \"llvm.metadata\"
        define void @f() { ret void }";
    translate(text, |_, module, _| {
        let global = |name: &str| {
            let found = module.globals.iter().find(|g| module.symbol(g.symbol).name == name);
            found.unwrap_or_else(|| panic!("{name}"))
        };
        let symbol = |name: &str| module.symbols.iter().position(|s| s.name == name).unwrap();
        assert_eq!(global("a").initializer.bytes, [1, 0, 0xfe, 0xff, 3]);
        assert_eq!((global("s").c_string_unit, global("t").c_string_unit), (Some(1), None));
        let b = global("b");
        assert_eq!((b.size, b.align, &b.initializer.bytes[..]), (24, 16, &[5][..]));
        let [reloc] = b.initializer.relocs[..] else { panic!() };
        let DataValue::Symbol(a, 4) = reloc.value else { panic!("{reloc:?}") };
        assert_eq!((reloc.offset, reloc.size, a.index()), (8, 8, symbol("a")));
        let d: Vec<DataValue> = global("d").initializer.relocs.iter().map(|r| r.value).collect();
        let [DataValue::Difference(f, base, 0), DataValue::Difference(_, again, -4)] = d[..] else {
            panic!("{d:?}")
        };
        assert_eq!((f.index(), base.index(), again.index()), (symbol("f"), symbol("d"), symbol("d")));
        assert_eq!((global("z").size, global("z").initializer.bytes.len()), (8_000_000_000, 0));
        assert_eq!(global("w").initializer.bytes, [0xff; 9]);
        assert_eq!(global("v").initializer.bytes, [0x21, 0x3f]);
        assert!(!module.symbols[symbol("x")].defined);
        assert_eq!(module.symbols[symbol("x")].linkage, Linkage::ExternalWeak);
        assert_eq!((module.aliases[0].target.index(), module.aliases[0].offset), (symbol("b"), 8));
        assert_eq!((module.ctors[0].priority, module.ctors[0].function.index()), (7, symbol("f")));
        assert!(module.symbols[symbol("z")].retained && !module.symbols[symbol("d")].retained);
        let of_llvm = module.symbols.iter().find(|s| s.name.starts_with("llvm.") && !s.outside_ir);
        assert!(of_llvm.is_none(), "{of_llvm:?}");
    })
    .unwrap();
}

#[test]
fn tail_calls_only_in_tail_position() {
    let text = |after: &str| {
        format!(
            "declare i32 @g(i32)
             define i32 @f(i32 %x) {{
               %r = tail call i32 @g(i32 %x)
               {after}
             }}"
        )
    };
    assert_eq!(lines(&text("ret i32 %r"), &["PseudoTAIL", "PseudoCALL"]).len(), 1);
    assert!(lines(&text("ret i32 %r"), &["Pseudo"])[0].starts_with("PseudoTAIL"));
    let added = text("%s = add i32 %r, 1 ret i32 %s");
    assert!(lines(&added, &["Pseudo"])[0].starts_with("PseudoCALL"));
    let other = text("ret i32 %x");
    assert!(lines(&other, &["Pseudo"])[0].starts_with("PseudoCALL"));
}

#[test]
fn calls_before_a_common_return_are_tail_calls() {
    let text = |returned: &str| {
        format!(
            "declare i32 @g(i32)
             declare fastcc i32 @h(i32)
             define i32 @f(i32 %x, i1 %c) {{
               br i1 %c, label %a, label %b
             a:
               %r = tail call i32 @g(i32 %x)
               br label %e
             b:
               %s = tail call fastcc i32 @h(i32 %x)
               br label %e
             e:
               %v = phi i32 [ %r, %a ], [ %s, %b ]
               ret i32 {returned}
             }}"
        )
    };
    let kinds = |returned: &str| -> Vec<bool> {
        let found = lines(&text(returned), &["PseudoTAIL", "PseudoCALL"]);
        found.iter().map(|line| line.starts_with("PseudoTAIL")).collect()
    };
    assert_eq!(kinds("%v"), [true, true]);
    assert_eq!(kinds("%x"), [false, false]);
}

/// A block that is translated anyway cannot read the result of a jump that does not return.
#[test]
fn a_result_that_the_next_block_reads_prevents_a_tail_call() {
    for marker in ["", "call void (...) @llvm.fake.use(i32 %r)"] {
        let text = format!(
            "declare i32 @g(i32)
             declare void @llvm.fake.use(...)
             define i32 @f(i32 %x) {{
               %r = tail call i32 @g(i32 %x)
               br label %e
             e:
               %v = phi i32 [ %r, %0 ]
               {marker}
               ret i32 {}
             }}",
            if marker.is_empty() { "%r" } else { "%v" }
        );
        assert!(lines(&text, &["PseudoTAIL", "PseudoCALL"])[0].starts_with("PseudoCALL"), "{text}");
    }
}
