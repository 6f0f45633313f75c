//! The cycles of a program, by `llvm-mca` and the execution count of each block.
//!
//! `llvm-mca` simulates the hottest blocks of the program's own code, in many rounds each; they make
//! up [`SHARE`] of the instructions executed there. The others are assumed to be like them.

use super::blocks::{Block, Code};
use crate::target::Target;
use crate::{Result, process};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The share of executed instructions that is analysed.
const SHARE: f64 = 0.95;

/// The number of iterations of a block.
const ROUNDS: u32 = 100;

/// Returns the CPU whose cycles are counted, with the features of its model that code may use.
#[must_use]
pub fn cpu(target: Target) -> &'static str {
    match target {
        Target::Riscv64 => "sifive-u74",
        Target::Aarch64 => "cortex-a72",
    }
}

/// Returns the cycles of the code of `object` in `executable`, whose block counts are in the file
/// `blocks`.
///
/// # Errors
/// A tool fails.
pub fn cycles(target: Target, object: &Path, executable: &Path, blocks: &Path) -> Result<f64> {
    let code = Code::new(object, executable)?;
    let blocks = code.executed(blocks)?;
    let all: u64 = blocks.iter().map(Block::weight).sum();
    let (mut hottest, mut covered) = (Vec::new(), 0);
    for block in blocks {
        if covered as f64 >= SHARE * all as f64 {
            break;
        }
        covered += block.weight();
        hottest.push((block, text(&code, block)));
    }
    let source = executable.with_extension("mca.s");
    let rounds = analysed(target, &source, &hottest)?;
    let sum: f64 = hottest.iter().zip(&rounds).map(|((block, _), round)| block.executed as f64 * round).sum();
    Ok(sum * all as f64 / covered.max(1) as f64)
}

/// Formats an instruction as assembler input, with a symbol as the branch target.
fn for_assembler(instruction: &str) -> String {
    let text = instruction.split("//").next().unwrap_or_default().trim();
    let Some((text, _)) = text.split_once('<') else { return text.to_owned() };
    let text = text.trim_end();
    let goes = ["b", "cb", "tb", "j", "adr"].iter().any(|start| text.starts_with(start));
    match text.rfind([' ', '\t']) {
        Some(at) if goes => format!("{} target", &text[..at]),
        _ => text.to_owned(),
    }
}

/// Returns the instructions of a block, one per line.
fn text(code: &Code, block: Block) -> String {
    code.block(block).map(|(_, instruction)| for_assembler(&instruction.text) + "\n").collect()
}

/// Returns the cycles of one iteration of each block.
fn analysed(target: Target, source: &Path, blocks: &[(Block, String)]) -> Result<Vec<f64>> {
    let mut text = String::new();
    for (n, (_, code)) in blocks.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "# LLVM-MCA-BEGIN block{n}\n{code}# LLVM-MCA-END block{n}");
    }
    fs::write(source, text).map_err(|e| format!("{}: {e}", source.display()))?;
    let mut mca = Command::new("llvm-mca-22");
    mca.args([format!("-mtriple={}", target.triple()), format!("-mcpu={}", cpu(target))]);
    mca.args([format!("-iterations={ROUNDS}"), "-skip-unsupported-instructions=any".to_owned()]);
    mca.args(["-instruction-info=0", "-resource-pressure=0"]).arg(source);
    let printed = process::run(&mut mca)?;
    let cycles = |part: &str| {
        let line = part.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
        line.and_then(|line| line.trim().parse::<f64>().ok()).map_or(0.0, |all| all / f64::from(ROUNDS))
    };
    let rounds: Vec<f64> = printed.split("Code Region").skip(1).map(cycles).collect();
    if rounds.len() == blocks.len() {
        Ok(rounds)
    } else {
        Err(format!("{}: {} blocks of {}", source.display(), rounds.len(), blocks.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::for_assembler;

    #[test]
    fn targets_are_symbols() {
        for (printed, read) in [
            ("\tb.ne\t0x10564 <f+0x10>", "b.ne target"),
            ("\tbeq\ta0, a1, 0x10564 <f>", "beq\ta0, a1, target"),
            ("\tadrp\tx0, 0x4a000 <x>", "adrp\tx0, target"),
            ("\taddi\ta0, a0, -0x5c <x>", "addi\ta0, a0, -0x5c"),
            ("\tbl\t0x400 <g>", "bl target"),
            ("\tmov\tw0, #0x1                   // =1", "mov\tw0, #0x1"),
        ] {
            assert_eq!(for_assembler(printed), read);
        }
    }
}
