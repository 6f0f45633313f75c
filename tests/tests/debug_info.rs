//! Debug information: it does not change code, `llvm-dwarfdump` verifies it, and lines, types and
//! names equal those of `llc`'s twin.

use gisel_tests::build::{self, Compiler};
use gisel_tests::corpus;
use gisel_tests::debugger;
use gisel_tests::parallel;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use object::{Object, ObjectComdat, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, elf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A source, compiled to bitcode with debug information.
#[derive(Clone)]
struct Case {
    name: String,
    combo: Combo,
    bitcode: PathBuf,
}

fn combos() -> impl Iterator<Item = Combo> {
    let levels = [(0, 0), (2, 2)];
    let of = move |target| {
        levels.into_iter().map(move |(ir_level, level)| Combo { target, ir_level, level, mode: Mode::Pie })
    };
    [Target::Riscv64, Target::Aarch64].into_iter().flat_map(of)
}

/// Compiles the C and C++ test programs in `folder`, alternating between these versions of debug
/// information.
fn compiled(folder: &Path, versions: &[u8]) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut turn = versions.iter().cycle();
    for combo in combos() {
        let programs = ["programs", "cpp"].into_iter().flat_map(|set| corpus::set(set).expect("programs"));
        for program in programs.filter(|program| program.is_for(combo) && !program.is_unsupported(combo)) {
            for module in program.modules {
                let name = format!("{}-{combo}", program.name);
                let bitcode = folder.join(&name).with_extension("bc");
                let version = turn.next().expect("a version");
                cases.push((module, version, Case { name, combo, bitcode }));
            }
        }
    }
    parallel::map(&cases, |(module, version, case)| {
        let mut flags = module.flags.clone();
        flags.extend(["-g".into(), format!("-gdwarf-{version}")]);
        process::run(&mut build::clang(case.combo, &module.source, &flags, &case.bitcode)).expect("clang");
        case.clone()
    })
}

/// The programs with debug information of today's versions, for several tests.
static CASES: LazyLock<Vec<Case>> =
    LazyLock::new(|| compiled(&sources::work_folder("debug_cases").expect("a folder"), &[5, 4]));

/// Returns copies, in `folder`, of the shared cases that `is_used` returns true for.
fn cases(folder: &Path, is_used: impl Fn(&Case) -> bool) -> Vec<Case> {
    let copy = |case: &Case| {
        let bitcode = folder.join(case.bitcode.file_name().expect("a name"));
        fs::copy(&case.bitcode, &bitcode).expect("a copy");
        Case { bitcode, ..case.clone() }
    };
    CASES.iter().filter(|case| is_used(case)).map(copy).collect()
}

fn compile(compiler: &Compiler, case: &Case, input: &Path, object: &Path) {
    let done = process::run(&mut compiler.command(case.combo, input, object));
    done.unwrap_or_else(|message| panic!("{}: {message}", case.name));
}

/// Returns an object's loaded sections with their contents and relocations, as text.
fn loaded(path: &Path) -> BTreeMap<String, Vec<String>> {
    let data = fs::read(path).expect("an object");
    let file = object::File::parse(&data[..]).expect("an object");
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
        if sh_flags.0 & elf::SHF_ALLOC.0 == 0 {
            continue;
        }
        let list = parts.entry(section.name().expect("a name").to_owned()).or_default();
        list.push(format!("{:?}", section.data().expect("contents")));
        for (offset, relocation) in section.relocations() {
            let target = match relocation.target() {
                RelocationTarget::Symbol(index) => {
                    let symbol = file.symbol_by_index(index).expect("a symbol");
                    // Labels have one name and differ by their address.
                    format!("{:?} {:?} {}", symbol.name(), symbol.section_index(), symbol.address())
                }
                other => format!("{other:?}"),
            };
            list.push(format!("{offset} {:?} {target} {}", relocation.flags(), relocation.addend()));
        }
    }
    parts
}

