//! Converts a broken invariant in a step of compilation to an error that names the step and the
//! assertion's location.
//!
//! A step is a pass, or work before or after the passes. Each thread knows its current step. The
//! panic hook records it with the assertion's file and line, and [`catch`] creates the error. Cost:
//! two writes to a thread-local variable a step.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, Location, PanicHookInfo};
use std::sync::OnceLock;

thread_local! {
    static STEP: Cell<&'static str> = const { Cell::new("") };
    /// The number of nested guards of this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Step and file with line of the last panic.
    static LAST: RefCell<Option<(&'static str, String)>> = const { RefCell::new(None) };
}

/// The step that must fail, for tests.
static FAILING: OnceLock<String> = OnceLock::new();

/// Runs `work` as the step `name` of this thread.
pub fn step<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let outer = STEP.replace(name);
    if FAILING.get().is_some_and(|failing| failing == name) {
        panic!("asked to fail");
    }
    let result = work();
    STEP.set(outer);
    result
}

/// Makes every step with this name panic.
pub fn fail_in(name: &str) {
    // The first name wins.
    let _ = FAILING.set(name.to_owned());
}

/// Runs `work`. Converts a panic to a message that names the step, the broken invariant, and the
/// assertion's location.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let outer = STEP.get();
    DEPTH.set(DEPTH.get() + 1);
    // The caller drops state that a panic may have left inconsistent.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    let failed = STEP.replace(outer);
    result.map_err(|payload| {
        let noted = LAST.take();
        let (step, location) = noted.map_or((failed, None), |(step, location)| (step, Some(location)));
        message(step, text(&*payload), location.as_deref())
    })
}

fn message(step: &str, text: &str, location: Option<&str>) -> String {
    let at_step = if step.is_empty() { String::new() } else { format!(" in {step}") };
    let location = location.map_or(String::new(), |location| format!(" ({location})"));
    format!("{INTERNAL_ERROR}{at_step}: {text}{location}")
}

/// The prefix of messages about broken invariants.
pub const INTERNAL_ERROR: &str = "internal error";

fn text(payload: &(dyn std::any::Any + Send)) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// Makes panics within a guard record their location instead of printing it. Others are printed
/// like errors, by `print`.
pub fn install_hook(print: fn(&str)) {
    panic::set_hook(Box::new(move |info| note(info, print)));
}

fn note(info: &PanicHookInfo<'_>, print: fn(&str)) {
    let location = info.location().map(place).unwrap_or_default();
    if std::env::var_os("RUST_BACKTRACE").is_some_and(|asked| asked != "0") {
        print(&format!("{}\n", std::backtrace::Backtrace::force_capture()));
    }
    if DEPTH.get() == 0 {
        print(&format!("error: {}\n", message(STEP.get(), text(info.payload()), Some(&location))));
        return;
    }
    LAST.set(Some((STEP.get(), location)));
}

/// Returns file and line; for a file outside of the project, only the path below the registry's
/// folder.
fn place(location: &Location<'_>) -> String {
    const FOLDERS_OF_A_CRATE: usize = 4;
    let file = location.file();
    let start = match file.starts_with('/') {
        true => file.rmatch_indices('/').nth(FOLDERS_OF_A_CRATE - 1).map_or(0, |(n, _)| n + 1),
        false => 0,
    };
    format!("{}:{}", &file[start..], location.line())
}

#[cfg(test)]
mod tests {
    use super::{catch, step};

    #[test]
    fn a_panic_names_its_step() {
        let caught = catch(|| step("outer", || step("inner", || panic!("no such {}", "thing"))));
        assert_eq!(caught, Err::<(), _>("internal error in inner: no such thing".to_string()));
        let later = catch(|| {
            step("outer", || {
                step("inner", || ());
                panic!("broken")
            })
        });
        assert_eq!(later, Err::<(), _>("internal error in outer: broken".to_string()));
        assert_eq!(catch(|| 7), Ok(7));
        assert_eq!(catch(|| panic!("broken")), Err::<(), _>("internal error: broken".to_string()));
    }
}
