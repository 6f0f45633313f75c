//! Pages in a headless browser, driven by a script appended to them.

use crate::Result;
use crate::process;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A window: width and height in pixels.
pub type Size = (u32, u32);

/// Opens a copy of `page` with `script` appended, in a window of this size; returns the page's
/// title, which the script sets.
///
/// # Errors
/// There is no browser, or the page cannot be read or has no title.
pub fn run(page: &Path, script: &str, (width, height): Size) -> Result<String> {
    let text = fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let (before, after) = text.rsplit_once("</body>").ok_or("the page has no end")?;
    let scripted = page.with_extension("scripted.html");
    let text = format!("{before}<script>{script}</script></body>{after}");
    fs::write(&scripted, text).map_err(|e| format!("{}: {e}", scripted.display()))?;
    let profile = page.with_extension("profile");
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"]);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser.arg(format!("--window-size={width},{height}"));
    let shown = process::run(browser.arg(format!("file://{}", scripted.display())))?;
    let title = shown.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.map(|(title, _)| title.to_owned()).ok_or_else(|| format!("no title in {} bytes", shown.len()))
}