#[test]
fn code_is_the_same_with_debug_information_and_without_and_what_is_written_is_sound() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_info").expect("a folder");
    let cases = compiled(&folder, &[5, 4, 3, 2]);
    assert!(cases.len() > 100, "{} cases", cases.len());
    parallel::map(&cases, |case| {
        let file = |kind: &str| case.bitcode.with_extension(kind);
        let stripped = file("stripped.bc");
        let mut strip = Command::new("opt-22");
        strip.arg("-strip-debug").arg(&case.bitcode).arg("-o").arg(&stripped);
        process::run(&mut strip).expect("opt");
        compile(&compiler, case, &case.bitcode, &file("g.o"));
        compile(&compiler, case, &stripped, &file("o"));
        let (with, without) = (loaded(&file("g.o")), loaded(&file("o")));
        let names = with.keys().chain(without.keys());
        let different: BTreeSet<_> = names.filter(|name| with.get(*name) != without.get(*name)).collect();
        assert!(different.is_empty(), "{}: {different:?}", case.name);
        let mut verify = Command::new("llvm-dwarfdump-22");
        process::run(verify.arg("--verify").arg(file("g.o")))
            .unwrap_or_else(|m| panic!("{}: {m}", case.name));
    });
}

/// Returns the lines of an object's line table, each with its file, from `llvm-dwarfdump
/// --debug-line`.
fn lines(object: &Path) -> BTreeSet<(String, u32)> {
    let mut dump = Command::new("llvm-dwarfdump-22");
    let text = process::run(dump.arg("--debug-line").arg(object)).expect("llvm-dwarfdump");
    let (mut files, mut lines) = (BTreeMap::new(), BTreeSet::new());
    let mut file = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("file_names[") {
            file = rest.split(']').next().and_then(|number| number.trim().parse::<u32>().ok());
        } else if let Some(name) = line.trim().strip_prefix("name: ") {
            let name = name.trim_matches('"').rsplit('/').next().unwrap_or(name).to_owned();
            files.extend(file.map(|file| (file, name)));
        } else if line.starts_with("0x") {
            let fields: Vec<u32> = line.split_whitespace().skip(1).map_while(|f| f.parse().ok()).collect();
            if let [line, _, file, ..] = fields[..]
                && line != 0
                && let Some(name) = files.get(&file)
            {
                lines.insert((name.clone(), line));
            }
        }
    }
    lines
}

#[test]
fn lines_of_unoptimized_code_are_those_of_llcs_twin() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_lines").expect("a folder");
    let cases = cases(&folder, |case| case.combo.level == 0);
    let counts = parallel::map(&cases, |case| {
        let (ours, twins) = (case.bitcode.with_extension("o"), case.bitcode.with_extension("llc.o"));
        compile(&compiler, case, &case.bitcode, &ours);
        if process::run(&mut Compiler::Llc.command(case.combo, &case.bitcode, &twins)).is_err() {
            return (0, 0);
        }
        let (ours, twins) = (lines(&ours), lines(&twins));
        let different: Vec<_> = twins.symmetric_difference(&ours).collect();
        if !different.is_empty() {
            eprintln!("{}: {different:?}", case.name);
        }
        (twins.len(), different.len())
    });
    let (all, different) = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    // Jumps to the next block are removed, landing pads of calls that do not unwind are not
    // translated, empty assembly has no code.
    assert!(all > 10_000 && different * 100 < all, "{different} of {all} lines");
}

/// Returns `llvm-dwarfdump`'s output for all debug information of an object, without its name.
fn dumped(object: &Path) -> String {
    let mut dump = Command::new("llvm-dwarfdump-22");
    let text = process::run(dump.arg("-a").arg(object)).expect("llvm-dwarfdump");
    let lines = text.lines().skip_while(|line| !line.contains(" contents:"));
    let mut out = String::new();
    lines.filter(|line| !is_of_no_line(line)).for_each(|line| out.extend([&without_length(line), "\n"]));
    out
}

/// Returns true if a row has no line. Before code without debug information, an object's table
/// ends; assembly has such a row.
fn is_of_no_line(line: &str) -> bool {
    let mut fields = line.split_whitespace();
    let is_row =
        fields.next().is_some_and(|address| address.starts_with("0x")) && fields.clone().count() >= 6;
    is_row && (fields.next() == Some("0") || line.ends_with("end_sequence"))
}

/// Returns a line of a dump without the length of the line table, which depends on the encoding
/// only.
fn without_length(line: &str) -> String {
    let is_length = line.trim_start().starts_with("total_length:");
    if is_length { "total_length".to_owned() } else { line.to_owned() }
}

