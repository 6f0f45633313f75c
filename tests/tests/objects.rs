//! Objects have the sections, groups, symbols and relocations of `llc`'s, for all kinds of
//! definitions and declarations.

use gisel_tests::build::{Compiler, qemu};
use gisel_tests::target::Target;
use gisel_tests::{Result, process, sources};
use object::read::elf::{ElfFile64, FileHeader, SectionHeader};
use object::{
    Object, ObjectComdat, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionIndex,
    SymbolKind, elf,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the names of definitions and declarations, except special variables.
fn names(definitions: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut data, mut code) = (Vec::new(), Vec::new());
    for line in definitions.lines() {
        let Some((_, rest)) = line.split_once('@') else { continue };
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.')).unwrap_or(rest.len());
        let name = &rest[..end];
        let function = line.starts_with("de") || line.contains("ifunc") || line.contains("alias i32 ()");
        match (name.starts_with("llvm."), function) {
            (true, _) => {}
            (_, true) => code.push(name),
            _ => data.push(name),
        }
    }
    (data, code)
}

/// Returns the definitions, a function that takes all addresses and reads all variables, and one
/// that calls all functions.
fn module_text(definitions: &str, flags: &str) -> String {
    let (data, code) = names(definitions);
    let mut text = format!("{definitions}\n{flags}\ndefine void @addresses(ptr %to) {{\n");
    for name in data.iter().chain(&code) {
        let _ = writeln!(text, "  store volatile ptr @{name}, ptr %to");
    }
    for name in &data {
        let _ = writeln!(text, "  %v.{name} = load volatile i8, ptr @{name}");
    }
    text += "  ret void\n}\ndefine i32 @calls() {\n";
    for name in &code {
        let _ = writeln!(text, "  %c.{name} = call i32 @{name}()");
    }
    text + "  ret i32 0\n}\n"
}

/// Returns true for relocations of instructions that determine how a symbol is reached: low parts
/// follow from them.
fn reaches(kind: elf::RelocationType, target: Target) -> bool {
    match target {
        Target::Riscv64 => matches!(
            kind,
            elf::R_RISCV_HI20 | elf::R_RISCV_PCREL_HI20 | elf::R_RISCV_GOT_HI20 | elf::R_RISCV_CALL_PLT
        ),
        _ => matches!(
            kind,
            elf::R_AARCH64_ADR_PREL_PG_HI21
                | elf::R_AARCH64_ADR_GOT_PAGE
                | elf::R_AARCH64_CALL26
                | elf::R_AARCH64_ADR_PREL_LO21
                | elf::R_AARCH64_GOT_LD_PREL19
                | elf::R_AARCH64_MOVW_UABS_G3
        ),
    }
}

