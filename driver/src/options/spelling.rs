//! Arguments in the form of LLVM's tools, converted to the form that clap expects. LLVM's tools
//! accept long options after one dash or two, switches with a value, and values as the next
//! argument. They also read arguments from files and from the environment.

use crate::llc_options::{self, LlcOption, OptionState, truth};
use std::ffi::OsString;

/// The environment variable with arguments that come before the command line's.
const ENVIRONMENT: &str = "GISEL_OPTIONS";

/// The maximum nesting depth of files of arguments.
const DEPTH: usize = 20;

/// Returns the arguments, including the environment's and those in files.
pub(super) fn gather(args: impl Iterator<Item = OsString>, environment: Option<OsString>) -> Vec<OsString> {
    let mut args = args;
    let program = args.next();
    let added = environment.map(|text| split(&text.to_string_lossy())).unwrap_or_default();
    let all = added.into_iter().map(OsString::from).chain(args);
    program.into_iter().chain(expand(all, DEPTH)).collect()
}

/// Replaces `@F` by the arguments in the file `F`.
pub(super) fn expand_files(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    expand(args, DEPTH)
}

/// Returns the arguments of the environment.
pub(super) fn of_environment() -> Option<OsString> {
    std::env::var_os(ENVIRONMENT)
}

/// Replaces `@F` by the arguments in the file `F`, if there is such a file; not after `--`.
fn expand(args: impl Iterator<Item = OsString>, depth: usize) -> Vec<OsString> {
    let mut expanded = Vec::new();
    let mut verbatim = false;
    for arg in args {
        verbatim |= arg == "--";
        let file = arg.to_str().and_then(|text| text.strip_prefix('@')).filter(|_| !verbatim && depth != 0);
        match file.and_then(|file| std::fs::read_to_string(file).ok()) {
            Some(text) => expanded.extend(expand(split(&text).into_iter().map(OsString::from), depth - 1)),
            None => expanded.push(arg),
        }
    }
    expanded
}

/// Splits a text into arguments, as GNU's tools do: at white space outside of quotes, with
/// backslash escapes.
fn split(text: &str) -> Vec<String> {
    let mut args = Vec::new();
    let mut arg: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => arg.get_or_insert_default().extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                arg.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => args.extend(arg.take()),
            (c, _) => arg.get_or_insert_default().push(c),
        }
    }
    args.extend(arg);
    args
}

/// The normalized arguments.
#[derive(Default)]
pub(super) struct Normal {
    /// The arguments in the form that clap expects.
    pub args: Vec<OsString>,
    /// The options of `llc` that clap does not know.
    pub of_llc: Vec<OfLlc>,
}

/// An option of `llc` that is in the table but not known to clap.
pub(super) struct OfLlc {
    /// The option.
    pub option: LlcOption,
    /// The value.
    pub value: Option<String>,
}

impl OfLlc {
    /// Returns the argument in `llc`'s form.
    pub fn argument(&self) -> String {
        let name = self.option.name;
        self.value.as_ref().map_or_else(|| format!("-{name}"), |value| format!("-{name}={value}"))
    }

    /// Returns the pass that it disables.
    pub fn left_out(&self) -> Option<&'static str> {
        self.option.left_out(self.value.as_deref())
    }
}

/// Normalizes the arguments. The error names a rejected option.
pub(super) fn normalize(command: &clap::Command, args: Vec<OsString>) -> Result<Normal, String> {
    let Normal { args: mut normal, mut of_llc } = Normal::default();
    let mut args = args.into_iter();
    normal.extend(args.next());
    while let Some(arg) = args.next() {
        if arg == "--" {
            normal.push(arg);
            normal.extend(args);
            break;
        }
        let option = arg.to_str().filter(|text| text.len() > 1 && text.starts_with('-'));
        let Some(text) = option else {
            normal.push(arg);
            continue;
        };
        match spell(command, text)? {
            Spelt::Option(option) => {
                let takes_next = takes_next(command, &option);
                normal.push(option.into());
                normal.extend(takes_next.then(|| args.next()).flatten());
            }
            // The last of several takes effect.
            Spelt::Off(option) => normal.retain(|earlier| *earlier != *option),
            Spelt::OfLlc(option, value) => {
                let next = if value.is_none() && option.values.may_follow() { args.next() } else { None };
                let value = value.or(next.map(|next| next.to_string_lossy().into_owned()));
                option.check(value.as_deref())?;
                // The last of several takes effect.
                of_llc.retain(|earlier: &OfLlc| earlier.option.name != option.name);
                of_llc.push(OfLlc { option, value });
            }
        }
    }
    Ok(Normal { args: normal, of_llc })
}

/// The kind of an argument.
enum Spelt {
    /// An option that clap knows, or an unknown one.
    Option(String),
    /// A disabled switch of this name.
    Off(String),
    /// An option of `llc` that clap does not know, and its value.
    OfLlc(LlcOption, Option<String>),
}

