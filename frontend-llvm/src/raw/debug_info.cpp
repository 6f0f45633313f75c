// Debug information as flat records.
//
// * Contents: metadata nodes as words, in the order in which they are met: the number of a kind (as
//   in debug_info.rs), then its fields. A node is referred to by its number plus one, a string by
//   the number of its text plus one; zero is none. Locations are numbered separately. Numbers are
//   permanent, so that each body only adds its new nodes. If the module has a text, nodes and
//   locations also have their numbers in that text.
// * Requires: in a lazily read module, a body has been read before it is requested;
//   `gisel_read_body` has read it last.
// * Cost: linear in the new nodes, the instructions and their records.

#include "access.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/AsmParser/SlotMapping.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <vector>

extern "C" uint32_t gisel_local_number(const Value *v);

namespace {

enum Kind : uint64_t {
  OtherKind,
  ListKind,
  IntegerKind,
  FloatKind,
  SymbolKind,
  FileKind,
  UnitKind,
  SubprogramKind,
  BlockKind,
  BlockFileKind,
  NamespaceKind,
  ModuleKind,
  CommonBlockKind,
  BasicTypeKind,
  StringTypeKind,
  DerivedTypeKind,
  CompositeTypeKind,
  SubroutineTypeKind,
  SubrangeTypeKind,
  SubrangeKind,
  GenericSubrangeKind,
  EnumeratorKind,
  TemplateTypeKind,
  TemplateValueKind,
  GlobalVariableKind,
  GlobalExpressionKind,
  LocalVariableKind,
  LabelKind,
  ExpressionKind,
  ImportedEntityKind,
  MacroKind,
  MacroFileKind,
};

struct LocationRecord {
  uint32_t line;
  uint32_t column;
  uint32_t scope;     // a node
  uint32_t inlinedAt; // a location
  uint32_t implicit;
  uint32_t name; // number in the text; UINT32_MAX for none
  uint64_t atomGroup;
  uint32_t atomRank; // zero for none
};

// A debug record; its values are in a separate list.
struct VariableRecord {
  uint32_t inst; // the index of the instruction after the record
  uint32_t kind;
  uint32_t variable, expression; // nodes; a label uses the first one
  uint32_t location;
  uint32_t firstValue, numValues;
};

// A value of a record: the number of an argument or instruction, or another value.
struct RecordValue {
  const Value *value;
  uint32_t local; // UINT32_MAX for others
  uint32_t unused;
};

struct Attached {
  const Value *global;
  uint64_t node;
};

struct DebugRecords {
  const uint64_t *words;
  size_t numWords;
  const Str *texts;
  size_t numTexts;
  const LocationRecord *locations;
  size_t numLocations;
  const Value *const *symbols;
  size_t numSymbols;
  const uint32_t *insts; // the location of each instruction of a body
  size_t numInsts;
  const VariableRecord *records;
  size_t numRecords;
  const RecordValue *values;
  size_t numValues;
  const Attached *attached;
  size_t numAttached;
  uint64_t subprogram;
  const uint32_t *names; // of the new nodes, as numbers in the text; UINT32_MAX for none
  size_t numNames;
};

// Nodes of one kind are allocated at even distances: addresses are mixed to prevent collisions.
template <class T> struct Mixed : DenseMapInfo<const T *> {
  static unsigned getHashValue(const T *p) { return (reinterpret_cast<uintptr_t>(p) * 0x9E3779B97F4A7C15) >> 32; }
};

class DebugReader {
  DenseMap<const Metadata *, uint32_t, Mixed<Metadata>> numbers;
  DenseMap<const MDString *, uint32_t, Mixed<MDString>> textNumbers;
  DenseMap<const DILocation *, uint32_t, Mixed<DILocation>> locationNumbers;
  DenseMap<const Value *, uint32_t> symbolNumbers;
  DenseMap<const MDNode *, uint32_t> named;
  std::vector<const MDNode *> asRead;
  std::vector<const Metadata *> queue;
  std::vector<const DILocation *> locationQueue;
  // The records since the last answer.
  std::vector<uint64_t> words;
  std::vector<Str> texts;
  std::vector<LocationRecord> locations;
  std::vector<const Value *> symbols;
  std::vector<uint32_t> insts;
  std::vector<VariableRecord> records;
  std::vector<RecordValue> values;
  std::vector<Attached> attached;
  std::vector<uint32_t> names;

