//! Labels of one function: blocks, jump tables and constants have fixed numbers, others follow.

use super::inst::Label;
use crate::ir::entity::{BlockId, ConstantId, JumpTableId};
use crate::ir::mir::MachineFunction;
use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::sync::Arc;

const FIRST_SKIP: u32 = 1 << 31;

/// The first text label of instructions with the upper half of a distance.
const FIRST_HIGH: u32 = 1 << 30;

/// The first text label with a separate name; higher bits encode the name.
const FIRST_NAMED: u32 = 1 << 26;

/// The label of text at a function's end.
const FUNCTION_END: Label = Label(8 * FIRST_NAMED);

/// The name of a text label that has a separate one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelName {
    /// The start of a function with an exception table.
    FunctionBegin = 1,
    /// Its exception table.
    Exception = 2,
    /// The start of its call sites.
    CallSitesBegin = 3,
    /// Their end.
    CallSitesEnd = 4,
    /// The end of its type table.
    TypesBase = 5,
    /// The base of the distance to the end of the type table.
    TypesBaseReference = 6,
    /// Call ranges that may throw, and landing pads.
    Exceptions = 7,
}

/// The names, by number.
const NAMES: [&str; 7] =
    [".Lfunc_begin", ".Lexception", ".Lcst_begin", ".Lcst_end", ".Lttbase", ".Lttbaseref", ".Ltmp"];

/// The name of labels of instructions with the upper half of a distance.
pub(super) const HIGH_LABEL: &str = ".Lpcrel_hi";

/// Encloses numbers that [`ModuleNumbers`] replaces.
pub(super) const NUMBER: char = '\u{1}';

/// Prefixes the number of an exception label, which is numbered before others.
const OF_EXCEPTIONS: char = 'e';

/// Prefixes the number of a block whose address is taken, which any part of a module may refer to.
const OF_BLOCK: char = 'b';

/// Begins the number of a label of a recorded instruction, to which a table refers.
const OF_RECORD: char = 's';

/// Begins the number of a label of debug information, whose sections refer to it.
const OF_DEBUG: char = 'd';

/// Returns the name of the debug label of an event of the `chunk`th chunk with code.
pub(super) fn code_label(chunk: usize, event: usize) -> String {
    format!(".Ltmp{NUMBER}{OF_DEBUG}{chunk}_{event}{NUMBER}")
}

/// The numbering of a function's labels, and their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Labels {
    function: u32,
    jump_tables: u32,
    constants: u32,
    temporaries: u32,
    next: u32,
    /// The numbers of blocks in their names, by block id; `None` if they are the ids.
    blocks: Option<Arc<[u32]>>,
}

impl Labels {
    /// Returns the labels of a function, the `number`th of its module.
    pub(crate) fn new(number: u32, function: &MachineFunction) -> Labels {
        let jump_tables = function.num_blocks() as u32;
        let constants = jump_tables + function.jump_tables.len() as u32;
        let temporaries = constants + function.constant_pool.len() as u32;
        Labels { function: number, jump_tables, constants, temporaries, next: temporaries, blocks: None }
    }

    /// Returns the labels with blocks numbered by layout position. Blocks that `continues` marks
    /// have the numbers of the preceding blocks.
    pub(crate) fn by_layout(mut self, function: &MachineFunction, continues: &[bool]) -> Labels {
        let mut numbers = vec![0; function.num_blocks()];
        let mut next = 0;
        for block in &function.layout {
            next += u32::from(!continues[block.index()]);
            numbers[block.index()] = next - 1;
        }
        self.blocks = Some(numbers.into());
        self
    }

    /// Returns the function's number in its module.
    pub(crate) fn function(&self) -> u32 {
        self.function
    }

    /// Returns the name of a block: the numbers of function and block.
    pub(crate) fn block_number(&self, block: BlockId) -> impl Display + use<> {
        format!("{}_{}", self.function, self.number_of(block))
    }

    /// Returns the number of a block in its name.
    pub(crate) fn number_of(&self, block: BlockId) -> u32 {
        let numbers = self.blocks.as_deref();
        numbers.and_then(|numbers| numbers.get(block.index())).copied().unwrap_or(block.raw())
    }

