//! gdb's output for a program under qemu at its stops.

use crate::target::Target;
use crate::{Result, process};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Addresses of marks that are statements, with their numbers.
pub type Marks = BTreeMap<u64, u64>;

/// The mark at which a program has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A call.
    Call(u64),
    /// A statement.
    Statement(u64),
}

/// The variables at a stop.
#[derive(Debug, Clone)]
pub struct Stop {
    /// The mark.
    pub mark: Mark,
    /// Variables by name, with their values as gdb prints them.
    pub values: BTreeMap<String, String>,
}

/// Kills the program when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a gdb script on a program under qemu and returns gdb's output.
///
/// # Errors
/// One of them cannot be started.
pub fn transcript(target: Target, program: &Path, script: &Path) -> Result<String> {
    // A port that is free now; qemu will listen on it.
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    drop(listener);
    let mut qemu = Command::new(format!("qemu-{}", target.arch()));
    qemu.args(["-g", &port.to_string()]).arg("-L").arg(target.sysroot()).arg(program);
    let _running = Ended(qemu.stdout(Stdio::null()).spawn().map_err(|e| format!("qemu: {e}"))?);
    let connect = format!("target remote 127.0.0.1:{port}");
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch", "-ex", "set tcp connect-timeout 30", "-ex", &connect, "-x"]).arg(script);
    let output = gdb.arg(program).output();
    let output = output.map_err(|e| format!("{}: {e}", process::command_line(&gdb)))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

/// Returns a program's stops, with the variables' values there.
///
/// # Errors
/// gdb or qemu cannot be started, or the program does not reach its end.
pub fn stops(target: Target, program: &Path, marks: &Marks) -> Result<Vec<Stop>> {
    let mut script = String::from("set width 0\nset confirm off\nset print entry-values no\nbreak *stop\n");
    for address in marks.keys() {
        script += &format!("break *{address:#x}\n");
    }
    script += "while 1\ncontinue\nprintf \"STOP %lu %d\\n\", $pc, *(int *)&marked\n";
    script += "if *(int *)&marked != 0\nup 2\nend\ninfo args\ninfo locals\nend\n";
    let path = program.with_extension("gdb");
    fs::write(&path, script).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = transcript(target, program, &path)?;
    if !text.contains("exited normally") {
        return Err(format!("{} does not get to its end under gdb:\n{text}", program.display()));
    }
    let mut parts = text.split("\nSTOP ");
    parts.next();
    parts.map(|part| stop(part, marks)).collect()
}

fn stop(text: &str, marks: &Marks) -> Result<Stop> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut numbers = first.split(' ').map_while(|number| number.parse::<u64>().ok());
    let mark = match (numbers.next(), numbers.next()) {
        (Some(pc), Some(0)) => marks.get(&pc).map(|&number| Mark::Statement(number)),
        (Some(_), Some(number)) => Some(Mark::Call(number)),
        _ => None,
    };
    let mark = mark.ok_or_else(|| format!("a stop at no mark: {first}"))?;
    let values = lines.filter_map(|line| line.split_once(" = "));
    let values = values.filter(|(name, _)| name.starts_with('v') && !name.contains(' '));
    Ok(Stop { mark, values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect() })
}