/// Returns the commands of LLVM's assembler and of the compiler's own.
fn assemblers(combo: Combo, compiler: &Compiler) -> [Command; 2] {
    let mut commands = [(Command::new("llvm-mc-22"), "-triple"), (compiler.alone(), "-mtriple")];
    for (command, triple) in &mut commands {
        command.args(["-filetype=obj", &format!("{triple}={}", combo.target.triple())]);
        if combo.target == Target::Riscv64 {
            command.args(["-mattr=+m,+a,+f,+d,+c,+relax"]);
        }
    }
    commands.map(|(command, _)| command)
}

#[test]
fn assembly_makes_the_debug_information_of_objects() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_assembly").expect("a folder");
    // A directive applies to the next code, after padding or another section in inline assembly; an
    // object's row comes before these.
    let cases = cases(&folder, |case| !case.name.starts_with("inline_asm"));
    parallel::map(&cases, |case| {
        let file = |kind: &str| case.bitcode.with_extension(kind);
        let (object, text) = (file("o"), file("s"));
        compile(&compiler, case, &case.bitcode, &object);
        process::run(&mut compiler.command_for("asm", case.combo, &case.bitcode, &text)).expect("compiled");
        let expected = dumped(&object);
        for (mut assembler, kind) in assemblers(case.combo, &compiler).into_iter().zip(["mc.o", "own.o"]) {
            let assembled = file(kind);
            process::run(assembler.arg("-o").arg(&assembled).arg(&text)).expect("assembled");
            if let Some(difference) = process::first_difference(&expected, &dumped(&assembled)) {
                panic!("{} by {kind}: {difference}", case.name);
            }
        }
    });
}

/// Returns functions with their lines, as a tool prints them in pairs; those without a line are
/// left out.
fn named_lines(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let pairs = lines.chunks_exact(2).map(|pair| {
        let place = pair[1].split(" (").next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        let place: Vec<&str> = place.split(':').take(2).collect();
        (pair[0], place.join(":"))
    });
    let known = pairs.filter(|(_, place)| !place.ends_with(":0") && !place.contains('?'));
    known.map(|(name, place)| format!("{name} {place}")).collect()
}

/// Returns the tools' output for the code in an object: `llvm-symbolizer`, `addr2line`,
/// `llvm-objdump`.
fn named_by_tools(target: Target, object: &Path) -> [BTreeSet<String>; 3] {
    let data = fs::read(object).expect("an object");
    let file = object::File::parse(&data[..]).expect("an object");
    let size = file.section_by_name(".text").expect("code").size();
    let addresses: Vec<String> = (0..size).step_by(2).map(|address| format!("{address:#x}")).collect();
    let mut symbolizer = Command::new("llvm-symbolizer-22");
    symbolizer.arg("--obj").arg(object).args(&addresses);
    let mut addr2line = Command::new(format!("{}-addr2line", target.gnu()));
    addr2line.args(["-f", "-i", "-e"]).arg(object).args(&addresses);
    let [symbolized, lines] =
        [&mut symbolizer, &mut addr2line].map(|tool| named_lines(&process::run(tool).expect("a tool")));
    let mut objdump = Command::new("llvm-objdump-22");
    let listing = process::run(objdump.args(["-d", "-S"]).arg(object)).expect("llvm-objdump");
    let source = listing.lines().filter(|line| line.starts_with("; "));
    [symbolized, lines, source.map(str::to_owned).collect()]
}

