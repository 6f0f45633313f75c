//! The part of README.md that lists what is refused, as the compiler prints it.

use crate::build::Compiler;
use crate::{Result, sources};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The lines in README.md that the list stands between.
const BEGIN: &str = "<!-- gisel --list-refused -->\n```text\n";
const END: &str = "```\n<!-- end -->\n";

fn readme() -> PathBuf {
    sources::package_folder().with_file_name("README.md")
}

/// README.md as it is, and as it should be.
///
/// # Errors
/// The compiler has not been built, or README.md has no place for the list.
pub fn readme_now_and_then() -> Result<(String, String)> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("there is no compiler".into()) };
    let output = Command::new(gisel).arg("--list-refused").output().map_err(|e| e.to_string())?;
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let now = fs::read_to_string(readme()).map_err(|e| format!("README.md: {e}"))?;
    let (before, rest) = now.split_once(BEGIN).ok_or("README.md has no place for the list")?;
    let (_, after) = rest.split_once(END).ok_or("README.md has no end of the list")?;
    let then = format!("{before}{BEGIN}{list}{END}{after}");
    Ok((now, then))
}

/// Writes the list anew.
///
/// # Errors
/// As for [`readme_now_and_then`], and what the file system says.
pub fn bless() -> Result<()> {
    let (now, then) = readme_now_and_then()?;
    if now == then {
        return Ok(());
    }
    fs::write(readme(), then).map_err(|e| format!("README.md: {e}"))
}
