//! The cycles of a program, by `llvm-mca` and the execution count of each block.
//!
//! Blocks are qemu's: from a branch target to the next branch. `llvm-mca` simulates the hottest
//! blocks of the program's own code, in many rounds each; they make up [`SHARE`] of the
//! instructions executed there. The others are assumed to be like them.

use crate::target::Target;
use crate::{Result, process};
use std::collections::{HashMap, HashSet};
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

/// A block: its address, instruction count, and execution count.
#[derive(Clone, Copy)]
struct Block {
    address: u64,
    instructions: u64,
    executed: u64,
}

impl Block {
    fn weight(&self) -> u64 {
        self.instructions * self.executed
    }
}

/// Returns the cycles of the code of `object` in `executable`, whose block counts are in the file
/// `blocks`.
///
/// # Errors
/// A tool fails.
pub fn cycles(target: Target, object: &Path, executable: &Path, blocks: &Path) -> Result<f64> {
    let own = functions(object)?;
    let code = disassembly(executable, &own)?;
    let mut blocks = counted(blocks)?;
    blocks.retain(|block| code.contains_key(&block.address));
    blocks.sort_by_key(|block| (std::cmp::Reverse(block.weight()), block.address));
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

/// Returns the names of the functions in an object.
fn functions(object: &Path) -> Result<HashSet<String>> {
    let names = process::run(Command::new("llvm-nm-22").arg("--defined-only").arg(object))?;
    let function = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (kind, name) = (words.next()?, words.next()?);
        ["t", "T", "W", "w"].contains(&kind).then(|| name.to_owned())
    };
    Ok(names.lines().filter_map(function).collect())
}

/// Returns the instructions of these functions, by address.
fn disassembly(executable: &Path, own: &HashSet<String>) -> Result<HashMap<u64, String>> {
    let mut objdump = Command::new("llvm-objdump-22");
    let text = process::run(objdump.args(["-d", "--no-show-raw-insn"]).arg(executable))?;
    let (mut code, mut is_own) = (HashMap::new(), false);
    for line in text.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            is_own = own.contains(name);
        } else if let Some((address, instruction)) = line.split_once(':').filter(|_| is_own)
            && let Ok(address) = u64::from_str_radix(address.trim(), 16)
        {
            code.insert(address, for_assembler(instruction));
        }
    }
    Ok(code)
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

/// Reads the counts, and merges translations of the same block.
fn counted(file: &Path) -> Result<Vec<Block>> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut blocks: HashMap<(u64, u64), u64> = HashMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [address, instructions, executed] = words[..]
            && let Ok(address) = u64::from_str_radix(address, 16)
            && let (Ok(instructions), Ok(executed)) = (instructions.parse(), executed.parse::<u64>())
        {
            *blocks.entry((address, instructions)).or_default() += executed;
        }
    }
    let block = |((address, instructions), executed)| Block { address, instructions, executed };
    Ok(blocks.into_iter().map(block).collect())
}

/// Returns the instructions of a block, one per line.
fn text(code: &HashMap<u64, String>, block: Block) -> String {
    let (mut text, mut address) = (String::new(), block.address);
    for _ in 0..block.instructions {
        // A compressed RISC-V instruction ends two bytes after its start.
        if let Some(line) = code.get(&address) {
            text += line;
            text.push('\n');
        }
        address += if code.contains_key(&(address + 2)) { 2 } else { 4 };
    }
    text
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