    /// Returns the label of a block.
    pub(crate) fn block(&self, block: BlockId) -> Label {
        Label(block.raw())
    }

    /// Returns the label of a jump table.
    pub(crate) fn jump_table(&self, table: JumpTableId) -> Label {
        Label(self.jump_tables + table.raw())
    }

    /// Returns the label of a constant.
    pub(crate) fn constant(&self, constant: ConstantId) -> Label {
        Label(self.constants + constant.raw())
    }

    /// Returns labels for text outside of functions.
    pub(crate) fn of_data() -> Labels {
        Labels { blocks: Some(Arc::default()), ..Labels::default() }
    }

    /// Writes the name of the block whose address is taken, the `block`th of a function's IR.
    pub(crate) fn write_block(&self, function: u32, block: u32, out: &mut dyn Write) -> fmt::Result {
        match self.is_text() {
            true => write!(out, ".Ltmp{NUMBER}{OF_BLOCK}{function}_{block}{NUMBER}"),
            false => write!(out, ".Lblock{function}_{block}"),
        }
    }

    /// Writes the name of the `number`th label of a function that a stack map or a frame table
    /// lists.
    pub(crate) fn write_recorded(&self, function: u32, number: u32, out: &mut dyn Write) -> fmt::Result {
        match self.is_text() {
            true => write!(out, ".Ltmp{NUMBER}{OF_RECORD}{function}_{number}{NUMBER}"),
            false => write!(out, ".Lrecord{function}_{number}"),
        }
    }

    /// Creates a label.
    pub(crate) fn create(&mut self) -> Label {
        self.next += 1;
        Label(self.next - 1)
    }

    /// Creates a label for an instruction with the upper half of a distance. Instructions with the
    /// lower half name it.
    pub(crate) fn create_high(&mut self) -> Label {
        let Label(label) = self.create();
        Label(if self.blocks.is_some() { FIRST_HIGH + label } else { label })
    }

    /// Creates a text label with a separate name.
    pub(crate) fn create_named(&mut self, name: LabelName) -> Label {
        let Label(label) = self.create();
        let is_named = self.blocks.is_some() && label < FIRST_NAMED;
        Label(if is_named { FIRST_NAMED * name as u32 + label } else { label })
    }

    /// Returns the text label of the `number`th exception label of the function.
    pub(crate) fn of_exceptions(number: u32) -> Label {
        Label(FIRST_NAMED * LabelName::Exceptions as u32 + number)
    }

    /// Returns the label at the function's end, if this is text.
    pub(crate) fn end_of_text(&self) -> Option<Label> {
        self.is_text().then_some(FUNCTION_END)
    }

    /// Returns true if these are labels of text.
    pub(crate) fn is_text(&self) -> bool {
        self.blocks.is_some()
    }

    /// Returns the label after the `number`th inverted branch over a jump, which is outside of any
    /// function's numbering.
    pub(crate) fn skip(number: u32) -> Label {
        Label(FIRST_SKIP + number)
    }

    /// Writes the name of `label`.
    pub(crate) fn write_name(&self, label: Label, out: &mut dyn Write) -> fmt::Result {
        let (kind, first) = match label.0 {
            n if n < self.jump_tables => {
                return write!(out, ".LBB{}_{}", self.function, self.number_of(BlockId::from_raw(n)));
            }
            n if n < self.constants => (".LJTI", self.jump_tables),
            n if n < self.temporaries => (".LCPI", self.constants),
            _ if label == FUNCTION_END => return write!(out, ".Lfunc_end{}", self.function),
            n if self.is_text() && n / FIRST_NAMED == LabelName::Exceptions as u32 => {
                return write!(out, ".Ltmp{NUMBER}{OF_EXCEPTIONS}{}{NUMBER}", n % FIRST_NAMED);
            }
            n if self.is_text() && n < FIRST_HIGH => {
                let name = (n / FIRST_NAMED).checked_sub(1).and_then(|name| NAMES.get(name as usize));
                return write!(out, "{}{NUMBER}{n}{NUMBER}", name.unwrap_or(&".Ltmp"));
            }
            n if n < FIRST_HIGH => (".Ltmp", self.temporaries),
            n if n < FIRST_SKIP => return write!(out, "{HIGH_LABEL}{NUMBER}{n}{NUMBER}"),
            _ => (".Lskip", FIRST_SKIP),
        };
        write!(out, "{kind}{}_{}", self.function, label.0 - first)
    }
}