/// Returns the facts in an object.
fn facts(path: &Path, target: Target) -> Result<BTreeSet<String>> {
    let data = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = ElfFile64::<object::Endianness>::parse(&data[..]).map_err(|e| e.to_string())?;
    let endian = file.elf_header().endian().map_err(|e| e.to_string())?;
    let mut facts = BTreeSet::new();
    let section_name = |index: SectionIndex| {
        let section = file.section_by_index(index).ok();
        section.and_then(|s| s.name().ok().map(str::to_owned)).unwrap_or_default()
    };
    // A symbol resolved within this object is named by its location.
    let referent = |symbol: object::SymbolIndex, addend: i64| {
        let symbol = file.symbol_by_index(symbol).map_err(|e| e.to_string())?;
        let indirect = symbol.elf_symbol().st_type() == elf::STT_GNU_IFUNC;
        let name = symbol.name().unwrap_or_default();
        Ok::<_, String>(match symbol.section_index() {
            Some(section) if symbol.is_local() && !indirect => {
                format!("{}+{}", section_name(section), symbol.address() as i64 + addend)
            }
            _ => format!("{name}{addend:+}"),
        })
    };
    for section in file.sections() {
        let (name, header) = (section.name().unwrap_or_default(), section.elf_section_header());
        let kind = header.sh_type(endian);
        let table =
            [elf::SHT_RELA, elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_GROUP, elf::SHT_RISCV_ATTRIBUTES];
        if table.contains(&kind) || name.is_empty() || name == ".eh_frame" {
            continue;
        }
        let flags = header.sh_flags(endian);
        let is_code = flags.0 & elf::SHF_EXECINSTR.0 != 0;
        let size = if is_code { 0 } else { section.size() };
        facts.insert(format!(
            "section {name} {kind} {flags:#x} {} {size} {}",
            header.sh_entsize(endian),
            section.align()
        ));
        for (offset, relocation) in section.relocations() {
            let (RelocationTarget::Symbol(symbol), RelocationFlags::Elf { r_type }) =
                (relocation.target(), relocation.flags())
            else {
                continue;
            };
            let to = referent(symbol, relocation.addend())?;
            if !is_code {
                facts.insert(format!("{name}+{offset}: {r_type} {to}"));
            } else if reaches(r_type, target) && !to.starts_with(".text+") {
                // The assembler may resolve near references in code.
                facts.insert(format!("{name}: {r_type} {to}"));
            }
        }
    }
    for symbol in file.symbols() {
        let name = symbol.name().unwrap_or_default();
        let label = name.is_empty() || name.starts_with(['$', '.']);
        if label || matches!(symbol.kind(), SymbolKind::Section | SymbolKind::File) {
            continue;
        }
        let place = symbol.section_index().map(section_name).unwrap_or_default();
        let size = if symbol.kind() == SymbolKind::Text { 0 } else { symbol.size() };
        facts.insert(format!("symbol {name} {:?} {place} {} {size}", symbol.flags(), symbol.is_undefined()));
    }
    for group in file.comdats() {
        let members: Vec<String> =
            group.sections().map(section_name).filter(|n| !n.starts_with(".rela")).collect();
        facts.insert(format!("group {} {:?} {members:?}", group.name().unwrap_or_default(), group.kind()));
    }
    Ok(facts)
}

/// Compiles with both compilers; returns the differences.
fn compare(target: Target, input: &Path, level: &str, options: &[&str]) -> Result<Vec<String>> {
    let folder = input.parent().unwrap_or(Path::new("."));
    let of = |compiler: &Compiler| {
        let (mut command, name) = match compiler {
            Compiler::Gisel(path) => (Command::new(path), "gisel.o"),
            Compiler::Llc => (Command::new("llc-22"), "llc.o"),
        };
        match compiler {
            Compiler::Gisel(_) => command.args(["-verify-machineinstrs", level]),
            Compiler::Llc => command.arg("-O2"),
        };
        // Merged variables are not compared.
        command.arg("-enable-global-merge=false");
        let output = folder.join(name);
        command.arg(format!("-mtriple={}", target.triple())).arg("-filetype=obj").args(options);
        process::run(command.arg(input).arg("-o").arg(&output))?;
        facts(&output, target)
    };
    let (expected, found) = (of(&Compiler::Llc)?, of(&Compiler::under_test()?)?);
    let missing = expected.difference(&found).map(|fact| format!("- {fact}"));
    Ok(missing.chain(found.difference(&expected).map(|fact| format!("+ {fact}"))).collect())
}

const PIC: &str = "!llvm.module.flags = !{!10}\n!10 = !{i32 8, !\"PIC Level\", i32 2}\n";
const PIE: &str = "!llvm.module.flags = !{!10, !11}\n!10 = !{i32 8, !\"PIC Level\", i32 2}\n!11 = !{i32 7, !\"PIE Level\", i32 2}\n";

