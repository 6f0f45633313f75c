//! The blocks that a program executes, and the code of its own functions.
//!
//! Blocks are qemu's: from a branch target to the next branch. The plugin writes how often each was
//! executed; the disassembly of the executable has their instructions.

use crate::{Result, process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

/// A block: its address, instruction count, and execution count.
#[derive(Clone, Copy)]
pub struct Block {
    pub address: u64,
    pub instructions: u64,
    pub executed: u64,
}

impl Block {
    /// Returns the number of instructions executed in it.
    pub fn weight(&self) -> u64 {
        self.instructions * self.executed
    }
}

/// An instruction, as the disassembler prints it.
pub struct Instruction {
    pub function: Rc<str>,
    pub text: String,
}

/// The instructions of a program's own functions, by address.
pub struct Code(HashMap<u64, Instruction>);

impl Code {
    /// Disassembles the functions of `object` in `executable`.
    ///
    /// # Errors
    /// A tool fails.
    pub fn new(object: &Path, executable: &Path) -> Result<Code> {
        let own = functions(object)?;
        let mut objdump = Command::new("llvm-objdump-22");
        let printed = process::run(objdump.args(["-d", "--no-show-raw-insn"]).arg(executable))?;
        let (mut code, mut function) = (HashMap::new(), None);
        for line in printed.lines() {
            if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
                // Labels for relocations are inside a function.
                if !name.starts_with(".L") {
                    function = own.contains(name).then(|| Rc::from(name));
                }
            } else if let (Some((address, text)), Some(function)) = (line.split_once(':'), &function)
                && let Ok(address) = u64::from_str_radix(address.trim(), 16)
            {
                let text = text.trim().to_owned();
                code.insert(address, Instruction { function: Rc::clone(function), text });
            }
        }
        Ok(Code(code))
    }

    /// Returns the instruction at an address, if it is the program's own.
    pub fn at(&self, address: u64) -> Option<&Instruction> {
        self.0.get(&address)
    }

    /// Returns the instructions of a block, with their addresses.
    pub fn block(&self, block: Block) -> impl Iterator<Item = (u64, &Instruction)> {
        let mut address = block.address;
        (0..block.instructions).filter_map(move |_| {
            let at = address;
            // A compressed RISC-V instruction ends two bytes after its start.
            address += if self.0.contains_key(&(at + 2)) { 2 } else { 4 };
            Some((at, self.at(at)?))
        })
    }

    /// Returns the program's own blocks from the plugin's file, those with the most executed
    /// instructions first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn executed(&self, file: &Path) -> Result<Vec<Block>> {
        let mut blocks = counted(file)?;
        blocks.retain(|block| self.at(block.address).is_some());
        blocks.sort_by_key(|block| (std::cmp::Reverse(block.weight()), block.address, block.instructions));
        Ok(blocks)
    }
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
