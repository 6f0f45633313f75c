//! Labels of one function: blocks, jump tables and constants have fixed numbers, others come after them.

use super::inst::Label;
use crate::ir::entity::{BlockId, ConstantId, JumpTableId};
use crate::ir::mir::MachineFunction;
use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::sync::Arc;

const FIRST_SKIP: u32 = 1 << 31;

/// Labels of text from here on are of instructions with the upper half of a distance.
const FIRST_HIGH: u32 = 1 << 30;

/// Labels of text from here on are of what has a name of its own; the bits above say which.
const FIRST_NAMED: u32 = 1 << 26;

/// The label of text at a function's end.
const FUNCTION_END: Label = Label(8 * FIRST_NAMED);

/// What a label of text is called, if it has a name that says what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelName {
    /// The start of a function with an exception table.
    FunctionBegin = 1,
    /// Its exception table.
    Exception = 2,
    /// The start of its call sites.
    CallSitesBegin = 3,
    /// Their end.
    CallSitesEnd = 4,
    /// The end of its types.
    TypesBase = 5,
    /// What the distance to that is counted from.
    TypesBaseReference = 6,
    /// Around what may throw, and where exceptions land.
    Exceptions = 7,
}

/// The names, by number.
const NAMES: [&str; 7] =
    [".Lfunc_begin", ".Lexception", ".Lcst_begin", ".Lcst_end", ".Lttbase", ".Lttbaseref", ".Ltmp"];

/// What labels of instructions with the upper half of a distance are called.
pub(super) const HIGH_LABEL: &str = ".Lpcrel_hi";

/// Stands around numbers that [`ModuleNumbers`] replaces.
pub(super) const NUMBER: char = '\u{1}';

/// Begins the number of a label of exceptions, by which it is counted before others.
const OF_EXCEPTIONS: char = 'e';

/// Begins the number of a block with an address, which any part of a module may have.
const OF_BLOCK: char = 'b';

/// Begins the number of a label of a stack map, whose section refers to it.
const OF_STACK_MAP: char = 's';

/// Begins the number of a label of debug information, whose sections refer to it.
const OF_DEBUG: char = 'd';

/// The name of the label of debug information that is an event of what is the `chunk`th with code.
pub(super) fn code_label(chunk: usize, event: usize) -> String {
    format!(".Ltmp{NUMBER}{OF_DEBUG}{chunk}_{event}{NUMBER}")
}

/// The numbering of a function's labels, and their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    function: u32,
    jump_tables: u32,
    constants: u32,
    temporaries: u32,
    next: u32,
    /// The numbers of blocks in their names, by block id; none if they are the ids.
    blocks: Option<Arc<[u32]>>,
}

impl Labels {
    /// The labels of a function, the `number`th of its module.
    pub fn new(number: u32, function: &MachineFunction) -> Labels {
        let jump_tables = function.num_blocks() as u32;
        let constants = jump_tables + function.jump_tables.len() as u32;
        let temporaries = constants + function.constant_pool.len() as u32;
        Labels { function: number, jump_tables, constants, temporaries, next: temporaries, blocks: None }
    }

    /// The same with blocks numbered by where they stand; those that `continues` says have the numbers of the blocks before them.
    pub fn by_layout(mut self, function: &MachineFunction, continues: &[bool]) -> Labels {
        let mut numbers = vec![0; function.num_blocks()];
        let mut next = 0;
        for block in &function.layout {
            next += u32::from(!continues[block.index()]);
            numbers[block.index()] = next - 1;
        }
        self.blocks = Some(numbers.into());
        self
    }

    /// The function's number in its module.
    pub fn function(&self) -> u32 {
        self.function
    }

    /// What a block is called: the numbers of function and block.
    pub fn block_number(&self, block: BlockId) -> impl Display + use<> {
        format!("{}_{}", self.function, self.number_of(block))
    }

    /// The number of a block in its name.
    pub fn number_of(&self, block: BlockId) -> u32 {
        let numbers = self.blocks.as_deref();
        numbers.and_then(|numbers| numbers.get(block.index())).copied().unwrap_or(block.raw())
    }

    /// The label of a block.
    pub fn block(&self, block: BlockId) -> Label {
        Label(block.raw())
    }

    /// The label of a jump table.
    pub fn jump_table(&self, table: JumpTableId) -> Label {
        Label(self.jump_tables + table.raw())
    }

    /// The label of a constant.
    pub fn constant(&self, constant: ConstantId) -> Label {
        Label(self.constants + constant.raw())
    }

