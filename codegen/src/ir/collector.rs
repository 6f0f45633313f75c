//! Collectors whose tables list safe points, and the function's part in them.

/// A collector with a table of safe points: the addresses after calls, at which it may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collector {
    /// `erlang`.
    Erlang,
    /// `ocaml`.
    Ocaml,
}

/// A function of such a collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collected {
    /// The collector.
    pub by: Collector,
    /// The number of the function's arguments in the IR.
    pub arguments: usize,
}
