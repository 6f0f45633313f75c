//! The table of IR properties, entry by entry: a module with each, compiled for each target. A
//! honoured property compiles. A harmless one changes no byte of the object. A rejected one is
//! named in the error, and passes with one warning if it may be ignored.

use gisel_frontend_llvm::properties::{
    BODY, CALL, Disposition, PARAMETER, Property, PropertyKind, RESULT, all,
};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The arguments of LLVM's attributes after their names.
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

/// Values that are required for a module to be read, or for the property to have an effect.
const VALUES: &[(&str, &str)] = &[
    ("Code Model", "4"),
    ("denormal-fp-math", "ieee,ieee"),
    ("frame-pointer", "all"),
    ("instrument-function-entry-inlined", "mcount"),
    ("instrument-function-exit-inlined", "__cyg_profile_func_exit"),
    ("patchable-function", "prologue-short-redirect"),
    ("sign-return-address", "all"),
    ("sign-return-address-key", "b_key"),
    ("stack-protector-guard", "global"),
    ("stack-protector-guard-symbol", "__stack_chk_guard"),
    ("target-cpu", "generic"),
    ("target-features", ""),
    ("trap-func-name", "g"),
    ("tune-cpu", "generic"),
    ("warn-stack-size", "4096"),
];

/// Honoured in no module as small as these.
const NO_MODULE: &[&str] = &["gc-live", "immarg", "riscv-isa", "stack-protector-guard-reg"];

/// Returns a value that is honoured if only some are, else one with an effect.
fn value(property: &Property, arch: &str) -> &'static str {
    if property.name == "target-abi" {
        return if arch == "riscv64" { "lp64d" } else { "aapcs" };
    }
    let known = VALUES.iter().find(|(name, _)| *name == property.name).map(|(_, value)| *value);
    match property.disposition {
        Disposition::HonouredFor(values, _) => values[0],
        _ => known.unwrap_or("1"),
    }
}

/// Returns functions with an attribute at a parameter, at the result, or at the function itself.
fn with_attribute(property: &Property, written: &str) -> Vec<String> {
    let mut texts = Vec::new();
    if property.places & PARAMETER != 0 {
        for ty in ["ptr", "i64", "double"] {
            texts.push(format!("define void @f({ty} {written} %p) {{ ret void }}"));
        }
        texts.push(format!("define ptr @f(ptr {written} %p) {{ ret ptr %p }}"));
    }
    if property.places & RESULT != 0 {
        texts.push(format!("define {written} i64 @f() {{ ret i64 0 }}"));
        texts.push(format!("define {written} ptr @f() {{ ret ptr null }}"));
    }
    if property.places & BODY != 0 {
        texts.push(format!("define void @f() {written} {{ unreachable }}").replace("align 8", "align=8"));
    }
    if property.places & CALL != 0 {
        texts.push(format!("define void @f() {{ call void @g() {written} ret void }}\ndeclare void @g()"));
    }
    texts
}

/// Returns a module with a statepoint that has an operand bundle.
fn statepoint(bundle: &str) -> String {
    let types = "i64, i32, ptr, i32, i32, ...";
    format!(
        "define void @f() gc \"statepoint-example\" {{\n  \
         call token ({types}) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, \
         ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) {bundle}\n  ret void\n}}\n\
         declare void @g()\ndeclare token @llvm.experimental.gc.statepoint.p0({types})\n"
    )
}

