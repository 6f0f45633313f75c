//! Tests of parsing the command line.

use super::*;

fn parse(args: &[&str]) -> Options {
    try_parse(args).unwrap()
}

fn try_parse(args: &[&str]) -> Result<Options, (String, u8)> {
    super::parse_with(["gisel"].iter().chain(args).map(OsString::from), None)
}

#[test]
fn options_are_spelt_as_by_llc() {
    let o = parse(&["-O0", "-mtriple=riscv64", "-filetype=obj", "-mattr=-c,+zbb", "-o", "a.o", "a.ll"]);
    assert_eq!((o.level, o.filetype), (OptLevel::O0, FileType::Obj));
    assert_eq!((o.mtriple.as_deref(), &*o.mattr), (Some("riscv64"), &["-c,+zbb".into()][..]));
    assert_eq!(o.inputs, [PathBuf::from("a.ll")]);
}

#[test]
fn arguments_of_the_program_are_left_alone() {
    let o = parse(&["run", "p.ll", "--", "-mtriple=x"]);
    assert_eq!(o.program_args, ["-mtriple=x"]);
    assert_eq!((o.command, &*o.inputs), (Some(Command::Run), &[PathBuf::from("p.ll")][..]));
    let o = parse(&["-O0", "--", "-odd.ll", "run"]);
    assert_eq!((o.command, &*o.inputs), (None, &["-odd.ll".into(), "run".into()][..]));
}

#[test]
fn the_last_of_repeated_options_holds_and_lists_grow() {
    let o = parse(&["-O0", "-mcpu=a", "-filetype=obj", "-O3", "--mcpu", "b", "-filetype", "asm"]);
    assert_eq!((o.level, o.mcpu.as_deref(), o.filetype), (OptLevel::O3, Some("b"), FileType::Asm));
    assert!(!parse(&["-function-sections", "-function-sections=0"]).module.options.function_sections);
    assert!(parse(&["-function-sections=0", "--function-sections"]).module.options.function_sections);
    assert_eq!(parse(&["-mattr=a", "-mattr=b,c"]).mattr, ["a", "b,c"]);
    assert_eq!(parse(&["-print-after=a", "-print-after=b,c"]).print_after, ["a", "b", "c"]);
    assert!(parse(&["-W"]).no_warn && !parse(&["-W", "-no-warn=false"]).no_warn);
}

#[test]
fn values_follow_in_each_of_llvm_s_ways() {
    for args in [&["-mattr=-c"][..], &["--mattr=-c"], &["-mattr", "-c"], &["--mattr", "-c"]] {
        assert_eq!(parse(args).mattr, ["-c"], "{args:?}");
    }
    for args in [&["-o=a"][..], &["-o", "a"]] {
        assert_eq!(parse(args).output, Some(PathBuf::from("a")), "{args:?}");
    }
    assert_eq!(parse(&["-mtriple=riscv64", "-mtriple="]).mtriple, None);
    for args in [&["-O0"][..], &["-O=0"], &["-O", "0"], &["--O0"], &["--O=0"]] {
        assert_eq!(parse(args).level, OptLevel::O0, "{args:?}");
    }
    assert_eq!(parse(&["-mattr=-c,+zbb", "-mattr", "+zba"]).mattr, ["-c,+zbb", "+zba"]);
    assert_eq!(parse(&["-lm", "-l", "c"]).libraries, ["m", "c"]);
    assert_eq!((parse(&["-j4"]).jobs, parse(&["-j", "4"]).jobs), (4, 4));
    assert!(parse(&["-function-sections=1"]).module.options.function_sections);
    assert!(!parse(&["-function-sections=false"]).module.options.function_sections);
}

#[test]
fn unsupported_options_of_llc_are_rejected_with_a_reason() {
    parse(&["-asm-verbose=0", "-global-isel=1", "-thread-model", "posix", "-unroll-count=3", "-fast-isel=0"]);
    for (option, words) in [
        ("-regalloc=pbqp", "the best is `greedy`"),
        ("-regalloc=fast", "the fastest is `linearscan`"),
        ("-regalloc=best", "there are `linearscan`, `greedy` and `default`"),
        ("--fast-isel", "only instruction selector"),
        ("-global-isel=0", "only instruction selector"),
        ("-function-sections=2", "takes true or false"),
        ("-unheard-of", "unknown option '-unheard-of'\n"),
        ("-fast-isle=0", "unknown option '-fast-isle=0'; did you mean '-fast-isel'?"),
        ("--unrol-count=4", "unknown option '--unrol-count=4'; did you mean '--unroll-count'?"),
        ("-asm-vrebose", "unknown option '-asm-vrebose'; did you mean '-asm-verbose'?"),
        ("-exception-model=sjlj", "exceptions unwind by DWARF tables"),
        ("-ofile", "unknown option '-ofile'"),
    ] {
        let (message, code) = try_parse(&[option]).unwrap_err();
        assert!(message.contains(words) && code == 1, "{option}: {message}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for option in ["--help", "-help", "--version", "-version", "-h", "-help-hidden", "--help-list"] {
        assert_eq!(try_parse(&[option]).unwrap_err().1, 0, "{option}");
    }
}
