//! The subtargets of a module, from the CPU, features and ABI that its functions, its flags and the
//! command line name.

use crate::compile_options::CompileOptions;
use crate::compiled::{Compiled, TargetMachine};
use crate::failure::Failure;
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::{CodeModel, Module, RelocModel};
use gisel_codegen::mc::object::ModuleFiles;
use gisel_codegen::target::Target;
use gisel_frontend_llvm::ir::{AttrKind, Function};
use gisel_targets::backend::Subtarget;
use gisel_targets::features::Request;
use std::collections::HashMap;
use std::sync::Arc;

/// The subtarget of a function: CPU, tune CPU and features; and true with `noimplicitfloat`.
type Named = ([String; 3], bool);

/// The distinct subtargets of a module's functions.
pub(crate) struct Subtargets<'a> {
    triple: &'a str,
    options: &'a CompileOptions,
    pub(crate) list: Vec<Arc<dyn Target>>,
    /// The subtarget of each target in `list`.
    subtargets: Vec<Arc<dyn Subtarget>>,
    /// The features of functions that name none, from the module's flags.
    module_features: String,
    /// The default features, if nothing names any.
    default_features: String,
    /// The ABI that the module or the command line names; empty if there is none.
    abi: String,
    /// The names of each subtarget. Modules have few, so that comparing is faster than hashing
    /// these long strings.
    known: Vec<(Named, SubtargetId)>,
    /// The error for functions that name nothing, if they have no subtarget.
    unsupported: Option<String>,
    /// The warnings about unknown names.
    pub(crate) warnings: Vec<String>,
    /// The subtargets by the key of the attributes that name them.
    by_attributes: HashMap<usize, SubtargetId>,
}

impl<'a> Subtargets<'a> {
    /// Creates the subtargets of a module with the first one: from the command line and the
    /// module's flags.
    pub(crate) fn new(
        triple: &'a str,
        module: &Module,
        options: &'a CompileOptions,
    ) -> Result<Self, Failure> {
        let mut subtargets = Subtargets {
            triple,
            options,
            list: Vec::new(),
            subtargets: Vec::new(),
            module_features: gisel_targets::isa_features(triple, &module.isa),
            default_features: String::new(),
            abi: module.target_abi.clone().unwrap_or_default(),
            known: Vec::new(),
            warnings: options.pipeline.renamed_rules().collect(),
            unsupported: None,
            by_attributes: HashMap::new(),
        };
        match subtargets.subtarget(["", "", ""], false) {
            Ok(subtarget) => subtargets.add(subtarget),
            // Functions that name all of their features can still be compiled.
            Err(why) => {
                let generic = gisel_targets::subtarget(triple, &Request::default(), &mut Vec::new());
                subtargets.unsupported = Some(why);
                generic.and_then(|generic| subtargets.add(generic))
            }
        }
        .map_err(Failure::new)?;
        let passes = subtargets.list[0].pass_config();
        options.pipeline.check_names(passes).map_err(Failure::new)?;
        if subtargets.unsupported.is_none() {
            subtargets.known.push((Default::default(), SubtargetId::new(0)));
        }
        Ok(subtargets)
    }

    /// Returns the subtarget of a function.
    pub(crate) fn of(&mut self, function: Function<'_>) -> Result<SubtargetId, String> {
        let key = function.attributes_key();
        if let Some(&subtarget) = self.by_attributes.get(&key) {
            return Ok(subtarget);
        }
        let cpu = function.string_attribute("target-cpu").unwrap_or("");
        let features = function.string_attribute("target-features").unwrap_or("");
        let tune_cpu = function.string_attribute("tune-cpu").unwrap_or("");
        let no_implicit_float = function.has(AttrKind::NoImplicitFloat);
        let subtarget = self.intern([cpu, tune_cpu, features], no_implicit_float)?;
        self.by_attributes.insert(key, subtarget);
        Ok(subtarget)
    }