#[test]
fn tools_name_the_same_functions_and_lines_as_of_llcs_twin() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_tools").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("inlined.c");
    // The last ones are skeletons that repeat inlined functions, while the other file is missing.
    let kinds: [(&[&str], bool); 3] =
        [(&[], false), (&["-fsplit-dwarf-inlining"], true), (&["-fsplit-dwarf-inlining", "-gdwarf-4"], true)];
    for (target, (flags, is_split)) in
        Target::ALL.into_iter().flat_map(|target| kinds.map(|kind| (target, kind)))
    {
        // Calls have been inlined; the rest of the code is unoptimized.
        let combo = Combo { target, ir_level: 2, level: 0, mode: Mode::Static };
        let bitcode = folder.join(target.arch()).with_extension("bc");
        let mut flags = [flags, &["-g"]].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
        // llc does not split debug information with linker relaxation.
        flags.extend((is_split && target == Target::Riscv64).then(|| "-mno-relax".into()));
        process::run(&mut build::clang(combo, &source, &flags, &bitcode)).expect("clang");
        let [ours, twins] = [("o", &compiler), ("llc.o", &Compiler::Llc)].map(|(kind, compiler)| {
            let (object, split) = (bitcode.with_extension(kind), bitcode.with_extension("dwo"));
            let mut command = compiler.command(combo, &bitcode, &object);
            if is_split {
                command.args(debugger::split_options(&split));
            }
            process::run(&mut command).expect("compiled");
            if is_split {
                fs::remove_file(split).expect("it was there");
            }
            named_by_tools(target, &object)
        });
        for (number, (ours, twins)) in ours.iter().zip(&twins).enumerate() {
            // GNU's tool does not read llc's skeletons.
            if is_split && number == 1 {
                continue;
            }
            // A function without a frame has no code for its first line.
            let (more, missing) = (ours.difference(twins).count(), twins.difference(ours).count());
            assert!(more == 0 && missing * 10 <= twins.len(), "{}: {ours:?} {twins:?}", target.arch());
        }
        assert!(ours[0].contains("square inlined.c:5") && ours[1].contains("square inlined.c:5"), "{ours:?}");
    }
}

/// A request for debug information: flags of clang, options of the compiler, expected sections, and
/// one section that must not exist.
type Request = (&'static [&'static str], &'static [&'static str], &'static [&'static str], &'static str);

const REQUESTS: [Request; 11] = [
    (&[], &[], &[".eh_frame", ".debug_addr"], ".debug_frame"),
    (&[], &["-force-dwarf-frame-section"], &[".eh_frame", ".debug_frame"], ".debug_aranges"),
    (&["-fno-asynchronous-unwind-tables"], &[], &[".debug_frame"], ".eh_frame"),
    (&[], &["-generate-arange-section"], &[".debug_aranges"], ".debug_frame"),
    (&[], &["-dwarf-version=4", "-debugger-tune=gdb"], &[".debug_ranges"], ".debug_addr"),
    (&["-fdebug-macro"], &[], &[".debug_macro"], ".debug_macinfo"),
    (&["-gpubnames"], &[], &[".debug_names"], ".debug_aranges"),
    (&["-gpubnames"], &["-accel-tables=Disable"], &[".debug_addr"], ".debug_names"),
    (&["-fdebug-macro", "-gdwarf-4"], &[], &[".debug_macinfo"], ".debug_macro"),
    (&["-gpubnames", "-gdwarf-4"], &[], &[".debug_pubnames", ".debug_pubtypes"], ".debug_names"),
    (&["-ggnu-pubnames"], &[], &[".debug_gnu_pubnames", ".debug_gnu_pubtypes"], ".debug_names"),
];

/// Returns `llvm-dwarfdump`'s output for frames, macros and names, without code-dependent values.
fn frames_macros_and_names(object: &Path) -> Vec<String> {
    let mut dump = Command::new("llvm-dwarfdump-22");
    dump.args(["--debug-frame", "--debug-macro", "--debug-names"]);
    let text = process::run(dump.arg(object)).expect("llvm-dwarfdump");
    let lines = text.lines().filter(|line| line.starts_with("DW_MAC") || line.contains(" CIE"));
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("String: "));
    let names: BTreeSet<_> = names.filter_map(|name| name.split_once(' ')).map(|(_, name)| name).collect();
    lines.chain(names).map(str::to_owned).collect()
}