/// Returns modules that have the property if `asks`; LLVM reads at least one of them.
fn modules(property: &Property, arch: &str, asks: bool) -> Vec<String> {
    let name = property.name;
    let only = |text: String| if asks { text } else { String::new() };
    let body = "define void @f(ptr %p) { call void @g(ptr %p) ret void }\ndeclare void @g(ptr)\n";
    match property.kind {
        PropertyKind::Attribute => {
            let argument = ARGUMENTS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
            with_attribute(property, &only(format!("{name}{argument}")))
        }
        PropertyKind::StringAttribute | PropertyKind::StringPrefix
            if property.places & (BODY | CALL) != 0 =>
        {
            let written = only(format!("\"{name}\"=\"{}\"", value(property, arch)));
            let (at_body, at_call) =
                if property.places & BODY != 0 { (&*written, "") } else { ("", &*written) };
            vec![format!(
                "define void @f() {at_body} {{ call void @g() {at_call} ret void }}\ndeclare void @g()"
            )]
        }
        PropertyKind::StringAttribute | PropertyKind::StringPrefix => {
            let written = only(format!("\"{name}\"=\"{}\"", value(property, arch)));
            vec![format!("@v = global i32 0 #0\nattributes #0 = {{ {written} }}")]
        }
        PropertyKind::ModuleFlag | PropertyKind::FlagPrefix => {
            let value = value(property, arch);
            let value = value.parse().map_or(format!("!\"{value}\""), |number: u32| format!("i32 {number}"));
            // LLVM requires both of these.
            let (list, other) = match name.strip_prefix("aarch64-elf-pauthabi-") {
                Some("platform") => ("!0, !1", "!1 = !{i32 1, !\"aarch64-elf-pauthabi-version\", i32 1}"),
                Some("version") => ("!0, !1", "!1 = !{i32 1, !\"aarch64-elf-pauthabi-platform\", i32 1}"),
                _ => ("!0", ""),
            };
            let flags = format!("!llvm.module.flags = !{{{list}}}\n!0 = !{{i32 1, !\"{name}\", {value}}}");
            vec![format!("{body}{}", only(format!("{flags}\n{other}")))]
        }
        PropertyKind::OperandBundle => {
            let routine = "objc_retainAutoreleasedReturnValue";
            let operand = match name {
                "clang.arc.attachedcall" => format!("ptr @{routine}"),
                "deactivation-symbol" => "ptr @g".into(),
                _ => "i64 0".into(),
            };
            let written = only(format!("[\"{name}\"({operand})]"));
            if name == "gc-transition" {
                return vec![statepoint(&written)];
            }
            let function = format!("define void @f() {{ call ptr @g() {written} ret void }}");
            vec![format!("{function}\ndeclare ptr @g()\ndeclare ptr @{routine}(ptr)")]
        }
        PropertyKind::NamedMetadata | PropertyKind::NamedPrefix => {
            vec![body.to_owned() + &only(format!("!{name} = !{{}}"))]
        }
        PropertyKind::GlobalMetadata if property.places & BODY == 0 => {
            let written = only(format!(", !{name} !0"));
            vec![format!("@v = global i32 0{written}\n@w = global i32 0\n!0 = !{{ptr @w}}")]
        }
        PropertyKind::GlobalMetadata => {
            let written = only(format!("!{name} !0"));
            let says = match name {
                "section_prefix" => r#"!"section_prefix", !"hot""#,
                "pcsections" => r#"!"somewhere""#,
                _ => "ptr @w",
            };
            vec![format!("define void @f() {written} {{ ret void }}\n@w = global i32 0\n!0 = !{{{says}}}")]
        }
        PropertyKind::InstructionMetadata => {
            let written = only(format!(", !{name} !0"));
            vec![format!("define void @f() {{ ret void{written} }}\n!0 = !{{!\"somewhere\"}}")]
        }
        PropertyKind::GlobalProperty => vec![with_global_property(property, arch, asks)],
    }
}

fn with_global_property(property: &Property, arch: &str, asks: bool) -> String {
    let only = |text: &str| if asks { text.to_owned() } else { String::new() };
    match property.name {
        "addrspace" => format!("@v = {} global i32 0", only("addrspace(1)")),
        "code_model" => format!("@v = global i32 0{}", only(", code_model \"large\"")),
        "comdat" => format!("$v = comdat {}\n@v = global i32 0{}", value(property, arch), only(", comdat")),
        "externally_initialized" => format!("@v = {} global i32 0", only("externally_initialized")),
        "gc" => {
            let strategy = format!("gc \"{}\"", value(property, arch));
            format!("define void @f() {} {{ ret void }}", only(&strategy))
        }
        "partition" => format!("@v = global i32 0{}", only(", partition \"p\"")),
        "sanitize_memtag" => format!("@v = global i32 0{}", only(", sanitize_memtag")),
        name => format!("define void @f() {} {{ ret void }}", only(&format!("{name} i32 1"))),
    }
}

/// The result of compiling a module: the object if there is one, and the messages.
struct Compiled {
    object: Option<Vec<u8>>,
    said: String,
}