  uint32_t name(const Metadata *m) const {
    auto *n = dyn_cast<MDNode>(m);
    auto known = n ? named.find(n) : named.end();
    return known == named.end() ? UINT32_MAX : known->second;
  }
  uint64_t node(const Metadata *m) {
    if (!m)
      return 0;
    auto [known, isNew] = numbers.try_emplace(m, numbers.size() + 1);
    if (isNew)
      queue.push_back(m);
    return known->second;
  }
  uint64_t text(const MDString *s) {
    if (!s || s->getString().empty())
      return 0;
    auto [known, isNew] = textNumbers.try_emplace(s, textNumbers.size() + 1);
    if (isNew)
      texts.push_back(str(s->getString()));
    return known->second;
  }
  uint64_t symbol(const Value *v) {
    auto [known, isNew] = symbolNumbers.try_emplace(v, symbolNumbers.size());
    if (isNew)
      symbols.push_back(v);
    return known->second;
  }
  uint32_t location(const DILocation *l) {
    if (!l)
      return 0;
    auto [known, isNew] = locationNumbers.try_emplace(l, locationNumbers.size() + 1);
    if (isNew)
      locationQueue.push_back(l);
    return known->second;
  }

  template <class... T> void add(T... fields) { (words.push_back(uint64_t(fields)), ...); }

  void integer(const APInt &i, bool isUnsigned) {
    add(IntegerKind, i.getBitWidth(), isUnsigned, i.getNumWords());
    words.insert(words.end(), i.getRawData(), i.getRawData() + i.getNumWords());
  }

  void constant(const Constant *c) {
    if (auto *i = dyn_cast<ConstantInt>(c))
      return integer(i->getValue(), false);
    if (auto *f = dyn_cast<ConstantFP>(c)) {
      APInt bits = f->getValueAPF().bitcastToAPInt();
      add(FloatKind, bits.getBitWidth(), bits.getNumWords());
      words.insert(words.end(), bits.getRawData(), bits.getRawData() + bits.getNumWords());
      return;
    }
    if (auto *g = dyn_cast<GlobalValue>(c->stripPointerCasts()))
      return add(SymbolKind, symbol(g));
    add(OtherKind);
  }

  void list(const MDNode &n) {
    add(ListKind, n.getNumOperands());
    for (const MDOperand &o : n.operands())
      words.push_back(node(o.get()));
  }

  void type(const DIType &t) {
    add(t.getTag(), text(t.getRawName()), node(t.getRawFile()), t.getLine(), node(t.getRawScope()), t.getSizeInBits(), t.getAlignInBits(),
        t.getOffsetInBits(), t.getFlags());
  }

  void unit(const DICompileUnit &u) {
    add(UnitKind, u.getSourceLanguage().getName(), node(u.getRawFile()), text(u.getRawProducer()), u.isOptimized(), text(u.getRawFlags()),
        u.getRuntimeVersion(), text(u.getRawSplitDebugFilename()), u.getEmissionKind(), node(u.getRawEnumTypes()), node(u.getRawRetainedTypes()),
        node(u.getRawGlobalVariables()), node(u.getRawImportedEntities()), node(u.getRawMacros()), u.getDWOId(), u.getSplitDebugInlining(),
        u.getDebugInfoForProfiling(), unsigned(u.getNameTableKind()), u.getRangesBaseAddress(), text(u.getRawSysRoot()), text(u.getRawSDK()));
  }