#[test]
fn requests_choose_sections_of_debug_information() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_requests").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("inlined.c");
    for (target, (number, (flags, options, there, lacking))) in [Target::Riscv64, Target::Aarch64]
        .into_iter()
        .flat_map(|target| REQUESTS.into_iter().enumerate().map(move |request| (target, request)))
    {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Pie };
        let file = |kind: &str| folder.join(format!("{number}-{}", target.arch())).with_extension(kind);
        let (bitcode, object, text) = (file("bc"), file("o"), file("s"));
        let flags: Vec<String> = ["-g"].iter().chain(flags).map(|flag| (*flag).to_owned()).collect();
        process::run(&mut build::clang(combo, &source, &flags, &bitcode)).expect("clang");
        process::run(compiler.command(combo, &bitcode, &object).args(options)).expect("compiled");
        process::run(compiler.command_for("asm", combo, &bitcode, &text).args(options)).expect("compiled");
        let twin = file("llc.o");
        process::run(Compiler::Llc.command(combo, &bitcode, &twin).args(options)).expect("compiled by llc");
        assert_eq!(frames_macros_and_names(&object), frames_macros_and_names(&twin), "{options:?}");
        let data = fs::read(&object).expect("an object");
        let sections = object::File::parse(&data[..]).expect("an object");
        let has = |name: &str| sections.section_by_name(name).is_some();
        assert!(there.iter().all(|name| has(name)) && !has(lacking), "{flags:?} {options:?}");
        process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(&object)).expect("it is sound");
        for (mut assembler, kind) in assemblers(combo, &compiler).into_iter().zip(["mc.o", "own.o"]) {
            let assembled = file(kind);
            process::run(assembler.arg("-o").arg(&assembled).arg(&text)).expect("assembled");
            let difference = process::first_difference(&dumped(&object), &dumped(&assembled));
            assert_eq!(difference, None, "{flags:?} {options:?} by {kind}");
        }
    }
}

/// Returns a dump without offsets, and without what differs between the formats.
fn without_format(object: &Path) -> String {
    let mut dump = Command::new("llvm-dwarfdump-22");
    let dump = process::run(dump.args(["--debug-info", "--debug-line", "--debug-macro"]).arg(object));
    let dump = dump.expect("llvm-dwarfdump").replace("DWARF64", "DWARF32").replace("data8", "data4");
    let lines = dump.lines().filter(|line| !line.contains(&object.display().to_string()));
    let words = lines.flat_map(|line| line.split([' ', '\t', '(', ')', ',', '"', ':']).chain(["\n"]));
    words.filter(|word| !word.starts_with("0x") && !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the formats of units, tables and frames, and the bases of tables.
fn formats(object: &Path) -> BTreeSet<String> {
    let dump = process::run(Command::new("llvm-dwarfdump-22").arg("--all").arg(object)).expect("a dump");
    let words = dump.split([' ', ',', '\t', '\n']).filter(|word| word.starts_with("DWARF"));
    let bases =
        dump.lines().map(str::trim).filter(|line| line.starts_with("DW_AT_") && line.contains("s_base\t"));
    words.chain(bases).map(str::to_owned).collect()
}

/// Debug information in the 64-bit format is sound, has llc's formats, and says the same as in the
/// 32-bit format, which targets of 32 bits and version 2 keep.
#[test]
fn lengths_and_offsets_have_64_bits_on_request() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_dwarf64").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("types.cpp");
    let more = ["-generate-arange-section", "-accel-tables=Dwarf", "-force-dwarf-frame-section"];
    for (combo, version) in combos().flat_map(|combo| (2..=5).map(move |version| (combo, version))) {
        let file = |kind: &str| folder.join(format!("{combo}-{version}")).with_extension(kind);
        let flags = ["-g".into(), "-fdebug-macro".into(), format!("-gdwarf-{version}")];
        process::run(&mut build::clang(combo, &source, &flags, &file("bc"))).expect("clang");
        for options in [&more[..], &["-generate-type-units"], &[]] {
            let [wide, narrow, twin] = [
                ("o", &compiler, "-dwarf64"),
                ("32.o", &compiler, "-dwarf64=0"),
                ("llc.o", &Compiler::Llc, "-dwarf64"),
            ]
            .map(|(kind, compiler, format)| {
                let object = file(kind);
                let mut command = compiler.command(combo, &file("bc"), &object);
                process::run(command.arg(format).args(options)).expect("compiled");
                object
            });
            process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(&wide)).expect("it is sound");
            let difference = process::first_difference(&without_format(&narrow), &without_format(&wide));
            assert_eq!(difference, None, "{combo}, version {version}, {options:?}");
            assert_eq!(formats(&wide), formats(&twin), "{combo}, version {version}, {options:?}");
            let is_wide = formats(&wide).iter().any(|line| line.contains("DWARF64"));
            assert_eq!(is_wide, version > 2, "{combo}, version {version}");
        }
        if version < 4 {
            continue;
        }
        let text = file("s");
        process::run(compiler.command_for("asm", combo, &file("bc"), &text).arg("-dwarf64"))
            .expect("printed");
        let [mut by_llvm, _] = assemblers(combo, &compiler);
        process::run(by_llvm.arg("-dwarf64").arg("-o").arg(file("mc.o")).arg(&text)).expect("assembled");
        let difference =
            process::first_difference(&without_format(&file("o")), &without_format(&file("mc.o")));
        assert_eq!(difference, None, "{combo}, version {version}, assembled");
    }
}

