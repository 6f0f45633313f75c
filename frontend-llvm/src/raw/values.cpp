// Types, and values of all kinds: instructions, blocks, calls, constants.

#include "access.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/SipHash.h"
#include "llvm/Support/raw_ostream.h"

extern "C" {

// ---- types --------------------------------------------------------------------------------------

// Type::TypeID; `n` is a width in bits, a number of elements or parameters, or an address space.
struct TypeInfo {
  uint32_t id;
  uint32_t flag; // variadic function, packed struct
  uint64_t n;
};

TypeInfo gisel_type_info(const Type *t) {
  uint32_t id = t->getTypeID();
  if (auto *i = dyn_cast<IntegerType>(t))
    return {id, 0, i->getBitWidth()};
  if (auto *f = dyn_cast<FunctionType>(t))
    return {id, f->isVarArg(), f->getNumParams()};
  if (auto *p = dyn_cast<PointerType>(t))
    return {id, 0, p->getAddressSpace()};
  if (auto *s = dyn_cast<StructType>(t))
    return {id, s->isPacked(), s->getNumElements()};
  if (auto *a = dyn_cast<ArrayType>(t))
    return {id, 0, a->getNumElements()};
  if (auto *v = dyn_cast<VectorType>(t))
    return {id, 0, v->getElementCount().getKnownMinValue()};
  return {id, 0, 0};
}

// Returns a struct's field, a function's parameter, or an array's or vector's element (at any
// index).
Type *gisel_type_element(const Type *t, uint64_t i) {
  if (auto *f = dyn_cast<FunctionType>(t))
    return i < f->getNumParams() ? f->getParamType(i) : nullptr;
  if (auto *s = dyn_cast<StructType>(t))
    return i < s->getNumElements() ? s->getElementType(i) : nullptr;
  if (auto *a = dyn_cast<ArrayType>(t))
    return a->getElementType();
  if (auto *v = dyn_cast<VectorType>(t))
    return v->getElementType();
  return nullptr;
}
Type *gisel_type_return(const Type *t) {
  auto *f = dyn_cast<FunctionType>(t);
  return f ? f->getReturnType() : nullptr;
}
void gisel_type_print(const Type *t, Sink sink, void *to) {
  std::string text;
  raw_string_ostream(text) << *t;
  put(sink, to, text);
}

// ---- values -------------------------------------------------------------------------------------

enum Kind : uint32_t {
  KOther, KArgument, KBlock, KInst, KFunction, KGlobal, KAlias, KIFunc, KInt, KFP, KNull, KZero, KUndef, KPoison, KData,
  KAggregate, KExpr, KBlockAddress, KDsoLocalEquivalent, KNoCfi, KPtrAuth, KTokenNone, KTargetNone, KMetadata, KAsm
};

uint32_t gisel_value_kind(const Value *v) {
  switch (v->getValueID()) {
  case Value::ArgumentVal: return KArgument;
  case Value::BasicBlockVal: return KBlock;
  case Value::FunctionVal: return KFunction;
  case Value::GlobalVariableVal: return KGlobal;
  case Value::GlobalAliasVal: return KAlias;
  case Value::GlobalIFuncVal: return KIFunc;
  case Value::ConstantIntVal: return v->getType()->isVectorTy() ? KAggregate : KInt;
  case Value::ConstantFPVal: return v->getType()->isVectorTy() ? KAggregate : KFP;
  case Value::ConstantPointerNullVal: return KNull;
  case Value::ConstantAggregateZeroVal: return KZero;
  case Value::UndefValueVal: return KUndef;
  case Value::PoisonValueVal: return KPoison;
  case Value::ConstantDataArrayVal:
  case Value::ConstantDataVectorVal: return KData;
  case Value::ConstantArrayVal:
  case Value::ConstantStructVal:
  case Value::ConstantVectorVal: return KAggregate;
  case Value::ConstantExprVal: return KExpr;
  case Value::BlockAddressVal: return KBlockAddress;
  case Value::DSOLocalEquivalentVal: return KDsoLocalEquivalent;
  case Value::NoCFIValueVal: return KNoCfi;
  case Value::ConstantPtrAuthVal: return KPtrAuth;
  case Value::ConstantTokenNoneVal: return KTokenNone;
  case Value::ConstantTargetNoneVal: return KTargetNone;
  case Value::MetadataAsValueVal: return KMetadata;
  case Value::InlineAsmVal: return KAsm;
  default: return v->getValueID() >= Value::InstructionVal ? KInst : KOther;
  }
}

Type *gisel_value_type(const Value *v) { return v->getType(); }
Str gisel_value_name(const Value *v) { return str(v->getName()); }
bool gisel_value_has_uses(const Value *v) { return !v->use_empty(); }
// Prints a value. Linear in the function or module that contains it, to number unnamed values: for
// messages only.
void gisel_value_print(const Value *v, Sink sink, void *to) {
  std::string text;
  raw_string_ostream os(text);
  v->print(os);
  put(sink, to, text);
}

uint32_t gisel_num_operands(const Value *v) {
  auto *u = dyn_cast<User>(v);
  return u ? u->getNumOperands() : 0;
}
Value *gisel_operand(const Value *v, uint32_t i) {
  auto *u = dyn_cast<User>(v);
  return u && i < u->getNumOperands() ? u->getOperand(i) : nullptr;
}
// Returns the opcode of an instruction or constant expression, as in Instruction.def; zero for
// others.
uint32_t gisel_opcode(const Value *v) {
  auto *o = dyn_cast<Operator>(v);
  return o ? o->getOpcode() : 0;
}
Str gisel_opcode_name(uint32_t opcode) { return str(Instruction::getOpcodeName(opcode)); }

enum Flag : uint32_t {
  FNuw = 1u << 0, FNsw = 1u << 1, FExact = 1u << 2, FDisjoint = 1u << 3, FNneg = 1u << 4, FSameSign = 1u << 5,
  FInbounds = 1u << 6, FNusw = 1u << 7, FVolatile = 1u << 8, FReassoc = 1u << 9, FNnan = 1u << 10, FNinf = 1u << 11,
  FNsz = 1u << 12, FArcp = 1u << 13, FContract = 1u << 14, FAfn = 1u << 15, FInalloca = 1u << 16, FSwiftError = 1u << 17,
  FWeak = 1u << 18, FStaticAlloca = 1u << 19, FNontemporal = 1u << 20, FInvariant = 1u << 21, FUnpredictable = 1u << 22,
  FAtomic = 1u << 23, FCleanup = 1u << 24
};

static uint32_t fastMathFlags(const Value *v) {
  auto *op = dyn_cast<FPMathOperator>(v);
  if (!op)
    return 0;
  FastMathFlags f = op->getFastMathFlags();
  return (f.allowReassoc() ? FReassoc : 0) | (f.noNaNs() ? FNnan : 0) | (f.noInfs() ? FNinf : 0) | (f.noSignedZeros() ? FNsz : 0) |
         (f.allowReciprocal() ? FArcp : 0) | (f.allowContract() ? FContract : 0) | (f.approxFunc() ? FAfn : 0);
}

static uint32_t integerFlags(const Value *v) {
  uint32_t flags = 0;
  if (auto *o = dyn_cast<OverflowingBinaryOperator>(v))
    flags |= (o->hasNoUnsignedWrap() ? FNuw : 0) | (o->hasNoSignedWrap() ? FNsw : 0);
  if (auto *t = dyn_cast<TruncInst>(v))
    flags |= (t->hasNoUnsignedWrap() ? FNuw : 0) | (t->hasNoSignedWrap() ? FNsw : 0);
  if (auto *e = dyn_cast<PossiblyExactOperator>(v))
    flags |= e->isExact() ? FExact : 0;
  if (auto *d = dyn_cast<PossiblyDisjointInst>(v))
    flags |= d->isDisjoint() ? FDisjoint : 0;
  if (auto *n = dyn_cast<PossiblyNonNegInst>(v))
    flags |= n->hasNonNeg() ? FNneg : 0;
  if (auto *c = dyn_cast<ICmpInst>(v))
    flags |= c->hasSameSign() ? FSameSign : 0;
  if (auto *g = dyn_cast<GEPOperator>(v))
    flags |= (g->isInBounds() ? FInbounds : 0) | (g->hasNoUnsignedSignedWrap() ? FNusw : 0) | (g->hasNoUnsignedWrap() ? FNuw : 0);
  return flags;
}

static uint32_t accessFlags(const Instruction *i) {
  // Most are loads and stores, whose flags are available directly.
  if (auto *l = dyn_cast<LoadInst>(i)) return (l->isVolatile() ? FVolatile : 0) | (l->isAtomic() ? FAtomic : 0);
  if (auto *s = dyn_cast<StoreInst>(i)) return (s->isVolatile() ? FVolatile : 0) | (s->isAtomic() ? FAtomic : 0);
  return (i->isVolatile() ? FVolatile : 0) | (i->isAtomic() ? FAtomic : 0);
}

static uint32_t memoryFlags(const Instruction *i) {
  uint32_t flags = accessFlags(i);
  if (i->hasMetadataOtherThanDebugLoc()) {
    flags |= i->hasMetadata(LLVMContext::MD_nontemporal) ? FNontemporal : 0;
    flags |= i->hasMetadata(LLVMContext::MD_invariant_load) ? FInvariant : 0;
    flags |= i->hasMetadata(LLVMContext::MD_unpredictable) ? FUnpredictable : 0;
  }
  return flags;
}

// Returns all flags of an instruction or constant expression in one call.
uint32_t gisel_flags(const Value *v) {
  auto *i = dyn_cast<Instruction>(v);
  // Loads and stores, the most frequent instructions, only have memory flags.
  if (i && (i->getOpcode() == Instruction::Load || i->getOpcode() == Instruction::Store))
    return memoryFlags(i);
  uint32_t flags = fastMathFlags(v) | integerFlags(v);
  if (!i)
    return flags;
  flags |= memoryFlags(i);
  if (auto *a = dyn_cast<AllocaInst>(i))
    flags |= (a->isUsedWithInAlloca() ? FInalloca : 0) | (a->isSwiftError() ? FSwiftError : 0) | (a->isStaticAlloca() ? FStaticAlloca : 0);
  if (auto *x = dyn_cast<AtomicCmpXchgInst>(i))
    flags |= x->isWeak() ? FWeak : 0;
  if (auto *l = dyn_cast<LandingPadInst>(i))
    flags |= l->isCleanup() ? FCleanup : 0;
  return flags;
}

// Returns the CmpInst::Predicate; UINT32_MAX for others.
uint32_t gisel_predicate(const Value *v) {
  auto *c = dyn_cast<CmpInst>(v);
  return c ? c->getPredicate() : UINT32_MAX;
}

// Returns the alignment in bytes of an access, allocation or definition; zero if unspecified.
uint64_t gisel_align(const Value *v) {
  if (auto *l = dyn_cast<LoadInst>(v)) return l->getAlign().value();
  if (auto *s = dyn_cast<StoreInst>(v)) return s->getAlign().value();
  if (auto *a = dyn_cast<AllocaInst>(v)) return a->getAlign().value();
  if (auto *r = dyn_cast<AtomicRMWInst>(v)) return r->getAlign().value();
  if (auto *x = dyn_cast<AtomicCmpXchgInst>(v)) return x->getAlign().value();
  if (auto *g = dyn_cast<GlobalVariable>(v)) return g->getAlign() ? g->getAlign()->value() : 0;
  if (auto *f = dyn_cast<Function>(v)) return f->getAlign() ? f->getAlign()->value() : 0;
  return 0;
}

struct Atomic {
  uint8_t ordering; // of success, for a compare-exchange
  uint8_t failure;
  uint8_t scope; // SyncScope::ID: 0 single thread, 1 system
  uint8_t operation; // AtomicRMWInst::BinOp
};
Atomic gisel_atomic(const Value *v) {
  if (auto *l = dyn_cast<LoadInst>(v)) return {uint8_t(l->getOrdering()), 0, uint8_t(l->getSyncScopeID()), 0};
  if (auto *s = dyn_cast<StoreInst>(v)) return {uint8_t(s->getOrdering()), 0, uint8_t(s->getSyncScopeID()), 0};
  if (auto *f = dyn_cast<FenceInst>(v)) return {uint8_t(f->getOrdering()), 0, uint8_t(f->getSyncScopeID()), 0};
  if (auto *r = dyn_cast<AtomicRMWInst>(v)) return {uint8_t(r->getOrdering()), 0, uint8_t(r->getSyncScopeID()), uint8_t(r->getOperation())};
  if (auto *x = dyn_cast<AtomicCmpXchgInst>(v))
    return {uint8_t(x->getSuccessOrdering()), uint8_t(x->getFailureOrdering()), uint8_t(x->getSyncScopeID()), 0};
  return {0, 0, 1, 0};
}

// Returns the allocated, source element or value type of an alloca, getelementptr or global.
Type *gisel_element_type(const Value *v) {
  if (auto *g = dyn_cast<GEPOperator>(v)) return g->getSourceElementType();
  if (auto *a = dyn_cast<AllocaInst>(v)) return a->getAllocatedType();
  if (auto *g = dyn_cast<GlobalValue>(v)) return g->getValueType();
  return nullptr;
}

// Returns the constant indices of extractvalue and insertvalue.
uint32_t gisel_indices(const Value *v, const uint32_t **out) {
  ArrayRef<unsigned> indices;
  if (auto *e = dyn_cast<ExtractValueInst>(v)) indices = e->getIndices();
  if (auto *i = dyn_cast<InsertValueInst>(v)) indices = i->getIndices();
  *out = indices.data();
  return indices.size();
}
// Returns the mask of a shuffle instruction or constant expression; -1 is poison.
uint32_t gisel_shuffle_mask(const Value *v, const int32_t **out) {
  ArrayRef<int> mask;
  if (auto *s = dyn_cast<ShuffleVectorInst>(v))
    mask = s->getShuffleMask();
  else if (auto *e = dyn_cast<ConstantExpr>(v); e && e->getOpcode() == Instruction::ShuffleVector)
    mask = e->getShuffleMask();
  *out = mask.data();
  return mask.size();
}

// ---- blocks and control flow --------------------------------------------------------------------

Value *gisel_first_block(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && !f->empty() ? const_cast<BasicBlock *>(&f->getEntryBlock()) : nullptr;
}
Value *gisel_next_block(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b ? const_cast<BasicBlock *>(b->getNextNode()) : nullptr;
}
Value *gisel_first_inst(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b && !b->empty() ? const_cast<Instruction *>(&b->front()) : nullptr;
}
Value *gisel_next_inst(const Value *v) {
  auto *i = dyn_cast<Instruction>(v);
  return i ? const_cast<Instruction *>(i->getNextNode()) : nullptr;
}
Value *gisel_terminator(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b ? const_cast<Instruction *>(b->getTerminator()) : nullptr;
}
uint32_t gisel_block_number(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b && b->getParent() ? b->getNumber() : UINT32_MAX;
}
bool gisel_block_address_taken(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b && b->hasAddressTaken();
}
// Returns the block of an instruction, or the function of a block or argument.
Value *gisel_parent(const Value *v) {
  if (auto *i = dyn_cast<Instruction>(v)) return const_cast<BasicBlock *>(i->getParent());
  if (auto *b = dyn_cast<BasicBlock>(v)) return const_cast<Function *>(b->getParent());
  if (auto *a = dyn_cast<Argument>(v)) return const_cast<Function *>(a->getParent());
  return nullptr;
}
uint32_t gisel_num_successors(const Value *v) {
  auto *i = dyn_cast<Instruction>(v);
  return i && i->isTerminator() ? i->getNumSuccessors() : 0;
}
Value *gisel_successor(const Value *v, uint32_t i) {
  auto *t = dyn_cast<Instruction>(v);
  return t && t->isTerminator() && i < t->getNumSuccessors() ? t->getSuccessor(i) : nullptr;
}
// Returns case i of a switch, not counting the default; its target is successor i + 1.
Value *gisel_switch_case(const Value *v, uint32_t i) {
  auto *s = dyn_cast<SwitchInst>(v);
  return s && i < s->getNumCases() ? const_cast<ConstantInt *>((s->case_begin() + i)->getCaseValue()) : nullptr;
}
Value *gisel_phi_block(const Value *v, uint32_t i) {
  auto *p = dyn_cast<PHINode>(v);
  return p && i < p->getNumIncomingValues() ? p->getIncomingBlock(i) : nullptr;
}
// Reads the branch weights of `!prof`; returns their number and writes at most `capacity`.
uint32_t gisel_branch_weights(const Value *v, uint32_t *out, uint32_t capacity) {
  auto *i = dyn_cast<Instruction>(v);
  SmallVector<uint32_t, 8> weights;
  if (!i || !i->hasMetadata(LLVMContext::MD_prof) || !extractBranchWeights(*i, weights))
    return 0;
  for (size_t k = 0; k < weights.size() && k < capacity; ++k)
    out[k] = weights[k];
  return weights.size();
}

// ---- functions and calls ------------------------------------------------------------------------

Value *gisel_argument(const Value *v, uint32_t i) {
  auto *f = dyn_cast<Function>(v);
  return f && i < f->arg_size() ? f->getArg(i) : nullptr;
}
uint32_t gisel_calling_conv(const Value *v) {
  if (auto *f = dyn_cast<Function>(v)) return f->getCallingConv();
  if (auto *c = dyn_cast<CallBase>(v)) return c->getCallingConv();
  return 0;
}
Value *gisel_callee(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  return c ? c->getCalledOperand() : nullptr;
}
Type *gisel_call_type(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  return c ? c->getFunctionType() : nullptr;
}
// The properties that are read for all calls, including the identity of attributes.
struct CallFacts {
  Value *callee;
  Type *type;
  const void *attributes;
  const void *attributesOfCallee; // null unless the callee is a function
  uint32_t intrinsic;
  uint32_t convention;
  uint32_t bundles;
  uint32_t params;
  uint8_t variadic;
  uint8_t tail;
  uint8_t sameType; // true if the function has the call's type
  uint8_t namesFunction;
  uint8_t inlineAsm;
};
CallFacts gisel_call_facts(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  if (!c)
    return {};
  Value *callee = c->getCalledOperand();
  FunctionType *type = c->getFunctionType();
  auto *f = dyn_cast<Function>(callee);
  auto *i = dyn_cast<CallInst>(c);
  return {callee,
          type,
          c->getAttributes().getRawPointer(),
          f ? f->getAttributes().getRawPointer() : nullptr,
          f ? uint32_t(f->getIntrinsicID()) : 0,
          c->getCallingConv(),
          c->getNumOperandBundles(),
          type->getNumParams(),
          type->isVarArg(),
          i ? uint8_t(i->getTailCallKind()) : uint8_t(0),
          f && f->getFunctionType() == type,
          f != nullptr,
          isa<InlineAsm>(callee)};
}
// Returns the number of arguments, which are a call's first operands.
uint32_t gisel_num_args(const Value *v) {
  if (auto *c = dyn_cast<CallBase>(v)) return c->arg_size();
  if (auto *f = dyn_cast<Function>(v)) return f->arg_size();
  return 0;
}
// Returns the CallInst::TailCallKind: none, tail, musttail, notail.
uint32_t gisel_tail_kind(const Value *v) {
  auto *c = dyn_cast<CallInst>(v);
  return c ? c->getTailCallKind() : 0;
}
Str gisel_bundle_tag(const Value *v, uint32_t i) {
  auto *c = dyn_cast<CallBase>(v);
  return c && i < c->getNumOperandBundles() ? str(c->getOperandBundleAt(i).getTagName()) : noStr();
}
// Returns LLVM's string hash for discriminators of signed pointers.
uint16_t gisel_stable_hash(const char *text, size_t len) { return getPointerAuthStableSipHash(StringRef(text, len)); }
// Returns the number of the intrinsic that a function declares, or zero.
uint32_t gisel_intrinsic(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f ? f->getIntrinsicID() : 0;
}
Str gisel_intrinsic_name(uint32_t id) { return id > 0 && id < Intrinsic::num_intrinsics ? str(Intrinsic::getBaseName(id)) : noStr(); }
uint32_t gisel_intrinsic_by_name(const char *name, size_t len) { return Intrinsic::lookupIntrinsicID(StringRef(name, len)); }
Value *gisel_personality(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && f->hasPersonalityFn() ? f->getPersonalityFn() : nullptr;
}
Value *gisel_prefix_data(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && f->hasPrefixData() ? f->getPrefixData() : nullptr;
}
Value *gisel_prologue_data(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && f->hasPrologueData() ? f->getPrologueData() : nullptr;
}
Str gisel_gc(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && f->hasGC() ? str(f->getGC()) : noStr();
}
bool gisel_is_materializable(const Value *v) {
  auto *g = dyn_cast<GlobalValue>(v);
  return g && g->isMaterializable();
}

// ---- operand bundles ----------------------------------------------------------------------------

// Returns input `i` (key, discriminator) of a call's bundle `ptrauth`.
Value *gisel_ptrauth_bundle(const Value *v, uint32_t i) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_ptrauth) : std::nullopt;
  return bundle && i < bundle->Inputs.size() ? bundle->Inputs[i].get() : nullptr;
}
// Returns the required type number of a call's target, from its bundle.
Value *gisel_kcfi_bundle(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_kcfi) : std::nullopt;
  return bundle && bundle->Inputs.size() == 1 ? bundle->Inputs[0].get() : nullptr;
}
// Returns the function that a call's bundle `clang.arc.attachedcall` names.
Value *gisel_attached_routine(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_clang_arc_attachedcall) : std::nullopt;
  return bundle && bundle->Inputs.size() == 1 ? bundle->Inputs[0].get() : nullptr;
}

