//! The subtargets of a module: what its functions, its flags and the command line name as CPU, features and ABI.

use crate::compile_options::CompileOptions;
use crate::session::{Compiled, Failure, Machine};
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::{CodeModel, Module, RelocModel};
use gisel_codegen::mc::object::ModuleFiles;
use gisel_codegen::target::Target;
use gisel_frontend_llvm::ir::{AttrKind, Function};
use gisel_targets::backend::Subtarget;
use gisel_targets::features::Request;
use std::collections::HashMap;
use std::sync::Arc;

/// What a function says of its subtarget: CPU, CPU to tune for, list of features; and whether it has `noimplicitfloat`.
type Named = ([String; 3], bool);

/// The subtargets of a module's functions, each once.
pub(crate) struct Subtargets<'a> {
    triple: &'a str,
    options: &'a CompileOptions,
    pub(crate) list: Vec<Arc<dyn Target>>,
    /// What each target was made for.
    subtargets: Vec<Arc<dyn Subtarget>>,
    /// Features of functions that name none, from the module's flags.
    module_features: String,
    /// Those that were taken because nobody names any.
    default_features: String,
    /// The ABI that the module or the command line names; empty if none.
    abi: String,
    /// What names each. Modules have few, so that comparing beats hashing these long strings.
    known: Vec<(Named, SubtargetId)>,
    /// Why there is no subtarget for functions that name nothing, if there is none.
    unsupported: Option<String>,
    /// What is to be said of names that are not known.
    pub(crate) warnings: Vec<String>,
    /// Subtargets by the attributes that ask for them.
    by_attributes: HashMap<usize, SubtargetId>,
}

impl<'a> Subtargets<'a> {
    /// The subtargets of a module, of which there is one at first: that of the command line and the module's flags.
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
            warnings: Vec::new(),
            unsupported: None,
            by_attributes: HashMap::new(),
        };
        match subtargets.subtarget(["", "", ""], false) {
            Ok(subtarget) => subtargets.add(subtarget),
            // Functions that name all they need can be compiled.
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

    /// The subtarget of a function.
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

    /// The subtarget of a function with this CPU, CPU to tune for, and list of features.
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

    /// The command line's CPU holds where there is none; its features come after the function's, or the module's where the function names
    /// none.
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

    /// What `module` is compiled for.
    pub(crate) fn machine(&self, module: &Module) -> Machine {
        let named =
            if self.module_features.is_empty() { &self.default_features } else { &self.module_features };
        let is_open = module.code_model == CodeModel::Default;
        Machine {
            triple: module.triple.clone(),
            target_abi: module.target_abi.clone(),
            features: named.clone(),
            extensions: self.subtargets.iter().flat_map(|subtarget| subtarget.extensions()).collect(),
            is_pic: module.reloc_model == RelocModel::Pic,
            code_model: gisel_targets::default_code_model(&module.triple).filter(|_| is_open),
        }
    }

    /// What was made of `module`.
    pub(crate) fn compiled(&self, files: ModuleFiles, module: &Module) -> Compiled {
        Compiled { bytes: files.main, split: files.split, machine: self.machine(module) }
    }

    /// The module's own subtarget: what its flags or the command line say, else what all functions have. Warns of what was ignored, and of
    /// what was taken where nothing better is known.
    ///
    /// Errors: there are no functions, and what the module asks for is not supported.
    pub(crate) fn of_module(
        &mut self,
        of_functions: impl Iterator<Item = SubtargetId>,
    ) -> Result<Arc<dyn Target>, Failure> {
        let own = self.common(of_functions);
        // What was ignored may be why there is none.
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
