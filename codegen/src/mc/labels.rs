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
const FIRST_NAMED: u32 = 1 << 27;

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
}

/// The names, by number.
const NAMES: [&str; 6] =
    [".Lfunc_begin", ".Lexception", ".Lcst_begin", ".Lcst_end", ".Lttbase", ".Lttbaseref"];

/// Stands around numbers that [`ModuleNumbers`] replaces.
pub(super) const NUMBER: char = '\u{1}';

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

    /// The same with blocks numbered by where they stand.
    pub fn by_layout(mut self, function: &MachineFunction) -> Labels {
        let mut numbers = vec![0; function.num_blocks()];
        for (number, block) in (0..).zip(&function.layout) {
            numbers[block.index()] = number;
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
            n if self.blocks.is_some() && n < FIRST_HIGH => {
                let name = (n / FIRST_NAMED).checked_sub(1).and_then(|name| NAMES.get(name as usize));
                return write!(out, "{}{NUMBER}{n}{NUMBER}", name.unwrap_or(&".Ltmp"));
            }
            n if n < FIRST_HIGH => (".Ltmp", self.temporaries),
            n if n < FIRST_SKIP => return write!(out, ".Lpcrel_hi{NUMBER}{n}{NUMBER}"),
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
}

impl ModuleNumbers {
    /// Appends a function's text, with these numbers.
    pub(super) fn push(&mut self, part: &str, text: &mut String) {
        let mut known: HashMap<&str, u32> = HashMap::new();
        let mut digits = 1;
        for (at, piece) in part.split(NUMBER).enumerate() {
            if at % 2 == 0 {
                push_aligned(piece, digits - 1, text);
                continue;
            }
            let next = &mut self.next;
            let number = known.entry(piece).or_insert_with(|| {
                let name = text.rsplit(".L").next().unwrap_or_default();
                if let Some(next) = next.get_mut(name) {
                    *next += 1;
                    return *next - 1;
                }
                next.insert(name.to_owned(), 1);
                0
            });
            let number = number.to_string();
            digits = number.len();
            text.push_str(&number);
        }
    }
}

/// Appends what follows a number that has `more` digits than the one which the line was laid out for: there are fewer spaces before a comment.
fn push_aligned(piece: &str, more: usize, text: &mut String) {
    let line = piece.find('\n').unwrap_or(piece.len());
    let Some(start) = piece[..line].find("  ").filter(|_| more > 0) else { return text.push_str(piece) };
    let spaces = piece[start..].len() - piece[start..].trim_start_matches(' ').len();
    text.push_str(&piece[..start]);
    text.push_str(&piece[start + more.min(spaces - 1)..]);
}