  void subprogram(const DISubprogram &s) {
    add(SubprogramKind, node(s.getRawScope()), text(s.getRawName()), text(s.getRawLinkageName()), node(s.getRawFile()), s.getLine(),
        node(s.getRawType()), s.getScopeLine(), node(s.getRawContainingType()), s.getVirtualIndex(), int64_t(s.getThisAdjustment()), s.getFlags(),
        s.getSPFlags(), node(s.getRawUnit()), node(s.getRawTemplateParams()), node(s.getRawDeclaration()), node(s.getRawRetainedNodes()),
        s.getKeyInstructionsEnabled());
  }

  void fill(const Metadata &m) {
    if (auto *c = dyn_cast<ConstantAsMetadata>(&m))
      return constant(c->getValue());
    switch (m.getMetadataID()) {
    case Metadata::MDTupleKind: return list(cast<MDNode>(m));
    case Metadata::DIFileKind: {
      auto &f = cast<DIFile>(m);
      auto sum = f.getRawChecksum();
      return add(FileKind, text(f.getRawFilename()), text(f.getRawDirectory()), sum ? unsigned(sum->Kind) : 0, sum ? text(sum->Value) : 0,
                 text(f.getRawSource()), f.getRawSource() != nullptr);
    }
    case Metadata::DICompileUnitKind: return unit(cast<DICompileUnit>(m));
    case Metadata::DISubprogramKind: return subprogram(cast<DISubprogram>(m));
    case Metadata::DILexicalBlockKind: {
      auto &b = cast<DILexicalBlock>(m);
      return add(BlockKind, node(b.getRawScope()), node(b.getRawFile()), b.getLine(), b.getColumn());
    }
    case Metadata::DILexicalBlockFileKind: {
      auto &b = cast<DILexicalBlockFile>(m);
      return add(BlockFileKind, node(b.getRawScope()), node(b.getRawFile()), b.getDiscriminator());
    }
    case Metadata::DINamespaceKind: {
      auto &n = cast<DINamespace>(m);
      return add(NamespaceKind, node(n.getRawScope()), text(n.getRawName()), n.getExportSymbols());
    }
    case Metadata::DIModuleKind: {
      auto &n = cast<DIModule>(m);
      return add(ModuleKind, node(n.getRawScope()), text(n.getRawName()), text(n.getRawConfigurationMacros()), text(n.getRawIncludePath()),
                 text(n.getRawAPINotesFile()), node(n.getRawFile()), n.getLineNo(), n.getIsDecl());
    }
    case Metadata::DICommonBlockKind: {
      auto &c = cast<DICommonBlock>(m);
      return add(CommonBlockKind, node(c.getRawScope()), node(c.getRawDecl()), text(c.getRawName()), node(c.getRawFile()), c.getLineNo());
    }
    case Metadata::DIBasicTypeKind: {
      auto &t = cast<DIBasicType>(m);
      add(BasicTypeKind);
      type(t);
      return add(t.getEncoding());
    }
    case Metadata::DIStringTypeKind: {
      auto &t = cast<DIStringType>(m);
      add(StringTypeKind);
      type(t);
      return add(t.getEncoding(), node(t.getRawStringLength()), node(t.getRawStringLengthExp()), node(t.getRawStringLocationExp()));
    }
    case Metadata::DIDerivedTypeKind: {
      auto &t = cast<DIDerivedType>(m);
      auto space = t.getDWARFAddressSpace();
      add(DerivedTypeKind);
      type(t);
      return add(node(t.getRawBaseType()), node(t.getRawExtraData()), space ? *space + 1 : 0);
    }
    case Metadata::DICompositeTypeKind: {
      auto &t = cast<DICompositeType>(m);
      add(CompositeTypeKind);
      type(t);
      return add(node(t.getRawBaseType()), node(t.getRawElements()), t.getRuntimeLang(), node(t.getRawVTableHolder()),
                 node(t.getRawTemplateParams()), text(t.getRawIdentifier()), node(t.getRawDiscriminator()), node(t.getRawDataLocation()),
                 node(t.getRawAssociated()), node(t.getRawAllocated()), node(t.getRawRank()), node(t.getRawSpecification()));
    }
    case Metadata::DISubroutineTypeKind: {
      auto &t = cast<DISubroutineType>(m);
      add(SubroutineTypeKind);
      type(t);
      return add(t.getCC(), node(t.getRawTypeArray()));
    }
    case Metadata::DISubrangeTypeKind: {
      auto &t = cast<DISubrangeType>(m);
      add(SubrangeTypeKind);
      type(t);
      return add(node(t.getRawBaseType()), node(t.getRawLowerBound()), node(t.getRawUpperBound()), node(t.getRawStride()), node(t.getRawBias()));
    }
    case Metadata::DISubrangeKind: {
      auto &s = cast<DISubrange>(m);
      return add(SubrangeKind, node(s.getRawCountNode()), node(s.getRawLowerBound()), node(s.getRawUpperBound()), node(s.getRawStride()));
    }
    case Metadata::DIGenericSubrangeKind: {
      auto &s = cast<DIGenericSubrange>(m);
      return add(GenericSubrangeKind, node(s.getRawCountNode()), node(s.getRawLowerBound()), node(s.getRawUpperBound()), node(s.getRawStride()));
    }
    case Metadata::DIEnumeratorKind: {
      auto &e = cast<DIEnumerator>(m);
      const APInt &i = e.getValue();
      add(EnumeratorKind, text(e.getRawName()), i.getBitWidth(), e.isUnsigned(), i.getNumWords());
      words.insert(words.end(), i.getRawData(), i.getRawData() + i.getNumWords());
      return;
    }
    case Metadata::DITemplateTypeParameterKind: {
      auto &t = cast<DITemplateTypeParameter>(m);
      return add(TemplateTypeKind, text(t.getRawName()), node(t.getRawType()), t.isDefault());
    }
    case Metadata::DITemplateValueParameterKind: {
      auto &t = cast<DITemplateValueParameter>(m);
      // The name of a template parameter is a string.
      auto *name = dyn_cast_or_null<MDString>(t.getValue());
      return add(TemplateValueKind, t.getTag(), text(t.getRawName()), node(t.getRawType()), t.isDefault(), name ? 0 : node(t.getValue()),
                 text(name));
    }
    case Metadata::DIGlobalVariableKind: {
      auto &v = cast<DIGlobalVariable>(m);
      return add(GlobalVariableKind, node(v.getRawScope()), text(v.getRawName()), text(v.getRawLinkageName()), node(v.getRawFile()), v.getLine(),
                 node(v.getRawType()), v.isLocalToUnit(), v.isDefinition(), node(v.getRawStaticDataMemberDeclaration()),
                 node(v.getRawTemplateParams()), v.getAlignInBits());
    }
    case Metadata::DIGlobalVariableExpressionKind: {
      auto &v = cast<DIGlobalVariableExpression>(m);
      return add(GlobalExpressionKind, node(v.getRawVariable()), node(v.getRawExpression()));
    }
    case Metadata::DILocalVariableKind: {
      auto &v = cast<DILocalVariable>(m);
      return add(LocalVariableKind, node(v.getRawScope()), text(v.getRawName()), node(v.getRawFile()), v.getLine(), node(v.getRawType()),
                 v.getArg(), v.getFlags(), v.getAlignInBits());
    }
    case Metadata::DILabelKind: {
      auto &l = cast<DILabel>(m);
      return add(LabelKind, node(l.getRawScope()), text(l.getRawName()), node(l.getRawFile()), l.getLine());
    }
    case Metadata::DIExpressionKind: {
      auto &e = cast<DIExpression>(m);
      add(ExpressionKind, e.getNumElements());
      words.insert(words.end(), e.elements_begin(), e.elements_end());
      return;
    }
    case Metadata::DIImportedEntityKind: {
      auto &i = cast<DIImportedEntity>(m);
      return add(ImportedEntityKind, i.getTag(), node(i.getRawScope()), node(i.getRawEntity()), node(i.getRawFile()), i.getLine(),
                 text(i.getRawName()), node(i.getRawElements()));
    }
    case Metadata::DIMacroKind: {
      auto &d = cast<DIMacro>(m);
      return add(MacroKind, d.getMacinfoType(), d.getLine(), text(d.getRawName()), text(d.getRawValue()));
    }
    case Metadata::DIMacroFileKind: {
      auto &d = cast<DIMacroFile>(m);
      return add(MacroFileKind, d.getLine(), node(d.getRawFile()), node(d.getRawElements()));
    }
    default: return add(OtherKind);
    }
  }