fn compile(folder: &Path, text: &str, arch: &str, allowed: Option<&str>) -> Compiled {
    let (input, output) = (folder.join("in.ll"), folder.join("out.o"));
    fs::write(&input, text).expect("written");
    let _ = fs::remove_file(&output);
    let mut command = Command::new(env!("CARGO_BIN_EXE_gisel"));
    // Android's loader alone tags variables.
    let system = if text.contains("0, sanitize_memtag") { "unknown-linux-android31" } else { "linux-gnu" };
    command.args(["-O1", "-disable-verify", "-filetype=obj", &format!("-mtriple={arch}-{system}")]);
    if arch == "riscv64" {
        command.arg("-mattr=+m,+a,+f,+d,+c");
    }
    command.args(allowed.map(|name| format!("--allow-ignored={name}")));
    let done = command.arg("-o").arg(&output).arg(&input).output().expect("gisel runs");
    let object = fs::read(&output).ok().filter(|_| done.status.success());
    let said = String::from_utf8_lossy(&done.stderr);
    // LLVM's reader warns of it if there is no flag with the version.
    let of_gisel = said.lines().filter(|line| !line.contains("ignoring debug info with an invalid version"));
    Compiled { object, said: of_gisel.collect::<Vec<_>>().join("\n") }
}

/// Returns true if LLVM could not read the module.
fn is_unreadable(compiled: &Compiled) -> bool {
    let of_reader = |line: &str| line.contains("in.ll:") && !line.contains("is not supported");
    compiled.object.is_none() && compiled.said.lines().any(of_reader)
}

/// Returns the error of an entry on one target; none if the behaviour matches the entry.
fn check_entry(folder: &Path, property: &Property, arch: &str) -> Option<String> {
    let wrong =
        |what: &str, compiled: &Compiled| Some(format!("{arch}: {property}: {what}: {}", compiled.said));
    let name = property.to_string().replace("…\"", "");
    let mut is_read = false;
    for (text, plain) in modules(property, arch, true).iter().zip(modules(property, arch, false)) {
        let compiled = compile(folder, text, arch, None);
        if is_unreadable(&compiled) {
            continue;
        }
        is_read = true;
        match property.disposition {
            Disposition::Refused(_) => {
                if compiled.object.is_some() || !compiled.said.contains(&name) {
                    return wrong("not refused by name", &compiled);
                }
                let of_prefix =
                    matches!(property.kind, PropertyKind::StringPrefix | PropertyKind::FlagPrefix);
                let ignored = compile(folder, text, arch, Some(property.name));
                let warnings = ignored.said.matches("warning: ").count();
                if !of_prefix && (ignored.object.is_none() || warnings != 1 || !ignored.said.contains(&name))
                {
                    return wrong("not ignored with a warning", &ignored);
                }
            }
            Disposition::Honoured | Disposition::HonouredFor(..) | Disposition::HonouredNumber(_) => {
                if compiled.object.is_none() || !compiled.said.is_empty() {
                    return wrong("not honoured", &compiled);
                }
            }
            Disposition::Harmless(_) => {
                let plain = compile(folder, &plain, arch, None);
                if compiled.object.is_none() || !compiled.said.is_empty() || compiled.object != plain.object {
                    return wrong("not harmless", &compiled);
                }
            }
        }
    }
    (!is_read).then(|| format!("{arch}: {property}: LLVM reads none of {:#?}", modules(property, arch, true)))
}

#[test]
fn each_entry_is_honoured_or_harmless_or_refused_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let of_arch = &|arch: &'static str| {
        let folder = folder.path().join(arch);
        fs::create_dir(&folder).expect("a folder");
        let entries =
            all().filter(|p| arch.starts_with(p.arch) && !NO_MODULE.contains(&p.name)).collect::<Vec<_>>();
        entries.into_iter().filter_map(|entry| check_entry(&folder, entry, arch)).collect::<Vec<_>>()
    };
    let wrong = std::thread::scope(|scope| {
        let both = ["riscv64", "aarch64"].map(|arch| scope.spawn(move || of_arch(arch)));
        both.map(|wrong| wrong.join().expect("no panic")).concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