    /// Labels of text that is no function's.
    pub fn of_data() -> Labels {
        Labels { blocks: Some(Arc::default()), ..Labels::default() }
    }

    /// Writes the name of the block with the address that is the `block`th of a function's IR.
    pub fn write_block(&self, function: u32, block: u32, out: &mut dyn Write) -> fmt::Result {
        match self.is_text() {
            true => write!(out, ".Ltmp{NUMBER}{OF_BLOCK}{function}_{block}{NUMBER}"),
            false => write!(out, ".Lblock{function}_{block}"),
        }
    }

    /// Writes the name of the label that is the `number`th in the stack map of a function.
    pub fn write_stack_map(&self, function: u32, number: u32, out: &mut dyn Write) -> fmt::Result {
        match self.is_text() {
            true => write!(out, ".Ltmp{NUMBER}{OF_STACK_MAP}{function}_{number}{NUMBER}"),
            false => write!(out, ".Lstackmap{function}_{number}"),
        }
    }

    /// Another label.
    pub fn create(&mut self) -> Label {
        self.next += 1;
        Label(self.next - 1)
    }

    /// A label for an instruction with the upper half of a distance, that others name for the lower half.
    pub fn create_high(&mut self) -> Label {
        let Label(label) = self.create();
        Label(if self.blocks.is_some() { FIRST_HIGH + label } else { label })
    }

    /// A label of text with a name of its own.
    pub fn create_named(&mut self, name: LabelName) -> Label {
        let Label(label) = self.create();
        let is_named = self.blocks.is_some() && label < FIRST_NAMED;
        Label(if is_named { FIRST_NAMED * name as u32 + label } else { label })
    }

    /// The label of text for the exceptions' label that is the `number`th of the function.
    pub fn of_exceptions(number: u32) -> Label {
        Label(FIRST_NAMED * LabelName::Exceptions as u32 + number)
    }

    /// The label at the function's end, if that is text.
    pub fn end_of_text(&self) -> Option<Label> {
        self.is_text().then_some(FUNCTION_END)
    }

    /// Whether these are labels of text.
    pub fn is_text(&self) -> bool {
        self.blocks.is_some()
    }

    /// Number of labels so far.
    pub fn len(&self) -> usize {
        self.next as usize
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// The label after the `number`th branch that goes over a jump: of no function's numbering.
    pub fn skip(number: u32) -> Label {
        Label(FIRST_SKIP + number)
    }

    /// Writes the name of `label`.
    pub fn write_name(&self, label: Label, out: &mut dyn Write) -> fmt::Result {
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

/// The numbers in a module of labels that have none in their function, in the order in which they are met.
#[derive(Debug, Default)]
pub(super) struct ModuleNumbers {
    /// The next number by what stands before it.
    next: HashMap<String, u32>,
    /// The numbers of what any part may refer to.
    shared: HashMap<String, u32>,
    /// The number of a function's first label of exceptions, if those of all functions come first.
    exceptions: Option<u32>,
}

impl ModuleNumbers {
    /// Numbers where labels of exceptions, so many in all, come before those that are made while code is printed.
    pub(super) fn after_exceptions(count: u32) -> ModuleNumbers {
        let next = HashMap::from([(TEMPORARY.to_owned(), count)]);
        ModuleNumbers { next, exceptions: Some(0), ..ModuleNumbers::default() }
    }

    /// Appends a text, which has so many labels of exceptions, with these numbers.
    pub(super) fn push(&mut self, part: &str, exceptions: u32, text: &mut String) {
        let first = match &mut self.exceptions {
            Some(first) => std::mem::replace(first, *first + exceptions),
            None => {
                let next = self.next.entry(TEMPORARY.to_owned()).or_default();
                std::mem::replace(next, *next + exceptions)
            }
        };
        let mut known: HashMap<&str, u32> = HashMap::new();
        // By how many digits the line is longer than it was laid out for.
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

    /// The number that stands for `piece`; `first` is that of the part's first label of exceptions, `known` are those that the part has used.
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
        if !piece.starts_with([OF_BLOCK, OF_DEBUG, OF_STACK_MAP]) {
            return *known.entry(piece).or_insert_with(|| self.next_after(text));
        }
        if let Some(&number) = self.shared.get(piece) {
            return number;
        }
        let number = self.next_after(text);
        self.shared.insert(piece.to_owned(), number);
        number
    }

    /// The next number after a name at the end of a text.
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

/// The name of labels that are not called otherwise.
const TEMPORARY: &str = "tmp";

/// Appends what follows numbers that have `more` digits than those which the line was laid out for: there are fewer spaces before a comment. By how
/// many digits what comes next is longer.
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