#[test]
fn sections_symbols_and_relocations_are_those_of_llc() -> Result<()> {
    let folder = sources::work_folder("objects")?;
    let definitions = fs::read_to_string(sources::package_folder().join("objects/definitions.ll"));
    let definitions = definitions.map_err(|e| e.to_string())?;
    let riscv = "-mattr=+m,+a,+f,+d,+c";
    let targets: [(Target, &[&str]); 6] = [
        (Target::Aarch64, &[]),
        (Target::Aarch64, &["-code-model=tiny"]),
        (Target::Aarch64, &["-code-model=large"]),
        (Target::Riscv64, &[riscv, "-code-model=small"]),
        (Target::Riscv64, &[riscv, "-code-model=medium"]),
        (Target::Riscv64, &[riscv, "-code-model=large"]),
    ];
    let layouts: [&[&str]; 3] = [
        &[],
        &["-function-sections", "-data-sections"],
        &["-function-sections", "-data-sections", "-unique-section-names=0"],
    ];
    for (flags, model) in [("", "static"), ("", "pic"), (PIC, "pic"), (PIE, "pic"), (PIE, "static")] {
        let input = folder.join("module.ll");
        let model = format!("-relocation-model={model}");
        for (target, options) in targets {
            // In the large model llc assumes that weak symbols of position-independent code are
            // near it, although they may be undefined. On RISC-V its calls use the global name.
            if options.contains(&"-code-model=large") && model.ends_with("pic") {
                continue;
            }
            // On RISC-V llc computes distances to a weak symbol from the symbol, whichever
            // definition is chosen, and words refer to the global symbol.
            let left_out = |line: &str| {
                line.starts_with("@relv") || line.starts_with("@ptrcl") || line.contains("aarch64_vector_pcs")
            };
            let wanted = |line: &&str| target == Target::Aarch64 || !left_out(line);
            let text = definitions.lines().filter(wanted).collect::<Vec<_>>().join("\n");
            fs::write(&input, module_text(&text, flags)).map_err(|e| e.to_string())?;
            for (layout, level) in layouts.iter().flat_map(|layout| [(layout, "-O0"), (layout, "-O2")]) {
                let options = [options, layout, &[&*model]].concat();
                let different = compare(target, &input, level, &options)?;
                assert!(
                    different.is_empty(),
                    "{target:?} {options:?} {level} {flags}\n{}",
                    different.join("\n")
                );
            }
        }
    }
    Ok(())
}

/// Small variables are placed together if a register addresses them, except for those that the
/// linker may drop individually.
#[test]
fn small_data_stand_together() -> Result<()> {
    let folder = sources::work_folder("objects/small")?;
    let definitions = "@a = global i32 1\n@b = global i64 0\n@c = constant i32 7\n@d = private unnamed_addr constant i64 7\n\
        @e = internal global [9 x i8] zeroinitializer\n@f = common global i32 0\n@g = weak global i32 5\n\
        @h = thread_local global i32 5\n@i = global i32 5, section \".foo\"\n@j = global ptr @a\n@k = global {} zeroinitializer\n\
        @l = external global i32\n@m = global i32 1, section \".sdata\"\n\
        @llvm.compiler.used = appending global [2 x ptr] [ptr @e, ptr @l], section \"llvm.metadata\"\n";
    let input = folder.join("module.ll");
    for limit in [0, 8, 16] {
        let flags =
            format!("!llvm.module.flags = !{{!10}}\n!10 = !{{i32 8, !\"SmallDataLimit\", i32 {limit}}}\n");
        fs::write(&input, format!("{definitions}{flags}")).map_err(|e| e.to_string())?;
        for (target, options) in [(Target::Riscv64, &["-mattr=+m,+a,+f,+d,+c"][..]), (Target::Aarch64, &[])] {
            for layout in [&[][..], &["-data-sections"]] {
                let different = compare(target, &input, "-O2", &[options, layout].concat())?;
                assert!(different.is_empty(), "{target:?} {limit} {layout:?}\n{}", different.join("\n"));
            }
        }
    }
    Ok(())
}

