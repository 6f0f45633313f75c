//! The commands that may be first on the command line and replace compiling.

use std::path::Path;

/// A command on a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Link and run it.
    Run,
    /// Interpret its functions.
    Interpret,
    /// Compile it also by `llc`.
    Compare,
    /// Show the compilation of its functions.
    Explain,
    /// Execute the commands in it.
    Test,
}

impl Command {
    /// All commands.
    pub const ALL: [Command; 5] =
        [Command::Run, Command::Interpret, Command::Explain, Command::Compare, Command::Test];

    /// Returns the command of this name.
    pub fn named(name: &str) -> Option<Command> {
        Command::ALL.into_iter().find(|command| command.name() == name)
    }

    /// Returns advice about an input that does not exist, if its name is a word, as a command is.
    pub fn meant(input: &Path) -> Option<String> {
        let name = input.to_str()?;
        if name == "help" {
            return Some("--help shows the options and the commands".to_owned());
        }
        let names = Command::ALL.map(Command::name);
        if let Some(meant) = gisel_targets::nearest(name, names.into_iter()) {
            return Some(format!("did you mean the command `gisel {meant}`?"));
        }
        let is_word = name.chars().all(|c| c.is_alphanumeric());
        is_word.then(|| format!("commands are {}; what a program is to get follows --", names.join(", ")))
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Command::Run => "run",
            Command::Interpret => "interpret",
            Command::Compare => "compare",
            Command::Explain => "explain",
            Command::Test => "test",
        }
    }

    /// Returns the description.
    pub fn about(self) -> &'static str {
        match self {
            Command::Run => {
                "compile, link and run, under qemu-user where the machine is another; the program's arguments follow --"
            }
            Command::Interpret => "execute the generic machine IR, without a target's machine",
            Command::Compare => "compile with llc, too, and print what differs",
            Command::Explain => "show the way of each function through the compiler, as a page",
            Command::Test => {
                "run the RUN: lines of files, or of those in folders, as LLVM's tests have them; llc in them is this program"
            }
        }
    }

    /// Returns the arguments after the name.
    pub fn arguments(self) -> &'static str {
        match self {
            Command::Run => "[OPTIONS] INPUTS [-- ARGUMENTS]",
            Command::Interpret => "[OPTIONS] INPUT [-- ARGUMENTS]",
            Command::Compare => "[OPTIONS] INPUT [--run -- ARGUMENTS]",
            Command::Explain => "[OPTIONS] INPUT",
            Command::Test => "[OPTIONS] FILES",
        }
    }
}