  // Reads all nodes and locations that have a number but no record yet.
  void drain() {
    for (size_t n = 0; n < locationQueue.size(); ++n) {
      const DILocation &l = *locationQueue[n];
      uint32_t inlinedAt = location(dyn_cast_or_null<DILocation>(l.getRawInlinedAt()));
      locations.push_back({l.getLine(), l.getColumn(), uint32_t(node(l.getRawScope())), inlinedAt, l.isImplicitCode(), name(&l), l.getAtomGroup(),
                           l.getAtomRank()});
    }
    locationQueue.clear();
    for (size_t n = 0; n < queue.size(); ++n) {
      fill(*queue[n]);
      if (!named.empty())
        names.push_back(name(queue[n]));
    }
    queue.clear();
  }

  void value(const Value *v) {
    bool isLocal = v && (isa<Instruction>(v) || isa<Argument>(v));
    values.push_back({v, isLocal ? gisel_local_number(v) : UINT32_MAX, 0});
  }

  // A variable, and the call that it was inlined at.
  using Variable = std::pair<const DILocalVariable *, const DILocation *>;

  // The state of a variable: in memory if all of its assignments are stores to one alloca.
  struct InMemory {
    const AllocaInst *home = nullptr;
    const DbgVariableRecord *whole = nullptr;
    bool is_complete = true;
  };