/// A name may determine a section's type, and a visibility creates a symbol for an unused
/// declaration.
#[test]
fn names_make_types_of_sections_and_visibilities_make_symbols() -> Result<()> {
    let folder = sources::work_folder("objects/named")?;
    let (mut text, mut number) = (String::new(), 0);
    let mut define = |what: &str, section: &str| {
        number += 1;
        let _ = writeln!(text, "@v{number} = {what}, section \"{section}\"");
    };
    for name in ["gnu.linkonce.b", "llvm.linkonce.b", "gnu.linkonce.sb", "llvm.linkonce.sb", "bss", "sbss"] {
        define("global i32 0", &format!(".{name}.of"));
    }
    for name in ["gnu.linkonce.tb", "llvm.linkonce.tb", "tbss"] {
        define("thread_local global i32 0", &format!(".{name}.of"));
    }
    define("constant i32 0", ".bss.constant");
    define("global i32 0", ".tbss");
    define("global i32 5", ".tdata.of");
    let others = ".llvm.lto .llvm.offloading .llvm.offloading.of .llvm.ltox .bssx .note.of .init_arrayx .init_array.of \
        .preinit_array.of .fini_array";
    others.split(' ').for_each(|name| define("constant i32 5", name));
    for name in ["init_array", "note.code", "preinit_array.of", "text.of"] {
        let _ = writeln!(text, "define void @{name}() section \".{name}\" {{ ret void }}");
    }
    text += "@e = external hidden global i32\n@p = external protected global i32\n@n = external global i32\n\
        @t = external hidden thread_local global i32\ndeclare hidden void @h()\ndeclare protected void @q()\n\
        declare void @m()\n";
    let input = folder.join("module.ll");
    fs::write(&input, text).map_err(|e| e.to_string())?;
    for (target, options) in [(Target::Riscv64, &["-mattr=+m,+a,+f,+d,+c"][..]), (Target::Aarch64, &[])] {
        let different = compare(target, &input, "-O2", options)?;
        assert!(different.is_empty(), "{target:?}\n{}", different.join("\n"));
    }
    Ok(())
}

/// Contents are not lost in a section without contents: neither compiler writes such an object.
/// Zeros are allowed.
#[test]
fn sections_without_contents_have_none() -> Result<()> {
    let folder = sources::work_folder("objects/nobits")?;
    let inline = |text: &str| {
        format!(
            "define void @f() {{\n call void asm sideeffect \".bss\\0A{text}\\0A.text\", \"\"()\n ret void\n}}\n"
        )
    };
    let module = |text: &str| format!("module asm \".bss\"\nmodule asm \"x: {text}\"\nmodule asm \"y:\"\n");
    let wrong = [
        "@z = global i32 0, section \".bss.x\"\n@v = global i32 1, section \".bss.x\"\n".to_owned(),
        "@v = global ptr @v, section \".bss\"\n".to_owned(),
        "@v = thread_local global i8 1, section \".tbss.x\"\n".to_owned(),
        "define void @f() section \".bss.f\" { ret void }\n".to_owned(),
        module(".long 5"),
        module(".long x"),
        module(".long y - x"),
        module(".ascii \\22a\\22"),
        module(".fill 4, 1, 5"),
        module(".zero 8; nop"),
        module(".org 8, 7"),
        module(".uleb128 7"),
        module(".uleb128 y - x"),
        module(".reloc ., BFD_RELOC_NONE, x"),
        inline(".long 5"),
        inline("nop"),
    ];
    let right = [
        "@v = global [2 x i64] zeroinitializer, section \".bss.x\"\n".to_owned(),
        module(".long 0; .asciz \\22\\22; .uleb128 0; .zero 5; .fill 3, 2, 0; .p2align 3; .balign 16, 0"),
        inline(".long 0"),
    ];
    let cases = wrong.iter().map(|text| (text, false)).chain(right.iter().map(|text| (text, true)));
    for ((number, (text, is_right)), target) in
        cases.enumerate().flat_map(|case| Target::ALL.map(|target| (case, target)))
    {
        let input = folder.join(format!("{number}.ll"));
        fs::write(&input, text).map_err(|e| e.to_string())?;
        let gisel = Compiler::under_test()?.alone();
        for mut command in [gisel, Command::new("llc-22")] {
            let command = command.arg(format!("-mtriple={}", target.triple())).arg("-filetype=obj");
            let output = command.arg(&input).arg("-o").arg(folder.join("module.o")).output();
            let output = output.map_err(|e| e.to_string())?;
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), is_right, "{target:?}\n{text}\n{said}");
            let is_known = is_right || said.contains("has no contents") || said.contains("LLVM");
            assert!(is_known || said.contains("BSS section"), "{target:?}\n{text}\n{said}");
        }
    }
    Ok(())
}

