//! The lists of rejected and accepted features in documents, as the compiler prints them.

use crate::build::Compiler;
use crate::{Result, sources};
use std::fs;
use std::process::Command;

/// A list in a document.
struct List {
    /// The path from the top of the repository.
    document: &'static str,
    /// The option of the compiler that prints it.
    option: &'static str,
}

const LISTS: [List; 3] = [
    List { document: "docs/limits.md", option: "--list-refused" },
    List { document: "docs/options.md", option: "--list-llc-options" },
    List { document: "docs/options.md", option: "--list-uses" },
];

/// The text after a list.
const END: &str = "```\n<!-- end -->\n";

impl List {
    /// Returns the current document, and the expected one.
    fn now_and_then(&self) -> Result<(String, String)> {
        let List { document, option } = self;
        let Compiler::Gisel(gisel) = Compiler::under_test()? else {
            return Err("there is no compiler".into());
        };
        let output = Command::new(gisel).arg(option).output().map_err(|e| e.to_string())?;
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        let path = sources::package_folder().with_file_name(document);
        let now = fs::read_to_string(path).map_err(|e| format!("{document}: {e}"))?;
        let begin = format!("<!-- gisel {option} -->\n```text\n");
        let (before, rest) = now.split_once(&begin).ok_or(format!("{document} lacks {begin:?}"))?;
        let (_, after) = rest.split_once(END).ok_or(format!("{document} lacks {END:?}"))?;
        let then = format!("{before}{begin}{list}{END}{after}");
        Ok((now, then))
    }
}

/// Returns documents whose lists differ from the compiler's.
///
/// # Errors
/// The compiler has not been built, or a document has no list.
pub fn outdated() -> Result<Vec<&'static str>> {
    let mut outdated = Vec::new();
    for list in LISTS {
        let (now, then) = list.now_and_then()?;
        outdated.extend((now != then).then_some(list.document));
    }
    Ok(outdated)
}

/// Updates the lists.
///
/// # Errors
/// As for [`outdated`], and file system errors.
pub fn bless() -> Result<()> {
    for list in LISTS {
        let (now, then) = list.now_and_then()?;
        if now != then {
            let path = sources::package_folder().with_file_name(list.document);
            fs::write(path, then).map_err(|e| format!("{}: {e}", list.document))?;
        }
    }
    Ok(())
}
