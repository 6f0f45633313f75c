//! Compilation from a program instead of the command line: compiles a module in memory to an
//! object, or returns the errors.

use crate::compile_options::{CompileOptions, Warnings};
use crate::failure::Failure;
use crate::messages::Message;
use crate::options::{self, uses::Use};
use crate::progress::Progress;
use crate::session::{self};
use std::ffi::OsString;
use std::fmt;

/// The options of a compilation. The defaults match the command `gisel -filetype=obj`.
///
/// ```
/// let options = gisel::Options::new().triple("riscv64-unknown-linux-gnu").features("+m,+a,+c,+zbb").level(2);
/// let object = gisel::compile(b"define i32 @f(i32 %x) { ret i32 %x }", &options)?;
/// assert!(object.bytes.starts_with(b"\x7fELF"));
/// # Ok::<(), gisel::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    name: String,
    arguments: Vec<OsString>,
}

impl Default for Options {
    fn default() -> Options {
        Options { name: "<memory>".into(), arguments: vec!["gisel".into(), "-filetype=obj".into()] }
    }
}

impl Options {
    /// Returns the options of `-O2`, for the target that the module names.
    #[must_use]
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets the optimization level, 0 to 3; any other value is an error of the compilation.
    #[must_use]
    pub fn level(self, level: u8) -> Options {
        self.argument(format!("-O{level}"))
    }

    /// Sets the target triple that replaces the module's.
    #[must_use]
    pub fn triple(self, triple: &str) -> Options {
        self.argument(format!("-mtriple={triple}"))
    }

    /// Sets the CPU of functions that name none.
    #[must_use]
    pub fn cpu(self, cpu: &str) -> Options {
        self.argument(format!("-mcpu={cpu}"))
    }

    /// Adds features to those that functions name, such as `+zbb,-c`.
    #[must_use]
    pub fn features(self, features: &str) -> Options {
        self.argument(format!("-mattr={features}"))
    }

    /// Requests assembly instead of an object.
    #[must_use]
    pub fn assembly(self) -> Options {
        self.argument("-filetype=asm")
    }

    /// Adds any other option in the form of the command line: `-function-sections`,
    /// `-relocation-model=pic`. Options about files, linking and running only apply to the command,
    /// and are errors of the compilation.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Options {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the name of the input in messages. The extension `.s` means assembly, `.mir` means MIR.
    #[must_use]
    pub fn name(mut self, name: &str) -> Options {
        self.name = name.to_owned();
        self
    }
}

/// The result of compiling a module.
#[derive(Clone, Debug)]
pub struct Object {
    /// The ELF object, or the requested assembly or MIR.
    pub bytes: Vec<u8>,
    /// The triple of the object.
    pub triple: String,
    /// The warnings, one sentence each.
    pub warnings: Vec<String>,
}

/// The errors, one sentence each: everything in the module that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<String>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for Diagnostics {}

impl From<Failure> for Diagnostics {
    fn from(Failure(messages): Failure) -> Diagnostics {
        Diagnostics(messages.iter().map(Message::with_place).collect())
    }
}

/// Compiles a module: LLVM IR as text or bitcode, or MIR. Only output that an argument requests is
/// printed (`-stats`, `-print-after-all`).
///
/// A module that a program has built with LLVM is passed as bitcode:
///
/// ```
/// use inkwell::context::Context;
///
/// let context = Context::create();
/// let module = context.create_module("answers");
/// let int = context.i32_type();
/// let function = module.add_function("twice", int.fn_type(&[int.into()], false), None);
/// let builder = context.create_builder();
/// builder.position_at_end(context.append_basic_block(function, "entry"));
/// let x = function.get_nth_param(0).unwrap().into_int_value();
/// let sum = builder.build_int_add(x, x, "sum")?;
/// builder.build_return(Some(&sum))?;
///
/// let bitcode = module.write_bitcode_to_memory();
/// let options = gisel::Options::new().triple("aarch64-unknown-linux-gnu");
/// let object = gisel::compile(bitcode.as_slice(), &options)?;
/// assert_eq!(object.triple, "aarch64-unknown-linux-gnu");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All errors are reported:
///
/// ```
/// let text = b"target triple = \"aarch64-linux-gnu\"\ndefine void @f() partition \"p\" { ret void }";
/// let why = gisel::compile(text, &gisel::Options::new()).unwrap_err();
/// assert!(why.to_string().contains("property partition=p is not supported"));
/// ```
///
/// # Errors
/// An option is invalid, the reader rejects the input, or the module cannot be compiled.
pub fn compile(input: &[u8], options: &Options) -> Result<Object, Diagnostics> {
    let parsed = options::parse_arguments(options.arguments.iter().cloned())
        .map_err(|message| Diagnostics(vec![message]))?;
    if let Some(message) = of_the_command(&parsed) {
        return Err(Diagnostics(vec![message]));
    }
    let mut compile_options = CompileOptions::new(&parsed);
    compile_options.warnings = Warnings::Returned;
    compile_options.progress = Progress::hidden();
    let compiled = session::compile(input, &options.name, &compile_options)?;
    let warnings = compile_options.diagnostics.take_reports().iter().map(ToString::to_string).collect();
    Ok(Object { bytes: compiled.bytes, triple: compiled.machine.triple, warnings })
}

/// Returns the error for options that only apply to the command.
fn of_the_command(options: &options::Options) -> Option<String> {
    let what = match options {
        _ if !options.inputs.is_empty() || options.command.is_some() => "an input file",
        _ if options.requests_target_help() => "a list of features",
        _ => return options.misplaced(Use::Library),
    };
    Some(format!("{what} is for the command, not for the library"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_command_alone_are_rejected() {
        let text = b"target triple = \"aarch64-linux-gnu\"\ndefine void @f() { ret void }";
        assert!(compile(text, &Options::new()).is_ok());
        let cases = [
            ("a.ll", "an input file"),
            ("-o=a.o", "option -o"),
            ("--link", "option --link"),
            ("-lm", "option -l"),
            ("-shared", "option -shared"),
            ("--json", "option --json"),
            ("--fallback=llc", "option --fallback"),
            ("-fatal-warnings", "option -fatal-warnings"),
            ("-mattr=help", "a list of features"),
            ("--list-rules", "option --list-rules"),
        ];
        for (argument, what) in cases {
            let said = compile(text, &Options::new().argument(argument)).expect_err(argument).to_string();
            assert_eq!(said, format!("{what} is for the command, not for the library"));
        }
    }
}