  static Variable variableOf(const DbgVariableRecord &r) { return {r.getVariable(), r.getDebugLoc()->getInlinedAt()}; }

  // Returns true if two records are of overlapping bits of one variable.
  static bool overlap(const DbgVariableRecord &a, const DbgVariableRecord &b) {
    if (variableOf(a) != variableOf(b))
      return false;
    auto one = a.getFragment(), other = b.getFragment();
    return !one || !other || DIExpression::fragmentsOverlap(*one, *other);
  }

  // The first event on the paths to an instruction.
  enum class Met { Other, Sought, Both };

  // The maximum number of instructions that are searched.
  static constexpr unsigned MostSteps = 4096;

  // Follows all paths back from `from`, or from the end of the predecessors of `block`. `look`
  // returns true for a sought instruction, and false for another one that ends the search.
  template <typename Look> static Met metBefore(const BasicBlock &block, const Instruction *from, Look look) {
    bool sought = false, other = false;
    unsigned steps = 0;
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<std::pair<const BasicBlock *, const Instruction *>, 16> work{{&block, from}};
    while (!work.empty()) {
      auto [b, i] = work.pop_back_val();
      std::optional<bool> found;
      for (; i && !found; i = i->getPrevNode()) {
        if (++steps > MostSteps)
          return Met::Both;
        found = look(*i);
      }
      if (!found && pred_empty(b))
        found = false;
      if (found)
        (*found ? sought : other) = true;
      else
        for (const BasicBlock *p : predecessors(b))
          if (seen.insert(p).second)
            work.push_back({p, p->getTerminator()});
    }
    return sought && other ? Met::Both : sought ? Met::Sought : Met::Other;
  }