/// Returns the contents of name tables, without the entries' offsets.
fn public_names(object: &Path) -> BTreeSet<String> {
    let mut dump = Command::new("llvm-dwarfdump-22");
    dump.args(["--debug-pubnames", "--debug-pubtypes", "--debug-gnu-pubnames", "--debug-gnu-pubtypes"]);
    let text = process::run(dump.arg(object)).expect("llvm-dwarfdump");
    let entries = text.lines().filter_map(|line| line.strip_prefix("0x"));
    let entries = entries.filter_map(|line| line.split_once(' '));
    entries.map(|(_, said)| said.trim().to_owned()).collect()
}

/// Name tables for GNU's tools and of version 4, of C++ with namespaces, nested types, and inlined
/// functions.
#[test]
fn names_that_are_made_known_are_those_of_llcs_twin() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_public_names").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("names.cpp");
    for (combo, flags) in combos().flat_map(|combo| {
        let asked =
            [["-ggnu-pubnames", "-gdwarf-5"], ["-ggnu-pubnames", "-gdwarf-4"], ["-gpubnames", "-gdwarf-4"]];
        asked.map(|flags| (combo, flags))
    }) {
        let file = |kind: &str| folder.join(format!("{combo}{}", flags.concat())).with_extension(kind);
        let flags: Vec<String> = ["-g"].iter().chain(&flags).map(|flag| (*flag).to_owned()).collect();
        process::run(&mut build::clang(combo, &source, &flags, &file("bc"))).expect("clang");
        let [ours, twins] = [("o", &compiler), ("llc.o", &Compiler::Llc)].map(|(kind, compiler)| {
            process::run(&mut compiler.command(combo, &file("bc"), &file(kind))).expect("compiled");
            process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(file(kind)))
                .expect("it is sound");
            public_names(&file(kind))
        });
        assert_eq!(ours, twins, "{combo}, {flags:?}");
        assert!(ours.iter().any(|said| said.contains("\"shapes::Box::area\"")), "{ours:?}");
        // Split debug information is named by its offsets there.
        let mut split = compiler.command(combo, &file("bc"), &file("split.o"));
        process::run(split.args(debugger::split_options(&file("dwo")))).expect("compiled");
        assert_eq!(public_names(&file("split.o")), ours);
    }
}

/// Returns labels with addresses, and calls: each with its function, the name that it refers to,
/// and true for a tail call.
fn labels_and_calls(object: &Path) -> Vec<String> {
    let mut dump = Command::new("llvm-dwarfdump-22");
    let text = process::run(dump.arg("--debug-info").arg(object)).expect("llvm-dwarfdump");
    let (mut found, mut function, mut open) = (Vec::new(), String::new(), None);
    for entry in text.split("DW_TAG_").skip(1) {
        let tag = entry.split_whitespace().next().unwrap_or_default();
        let named = entry.lines().find(|line| line.contains("DW_AT_name") || line.contains("_origin"));
        let name = named.and_then(|line| line.split('"').nth(1)).unwrap_or_default();
        let is_placed = ["DW_AT_low_pc", "DW_AT_call_return_pc", "DW_AT_call_pc"];
        let is_placed = is_placed.iter().any(|attribute| entry.contains(attribute));
        match tag {
            "subprogram" => function = name.to_owned(),
            "label" | "call_site" | "GNU_call_site" if is_placed => {
                open = Some(found.len());
                let tail = if entry.contains("tail_call") { " at the end" } else { "" };
                found.push(format!("{function}: {tag} {name}{tail}"));
            }
            "call_site_parameter" | "GNU_call_site_parameter" => {
                assert!(open.is_some() && entry.contains("_value"), "{entry}");
            }
            _ => {}
        }
    }
    found.sort();
    found
}

