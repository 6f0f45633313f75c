//! The text of an input, with an index of its functions and their instructions for the locations of
//! messages.
//!
//! Cost: the text is read once, and each function once more if a message names it.

use std::collections::HashMap;

/// A line of the text.
#[derive(Clone, Copy)]
pub struct TextLine<'t> {
    /// Its number, from 1 on.
    pub number: usize,
    /// Its byte offset.
    pub start: usize,
    /// Its text, with its end.
    pub text: &'t str,
}

/// A definition of a function.
struct Definition<'t> {
    first: TextLine<'t>,
    /// The lines of instructions by [`bare`] text, once they have been needed.
    instructions: Option<HashMap<String, TextLine<'t>>>,
}

/// The text of an input; empty for other inputs.
pub struct InputText<'t> {
    text: &'t str,
    functions: Option<HashMap<&'t str, Definition<'t>>>,
}

impl<'t> InputText<'t> {
    /// Creates the index of `text`, which is read when it is needed.
    pub fn new(text: &'t str) -> InputText<'t> {
        InputText { text, functions: None }
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the first line with an instruction of a function, or the function's first line.
    pub fn find(&mut self, function: &str, instruction: &str) -> Option<TextLine<'t>> {
        let text = self.text;
        let functions = self.functions.get_or_insert_with(|| functions(text));
        let definition = functions.get_mut(function)?;
        let wanted = bare(instruction);
        if wanted.is_empty() {
            return Some(definition.first);
        }
        let first = definition.first;
        let instructions = definition.instructions.get_or_insert_with(|| instructions(text, first));
        Some(instructions.get(&wanted).copied().unwrap_or(first))
    }
}

/// Returns the lines of `text` after the one before `number`, which begins at `start`.
fn lines(text: &str, number: usize, start: usize) -> impl Iterator<Item = TextLine<'_>> {
    let mut next = start;
    text[start..].split_inclusive('\n').zip(number..).map(move |(text, number)| {
        next += text.len();
        TextLine { number, start: next - text.len(), text }
    })
}

/// Returns the first definition of each function.
fn functions(text: &str) -> HashMap<&str, Definition<'_>> {
    let mut functions = HashMap::new();
    for first in lines(text, 1, 0).filter(|line| line.text.starts_with("define")) {
        if let Some(name) = defined_name(first.text) {
            functions.entry(name).or_insert(Definition { first, instructions: None });
        }
    }
    functions
}

/// Returns the name before the parameters in the first line of a function.
fn defined_name(line: &str) -> Option<&str> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '$' | '.' | '_');
    line.match_indices('@').find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let (name, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => rest.split_at(rest.find(|c| !is_in_name(c)).unwrap_or(rest.len())),
        };
        after.starts_with('(').then_some(name)
    })
}

/// Returns the lines of a function that begins at `first`, by their text; the first of equal ones.
fn instructions<'t>(text: &'t str, first: TextLine<'t>) -> HashMap<String, TextLine<'t>> {
    let mut instructions = HashMap::new();
    let body = lines(text, first.number, first.start).skip(1);
    for line in body.take_while(|line| !line.text.starts_with('}')) {
        instructions.entry(bare(line.text)).or_insert(line);
    }
    instructions
}

/// Returns an instruction without metadata and attribute groups, and with single spaces.
fn bare(line: &str) -> String {
    let line = line.split(", !").next().unwrap_or_default();
    let line = line.split(" #").next().unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn instructions_are_found_in_their_functions() {
        let text = "declare void @g()\ndefine void @\"a@(b\"(ptr %p) {\n  ret void\n}\n\
                    define i32 @f() personality ptr @g {\n  call void @g() #1, !dbg !7\n  ret void\n}\n";
        let mut input = InputText::new(text);
        let mut number = |function, instruction| Some(input.find(function, instruction)?.number);
        assert_eq!(number("f", "ret void"), Some(7));
        assert_eq!(number("f", "call  void @g(), !dbg !9"), Some(6));
        assert_eq!(number("f", "fence seq_cst"), Some(5));
        assert_eq!(number("a@(b", ""), Some(2));
        assert_eq!(number("a@(b", "ret void"), Some(3));
        assert_eq!(number("g", "ret void"), None);
    }

    /// A search of the text for each message would take minutes.
    #[test]
    fn many_messages_take_linear_time() {
        const FUNCTIONS: usize = 30_000;
        let mut text = String::new();
        for n in 0..FUNCTIONS {
            write!(text, "define void @f{n}() {{\n  fence seq_cst\n  ret void\n}}\n\n").expect("a string");
        }
        text += "define void @long() {\n";
        (0..FUNCTIONS).for_each(|n| writeln!(text, "  %x{n} = add i32 0, {n}").expect("a string"));
        let mut input = InputText::new(&text);
        for n in (0..FUNCTIONS).rev() {
            let own = input.find(&format!("f{n}"), "ret void").expect("a function");
            let long = input.find("long", &format!("%x{n} = add i32 0, {n}")).expect("a function");
            assert_eq!((own.number, long.number), (5 * n + 3, 5 * FUNCTIONS + 2 + n));
            assert!(text[own.start..].starts_with(own.text), "{n}");
        }
    }
}
