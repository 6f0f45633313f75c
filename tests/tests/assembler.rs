//! The assembler's object of a text equals that of LLVM's: sections, bytes, relocations, symbols
//! and unwind tables.
//!
//! The texts are in `assembly/forms.*.s`, separated by lines of `//--`; each becomes its own file.

use gisel_tests::assembly::{Assembler, MORE_THAN_SAID, compare};
use gisel_tests::build::Compiler;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel, process, sources};
use std::path::Path;
use std::process::Command;

/// Returns the command that assembles a file.
fn assemble(target: Target, text: &Path, object: &Path) -> Command {
    let Ok(Compiler::Gisel(path)) = Compiler::under_test() else { panic!("no compiler") };
    let mut command = Command::new(path);
    command.args(["-filetype=obj", &format!("-mtriple={}", target.triple()), "-o"]).arg(object).arg(text);
    command
}

/// Assembles one text by both assemblers and compares.
fn check(folder: &Path, target: Target, name: &str, text: &str, options: &[&str]) -> Result<()> {
    let (path, object) = (folder.join(format!("{name}.s")), folder.join(format!("{name}.o")));
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    let mut command = assemble(target, &path, &object);
    command.args(options);
    let assembled = process::run(&mut command).and_then(|_| compare(Assembler::Llvm, target, &object, &path));
    assembled
        .map_err(|message| format!("---- {name}\n{text}\n{message}\n{}", process::command_line(&command)))
}

#[test]
fn every_form_is_assembled_as_llvm_does() {
    let folder = tempfile::tempdir().unwrap();
    let texts = sources::package_folder().join("assembly");
    let mut jobs = Vec::new();
    for (file, targets) in [
        ("forms.riscv64.s", &[Target::Riscv64][..]),
        ("forms.aarch64.s", &[Target::Aarch64]),
        ("forms.s", &Target::ALL),
    ] {
        let all = std::fs::read_to_string(texts.join(file)).unwrap();
        for &target in targets {
            let texts = all.split("//--\n").enumerate();
            jobs.extend(texts.map(|(n, text)| (target, format!("{target:?}-{file}-{n}"), text.to_owned())));
        }
    }
    let results = parallel::map(&jobs, |(target, name, text)| check(folder.path(), *target, name, text, &[]));
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{} of {} texts\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// Control and status registers have the names of LLVM's assembler on machines of either width.
#[test]
fn system_registers_have_llvm_s_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let numbers: String = (0..4096).map(|number| format!("csrr a0, {number}\n")).collect();
    std::fs::write(file("numbers.s"), numbers).unwrap();
    let mut names = [0; 2];
    for (triple, count) in ["riscv32", "riscv64"].into_iter().zip(&mut names) {
        let mut llvm = Command::new("llvm-mc-22");
        let text = process::run(llvm.arg(format!("-triple={triple}")).arg(file("numbers.s"))).unwrap();
        *count = text.lines().filter(|line| line.ends_with(|c: char| !c.is_ascii_digit())).count();
        std::fs::write(file("names.s"), text).unwrap();
        let mut contents = Vec::new();
        let Ok(Compiler::Gisel(gisel)) = Compiler::under_test() else { panic!("no compiler") };
        for (program, option) in [(gisel, "-mtriple"), ("llvm-mc-22".into(), "-triple")] {
            let mut command = Command::new(program);
            command.args([format!("{option}={triple}").as_str(), "-filetype=obj"]);
            command.arg("-o").arg(file("names.o")).arg(file("names.s"));
            process::run(&mut command).unwrap();
            let mut copy = Command::new("llvm-objcopy-22");
            copy.args(["-O", "binary", "-j", ".text"]).arg(file("names.o")).arg(file("names.bin"));
            process::run(&mut copy).unwrap();
            contents.push(std::fs::read(file("names.bin")).unwrap());
        }
        assert_eq!(contents[0].len(), 4 * 4096, "{triple}");
        assert!(contents[0] == contents[1], "{triple}");
    }
    assert!(names[0] > names[1] + 50 && names[1] > 100, "{names:?}");
    std::fs::write(file("wide.s"), "csrr a0, cycleh\n").unwrap();
    let refused = process::run(&mut assemble(Target::Riscv64, &file("wide.s"), &file("wide.o")));
    assert!(refused.is_err_and(|message| message.contains("cycleh")));
}

