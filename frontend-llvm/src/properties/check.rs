//! Checks of a module against the table of properties.
//!
//! * Establishes: every rejected property of a function, call or global is an error that names it,
//!   unless it may be ignored. Ignored and unknown properties are warnings.
//! * Cost: each attribute set, and each list of sets, is checked once for each context and then
//!   found by address: one hash look-up for each function and two for each call. Instructions with
//!   metadata are checked for one kind.

use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::support::diagnostics::{SourceLocation, Warning};
use gisel_codegen::support::error::CompileError;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::{BODY, CALL, PARAMETER, Places, PropertyKind, RESULT, VARIABLE, find};
use crate::ir::attributes::{AttributeSet, AttributeValue, sets_of};
use crate::ir::global::GlobalKind;
use crate::ir::numbering::AddressMap;
use crate::ir::{AttrIndex, CallSite, Function, Global, Module, Value};

/// Prefixes of back-end names, whose unknown names cannot be ignored.
const BACKEND_PREFIXES: &[&str] = &[
    "aarch64",
    "riscv",
    "ptrauth",
    "sign-return",
    "branch-",
    "stack-",
    "patchable",
    "xray",
    "kcfi",
    "zero-call",
    "target-",
    "frame-",
    "cf-",
    "llvm.",
    "probe-",
    "guarded-",
];

/// The result of checking a property that is not simply honoured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The property is rejected.
    Refused(String),
    /// The property is ignored.
    Ignored(String),
}

/// The findings in a module, outside of its functions.
#[derive(Default)]
pub struct Findings {
    /// The rejected properties.
    pub errors: Vec<CompileError>,
    /// The ignored properties.
    pub warnings: Vec<String>,
}

/// The findings of one list of attributes; mostly none.
type List = Option<Rc<[Finding]>>;

/// The owner of a list of attributes.
#[derive(Clone, Copy)]
enum Owner {
    Body,
    Callee,
    Call,
}

/// Checks functions and calls of one context against the table.
#[derive(Default)]
pub struct Checker {
    /// The names that may be ignored.
    allowed: Arc<[String]>,
    /// The findings by the address of the list, for each owner.
    known: [AddressMap<List>; 3],
    /// The findings by the address of a set and the kinds of its positions; lists consist of few
    /// sets.
    sets: FxHashMap<(usize, Places), List>,
}

impl Checker {
    /// Creates a checker that accepts these names with a warning.
    pub fn new(allowed: Arc<[String]>) -> Checker {
        Checker { allowed, ..Checker::default() }
    }