  // Searches for the last store to an assignment's variable. Returns Sought if it is the
  // assignment's own store on all paths, Both if on some.
  static Met stored(const DbgVariableRecord &r, const Instruction &before) {
    if (at::getAssignmentInsts(&r).empty())
      return Met::Other;
    return metBefore(*before.getParent(), before.getPrevNode(), [&](const Instruction &i) -> std::optional<bool> {
      if (i.getMetadata(LLVMContext::MD_DIAssignID) == r.getAssignID())
        return true;
      for (const DbgVariableRecord *marker : at::getDVRAssignmentMarkers(&i))
        if (overlap(*marker, r))
          return false;
      return std::nullopt;
    });
  }

  void assignment(DenseMap<Variable, InMemory> &all, const DbgVariableRecord &r, const Instruction &before) {
    InMemory &known = all[variableOf(r)];
    const Value *address = r.isDbgAssign() && !r.isKillAddress() ? r.getAddress() : nullptr;
    auto *home = dyn_cast_or_null<AllocaInst>(address ? address->stripInBoundsConstantOffsets() : nullptr);
    if (!home || (known.home && known.home != home) || stored(r, before) != Met::Sought) {
      known.is_complete = false;
      return;
    }
    known.home = home;
    if (address == home && r.getAddressExpression()->getNumElements() == 0 && !r.getFragment())
      known.whole = &r;
  }

