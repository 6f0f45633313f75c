//! Reading of `.ll` and `.bc` files, distinguished by content.
//!
//! * Requires: the bytes and a name for messages.
//! * Establishes: a module that LLVM's verifier accepts (unless verification is disabled), or an
//!   error as `llc` prints it: with file, line, column, the text of the line and a caret. A crash
//!   inside LLVM ends the process with a message and exit code 1.
//! * Cost: LLVM's parse. A lazy read of bitcode omits the bodies; `Function::materialize` reads
//!   each.

use crate::ir::Module;
use crate::raw::{self, OwnedModule, Value};
pub use crate::raw::{Layouts, MetadataNumbers};

/// The options for reading a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Run LLVM's verifier on the module; for a lazy module, on everything except the bodies.
    pub verify: bool,
    /// Leave function bodies of bitcode to `Function::materialize`, which also verifies them.
    pub lazy: bool,
    /// Preserve the metadata numbers of a text.
    pub numbers: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { verify: true, lazy: false, numbers: false }
    }
}

/// A module with its LLVM context. Unread bodies are in the bytes that it was read from.
pub struct ModuleFile<'d> {
    module: OwnedModule<'d>,
    warnings: String,
    /// The functions that attributes assign to traps, for bitcode with traps; with duplicates.
    trap_functions: Option<Vec<String>>,
}

impl ModuleFile<'_> {
    pub fn module(&self) -> Module<'_> {
        Module::new(self.module.handle())
    }

    /// Returns the functions that traps call instead (`trap-func-name`), also in unread bodies:
    /// sorted and distinct. May include functions from attributes that are not at traps.
    pub fn trap_functions(&self) -> Vec<String> {
        let mut names = self.trap_functions.clone().unwrap_or_else(|| {
            traps(self.module()).flat_map(|trap| raw::call_attributes(trap, TRAP_FUNCTION)).collect()
        });
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the metadata numbers of the text that the module was read from, if they have been
    /// preserved.
    pub fn metadata_numbers(&self) -> Option<MetadataNumbers<'_>> {
        self.module.numbers()
    }

    /// Sets the module's target triple.
    pub fn set_triple(&mut self, triple: &str) {
        self.module.set_triple(triple);
    }

    /// Returns the module as text.
    pub fn to_text(&self) -> String {
        raw::print_module(self.module.handle())
    }

    /// Returns the module as bitcode. Requires all bodies.
    pub fn to_bitcode(&self) -> Vec<u8> {
        raw::module_bitcode(self.module.handle())
    }

    /// Splits the module into `n` modules as bitcode, which link to the same program. Symbols that
    /// were local to it are hidden; `suffix` makes their names unique. Requires all bodies, and no
    /// module-level assembly, whose symbols belong to one module.
    pub fn split(self, n: u32, suffix: &str) -> Vec<Vec<u8>> {
        self.module.split(n, suffix)
    }

    /// Returns LLVM's warnings about accepted input, one per line; usually empty.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }
}

/// The error of a module that could not be read: complete lines, ready to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(pub String);

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for ReadError {}

/// The bits of `options` in reading.cpp.
const VERIFY: u32 = 1;
const LAZY: u32 = 2;
const NUMBERS: u32 = 4;

/// The attribute of a trap's call that names the function to call instead.
pub(crate) const TRAP_FUNCTION: &str = "trap-func-name";

/// The intrinsics whose calls use the attribute.
const TRAPS: [&str; 3] = ["llvm.trap", "llvm.debugtrap", "llvm.ubsantrap"];

/// Returns the intrinsics of [`TRAPS`] that `module` declares.
fn traps(module: Module<'_>) -> impl Iterator<Item = Value<'_>> {
    TRAPS.iter().filter_map(move |trap| module.named(trap))
}

/// Returns true if the bytes are bitcode, with or without a wrapper.
pub fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(b"BC\xC0\xDE") || data.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
}

