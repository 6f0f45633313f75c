//! Sections that list addresses of code (`!pcsections`).

/// A section that lists addresses of code, with data after each (`!pcsections`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PcSection {
    /// Its name.
    pub name: Box<str>,
    /// True if sizes are encoded with variable length.
    pub is_compressed: bool,
    /// The data.
    pub data: Box<[u8]>,
}

/// A node of `!pcsections`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PcSectionList {
    /// Its number in the module's text, if MIR is read or written.
    pub number: Option<u32>,
    /// Its sections.
    pub sections: Vec<PcSection>,
}