fn spell(command: &clap::Command, text: &str) -> Result<Spelt, String> {
    if let Some(options) = text.strip_prefix("-Wl,") {
        return Ok(Spelt::Option(format!("--linker-options={options}")));
    }
    let body = text.trim_start_matches('-');
    let (name, value) = body.split_once('=').map_or((body, None), |(name, value)| (name, Some(value)));
    // One dash or two, as in LLVM.
    let text = if name.len() == 1 { &text[text.len() - body.len() - 1..] } else { text };
    let name = if name == "W" { "no-warn" } else { name };
    let level = match (name.strip_prefix('O'), value) {
        (Some(""), level) => level,
        (Some(level), None) if level.len() == 1 => Some(level),
        _ => None,
    };
    if let Some(level) = level {
        return Ok(Spelt::Option(format!("-O{level}")));
    }
    if let Some(arg) = command.get_arguments().find(|arg| arg.get_long() == Some(name)) {
        if arg.get_action().takes_values() {
            return Ok(Spelt::Option(format!("--{body}")));
        }
        return switch(name, value);
    }
    match llc_options::find(name) {
        Some(option) if option.state != OptionState::Done => {
            Ok(Spelt::OfLlc(option, value.map(str::to_owned)))
        }
        _ if is_short(text) && (command.get_arguments().any(|arg| is_letter(arg, text)) || text == "-h") => {
            Ok(Spelt::Option(text.to_owned()))
        }
        _ if OF_CLAP.contains(&name) => Ok(Spelt::Option(format!("--{body}"))),
        _ => Err(unknown(command, text, name)),
    }
}

/// Options that clap adds to a command.
const OF_CLAP: [&str; 2] = ["help", "version"];

/// Options of clang and similar compilers, with their equivalents here.
const OF_CLANG: [(&str, &str); 10] = [
    ("target", "-mtriple names the target"),
    ("mabi", "-target-abi names the ABI"),
    ("S", "-filetype=asm makes assembly"),
    ("c", "-filetype=obj makes an object"),
    ("fPIC", "-relocation-model=pic makes position-independent code"),
    ("fPIE", "-relocation-model=pic makes position-independent code"),
    ("g", "the module has debug information if it was compiled with -g"),
    ("emit-llvm", "the input is LLVM IR already"),
    ("mtune", "-mcpu names the CPU"),
    ("fno-pic", "-relocation-model=static makes code for fixed addresses"),
];

/// Returns the error for an unknown option, with a similar one of gisel's or `llc`'s.
fn unknown(command: &clap::Command, text: &str, name: &str) -> String {
    if let Some((_, instead)) = OF_CLANG.iter().find(|(option, _)| *option == name) {
        return format!("unknown option '{text}': {instead}");
    }
    let own = command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
    let dashes = &text[..text.len() - text.trim_start_matches('-').len()];
    let meant = gisel_targets::nearest(name, own.chain(llc_options::all().map(|option| option.name)));
    let meant = meant.map(|other| format!("; did you mean '{dashes}{other}'?"));
    format!("unknown option '{text}'{}", meant.unwrap_or_default())
}

/// Parses a switch: LLVM's switches take `=1` and `=0`.
fn switch(name: &str, value: Option<&str>) -> Result<Spelt, String> {
    match value.map_or(Some(true), truth) {
        Some(true) => Ok(Spelt::Option(format!("--{name}"))),
        Some(false) if name == "global-isel" => {
            Err("option -global-isel=0 is not supported: GlobalISel is the only instruction selector".into())
        }
        Some(false) => Ok(Spelt::Off(format!("--{name}"))),
        None => Err(format!("option -{name} takes true or false, not '{}'", value.unwrap_or_default())),
    }
}

/// Returns true if `text` begins with the letter of this option.
fn is_letter(arg: &clap::Arg, text: &str) -> bool {
    arg.get_short().is_some_and(|letter| text.chars().nth(1) == Some(letter))
}

/// Returns true for an option of one letter, whose value may follow directly.
fn is_short(text: &str) -> bool {
    let mut rest = text.chars().skip(1);
    match (rest.next(), rest.next()) {
        (Some('o' | 'x'), second) => matches!(second, None | Some('=')),
        (Some('O'), _) => true,
        (Some('j'), second) => second.is_none_or(|c| c == '=' || c.is_ascii_digit()),
        (Some('l' | 'L' | 'I' | 'M'), _) => true,
        (Some(letter), None) => letter != '-',
        _ => false,
    }
}

/// Returns true if the value of this option is the next argument.
fn takes_next(command: &clap::Command, option: &str) -> bool {
    let matches = |arg: &&clap::Arg| match option.strip_prefix("--") {
        Some(name) => arg.get_long() == Some(name),
        None => arg
            .get_short()
            .is_some_and(|letter| option.strip_prefix('-') == Some(letter.encode_utf8(&mut [0; 4]))),
    };
    let needs_value = |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_require_equals_set();
    command.get_arguments().find(matches).is_some_and(needs_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_arguments_are_separated_as_by_gnu() {
        assert_eq!(split(" -a\n'b c' \"d\\\"e\"f \\ g ''\t"), ["-a", "b c", "d\"ef", " g", ""]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn files_and_the_environment_give_arguments() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            format!("@{}", path.display())
        };
        let inner = write("inner", "-O0 'a b.ll'");
        let outer = write("outer", &format!("-j1\n{inner}\n"));
        let given = ["gisel", &outer, "@missing", "--", &outer].map(OsString::from);
        let all = gather(given.into_iter(), Some("-W -o -".into()));
        assert_eq!(all, ["gisel", "-W", "-o", "-", "-j1", "-O0", "a b.ll", "@missing", "--", &outer]);
        // Expanding a file that names itself terminates.
        let own = folder.path().join("own");
        std::fs::write(&own, format!("@{}", own.display())).expect("written");
        gather(["gisel".into(), format!("@{}", own.display()).into()].into_iter(), None);
    }
}
