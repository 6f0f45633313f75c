//! What may stand first on the command line: what is done instead of compiling.

use std::path::Path;

/// What is done with a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// It is linked and run.
    Run,
    /// Its functions are executed as they are.
    Interpret,
    /// It is compiled by `llc`, too.
    Compare,
    /// The way of its functions is shown.
    Explain,
    /// The commands in it are executed.
    Test,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 5] =
        [Command::Run, Command::Interpret, Command::Explain, Command::Compare, Command::Test];

    /// The command of this name.
    pub fn named(name: &str) -> Option<Command> {
        Command::ALL.into_iter().find(|command| command.name() == name)
    }

    /// What can be done about an input that does not exist, if its name is a word, as a command is.
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

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Command::Run => "run",
            Command::Interpret => "interpret",
            Command::Compare => "compare",
            Command::Explain => "explain",
            Command::Test => "test",
        }
    }

    /// What it does.
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

    /// What follows its name.
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