/// Errors are reported with their location.
#[test]
fn errors_have_places() {
    let folder = tempfile::tempdir().unwrap();
    let (path, object) = (folder.path().join("wrong.s"), folder.path().join("wrong.o"));
    for (target, text, place, word) in [
        (Target::Riscv64, "nop\n  bogus a0\n", "wrong.s:2:3", "bogus"),
        (Target::Riscv64, "pause\n", "wrong.s:1:1", "zihintpause"),
        (Target::Riscv64, ".option arch, -m\ndiv a0, a0, a0\n", "wrong.s:2:1", "requires: m"),
        (Target::Riscv64, ".option pop\n", "wrong.s:1:1", "pop"),
        (Target::Aarch64, ".option pop\n", "wrong.s:1:1", "`.option`"),
        (Target::Riscv64, "count .req a0\n", "wrong.s:1:1", "count"),
        (Target::Riscv64, ".unreq count\n", "wrong.s:1:1", "`.unreq`"),
        (Target::Riscv64, "/* a\n b */ nop; frob\n", "wrong.s:2:12", "frob"),
        (Target::Riscv64, ".byte 256\n", "wrong.s:1:1", "256"),
        (Target::Riscv64, ".if 1\nnop\n", "wrong.s:2:1", ".endif"),
        (Target::Aarch64, "nop\nstadd w0, [x1]\n", "wrong.s:2:1", "lse"),
        (Target::Aarch64, "msr pan, #1\n", "wrong.s:1:1", "pan"),
        (Target::Aarch64, "tlbi nothing\n", "wrong.s:1:1", "nothing"),
        (Target::Aarch64, "tlbi vae1os, x0\n", "wrong.s:1:1", "requires: tlb-rmi"),
        (Target::Aarch64, "mrs x0, pmblimitr_el1\n", "wrong.s:1:1", "requires: spe"),
        (Target::Aarch64, "msr midr_el1, x0\n", "wrong.s:1:1", "cannot be written"),
        (Target::Aarch64, "mrs x0, nothing_el1\n", "wrong.s:1:1", "no system register"),
        (Target::Aarch64, "add x1, x2, x3, lsl #64\n", "wrong.s:1:1", "lsl #64"),
        (Target::Aarch64, "sub x1, x0, :lo12:far\n", "wrong.s:1:1", "`add`"),
        (Target::Aarch64, "movz x1, #:abs_g1:far, lsl #16\n", "wrong.s:1:1", "shift of its own"),
        (Target::Aarch64, "bfc w4, #2, #31\n", "wrong.s:1:1", "bfc"),
        (Target::Aarch64, "cbz x3, x5\n", "wrong.s:1:1", "cbz"),
        (Target::Aarch64, "movi v0.2s, #-1\n", "wrong.s:1:1", "movi"),
        (Target::Aarch64, "ada .req v2.8b\n", "wrong.s:1:1", "no register"),
        (Target::Aarch64, ".arch armv8.8-a\nsetp [x0]!, x0!, x1\n", "wrong.s:2:1", "setp"),
        (Target::Riscv64, "fence wr, wr\n", "wrong.s:1:1", "fence"),
        (Target::Riscv64, "slli a0, a0, %lo(1)\n", "wrong.s:1:1", "slli"),
        (Target::Riscv64, "csrrw a0, %lo(1), a0\n", "wrong.s:1:1", "csrrw"),
        (Target::Riscv64, "add a0, tp, a0, %tprel_add(far)\n", "wrong.s:1:1", "tp"),
        (Target::Riscv64, "jalr x1, 0(a1), %tlsdesc_call(far)\n", "wrong.s:1:1", "t0"),
        (Target::Aarch64, ".macro m\n.error \"told\"\n.endm\n m\n", "wrong.s:2:1", "told"),
        (Target::Aarch64, "caspal x0, x2, x4, x5, [x6]\n", "wrong.s:1:1", "lse"),
        (Target::Aarch64, ".cfi_startproc\n", "wrong.s:1:1", ".cfi_endproc"),
        (Target::Aarch64, ".data\n.byte 1\n.balignw 8, 1\n", "wrong.s:1:1", "no multiple of 2"),
        (Target::Aarch64, ".data\n.section a,\"0x40000002\"\n", "wrong.s:2:1", "0x40000002"),
        (Target::Aarch64, ".section a,\"a\",@progbits,unique,x\n", "wrong.s:1:1", "x"),
        (Target::Aarch64, "1:nop\nprfm pldl1keep, [x0, #(2f-1b)]\n.skip 1044\n2:\n", "wrong.s:2:1", "prfm"),
        (Target::Aarch64, ".incbin \"no.file\"\n", "wrong.s:1:1", "no.file"),
        (Target::Aarch64, ".include \"no.file\"\n", "wrong.s:1:1", "no.file"),
        (Target::Aarch64, ".reloc 0, R_RISCV_NONE\n", "wrong.s:1:1", "R_RISCV_NONE"),
        (Target::Aarch64, ".reloc 8, R_AARCH64_NONE\n", "wrong.s:1:1", "outside"),
        (Target::Riscv64, "nop\n# 12 \"other.c\"\n nop\n frob\n", "other.c:13:2", "frob"),
    ] {
        std::fs::write(&path, text).unwrap();
        let message = process::run(&mut assemble(target, &path, &object)).expect_err(text);
        assert!(
            message.contains(&format!("{place}: error: ")) && message.contains(word),
            "{text}: {message}"
        );
    }
    let preprocessed = folder.path().join("file.S");
    std::fs::write(&preprocessed, "nop\n").unwrap();
    let message = process::run(&mut assemble(Target::Aarch64, &preprocessed, &object)).unwrap_err();
    assert!(message.contains("preprocessed"), "{message}");
}

