// Metadata: flags and named nodes of a module, metadata of globals, debug locations.

#include "access.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/AsmParser/SlotMapping.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/PseudoProbe.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"

extern "C" {

// ---- of modules ---------------------------------------------------------------------------------

// Reads an integer module flag; returns false if there is none of that name and kind.
bool gisel_module_flag_int(const Module *m, const char *name, size_t len, uint64_t *out) {
  auto *value = mdconst::dyn_extract_or_null<ConstantInt>(m->getModuleFlag(StringRef(name, len)));
  if (!value)
    return false;
  *out = value->getValue().getLimitedValue();
  return true;
}
Str gisel_module_flag_str(const Module *m, const char *name, size_t len) {
  auto *value = dyn_cast_or_null<MDString>(m->getModuleFlag(StringRef(name, len)));
  return value ? str(value->getString()) : noStr();
}
// Returns string i of a module flag that is a list.
Str gisel_module_flag_item(const Module *m, uint32_t i, const char *name, size_t len) {
  auto *list = dyn_cast_or_null<MDNode>(m->getModuleFlag(StringRef(name, len)));
  if (!list || i >= list->getNumOperands())
    return noStr();
  auto *text = dyn_cast_or_null<MDString>(list->getOperand(i).get());
  return text ? str(text->getString()) : noStr();
}
// Module flag i: its name, and its value if it is an integer or a string.
struct ModuleFlag {
  Str name, text;
  uint64_t number;
  uint8_t isNumber;
};
ModuleFlag gisel_module_flag(const Module *m, uint32_t i) {
  SmallVector<Module::ModuleFlagEntry, 16> flags;
  m->getModuleFlagsMetadata(flags);
  if (i >= flags.size())
    return {noStr(), noStr(), 0, 0};
  auto *number = mdconst::dyn_extract_or_null<ConstantInt>(flags[i].Val);
  auto *text = dyn_cast_or_null<MDString>(flags[i].Val);
  return {str(flags[i].Key->getString()), text ? str(text->getString()) : noStr(), number ? number->getValue().getLimitedValue() : 0,
          number != nullptr};
}
// Returns the name of named metadata i.
Str gisel_named_metadata(const Module *m, uint32_t i) {
  for (const NamedMDNode &node : m->named_metadata())
    if (i-- == 0)
      return str(node.getName());
  return noStr();
}
// Returns true if there is a compile unit with debug information.
bool gisel_has_debug_info(const Module *m) { return m->debug_compile_units_begin() != m->debug_compile_units_end(); }
// Returns the number of operands of a node of named metadata, or -1 if there is no such node.
int64_t gisel_named_metadata_operands(const Module *m, uint32_t node, const char *name, size_t len) {
  auto *named = m->getNamedMetadata(StringRef(name, len));
  return named && node < named->getNumOperands() ? int64_t(named->getOperand(node)->getNumOperands()) : -1;
}
// Returns a string of a node of named metadata; its data is null if there is no such node or
// operand, or it is not a string.
Str gisel_named_metadata_string(const Module *m, uint32_t node, uint32_t operand, const char *name, size_t len) {
  auto *named = m->getNamedMetadata(StringRef(name, len));
  if (!named || node >= named->getNumOperands() || operand >= named->getOperand(node)->getNumOperands())
    return noStr();
  auto *text = dyn_cast_or_null<MDString>(named->getOperand(node)->getOperand(operand).get());
  return text ? str(text->getString()) : noStr();
}
// Reads an integer of a node of named metadata.
bool gisel_named_metadata_int(const Module *m, uint32_t node, uint32_t operand, uint64_t *out, const char *name, size_t len) {
  auto *named = m->getNamedMetadata(StringRef(name, len));
  if (!named || node >= named->getNumOperands() || operand >= named->getOperand(node)->getNumOperands())
    return false;
  auto *value = mdconst::dyn_extract_or_null<ConstantInt>(named->getOperand(node)->getOperand(operand));
  if (!value || value->getBitWidth() > 64)
    return false;
  *out = value->getZExtValue();
  return true;
}
// Edge i of the module flag "CG Profile": two functions, either of which may be null, and the
// number of calls from the first to the second.
struct CallEdge {
  const Value *from, *to;
  uint64_t count;
  uint32_t kind; // 0: after the last; 1: an edge; 2: neither
};
CallEdge gisel_call_edge(const Module *m, uint32_t i) {
  auto *list = dyn_cast_or_null<MDNode>(m->getModuleFlag("CG Profile"));
  if (!list || i >= list->getNumOperands())
    return {nullptr, nullptr, 0, 0};
  auto *edge = dyn_cast_or_null<MDNode>(list->getOperand(i).get());
  auto *count = edge && edge->getNumOperands() == 3 ? mdconst::dyn_extract_or_null<ConstantInt>(edge->getOperand(2)) : nullptr;
  if (!count)
    return {nullptr, nullptr, 0, 2};
  auto function = [&](unsigned n) -> const Value * {
    auto *value = dyn_cast_or_null<ValueAsMetadata>(edge->getOperand(n).get());
    return value ? dyn_cast<Function>(value->getValue()->stripPointerCasts()) : nullptr;
  };
  return {function(0), function(1), count->getValue().getLimitedValue(), 1};
}

// ---- of globals ---------------------------------------------------------------------------------

// Calls `each` with the name of each kind of metadata that a function or variable has.
void gisel_each_metadata(const Value *v, void (*each)(void *, Str), void *to) {
  auto *g = dyn_cast<GlobalObject>(v);
  if (!g || !g->hasMetadata())
    return;
  SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
  g->getAllMetadata(nodes);
  SmallVector<StringRef, 64> names;
  g->getContext().getMDKindNames(names);
  for (auto [kind, node] : nodes)
    each(to, str(names[kind]));
}
// Returns the identity of a function's or an instruction's node of `!pcsections`, or null.
static const MDNode *pcSections(const Value *v) {
  if (auto *g = dyn_cast<GlobalObject>(v))
    return g->getMetadata(LLVMContext::MD_pcsections);
  auto *inst = dyn_cast<Instruction>(v);
  return inst ? inst->getMetadata(LLVMContext::MD_pcsections) : nullptr;
}
const void *gisel_pc_sections(const Value *v) { return pcSections(v); }
// Passes each instruction with `!pcsections` on, with its node and the number of that: in the text
// that was read, or else in the text as it is printed.
using EachNode = void (*)(void *, uint32_t, const void *, const Value *);
void gisel_each_pc_node(const Module *m, const SlotMapping *numbers, EachNode each, void *to) {
  DenseMap<const MDNode *, unsigned> named;
  if (numbers) {
    for (auto &[number, n] : numbers->MetadataNodes)
      named.try_emplace(n.get(), number);
  } else {
    ModuleSlotTracker slots(m);
    // Printing a node initializes the numbering.
    MDTuple::get(m->getContext(), {})->printAsOperand(nulls(), slots, m);
    ModuleSlotTracker::MachineMDNodeListType list;
    slots.collectMDNodes(list, 0, UINT32_MAX);
    for (auto [number, n] : list)
      named.try_emplace(n, number);
  }
  for (const Function &f : *m)
    for (const Instruction &inst : instructions(f))
      if (const MDNode *node = pcSections(&inst))
        if (auto known = named.find(node); known != named.end())
          each(to, known->second, node, &inst);
}
// Returns the global that `!associated` names, if it is attached.
Value *gisel_associated(const Value *v) {
  auto *g = dyn_cast<GlobalObject>(v);
  MDNode *node = g ? g->getMetadata(LLVMContext::MD_associated) : nullptr;
  auto *named = node && node->getNumOperands() == 1 ? dyn_cast_or_null<ValueAsMetadata>(node->getOperand(0)) : nullptr;
  return named ? named->getValue()->stripPointerCasts() : nullptr;
}
// Item i of `!pcsections`, with lists flattened: the name of a section, an integer with its size,
// or something else.
struct PcItem {
  Str text;
  uint64_t number;
  uint32_t bytes;
  uint32_t kind; // 0: after the last; 1: a name; 2: an integer; 3: something else
};
PcItem gisel_pc_item(const Value *v, uint32_t i) {
  const MDNode *node = pcSections(v);
  if (!node)
    return {noStr(), 0, 0, 0};
  for (const MDOperand &o : node->operands()) {
    auto *list = dyn_cast_or_null<MDNode>(o.get());
    if (!list) {
      if (i-- != 0)
        continue;
      auto *text = dyn_cast_or_null<MDString>(o.get());
      return {text ? str(text->getString()) : noStr(), 0, 0, text ? 1u : 3u};
    }
    for (const MDOperand &element : list->operands()) {
      if (i-- != 0)
        continue;
      auto *number = mdconst::dyn_extract_or_null<ConstantInt>(element);
      if (!number || number->getBitWidth() > 64)
        return {noStr(), 0, 0, 3};
      return {noStr(), number->getZExtValue(), (number->getBitWidth() + 7) / 8, 2};
    }
  }
  return {noStr(), 0, 0, 0};
}
// Returns the value of `!section_prefix`.
Str gisel_section_prefix(const Value *v) {
  auto *g = dyn_cast<GlobalObject>(v);
  MDNode *node = g ? g->getMetadata(LLVMContext::MD_section_prefix) : nullptr;
  auto *text = node && node->getNumOperands() == 2 ? dyn_cast_or_null<MDString>(node->getOperand(1).get()) : nullptr;
  return text ? str(text->getString()) : noStr();
}
bool gisel_excluded(const Value *v) {
  auto *g = dyn_cast<GlobalObject>(v);
  return g && g->hasMetadata(LLVMContext::MD_exclude);
}
// Returns number `i` of `!func_sanitize`, if it is attached.
Value *gisel_type_identifier(const Value *v, uint32_t i) {
  auto *f = dyn_cast<Function>(v);
  MDNode *node = f ? f->getMetadata(LLVMContext::MD_func_sanitize) : nullptr;
  return node && i < node->getNumOperands() ? mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(i)) : nullptr;
}
// Returns the number of `!kcfi_type`.
Value *gisel_kcfi_type(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  MDNode *node = f ? f->getMetadata(LLVMContext::MD_kcfi_type) : nullptr;
  return node && node->getNumOperands() == 1 ? mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(0)) : nullptr;
}
// The hash of a generalized type, if it is there.
struct TypeHash {
  uint64_t hash;
  uint32_t isThere;
};
static TypeHash generalizedHash(const MDNode *type) {
  auto *name = type && type->getNumOperands() == 2 ? dyn_cast_or_null<MDString>(type->getOperand(1).get()) : nullptr;
  if (!name || !name->getString().ends_with(".generalized"))
    return {0, 0};
  return {MD5Hash(name->getString()), 1};
}
// Returns the hash of the first generalized type of a function (`!type`).
TypeHash gisel_generalized_type(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  SmallVector<MDNode *, 2> types;
  if (f)
    f->getMetadata(LLVMContext::MD_type, types);
  for (const MDNode *type : types)
    if (TypeHash hash = generalizedHash(type); hash.isThere)
      return hash;
  return {0, 0};
}
// Returns the hash of callee type `i` of an indirect call (`!callee_type`).
TypeHash gisel_callee_type(const Value *v, uint32_t i) {
  auto *call = dyn_cast<CallBase>(v);
  MDNode *types = call && call->isIndirectCall() ? call->getMetadata(LLVMContext::MD_callee_type) : nullptr;
  return types && i < types->getNumOperands() ? generalizedHash(dyn_cast_or_null<MDNode>(types->getOperand(i).get())) : TypeHash{0, 0};
}
// Returns true if a function can be called other than by its name in the module.
bool gisel_is_indirect_target(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && (!f->hasLocalLinkage() || f->hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/true, /*IgnoreAssumeLikeCalls=*/true));
}

