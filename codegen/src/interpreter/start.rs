//! The start and the end of a program, and the execution of single functions.

use super::int::Int;
use super::machine::{Machine, Stop, Trap};
use super::operation::Fault;
use super::value::{Lane, Value};
use crate::ir::module::Structor;
use crate::ir::value_type::ValueType;

const INT: ValueType = ValueType::Int(32);

impl Machine<'_> {
    /// Runs the program: constructors, `main` with these arguments, functions registered with
    /// `atexit`. Returns its exit code.
    ///
    /// Errors: undefined behaviour.
    pub fn run_program(&mut self, args: &[Vec<u8>]) -> Result<i32, Box<Trap>> {
        let ended = self.start(args);
        // An output error is not the program's fault.
        let _ = self.output.flush();
        match ended {
            Ok(code) | Err(Stop::Exit(code)) => Ok(code),
            Err(Stop::Fault(fault)) => Err(Box::new(self.trap(&fault))),
        }
    }

    fn start(&mut self, args: &[Vec<u8>]) -> Result<i32, Stop> {
        let main = self.program.functions.iter().find(|f| f.name == "main");
        let main = main.ok_or_else(|| Fault::undefined("the program has no main"))?;
        let main = self.layout.symbol(main.symbol);
        let mut ctors = self.program.module.ctors.clone();
        ctors.sort_by_key(|c| c.priority);
        self.call_all(&ctors)?;
        let list = self.argument_list(args)?;
        let count = Int::new(32, args.len() as u64);
        let pointer = ValueType::Pointer { address_space: 0, bits: self.pointer_bits() };
        let args = [(INT, count.into()), (pointer, self.pointer(list))];
        let result = self.call_from_host(main, &args, Some(INT))?;
        let code = result.as_ref().and_then(Value::lane).and_then(Lane::known).map(Int::low);
        let code = code.ok_or_else(|| Fault::undefined("the exit code is poison"))?;
        self.end()?;
        Ok(code as i32 & 0xff)
    }

    /// Runs the functions that `exit` calls before the process ends.
    pub(super) fn end(&mut self) -> Result<(), Stop> {
        while let Some(function) = self.host.last_at_exit() {
            self.call_from_host(function, &[], None)?;
        }
        let mut dtors = self.program.module.dtors.clone();
        dtors.sort_by_key(|d| std::cmp::Reverse(d.priority));
        self.call_all(&dtors)
    }

    fn call_all(&mut self, structors: &[Structor]) -> Result<(), Stop> {
        for structor in structors {
            let address = self.layout.symbol(structor.function);
            self.call_from_host(address, &[], None)?;
        }
        Ok(())
    }

    /// Creates a null-terminated list of strings in memory, and returns its address.
    fn argument_list(&mut self, args: &[Vec<u8>]) -> Result<u64, Fault> {
        let bytes = self.pointer_bytes();
        let step = u64::from(bytes);
        let list = self.memory.add_data(step * (args.len() as u64 + 1), step);
        for (n, arg) in args.iter().enumerate() {
            let text = self.memory.add_data(arg.len() as u64 + 1, 1);
            self.memory.write(text, arg)?;
            self.memory.store_word(list + step * n as u64, bytes, text)?;
        }
        Ok(list)
    }

    /// Runs one function to its end, with the present registers and memory.
    ///
    /// Errors: undefined behaviour.
    pub fn run_function(&mut self, function: usize) -> Result<(), Box<Trap>> {
        let depth = self.frames.len();
        let ended = self.enter(function).map_err(Stop::from).and_then(|()| self.run(depth));
        match ended {
            Ok(()) => Ok(()),
            Err(Stop::Exit(_)) => Ok(()),
            Err(Stop::Fault(fault)) => Err(Box::new(self.trap(&fault))),
        }
    }
}
