//! Functions in the interpreter of generic MIR: execution on words in registers and in memory, and
//! comparison of two functions.

mod random;

pub use random::Random;

use gisel_codegen::interpreter::{Limits, Machine, Program};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::target::{InterpreterTarget, Target};

/// Returns the registers of the first arguments.
pub fn argument_registers(target: &dyn Target) -> [PhysReg; 8] {
    let first = if target.name().starts_with("riscv") { 10 } else { 0 };
    let register = |n| target.registers().by_name(&format!("x{}", first + n));
    std::array::from_fn(|n| register(n).unwrap_or_else(|| panic!("there is no argument register {n}")))
}

/// A function's arguments: addresses of memory rows, then words. The results are at the start of
/// the first row at the end.
pub struct Arguments<'a> {
    /// The rows, by their initial contents.
    pub memory: &'a [&'a [u64]],
    /// The number of result words.
    pub results: u64,
    /// The words.
    pub words: &'a [u64],
    /// Determines undefined values.
    pub seed: u64,
}

/// Runs a function and returns its result words; none for poison.
///
/// Errors: undefined behaviour.
pub fn run(
    mf: &MachineFunction,
    target: &dyn Target,
    arguments: &Arguments<'_>,
) -> Result<Vec<Option<u64>>, String> {
    let module = Module { symbols: vec![Default::default()], ..Module::default() };
    let targets: [&dyn InterpreterTarget; 1] = [target];
    let program = Program { module: &module, functions: std::slice::from_ref(mf), targets: &targets };
    let limits = Limits { steps: 1 << 16, stack: 1 << 16, seed: arguments.seed };
    let mut machine = Machine::new(program, limits, Box::new(std::io::sink()))?;
    let mut words = Vec::new();
    for row in arguments.memory {
        let address = machine.memory.add_data(8 * row.len() as u64, 16);
        for (n, &word) in row.iter().enumerate().filter(|(_, word)| **word != 0) {
            machine.memory.store_word(address + 8 * n as u64, 8, word).map_err(|e| e.to_string())?;
        }
        words.push(address);
    }
    words.extend(arguments.words);
    for (&register, &word) in argument_registers(target).iter().zip(&words) {
        machine.registers.set_word(register, word);
    }
    machine.run_function(0).map_err(|trap| trap.to_string())?;
    let results = (0..arguments.results).map(|n| machine.memory.load_word(words[0] + 8 * n, 8));
    results.collect::<Result<_, _>>().map_err(|e| e.to_string())
}

/// Checks that `after` has the results of `before` except for poison. Returns false if `before` has
/// undefined behaviour, which allows `after` any.
///
/// Errors: the difference, with both functions.
pub fn compare(
    before: &MachineFunction,
    after: &MachineFunction,
    target: &dyn Target,
    arguments: &Arguments<'_>,
) -> Result<bool, String> {
    let Ok(expected) = run(before, target, arguments) else { return Ok(false) };
    let found = run(after, target, arguments);
    let same = |found: &Vec<Option<u64>>| {
        expected.iter().zip(found).all(|(expected, found)| expected.is_none() || expected == found)
    };
    if found.as_ref().is_ok_and(same) {
        return Ok(true);
    }
    let given: Vec<String> =
        arguments.memory[1..].iter().copied().chain([arguments.words]).map(hex).collect();
    Err(format!(
        "arguments {}\nbefore {}\nafter {}\n{}\n{}",
        given.join("; "),
        shown(&expected),
        found.map_or_else(|message| message, |found| shown(&found)),
        function_to_string(before, target, None),
        function_to_string(after, target, None)
    ))
}

fn hex(words: &[u64]) -> String {
    words.iter().map(|word| format!("{word:#x}")).collect::<Vec<_>>().join(" ")
}

/// Formats the words up to the last one that is not zero.
fn shown(words: &[Option<u64>]) -> String {
    let end = words.iter().rposition(|w| *w != Some(0)).map_or(0, |n| n + 1);
    let word = |w: &Option<u64>| w.map_or("poison".to_string(), |w| format!("{w:#x}"));
    words[..end].iter().map(word).collect::<Vec<_>>().join(" ")
}