/// An ifunc is resolved at load time for every name and from everywhere.
#[test]
fn indirect_functions_are_resolved() -> Result<()> {
    let folder = sources::work_folder("objects/indirect")?;
    let (input, object, program) =
        (folder.join("module.ll"), folder.join("module.o"), folder.join("program"));
    fs::write(
        &input,
        "@own = internal ifunc i32 (), ptr @resolver
         @shown = ifunc i32 (), ptr @resolver
         @other = alias i32 (), ptr @shown
         @hidden = internal alias i32 (), ptr @own
         @table = constant [4 x ptr] [ptr @own, ptr @shown, ptr @other, ptr @hidden]
         define internal i32 @found() noinline { ret i32 10 }
         define internal ptr @resolver() { ret ptr @found }
         define i32 @main() {
           %a = call i32 @own()
           %b = call i32 @shown()
           %c = call i32 @other()
           %d = call i32 @hidden()
           %p = load volatile ptr, ptr @table
           %e = call i32 %p()
           %q = load volatile ptr, ptr getelementptr (i8, ptr @table, i64 24)
           %f = call i32 %q()
           %ab = add i32 %a, %b
           %cd = add i32 %c, %d
           %ef = add i32 %e, %f
           %abcd = add i32 %ab, %cd
           %r = add i32 %abcd, %ef
           %wrong = sub i32 60, %r
           ret i32 %wrong
         }",
    )
    .map_err(|e| e.to_string())?;
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("gisel is not built".into()) };
    for target in [Target::Aarch64, Target::Riscv64] {
        for (level, model, link) in
            [("-O0", "static", "-static"), ("-O2", "static", "-static"), ("-O2", "pic", "-pie")]
        {
            let mut command = Command::new(&gisel);
            command.arg(format!("-mtriple={}", target.triple())).args([level, "-filetype=obj"]);
            command.arg(format!("-relocation-model={model}")).arg(&input).arg("-o").arg(&object);
            process::run(&mut command)?;
            let mut linker = Command::new(format!("{}-gcc", target.gnu()));
            process::run(linker.arg(link).arg(&object).arg("-o").arg(&program))?;
            process::run(&mut qemu(target, &program, &[]))?;
        }
    }
    Ok(())
}

/// Address-significant symbols are listed as by `llc`, and the assembler reads the list.
#[test]
fn significant_addresses_are_those_of_llc() -> Result<()> {
    let folder = sources::work_folder("objects/significant")?;
    let input = folder.join("module.ll");
    fs::write(
        &input,
        "@referred = global i32 1
         @other = internal unnamed_addr global ptr @referred
         @own = thread_local global i32 0
         @text = private constant [3 x i8] c\"ab\\00\"
         @nameless = local_unnamed_addr global ptr @text
         @alias = alias void (), ptr @called
         @prefixed = global i32 2
         @thrown = external constant ptr
         declare void @outside()
         declare void @unused()
         declare i32 @__gxx_personality_v0(...)
         define internal void @stored() { ret void }
         define void @named_unnamed() unnamed_addr { ret void }
         define void @called() { call void @outside() ret void }
         define ptr @user(ptr %p) prefix ptr @prefixed personality ptr @__gxx_personality_v0 {
           store ptr @stored, ptr %p
           %x = load volatile ptr, ptr @other
           %y = load volatile i32, ptr @own
           %z = load volatile ptr, ptr @nameless
           invoke void @called() to label %done unwind label %pad
         pad:
           %l = landingpad { ptr, i32 } catch ptr @thrown
           ret ptr null
         done:
           ret ptr @named_unnamed
         }",
    )
    .map_err(|e| e.to_string())?;
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("gisel is not built".into()) };
    let listed = |object: &Path| -> Result<BTreeSet<String>> {
        let text = process::run(Command::new("llvm-readelf-22").arg("--addrsig").arg(object))?;
        let name = |line: &str| {
            line.trim()
                .split_once(": ")
                .filter(|(n, _)| n.parse::<u32>().is_ok())
                .map(|(_, name)| name.to_owned())
        };
        Ok(text.lines().filter_map(name).collect())
    };
    for target in [Target::Aarch64, Target::Riscv64] {
        let triple = format!("-mtriple={}", target.triple());
        let make = |tool: &Path, kind: &str, input: &Path, output: &str| -> Result<PathBuf> {
            let output = folder.join(output);
            let mut command = Command::new(tool);
            command.args([&triple, kind]).arg(input).arg("-o").arg(&output);
            if input.extension().is_some_and(|extension| extension == "ll") {
                command.arg("-addrsig");
            }
            if target == Target::Riscv64 {
                command.arg("-mattr=+m,+a,+f,+d,+c");
            }
            process::run(&mut command)?;
            Ok(output)
        };
        let expected = listed(&make(Path::new("llc-22"), "-filetype=obj", &input, "llc.o")?)?;
        assert!(expected.contains("stored") && expected.contains("thrown"), "{expected:?}");
        assert_eq!(listed(&make(&gisel, "-filetype=obj", &input, "gisel.o")?)?, expected, "{target:?}");
        let text = make(&gisel, "-filetype=asm", &input, "gisel.s")?;
        assert_eq!(listed(&make(&gisel, "-filetype=obj", &text, "text.o")?)?, expected, "{target:?}");
    }
    Ok(())
}

