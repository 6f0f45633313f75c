//! Common properties of functions, variables, aliases and ifuncs as symbols.

use crate::raw::{self, ffi};

use super::opcode::numbered;
use super::types::Type;
use super::value::Value;

numbered! {
    /// `GlobalValue::LinkageTypes`.
    Linkage {
        External = 0,
        AvailableExternally = 1,
        LinkOnceAny = 2,
        LinkOnceOdr = 3,
        WeakAny = 4,
        WeakOdr = 5,
        Appending = 6,
        Internal = 7,
        Private = 8,
        ExternWeak = 9,
        Common = 10,
    }
}

numbered! {
    /// `GlobalValue::VisibilityTypes`.
    Visibility {
        Default = 0,
        Hidden = 1,
        Protected = 2,
    }
}

numbered! {
    /// `GlobalValue::ThreadLocalMode`.
    ThreadLocal {
        None = 0,
        GeneralDynamic = 1,
        LocalDynamic = 2,
        InitialExec = 3,
        LocalExec = 4,
    }
}

numbered! {
    /// `GlobalValue::UnnamedAddr`.
    UnnamedAddr {
        None = 0,
        Local = 1,
        Global = 2,
    }
}

numbered! {
    /// `Comdat::SelectionKind`.
    ComdatKind {
        Any = 0,
        ExactMatch = 1,
        Largest = 2,
        NoDeduplicate = 3,
        SameSize = 4,
    }
}

numbered! {
    /// The code model of a variable: `CodeModel::Model` plus one.
    CodeModel {
        Tiny = 1,
        Small = 2,
        Kernel = 3,
        Medium = 4,
        Large = 5,
    }
}

/// A function, variable, alias or ifunc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Global<'m>(pub(super) Value<'m>);

/// The kind of a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobalKind {
    Function,
    Variable,
    Alias,
    IFunc,
}

/// The symbol properties of a global, read in one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GlobalInfo {
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub unnamed_addr: UnnamedAddr,
    pub thread_local: ThreadLocal,
    pub code_model: Option<CodeModel>,
    pub dso_local: bool,
    pub is_declaration: bool,
    /// True for a variable that is never written.
    pub is_constant: bool,
    pub is_externally_initialized: bool,
    pub address_space: u32,
}

impl<'m> Global<'m> {
    pub(crate) fn value(self) -> Value<'m> {
        self.0
    }

    pub(crate) fn kind(self) -> GlobalKind {
        // The numbers are the `Kind` of values.cpp.
        match ffi::gisel_value_kind(self.0) {
            4 => GlobalKind::Function,
            6 => GlobalKind::Alias,
            7 => GlobalKind::IFunc,
            _ => GlobalKind::Variable,
        }
    }

    /// Returns LLVM's name; with a leading `\x01`, the target's prefix is not added.
    pub(crate) fn name(self) -> &'m str {
        self.0.name()
    }

    pub(crate) fn info(self) -> GlobalInfo {
        let raw = ffi::gisel_global_info(self.0);
        GlobalInfo {
            linkage: Linkage::from_number(raw.linkage.into()).expect("a linkage that LLVM 22 has"),
            visibility: Visibility::from_number(raw.visibility.into())
                .expect("a visibility that LLVM 22 has"),
            unnamed_addr: UnnamedAddr::from_number(raw.unnamed_addr.into())
                .expect("an unnamed_addr that LLVM 22 has"),
            thread_local: ThreadLocal::from_number(raw.thread_local.into())
                .expect("a thread-local model that LLVM 22 has"),
            code_model: CodeModel::from_number(raw.code_model.into()),
            dso_local: raw.dso_local != 0,
            is_declaration: raw.declaration != 0,
            is_constant: raw.constant != 0,
            is_externally_initialized: raw.externally_initialized != 0,
            address_space: raw.address_space,
        }
    }

    /// Returns the type of the object, not of the pointer to it.
    pub(crate) fn value_type(self) -> Option<Type<'m>> {
        ffi::gisel_element_type(self.0)
    }

    /// Returns a variable's initializer, an alias's aliasee, or an ifunc's resolver.
    pub(crate) fn initializer(self) -> Option<Value<'m>> {
        ffi::gisel_initializer(self.0)
    }

    /// Returns the explicit alignment in bytes; zero if there is none.
    pub(crate) fn align(self) -> u64 {
        ffi::gisel_align(self.0)
    }

    pub(crate) fn section(self) -> Option<&'m str> {
        ffi::gisel_section(self.0).text()
    }

    /// Returns true if the name of the global, its section or its comdat is not UTF-8.
    pub(crate) fn has_foreign_name(self) -> bool {
        let comdat = raw::comdat_is_foreign(self.0);
        comdat || ffi::gisel_section(self.0).is_foreign() || std::str::from_utf8(self.0.name_bytes()).is_err()
    }

    pub(crate) fn partition(self) -> Option<&'m str> {
        ffi::gisel_partition(self.0).text()
    }

    /// Returns the kinds of attached metadata.
    pub(crate) fn metadata_kinds(self) -> Vec<String> {
        raw::metadata_kinds(self.0)
    }

    /// Returns the global with which it is discarded (`!associated`).
    pub fn associated(self) -> Option<Value<'m>> {
        ffi::gisel_associated(self.0)
    }

    /// Returns the value of `!section_prefix`.
    pub(crate) fn section_prefix(self) -> Option<&'m str> {
        ffi::gisel_section_prefix(self.0).text()
    }

    /// Returns true if the linker excludes its section from the output (`!exclude`).
    pub(crate) fn is_excluded(self) -> bool {
        ffi::gisel_excluded(self.0)
    }

    /// Returns true if LLVM's sanitizers tag the variable (`sanitize_memtag`).
    pub(crate) fn is_memory_tagged(self) -> bool {
        // `Memtag` in modules.cpp.
        ffi::gisel_sanitizers(self.0) & 4 != 0
    }

    pub(crate) fn comdat(self) -> Option<(&'m str, ComdatKind)> {
        let (name, kind) = raw::comdat(self.0)?;
        Some((name, ComdatKind::from_number(kind)?))
    }
}