/// Lines that are not compared: prefix, a substring, and the reason.
const NOT_COMPARED: [(&str, &str, &str); 3] = [
    ("\tscvtf\t", ", #", "not in the table: conversions of fixed point"),
    ("\tucvtf\t", ", #", "the same"),
    ("\t.set\t.LC", "+", "LLVM names the constant that another is a part of, with an addend"),
];

/// Compilers' output for some of the programs: gcc's and clang's, with and without optimisation.
#[test]
fn output_of_compilers_is_assembled_as_llvm_does() {
    let folder = tempfile::tempdir().unwrap();
    let programs = sources::package_folder().join("programs");
    let mut sources: Vec<_> =
        std::fs::read_dir(&programs).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    // For a symbol with two names, LLVM's relocations may use either.
    sources.retain(|path| path.file_stem().is_none_or(|stem| stem != "globals"));
    sources.sort();
    let mut jobs = Vec::new();
    for (n, source) in sources.iter().enumerate() {
        for (m, (target, level)) in Target::ALL.into_iter().flat_map(|t| [(t, "-O0"), (t, "-O2")]).enumerate()
        {
            // Each program once by each compiler, in one configuration.
            if (n + m) % 4 == 0 {
                jobs.push((source.clone(), target, level, true));
                jobs.push((source.clone(), target, level, false));
            }
        }
    }
    let results = parallel::map(&jobs, |(source, target, level, is_gnu)| {
        let stem = source.file_stem().unwrap().to_string_lossy();
        let name = format!("{stem}{level}-{target:?}-{}", if *is_gnu { "gcc" } else { "clang" });
        let text = folder.path().join(format!("{name}.c.s"));
        let mut command = match is_gnu {
            true => Command::new(format!("{}-gcc", target.gnu())),
            false => Command::new("clang-22"),
        };
        if !is_gnu {
            command.args([&format!("--target={}", target.gnu()), "-fno-addrsig"]);
        }
        command.args([*level, "-std=gnu17", "-w", "-S", "-fno-stack-protector", "-o"]).arg(&text).arg(source);
        // Skips programs that the compiler rejects.
        if process::run(&mut command).is_err() {
            return Ok(());
        }
        let text = std::fs::read_to_string(&text).map_err(|e| e.to_string())?;
        // The target attributes in the text differ from the assembler's options.
        let lines = text.lines().filter(|line| !line.trim_start().starts_with(".attribute"));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        let written = folder.path().join(format!("{name}.llvm.s"));
        std::fs::write(&written, &text).map_err(|e| e.to_string())?;
        let mut theirs = Command::new("llvm-mc-22");
        let features = if *target == Target::Aarch64 { "-mattr=+all" } else { "-mattr=+m,+a,+f,+d,+c" };
        theirs.args(["-filetype=null", &format!("-triple={}", target.triple()), features]).arg(&written);
        // Skips texts that LLVM rejects.
        if process::run(&mut theirs).is_err() {
            return Ok(());
        }
        let is_one = |line: &str| {
            NOT_COMPARED.iter().any(|(start, part, _)| line.starts_with(start) && line.contains(part))
        };
        if text.lines().any(is_one) {
            return Ok(());
        }
        let options = if *target == Target::Aarch64 { &[MORE_THAN_SAID][..] } else { &[] };
        let checked = check(folder.path(), *target, &name, &text, options);
        checked.map_err(|message| message.replace(&text, ""))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{} of {} texts\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// Included files are found in the current folder and in the folders on the command line.
#[test]
fn files_are_included() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(inner.join("numbers.inc"), "label:\t.byte 1, 2\n").unwrap();
    std::fs::write(inner.join("wrong.inc"), "nop\n frob\n").unwrap();
    std::fs::write(inner.join("bytes"), "ABCDEFGH").unwrap();
    let text = "\t.data\n\t.include \"numbers.inc\"\n\t.incbin \"bytes\"\n\t.incbin \"bytes\", 6\n\t.incbin \"bytes\", 2, 3\n\t.byte label - .\n";
    let plain = "\t.data\nlabel:\t.byte 1, 2\n\t.ascii \"ABCDEFGHGHCDE\"\n\t.byte label - .\n";
    let assembled = |text: &str| {
        let (path, object) = (folder.path().join("text.s"), folder.path().join("text.o"));
        std::fs::write(&path, text).unwrap();
        let mut command = assemble(Target::Riscv64, &path, &object);
        process::run(command.arg("-I").arg(&inner)).map(|_| std::fs::read(&object).unwrap())
    };
    assert_eq!(assembled(text).unwrap(), assembled(plain).unwrap());
    let message = assembled("\t.include \"wrong.inc\"\n").unwrap_err();
    assert!(message.contains("wrong.inc:2:2: error: unknown instruction `frob`"), "{message}");
}
