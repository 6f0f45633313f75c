//! The manual page and the shells' completions, generated from the table of options.

use crate::options::{self, Command, Options};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;

/// Returns a completion script for a shell: commands, each with its options, and options without a
/// command.
#[must_use]
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    let commands = Command::ALL.map(|command| options::help_of(command).name(command.name()));
    clap_complete::generate(shell, &mut Options::command().subcommands(commands), "gisel", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual page in troff.
///
/// # Errors
/// None, because it is written to memory.
pub fn page() -> io::Result<String> {
    let mut page = Vec::new();
    let man = Man::new(Options::command()).source(concat!("gisel ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    introduction().to_writer(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Returns the sections on usage; the options are listed after them.
fn introduction() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["SYNOPSIS"]);
    section.text([roman("gisel [COMMAND] [OPTIONS] [INPUTS] [-- ARGUMENTS]")]);
    section.control("SH", ["COMMANDS"]);
    section.text([roman("Without a command, each input is compiled.")]);
    for command in Command::ALL {
        section.control("TP", []);
        section.text([roman(command.name())]);
        section.text([roman(command.about())]);
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_options_are_in_the_page_and_in_the_scripts() {
        let page = page().unwrap();
        assert!(
            page.contains(".TH gisel 1  \"gisel ") && page.contains("filetype") && page.contains("compare"),
            "{page}"
        );
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = completions(shell);
            assert!(script.contains("relocation-model") && script.contains("gisel"), "{shell}");
            Command::ALL
                .iter()
                .for_each(|command| assert!(script.contains(command.name()), "{shell} {command:?}"));
        }
    }
}