// Returns input `n` of a call's bundle `i`.
Value *gisel_bundle_input(const Value *v, uint32_t i, uint32_t n) {
  auto *c = dyn_cast<CallBase>(v);
  if (!c || i >= c->getNumOperandBundles()) return nullptr;
  auto bundle = c->getOperandBundleAt(i);
  return n < bundle.Inputs.size() ? bundle.Inputs[n].get() : nullptr;
}

// ---- constants ----------------------------------------------------------------------------------

// Returns an integer's words, low first, and its width in bits; zero for others.
uint32_t gisel_int_words(const Value *v, const uint64_t **out) {
  auto *c = dyn_cast<ConstantInt>(v);
  *out = c ? c->getValue().getRawData() : nullptr;
  return c ? c->getBitWidth() : 0;
}
// Returns a floating-point constant's bits, low word first, and its width in bits; zero for others.
uint32_t gisel_fp_bits(const Value *v, uint64_t *out) {
  auto *c = dyn_cast<ConstantFP>(v);
  if (!c)
    return 0;
  APInt bits = c->getValueAPF().bitcastToAPInt();
  out[0] = bits.getRawData()[0];
  out[1] = bits.getNumWords() > 1 ? bits.getRawData()[1] : 0;
  return bits.getBitWidth();
}
// Returns the elements of a constant data array or vector in host byte order.
Str gisel_data_bytes(const Value *v) {
  auto *d = dyn_cast<ConstantDataSequential>(v);
  return d ? str(d->getRawDataValues()) : noStr();
}
Value *gisel_constant_element(const Value *v, uint32_t i) {
  auto *c = dyn_cast<Constant>(v);
  return c && !isa<GlobalValue>(c) ? c->getAggregateElement(i) : nullptr;
}
bool gisel_is_null(const Value *v) {
  auto *c = dyn_cast<Constant>(v);
  return c && c->isNullValue();
}
// Returns the global that dso_local_equivalent and no_cfi refer to.
Value *gisel_wrapped_global(const Value *v) {
  if (auto *d = dyn_cast<DSOLocalEquivalent>(v)) return d->getGlobalValue();
  if (auto *n = dyn_cast<NoCFIValue>(v)) return n->getGlobalValue();
  return nullptr;
}
Value *gisel_block_address_function(const Value *v) {
  auto *b = dyn_cast<BlockAddress>(v);
  return b ? b->getFunction() : nullptr;
}
Value *gisel_block_address_block(const Value *v) {
  auto *b = dyn_cast<BlockAddress>(v);
  return b ? b->getBasicBlock() : nullptr;
}
// Computes the accumulated constant offset of a getelementptr, modulo 2^64; returns false if it is
// not constant.
bool gisel_gep_offset(const Module *m, const Value *v, int64_t *out) {
  auto *g = dyn_cast<GEPOperator>(v);
  if (!g || g->getType()->isVectorTy())
    return false;
  const DataLayout &layout = m->getDataLayout();
  const unsigned indexBits = layout.getIndexTypeSizeInBits(g->getType());
  // Most are of a structure's field.
  auto *s = dyn_cast<StructType>(g->getSourceElementType());
  if (s && g->getNumIndices() == 2) {
    auto *first = dyn_cast<ConstantInt>(g->getOperand(1)), *field = dyn_cast<ConstantInt>(g->getOperand(2));
    if (first && field && first->isZero() && !field->getType()->isVectorTy()) {
      TypeSize at = layout.getStructLayout(s)->getElementOffset(field->getZExtValue());
      *out = SignExtend64(at.getKnownMinValue(), indexBits);
      return !at.isScalable();
    }
  }
  uint64_t offset = 0;
  for (auto step = gep_type_begin(g), end = gep_type_end(g); step != end; ++step) {
    auto *index = dyn_cast<ConstantInt>(step.getOperand());
    if (!index || index->getType()->isVectorTy())
      return false;
    if (index->isZero())
      continue;
    StructType *s = step.getStructTypeOrNull();
    TypeSize size = s ? layout.getStructLayout(s)->getElementOffset(index->getZExtValue()) : step.getSequentialElementStride(layout);
    if (size.isScalable())
      return false;
    offset += size.getFixedValue() * (s ? 1 : index->getValue().sextOrTrunc(64).getZExtValue());
  }
  *out = SignExtend64(offset, indexBits);
  return true;
}