    /// Returns true if properties of this name may be ignored.
    pub(crate) fn is_allowed(&self, name: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == name)
    }

    /// Checks a function with a body. Rejected properties are returned as errors; ignored ones are
    /// added to `mf` as warnings. `arch` is the architecture component of the triple, here and
    /// below.
    pub fn check_function(
        &mut self,
        function: Function<'_>,
        arch: &str,
        mf: &mut MachineFunction,
    ) -> Result<(), Vec<CompileError>> {
        let mut errors = Vec::new();
        for finding in self.function(function, arch) {
            match finding {
                Finding::Refused(message) => errors.push(CompileError::new(function.name(), "", message)),
                Finding::Ignored(message) => {
                    let location = function.location().map(SourceLocation::from);
                    let function = function.name().to_owned();
                    mf.warnings.push(Warning { function, location, message, ..Warning::default() });
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    pub(super) fn function(&mut self, function: Function<'_>, arch: &str) -> Vec<Finding> {
        let list = self.list(Owner::Body, function.attributes_key(), function.value(), arch);
        let mut findings: Vec<Finding> = list.iter().flat_map(|list| list.iter().cloned()).collect();
        findings.extend(self.global(function.global(), arch));
        findings
    }

    /// Returns the findings of a call's own attributes, and of the attributes of the function that
    /// it names.
    #[inline]
    pub(crate) fn call(&mut self, call: CallSite<'_>, callee: Option<Function<'_>>, arch: &str) -> [List; 2] {
        let own = self.list(Owner::Call, call.attributes_key(), call.value(), arch);
        let callee =
            callee.and_then(|callee| self.list(Owner::Callee, callee.attributes_key(), callee.value(), arch));
        [own, callee]
    }

    /// Checks an operand bundle.
    pub(crate) fn bundle(&self, tag: &str, arch: &str) -> Option<Finding> {
        self.classify(PropertyKind::OperandBundle, tag, "", CALL, arch)
    }

    fn list(&mut self, owner: Owner, key: usize, value: Value<'_>, arch: &str) -> List {
        if key == 0 {
            return None;
        }
        if let Some(known) = self.known[owner as usize].get(&key) {
            return known.clone();
        }
        let findings = self.attributes(owner, value, arch);
        let list: List = (!findings.is_empty()).then(|| findings.into());
        self.known[owner as usize].insert(key, list.clone());
        list
    }

    fn attributes(&mut self, owner: Owner, value: Value<'_>, arch: &str) -> Vec<Finding> {
        let mut findings = Vec::new();
        for set in sets_of(value) {
            let places = match (set.index(), owner) {
                (AttrIndex::Function, Owner::Body) => BODY,
                (AttrIndex::Function, _) => CALL,
                (AttrIndex::Param(_), _) => PARAMETER,
                (AttrIndex::Return, _) => RESULT,
            };
            let list = match self.sets.get(&(set.key, places)) {
                Some(list) => list.clone(),
                None => {
                    let found = self.set(&set, places, arch);
                    let list: List = (!found.is_empty()).then(|| found.into());
                    self.sets.insert((set.key, places), list.clone());
                    list
                }
            };
            findings.extend(list.iter().flat_map(|list| list.iter().cloned()));
        }
        findings
    }

    fn set(&self, set: &AttributeSet<'_>, places: Places, arch: &str) -> Vec<Finding> {
        let classified = set.named().into_iter().filter_map(|attribute| match &attribute.value {
            AttributeValue::Text(text) => {
                self.classify(PropertyKind::StringAttribute, &attribute.name, text, places, arch)
            }
            AttributeValue::Number(number) => {
                self.classify(PropertyKind::Attribute, &attribute.name, &number.to_string(), places, arch)
            }
        });
        classified.collect()
    }

    /// Checks the definition of a function or variable, except its attributes.
    fn global(&self, global: Global<'_>, arch: &str) -> Vec<Finding> {
        let places = if global.kind() == GlobalKind::Function { BODY } else { VARIABLE };
        let metadata = global.metadata_kinds();
        let metadata =
            metadata.iter().map(|name| (PropertyKind::GlobalMetadata, name.as_str(), String::new()));
        let properties = super::globals::properties_of(global);
        let properties =
            properties.into_iter().map(|(name, value)| (PropertyKind::GlobalProperty, name, value));
        metadata
            .chain(properties)
            .filter_map(|(kind, name, value)| self.classify(kind, name, &value, places, arch))
            .collect()
    }

    /// Checks a property; most have no finding.
    fn classify(
        &self,
        kind: PropertyKind,
        name: &str,
        value: &str,
        places: Places,
        arch: &str,
    ) -> Option<Finding> {
        let what = || {
            let equals = if value.is_empty() || kind == PropertyKind::Attribute { "" } else { "=" };
            let value = if equals.is_empty() { "" } else { value };
            format!("{} {}{equals}{value}", kind.noun(), kind.spelt(name))
        };
        // Invalid UTF-8 has been replaced.
        if [name, value].iter().any(|text| text.contains(char::REPLACEMENT_CHARACTER)) {
            return Some(Finding::Refused(format!("{} is not UTF-8", what())));
        }
        let missing = match find(kind, name, places) {
            Some(property) => property.refusal(arch, value)?,
            None if kind == PropertyKind::Attribute
                || kind == PropertyKind::OperandBundle
                || is_backends(name) =>
            {
                "it is unknown"
            }
            None if matches!(kind, PropertyKind::StringAttribute | PropertyKind::ModuleFlag) => {
                return Some(Finding::Ignored(format!("unknown {} is ignored", what())));
            }
            // Metadata may be dropped, and names outside of LLVM's belong to a front end.
            None => return None,
        };
        Some(if self.is_allowed(name) {
            Finding::Ignored(format!("{} is ignored: {missing}", what()))
        } else {
            Finding::Refused(format!(
                "{} is not supported: {missing} (--allow-ignored={name} compiles without it)",
                what()
            ))
        })
    }
}

fn is_backends(name: &str) -> bool {
    BACKEND_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Checks a module outside of its functions' bodies.
pub fn check_module(ir: Module<'_>, arch: &str, allowed: &Arc<[String]>) -> Findings {
    let checker = Checker::new(allowed.clone());
    let mut findings = Findings::default();
    let mut add = |place: String, finding: Finding| match finding {
        Finding::Refused(message) => findings.errors.push(CompileError::new("", "", place + &message)),
        Finding::Ignored(message) => findings.warnings.push(place + &message),
    };
    for (name, value) in ir.flags() {
        let value = value.unwrap_or_default();
        checker
            .classify(PropertyKind::ModuleFlag, &name, &value, BODY, arch)
            .into_iter()
            .for_each(|f| add(String::new(), f));
    }
    for name in ir.named_metadata() {
        checker
            .classify(PropertyKind::NamedMetadata, name, "", BODY, arch)
            .into_iter()
            .for_each(|f| add(String::new(), f));
    }
    for variable in ir.variables() {
        let place = || format!("in global '{}': ", variable.name());
        checker.global(variable, arch).into_iter().for_each(|f| add(place(), f));
        for attribute in sets_of(variable.value()).flat_map(|set| set.named()) {
            let AttributeValue::Text(text) = &attribute.value else { continue };
            let finding =
                checker.classify(PropertyKind::StringAttribute, &attribute.name, text, VARIABLE, arch);
            finding.into_iter().for_each(|f| add(place(), f));
        }
    }
    for other in ir.aliases().chain(ir.ifuncs()) {
        let place = || format!("in global '{}': ", other.name());
        checker.global(other, arch).into_iter().for_each(|f| add(place(), f));
    }
    findings
}