  // Returns the assigned variables, and whether each is in memory for the whole function.
  DenseMap<Variable, InMemory> assigned(const Function &f) {
    DenseMap<Variable, InMemory> all;
    for (const BasicBlock &b : f)
      for (const Instruction &i : b)
        if (i.hasDbgRecords())
          for (const DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
            assignment(all, r, i);
    return all;
  }

  // Records once that a variable is in memory; returns true if it is.
  bool recordInMemory(DenseMap<Variable, InMemory> &all, uint32_t inst, const DbgRecord &r) {
    auto *v = dyn_cast<DbgVariableRecord>(&r);
    if (!v || !v->isDbgAssign())
      return false;
    InMemory &known = all[variableOf(*v)];
    if (!known.is_complete || !known.whole)
      return false;
    if (known.whole == v) {
      VariableRecord out = {inst, 1, 0, 0, location(v->getDebugLoc().get()), uint32_t(values.size()), 1};
      out.variable = node(v->getRawVariable());
      out.expression = node(v->getRawAddressExpression());
      value(known.home);
      records.push_back(out);
    }
    return true;
  }

  // Records that the value of a variable, or of the fragment, is unknown.
  void recordUnknown(uint32_t inst, const DbgVariableRecord &v) {
    VariableRecord out = {inst, 0, 0, 0, location(v.getDebugLoc().get()), uint32_t(values.size()), 0};
    out.variable = node(v.getRawVariable());
    out.expression = node(v.getRawExpression());
    records.push_back(out);
  }

  // Records that a variable is in memory from an assignment on, if its store comes before. The
  // value is unknown if that is true on some paths only. Returns true if nothing else has to be
  // recorded.
  bool recordAssigned(uint32_t inst, const DbgRecord &r, const Instruction &before) {
    auto *v = dyn_cast<DbgVariableRecord>(&r);
    if (!v || !v->isDbgAssign() || v->isKillAddress())
      return false;
    Met met = stored(*v, before);
    if (met == Met::Both)
      recordUnknown(inst, *v);
    return met == Met::Both || (met == Met::Sought && recordStored(inst, *v, before));
  }

  // Records the effect of a store on its assigned variables. A variable is in memory if its
  // assignment comes before the store. Otherwise its value is unknown, because memory already has a
  // later one. `inst` is the number of the instruction after the store.
  void recordStore(DenseMap<Variable, InMemory> &all, uint32_t inst, const Instruction &store) {
    const Instruction *next = store.getNextNode();
    if (isa<AllocaInst>(store) || !next)
      return;
    SmallVector<const DbgVariableRecord *, 2> done;
    for (const DbgVariableRecord *v : at::getDVRAssignmentMarkers(&store)) {
      auto isSame = [&](const DbgVariableRecord *other) { return overlap(*v, *other); };
      const InMemory &known = all[variableOf(*v)];
      if (v->isKillAddress() || (known.is_complete && known.whole) || any_of(done, isSame))
        continue;
      done.push_back(v);
      bool isNext = false;
      for (const DbgVariableRecord &r : filterDbgVars(next->getDbgRecordRange()))
        isNext |= r.isDbgAssign() && r.getAssignID() == v->getAssignID();
      if (isNext)
        continue;
      bool isInMemory = false;
      Met met = metBefore(*store.getParent(), &store, [&](const Instruction &i) -> std::optional<bool> {
        const DbgVariableRecord *last = nullptr;
        for (const DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
          if (overlap(r, *v))
            last = &r;
        if (!last)
          return std::nullopt;
        isInMemory |= last->isDbgAssign() && stored(*last, i) != Met::Other;
        return last->isDbgAssign() && last->getAssignID() == v->getAssignID();
      });
      if (met == Met::Both || (met == Met::Other && isInMemory))
        recordUnknown(inst, *v);
      else if (met == Met::Sought && !recordStored(inst, *v, *next))
        recordUnknown(inst, *v);
    }
  }

  // Records that the variable of an assignment, or its fragment, is in memory from here on. Users
  // of the address may change it there. Returns true if it is in an alloca.
  bool recordStored(uint32_t inst, const DbgVariableRecord &r, const Instruction &before) {
    const DataLayout &layout = before.getModule()->getDataLayout();
    const Value *address = r.getAddress();
    APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
    auto *home = dyn_cast<AllocaInst>(address->stripAndAccumulateConstantOffsets(layout, offset, true));
    if (!home)
      return false;
    const DIExpression *expression = r.getAddressExpression();
    if (!offset.isZero())
      expression = DIExpression::prepend(expression, DIExpression::ApplyOffset, offset.getSExtValue());
    if (auto fragment = r.getFragment()) {
      auto part = DIExpression::createFragmentExpression(expression, fragment->OffsetInBits, fragment->SizeInBits);
      if (!part)
        return false;
      expression = *part;
    }
    VariableRecord out = {inst, 4, 0, 0, location(r.getDebugLoc().get()), uint32_t(values.size()), 1};
    out.variable = node(r.getRawVariable());
    out.expression = node(expression);
    value(home);
    records.push_back(out);
    return true;
  }

  void record(uint32_t inst, const DbgRecord &r) {
    VariableRecord out = {inst, 0, 0, 0, location(r.getDebugLoc().get()), uint32_t(values.size()), 0};
    if (auto *label = dyn_cast<DbgLabelRecord>(&r)) {
      out.kind = 3;
      out.variable = node(label->getRawLabel());
    } else {
      auto &v = cast<DbgVariableRecord>(r);
      out.variable = node(v.getRawVariable());
      out.expression = node(v.getRawExpression());
      out.kind = v.isDbgDeclare() ? 1 : v.isDbgDeclareValue() ? 2 : 0;
      if (!v.isKillLocation())
        for (const Value *op : v.location_ops())
          value(op);
      out.numValues = values.size() - out.firstValue;
    }
    records.push_back(out);
  }

  void begin() {
    words.clear();
    texts.clear();
    locations.clear();
    symbols.clear();
    insts.clear();
    records.clear();
    values.clear();
    attached.clear();
    names.clear();
  }

  DebugRecords answer(uint64_t subprogram) {
    drain();
    return {words.data(),  words.size(),   texts.data(),   texts.size(),   locations.data(), locations.size(), symbols.data(),  symbols.size(),
            insts.data(),  insts.size(),   records.data(), records.size(), values.data(),    values.size(),    attached.data(), attached.size(),
            subprogram,    names.data(),   names.size()};
  }

public:
  // Uses the node numbers of the module's text as LLVM prints it.
  void numberAsPrinted(const Module &m) {
    ModuleSlotTracker slots(&m);
    // Printing a node initializes the numbering.
    MDTuple::get(m.getContext(), {})->printAsOperand(nulls(), slots, &m);
    ModuleSlotTracker::MachineMDNodeListType list;
    slots.collectMDNodes(list, 0, UINT32_MAX);
    for (auto [number, n] : list)
      named.try_emplace(n, number);
  }

  // Uses the node numbers of the text that was read. MIR may name nodes that the module's functions
  // do not.
  void numberAsRead(const SlotMapping &numbers) {
    for (auto &[number, n] : numbers.MetadataNodes) {
      named.try_emplace(n.get(), number);
      if (isa<DILocation, DILocalVariable, DILabel, DILocalScope>(n.get()))
        asRead.push_back(n.get());
    }
  }

  // Returns the units, attached to no global, and the nodes attached to variables and declared
  // functions.
  DebugRecords module(const Module &m) {
    begin();
    for (const MDNode *n : asRead) {
      if (auto *l = dyn_cast<DILocation>(n))
        location(l);
      else
        node(n);
    }
    for (const DICompileUnit *unit : m.debug_compile_units())
      attached.push_back({nullptr, node(unit)});
    SmallVector<MDNode *, 2> nodes;
    for (const GlobalVariable &g : m.globals()) {
      nodes.clear();
      g.getMetadata(LLVMContext::MD_dbg, nodes);
      for (MDNode *n : nodes)
        attached.push_back({&g, node(n)});
    }
    for (const Function &f : m)
      if (f.isDeclaration())
        if (const DISubprogram *s = f.getSubprogram())
          attached.push_back({&f, node(s)});
    return answer(0);
  }

  DebugRecords function(const Function &f) {
    begin();
    // The list of units omits those without emission, and is read before bodies. Functions are thus
    // always examined.
    uint64_t subprogram = node(f.getMetadata(LLVMContext::MD_dbg));
    const DILocation *last = nullptr;
    uint32_t lastNumber = 0, place = 0;
    DenseMap<Variable, InMemory> inMemory = assigned(f);
    for (const BasicBlock &b : f)
      for (const Instruction &i : b) {
        const DILocation *l = i.getDebugLoc().get();
        if (l != last) {
          last = l;
          lastNumber = location(l);
        }
        insts.push_back(lastNumber);
        if (i.hasDbgRecords())
          for (const DbgRecord &r : i.getDbgRecordRange())
            if (!recordInMemory(inMemory, place, r) && !recordAssigned(place, r, i))
              record(place, r);
        ++place;
        if (i.hasMetadata(LLVMContext::MD_DIAssignID))
          recordStore(inMemory, place, i);
      }
    return answer(subprogram);
  }
};

} // namespace

extern "C" {

DebugReader *gisel_debug_reader() { return new DebugReader; }
void gisel_dispose_debug_reader(DebugReader *reader) { delete reader; }
void gisel_number_as_printed(DebugReader *reader, const Module *m) { reader->numberAsPrinted(*m); }
void gisel_number_as_read(DebugReader *reader, const SlotMapping *numbers) { reader->numberAsRead(*numbers); }

// Reads the debug information of a module. The records are valid until the next request.
void gisel_read_module_debug(DebugReader *reader, const Module *m, DebugRecords *out) { *out = reader->module(*m); }
void gisel_read_function_debug(DebugReader *reader, const Value *v, DebugRecords *out) {
  if (auto *f = dyn_cast<Function>(v))
    *out = reader->function(*f);
  else
    *out = {};
}

} // extern "C"