/// Reads a module from its bytes. A layout from `layouts` replaces the module's own before
/// alignments are filled in.
pub fn read<'d>(
    data: &'d [u8],
    name: &str,
    options: ReadOptions,
    layouts: &Layouts<'_>,
) -> Result<ModuleFile<'d>, ReadError> {
    let bits = u32::from(options.verify) * VERIFY
        + u32::from(options.lazy) * LAZY
        + u32::from(options.numbers) * NUMBERS;
    match OwnedModule::read(data, name, bits, layouts) {
        (Some(module), warnings) => {
            // Attributes are numerous and long: they are only read a second time if one may apply.
            let counts = is_bitcode(data) && traps(Module::new(module.handle())).next().is_some();
            let trap_functions = counts.then(|| raw::attribute_values(data, TRAP_FUNCTION));
            Ok(ModuleFile { module, warnings, trap_functions })
        }
        (None, text) => Err(ReadError(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<ModuleFile<'_>, String> {
        read(text.as_bytes(), "in.ll", ReadOptions::default(), &|_, _| None).map_err(|e| e.to_string())
    }

    #[test]
    fn reads_assembly() {
        let file = read_text("@x = global i32 1\ndefine void @f() { ret void }").unwrap();
        assert_eq!(file.module().functions().count(), 1);
        assert_eq!(file.module().variables().count(), 1);
        assert_eq!(file.warnings(), "");
    }

    #[test]
    fn alignments_that_a_text_leaves_out_are_those_of_the_layout_that_it_gets() {
        let text = "target triple = \"t\"\ndefine void @f(ptr %p) { store i64 1, ptr %p ret void }";
        let of_t = |triple: &str, layout: &str| {
            assert_eq!((triple, layout), ("t", ""));
            Some("e-i64:64")
        };
        let text = |layouts: &Layouts<'_>| {
            let file = read(text.as_bytes(), "in.ll", ReadOptions::default(), layouts).unwrap();
            file.to_text()
        };
        assert!(text(&of_t).contains("ptr %p, align 8"), "{}", text(&of_t));
        assert!(text(&|_, _| None).contains("ptr %p, align 4"));
    }

    #[test]
    fn bitcode_is_the_same_module_and_names_its_undefined_symbols() {
        let text = "@v = external global i32\ndeclare void @g()\ndeclare double @llvm.sin.f64(double)\n\
            @w = extern_weak global i32\ndefine void @f() { call void @g() ret void }";
        let bitcode = read_text(text).unwrap().to_bitcode();
        assert!(is_bitcode(&bitcode));
        let file = read(&bitcode, "in.bc", ReadOptions::default(), &|_, _| None).unwrap();
        assert_eq!(file.module().undefined_symbols().collect::<Vec<_>>(), ["g", "llvm.sin.f64", "v"]);
    }

    #[test]
    fn syntax_error_has_place_line_and_caret() {
        let error = read_text("define void @f() {\n  rot void\n}\n").err().unwrap();
        assert_eq!(error, "in.ll:2:3: error: expected instruction opcode\n  rot void\n  ^");
    }

    #[test]
    fn verifier_refuses() {
        let text = "define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 %a, 1\n  ret i32 %a\n}";
        let error = read_text(text).err().unwrap();
        assert!(error.contains("does not dominate all uses"), "{error}");
        assert!(error.ends_with("in.ll: error: input module cannot be verified"), "{error}");
        let unverified = ReadOptions { verify: false, ..ReadOptions::default() };
        assert!(read(text.as_bytes(), "in.ll", unverified, &|_, _| None).is_ok());
    }

    #[test]
    fn broken_bitcode_is_an_error() {
        assert!(is_bitcode(b"BC\xC0\xDE"));
        for data in [&b"BC\xC0\xDE"[..], b"BC\xC0\xDE\x35\x14\x00\x00", b"\xDE\xC0\x17\x0B\x00\x00\x00\x00"] {
            let error = read(data, "in.bc", ReadOptions::default(), &|_, _| None).err().unwrap().to_string();
            assert!(error.starts_with("in.bc: error: "), "{error}");
        }
    }

    #[test]
    fn empty_input_is_an_empty_module() {
        assert_eq!(read_text("").unwrap().module().functions().count(), 0);
    }
}