#[test]
fn labels_and_calls_are_those_of_llcs_twin() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_calls").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("labels.c");
    for (combo, version) in combos().flat_map(|combo| [(combo, 4), (combo, 5)]) {
        let file = |kind: &str| folder.join(format!("{combo}-{version}")).with_extension(kind);
        let flags = ["-g".into(), format!("-gdwarf-{version}")];
        process::run(&mut build::clang(combo, &source, &flags, &file("bc"))).expect("clang");
        let [ours, twins] = [("o", &compiler), ("llc.o", &Compiler::Llc)].map(|(kind, compiler)| {
            process::run(&mut compiler.command(combo, &file("bc"), &file(kind))).expect("compiled");
            process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(file(kind)))
                .expect("it is sound");
            labels_and_calls(&file(kind))
        });
        assert_eq!(ours, twins, "{combo}, version {version}");
        assert!(ours.iter().any(|found| found.contains("label again")), "{ours:?}");
        let has_calls = ours.contains(&"last: call_site called at the end".to_owned());
        assert_eq!(has_calls, combo.ir_level == 2 && version == 5, "{ours:?}");
    }
}

#[test]
fn unsupported_debug_information_is_rejected_by_name() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    for option in [
        "dwarf-linkage-names=All",
        "minimize-addr-in-v5=Ranges",
        "no-dwarf-ranges-section",
        "use-gnu-debug-macro",
    ] {
        let message = process::run(compiler.alone().arg(format!("-{option}"))).expect_err("it is refused");
        let name = option.split('=').next().unwrap_or(option);
        assert!(message.contains(&format!("option -{name} is not supported: ")), "{message}");
    }
}

/// Returns a dump without ranges: those of version 4 are in the object, and llvm-dwarfdump does not
/// relocate them for the split file.
fn without_ranges(dump: &str) -> String {
    let lines = dump.lines().filter(|line| !line.trim_start().starts_with('['));
    lines.map(|line| line.trim_end_matches(')')).collect::<Vec<_>>().join("\n")
}

/// Split debug information with relocations, in objects and in assembly, of programs and of
/// relaxable code.
#[test]
fn split_sections_have_no_relocations_and_come_from_assembly_too() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_split_sections").expect("a folder");
    let cases = cases(&folder, |_| true);
    parallel::map(&cases, |case| {
        let file = |kind: &str| case.bitcode.with_extension(kind);
        let split = file("dwo");
        let mut apart = compiler.command(case.combo, &case.bitcode, &file("o"));
        process::run(apart.args(debugger::split_options(&split)))
            .unwrap_or_else(|m| panic!("{}: {m}", case.name));
        let data = fs::read(&split).expect("a file");
        let sections = object::File::parse(&data[..]).expect("an object");
        assert!(sections.sections().all(|section| section.relocations().next().is_none()), "{}", case.name);
        assert!(sections.section_by_name(".debug_info.dwo").is_some(), "{}", case.name);
        process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(file("o")))
            .unwrap_or_else(|m| panic!("{}: {m}", case.name));
        let named = format!("-split-dwarf-file={}", split.display());
        let mut whole = compiler.command(case.combo, &case.bitcode, &file("whole.o"));
        process::run(whole.arg(&named)).expect("compiled");
        let mut text = compiler.command_for("asm", case.combo, &case.bitcode, &file("s"));
        process::run(text.arg(&named)).expect("compiled");
        if case.name.starts_with("inline_asm") {
            return;
        }
        for (mut assembler, kind) in assemblers(case.combo, &compiler).into_iter().zip(["mc.o", "own.o"]) {
            process::run(assembler.arg("-o").arg(file(kind)).arg(file("s"))).expect("assembled");
            let [whole, assembled] = [file("whole.o"), file(kind)].map(|file| without_ranges(&dumped(&file)));
            let difference = process::first_difference(&whole, &assembled);
            assert_eq!(difference, None, "{} by {kind}", case.name);
        }
    });
}