// ---- debug locations ----------------------------------------------------------------------------

struct Location {
  uint32_t line, column;
  Str file, directory;
};
// Returns the location of an instruction, or of a function's declaration, with column zero.
Location gisel_location(const Value *v) {
  if (auto *f = dyn_cast<Function>(v))
    if (DISubprogram *program = f->getSubprogram())
      return {program->getLine(), 0, str(program->getFilename()), str(program->getDirectory())};
  auto *i = dyn_cast<Instruction>(v);
  DILocation *loc = i ? i->getDebugLoc().get() : nullptr;
  return loc ? Location{loc->getLine(), loc->getColumn(), str(loc->getFilename()), str(loc->getDirectory())}
             : Location{0, 0, noStr(), noStr()};
}

// Inlined call i of an instruction, the innermost first: the number of the caller, and the number
// of the call in it.
struct InlineSite {
  uint64_t function;
  uint32_t call;
  uint32_t isThere;
};
InlineSite gisel_inline_site(const Value *v, uint32_t i) {
  auto *inst = dyn_cast<Instruction>(v);
  const DILocation *loc = inst ? inst->getDebugLoc().get() : nullptr;
  const DILocation *call = loc ? loc->getInlinedAt() : nullptr;
  while (call && i-- != 0)
    call = call->getInlinedAt();
  if (!call)
    return {0, 0, 0};
  return {MD5Hash(call->getSubprogramLinkageName()), PseudoProbeDwarfDiscriminator::extractProbeIndex(call->getDiscriminator()), 1};
}

} // extern "C"