    /// Returns the subtarget of a function with this CPU, tune CPU, and list of features.
    fn intern(&mut self, named: [&str; 3], no_implicit_float: bool) -> Result<SubtargetId, String> {
        let is_same = |known: &Named| known.0 == named && known.1 == no_implicit_float;
        if let Some((_, id)) = self.known.iter().find(|known| is_same(&known.0)) {
            return Ok(*id);
        }
        let subtarget = self.subtarget(named, no_implicit_float)?;
        let id = self.add(subtarget)?;
        self.known.push(((named.map(str::to_string), no_implicit_float), id));
        Ok(id)
    }

    /// Creates a subtarget. The command line's CPU is the default. Its features come after the
    /// function's, or after the module's if the function names none.
    fn subtarget(
        &mut self,
        [cpu, tune_cpu, features]: [&str; 3],
        no_implicit_float: bool,
    ) -> Result<Arc<dyn Subtarget>, String> {
        let cpu = if cpu.is_empty() { &self.options.cpu } else { cpu };
        let features = if features.is_empty() { &self.module_features } else { features };
        let all = match (features, &*self.options.features) {
            (features, "") => features.to_string(),
            ("", more) => more.to_string(),
            (features, more) => format!("{features},{more}"),
        };
        let features = &all;
        let request =
            Request { cpu, tune_cpu, features, abi: &self.abi, no_implicit_float, ..Request::default() };
        gisel_targets::subtarget(self.triple, &request, &mut self.warnings)
    }

    fn add(&mut self, subtarget: Arc<dyn Subtarget>) -> Result<SubtargetId, String> {
        let target = subtarget.target();
        self.options.pipeline.rule_config(&*target)?;
        self.list.push(target);
        self.subtargets.push(subtarget);
        Ok(SubtargetId::new(self.list.len() - 1))
    }

    /// Returns the machine that `module` is compiled for.
    pub(crate) fn machine(&self, module: &Module) -> TargetMachine {
        let named =
            if self.module_features.is_empty() { &self.default_features } else { &self.module_features };
        let is_open = module.code_model == CodeModel::Default;
        TargetMachine {
            triple: module.triple.clone(),
            target_abi: module.target_abi.clone(),
            features: named.clone(),
            extensions: self.subtargets.iter().flat_map(|subtarget| subtarget.extensions()).collect(),
            soft_routines: self.list.iter().any(|target| target.facts().soft_routines),
            is_pic: module.reloc_model == RelocModel::Pic,
            code_model: gisel_targets::default_code_model(&module.triple).filter(|_| is_open),
        }
    }

    /// Returns the result of compiling `module`.
    pub(crate) fn compiled(&self, files: ModuleFiles, module: &Module) -> Compiled {
        Compiled { bytes: files.main, split: files.split, machine: self.machine(module) }
    }

    /// Returns the module's own subtarget: from its flags or the command line, or else the common
    /// one of all functions. Warns of ignored names and of defaults.
    ///
    /// Errors: there are no functions, and the module's subtarget is not supported.
    pub(crate) fn of_module(
        &mut self,
        of_functions: impl Iterator<Item = SubtargetId>,
    ) -> Result<Arc<dyn Target>, Failure> {
        let own = self.common(of_functions);
        // Ignored names may be the reason of the failure.
        self.warnings.iter().for_each(|warning| self.options.diagnostics.warn(warning));
        own
    }

    fn common(
        &mut self,
        of_functions: impl Iterator<Item = SubtargetId>,
    ) -> Result<Arc<dyn Target>, Failure> {
        let options = self.options;
        let said = [&self.module_features, &options.cpu, &options.features];
        let is_said = self.unsupported.is_none() && said.iter().any(|said| !said.is_empty());
        let used: Vec<_> = of_functions.map(|id| self.subtargets[id.index()].clone()).collect();
        let common = used.iter().cloned().reduce(|a, b| a.common(&*b).unwrap_or(a));
        if let (Some(why), true) = (&self.unsupported, used.is_empty()) {
            return Err(Failure::new(why));
        }
        let defaults = used.iter().chain(used.is_empty().then_some(&self.subtargets[0]));
        if let Some(taken) = defaults.filter_map(|subtarget| subtarget.default_taken()).next() {
            self.default_features = taken.features;
            self.warnings.push(taken.warning);
        }
        Ok(match common.filter(|_| !is_said) {
            Some(common) => common.target(),
            None => self.list[0].clone(),
        })
    }
}