/// Frame sizes are listed for the same functions, and in the same sections, as by `llc`; gisel's
/// and LLVM's assemblers produce the same from the text.
#[test]
fn sizes_of_frames_are_listed() -> Result<()> {
    let folder = sources::work_folder("objects/stack_sizes")?;
    let input = folder.join("module.ll");
    fs::write(
        &input,
        "$grouped = comdat any
         declare void @use(ptr)
         define void @large() nounwind { %a = alloca [300 x i8] call void @use(ptr %a) ret void }
         define void @none() nounwind { ret void }
         define linkonce_odr void @grouped() comdat { %a = alloca [40 x i8] call void @use(ptr %a) ret void }
         define void @variable(i64 %n) { %a = alloca i8, i64 %n call void @use(ptr %a) ret void }
         define void @apart() section \".mine\" { ret void }",
    )
    .map_err(|e| e.to_string())?;
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("gisel is not built".into()) };
    // Functions with sizes, and the number of sections that list them.
    let listed = |object: &Path| -> Result<(BTreeSet<String>, usize)> {
        let sizes = process::run(Command::new("llvm-readelf-22").arg("--stack-sizes").arg(object))?;
        let names = sizes.lines().filter_map(|line| {
            let (size, name) = line.trim().split_once(char::is_whitespace)?;
            let is_some = size.parse::<u64>().ok()? != 0;
            Some(format!("{}: {is_some}", name.trim()))
        });
        let sections = process::run(Command::new("llvm-readelf-22").arg("-SW").arg(object))?;
        Ok((names.collect(), sections.matches(" .stack_sizes ").count()))
    };
    for (target, more) in [
        (Target::Aarch64, "-O0"),
        (Target::Riscv64, "-mattr=+m,+a,+f,+d,+c"),
        (Target::Riscv64, "-function-sections"),
    ] {
        let triple = format!("-mtriple={}", target.triple());
        let make = |tool: &Path, kind: &str, output: &str| -> Result<PathBuf> {
            let output = folder.join(output);
            let mut command = Command::new(tool);
            command.args([&triple, kind, more, "-stack-size-section"]).arg(&input).arg("-o").arg(&output);
            process::run(&mut command)?;
            Ok(output)
        };
        let expected = listed(&make(Path::new("llc-22"), "-filetype=obj", "llc.o")?)?;
        assert!(expected.0.contains("large: true") && expected.0.contains("none: false"), "{expected:?}");
        assert_eq!(listed(&make(&gisel, "-filetype=obj", "gisel.o")?)?, expected, "{target:?} {more}");
        let text = make(&gisel, "-filetype=asm", "gisel.s")?;
        let object = folder.join("text.o");
        for (tool, target_option) in
            [(gisel.as_path(), &*triple), (Path::new("llvm-mc-22"), &triple.replace("-mtriple", "-triple"))]
        {
            process::run(
                Command::new(tool).args([target_option, "-filetype=obj"]).arg(&text).arg("-o").arg(&object),
            )?;
            assert_eq!(listed(&object)?, expected, "{target:?} {more} {}", tool.display());
        }
    }
    Ok(())
}