/// The module's numbering of labels without a number in their function, in the order of their first
/// use.
#[derive(Debug, Default)]
pub(super) struct ModuleNumbers {
    /// The next number, by the name before it.
    next: HashMap<String, u32>,
    /// The numbers of labels that any part may refer to.
    shared: HashMap<String, u32>,
    /// The number of a function's first exception label, if all exception labels come first.
    exceptions: Option<u32>,
}

impl ModuleNumbers {
    /// Returns a numbering in which `count` exception labels in total come before labels that
    /// printing creates.
    pub(super) fn after_exceptions(count: u32) -> ModuleNumbers {
        let next = HashMap::from([(TEMPORARY.to_owned(), count)]);
        ModuleNumbers { next, exceptions: Some(0), ..ModuleNumbers::default() }
    }

    /// Appends a text, which has `exceptions` exception labels, with these numbers.
    pub(super) fn push(&mut self, part: &str, exceptions: u32, text: &mut String) {
        let first = match &mut self.exceptions {
            Some(first) => std::mem::replace(first, *first + exceptions),
            None => {
                let next = self.next.entry(TEMPORARY.to_owned()).or_default();
                std::mem::replace(next, *next + exceptions)
            }
        };
        let mut known: HashMap<&str, u32> = HashMap::new();
        // The number of digits by which the line exceeds its estimated length.
        let mut more = 0;
        for (at, piece) in part.split(NUMBER).enumerate() {
            if at % 2 == 0 {
                more = push_aligned(piece, more, text);
                continue;
            }
            let number = self.number(piece, first, &mut known, text);
            let number = number.to_string();
            more += number.len() - 1;
            text.push_str(&number);
        }
    }

    /// Returns the number that replaces `piece`. `first` is the part's first exception label;
    /// `known` holds the numbers that the part has used.
    fn number<'a>(
        &mut self,
        piece: &'a str,
        first: u32,
        known: &mut HashMap<&'a str, u32>,
        text: &str,
    ) -> u32 {
        let of_exceptions = piece.strip_prefix(OF_EXCEPTIONS).and_then(|number| number.parse::<u32>().ok());
        if let Some(number) = of_exceptions {
            return first + number;
        }
        if !piece.starts_with([OF_BLOCK, OF_DEBUG, OF_RECORD]) {
            return *known.entry(piece).or_insert_with(|| self.next_after(text));
        }
        if let Some(&number) = self.shared.get(piece) {
            return number;
        }
        let number = self.next_after(text);
        self.shared.insert(piece.to_owned(), number);
        number
    }

    /// Returns the next number after a name at the end of a text.
    fn next_after(&mut self, text: &str) -> u32 {
        let name = text.rsplit(".L").next().unwrap_or_default();
        if let Some(next) = self.next.get_mut(name) {
            *next += 1;
            return *next - 1;
        }
        self.next.insert(name.to_owned(), 1);
        0
    }
}

/// The name of other labels.
const TEMPORARY: &str = "tmp";

/// Appends text after numbers that have `more` digits than estimated, with fewer spaces before a
/// comment. Returns the number of excess digits for the following text.
fn push_aligned(piece: &str, more: usize, text: &mut String) -> usize {
    let line = piece.find('\n');
    let end = line.unwrap_or(piece.len());
    let Some(start) = piece[..end].find("  ").filter(|_| more > 0) else {
        text.push_str(piece);
        return if line.is_some() { 0 } else { more };
    };
    let spaces = piece[start..].len() - piece[start..].trim_start_matches(' ').len();
    text.push_str(&piece[..start]);
    text.push_str(&piece[start + more.min(spaces - 1)..]);
    0
}
