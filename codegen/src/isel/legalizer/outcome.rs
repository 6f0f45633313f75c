//! Results of legalizer actions.

/// The result of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The replacement has been built.
    Replaced,
    /// The instruction has been changed in place.
    Updated,
    /// The instruction is legal as it is.
    Legal,
    /// The action does not apply; the next rule is tried.
    Declined,
}