enum AsmFlag : uint32_t { ASideEffects = 1, AAlignStack = 2, AIntel = 4, AUnwind = 8 };
Str gisel_asm_text(const Value *v) {
  auto *a = dyn_cast<InlineAsm>(v);
  return a ? str(a->getAsmString()) : noStr();
}
Str gisel_asm_constraints(const Value *v) {
  auto *a = dyn_cast<InlineAsm>(v);
  return a ? str(a->getConstraintString()) : noStr();
}
uint32_t gisel_asm_flags(const Value *v) {
  auto *a = dyn_cast<InlineAsm>(v);
  return !a ? 0
            : (a->hasSideEffects() ? ASideEffects : 0) | (a->isAlignStack() ? AAlignStack : 0) |
                  (a->getDialect() == InlineAsm::AD_Intel ? AIntel : 0) | (a->canThrow() ? AUnwind : 0);
}
Str gisel_metadata_string(const Value *v) {
  auto *m = dyn_cast<MetadataAsValue>(v);
  if (!m)
    return noStr();
  if (auto *s = dyn_cast<MDString>(m->getMetadata()))
    return str(s->getString());
  auto *n = dyn_cast<MDNode>(m->getMetadata());
  auto *s = n && n->getNumOperands() == 1 ? dyn_cast_or_null<MDString>(n->getOperand(0).get()) : nullptr;
  return s ? str(s->getString()) : noStr();
}

} // extern "C"