/// Returns the type units of an object or of its split file: names and signatures, and the groups'
/// signatures.
fn type_units(object: &Path) -> [BTreeSet<String>; 2] {
    let mut dump = Command::new("llvm-dwarfdump-22");
    dump.args(["--debug-info", "--debug-types"]);
    let text = process::run(dump.arg(object)).expect("llvm-dwarfdump");
    let units = text.lines().filter(|line| line.contains(" Type Unit: "));
    let units = units.filter_map(|line| Some(line.split_once(", name = ")?.1.split_once(", type_offset")?.0));
    let data = fs::read(object).expect("an object");
    let file = object::File::parse(&data[..]).expect("an object");
    let groups = file.comdats().filter_map(|group| group.name().ok().map(str::to_owned));
    // Other groups belong to functions.
    let groups = groups.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    [units.map(str::to_owned).collect(), groups.collect()]
}

/// Type units equal `llc`'s, in groups or in the split file.
#[test]
fn types_that_all_modules_know_have_units() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_types").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("types.cpp");
    for (target, (version, is_split)) in Target::ALL.into_iter().flat_map(|target| {
        [("5", false), ("5", true), ("4", false), ("4", true)].map(|request| (target, request))
    }) {
        let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
        let name = format!("{}-{version}-{is_split}", target.arch());
        let file = |kind: &str| folder.join(&name).with_extension(kind);
        let flags = ["-g", "-fno-rtti", &format!("-gdwarf-{version}")].map(str::to_owned);
        process::run(&mut build::clang(combo, &source, &flags, &file("bc"))).expect("clang");
        let [ours, twins] = [("o", &compiler), ("llc.o", &Compiler::Llc)].map(|(kind, compiler)| {
            let (object, split) = (file(kind), file(&format!("{kind}.dwo")));
            let mut command = compiler.command(combo, &file("bc"), &object);
            command.arg("-generate-type-units");
            if is_split {
                command.args(debugger::split_options(&split));
            }
            process::run(&mut command).expect("compiled");
            let described = if is_split { split } else { object };
            type_units(&described)
        });
        let described = file(if is_split { "o.dwo" } else { "o" });
        process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(described))
            .unwrap_or_else(|m| panic!("{name}: {m}"));
        assert_eq!(ours, twins, "{name}");
        assert!(ours[0].len() >= 9 && ours[1].is_empty() == is_split, "{ours:?}");
    }
}

/// Type units from assembly equal those in objects, and their names are listed.
#[test]
fn units_of_types_come_from_assembly_too() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_types_assembly").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("types.cpp");
    for (combo, (version, is_split)) in combos().flat_map(|combo| {
        [("5", false), ("5", true), ("4", false), ("4", true)].map(|request| (combo, request))
    }) {
        let name = format!("{combo}-{version}-{is_split}");
        let file = |kind: &str| folder.join(&name).with_extension(kind);
        let flags = ["-g", "-gpubnames", &format!("-gdwarf-{version}")].map(str::to_owned);
        process::run(&mut build::clang(combo, &source, &flags, &file("bc"))).expect("clang");
        let mut options: Vec<String> = vec!["-generate-type-units".into()];
        options.extend(is_split.then(|| format!("-split-dwarf-file={name}.dwo")));
        let object = file("o");
        process::run(compiler.command(combo, &file("bc"), &object).args(&options)).expect("compiled");
        let mut text = compiler.command_for("asm", combo, &file("bc"), &file("s"));
        process::run(text.args(&options)).expect("compiled");
        for (mut assembler, kind) in assemblers(combo, &compiler).into_iter().zip(["mc.o", "own.o"]) {
            process::run(assembler.arg("-o").arg(file(kind)).arg(file("s"))).expect("assembled");
            let difference = process::first_difference(&dumped(&object), &dumped(&file(kind)));
            assert_eq!(difference, None, "{name} by {kind}");
            assert_eq!(type_units(&object), type_units(&file(kind)), "{name} by {kind}");
        }
        let twin = file("llc.o");
        process::run(Compiler::Llc.command(combo, &file("bc"), &twin).args(&options)).expect("compiled");
        assert_eq!(frames_macros_and_names(&object), frames_macros_and_names(&twin), "{name}");
        // Unnamed types are not looked up.
        let mut names = public_names(&twin);
        names.remove("\"\"");
        assert_eq!(public_names(&object), names, "{name}");
    }
}
