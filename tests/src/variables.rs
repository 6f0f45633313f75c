//! Coverage of variables' scopes by locations, as counted by `llvm-dwarfdump --statistics`.

use crate::{Result, process};
use std::fmt;
use std::path::Path;
use std::process::Command;

/// The bytes of code in variables' scopes, and those with a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// The bytes with a location.
    pub covered: u64,
    /// All bytes.
    pub all: u64,
}

impl Coverage {
    /// Reads the coverage of an object.
    pub fn of(object: &Path) -> Result<Coverage> {
        let mut dump = Command::new("llvm-dwarfdump-22");
        let text = process::run(dump.arg("--statistics").arg(object))?;
        let number = |key: &str| {
            let rest = text.split(&format!("\"{key}\":")).nth(1)?;
            rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let scope = "sum_all_variables(#bytes in parent scope";
        let covered = number(&format!("{scope} covered by DW_AT_location)"));
        let all = number(&format!("{scope})"));
        let both = covered.zip(all).ok_or_else(|| format!("{}: no statistics", object.display()))?;
        Ok(Coverage { covered: both.0, all: both.1 })
    }

    /// Returns the covered fraction.
    pub fn ratio(self) -> f64 {
        self.covered as f64 / self.all.max(1) as f64
    }
}

impl std::iter::Sum for Coverage {
    fn sum<I: Iterator<Item = Coverage>>(all: I) -> Coverage {
        all.fold(Coverage::default(), |a, b| Coverage { covered: a.covered + b.covered, all: a.all + b.all })
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:.4} ({} of {})", self.ratio(), self.covered, self.all)
    }
}
