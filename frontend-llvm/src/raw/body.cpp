// A function's body as flat records, filled by one walk.
//
// * Contents: the common properties of each instruction; others are read one by one (values.cpp). A
//   local value's number is its position: arguments first, then the instructions of all blocks in
//   order.
// * Requires: the body is not changed while its numbers are in use.
// * Cost: about ten loads for each instruction and five for each operand.

#include "access.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

#include <vector>

extern "C" {
uint32_t gisel_flags(const Value *v);
bool gisel_gep_offset(const Module *m, const Value *v, int64_t *out);
}

namespace {

// The number of an instruction is stored in LLVM's field for its order in the block. LLVM only
// requires that the order increases, and renumbers blocks that it does not consider ordered.
template <auto Member> struct OrderOf {
  friend uint32_t &order(Instruction &inst) { return inst.*Member; }
};
uint32_t &order(Instruction &inst);
template struct OrderOf<&Instruction::Order>;

// The kind of an operand: the upper two bits of its number.
enum OperandKind : uint32_t { Local = 0u << 30, Block = 1u << 30, Other = 2u << 30 };
constexpr uint32_t KindMask = 3u << 30;

// Some of the flags of values.cpp.
enum Flag : uint32_t { Nuw = 1u << 0, SameSign = 1u << 5, Inbounds = 1u << 6, Nusw = 1u << 7, Volatile = 1u << 8, Atomic = 1u << 23 };

// Properties in records besides the flags of values.cpp.
enum Fact : uint8_t { HasOffset = 1, HasProfile = 2, Listed = 4, HasPcSections = 8 };

struct Record {
  Value *inst;
  uint32_t type;
  uint32_t flags;
  uint32_t firstOperand;
  uint32_t numOperands;
  int32_t extra; // a constant offset in bytes, the address space of an access
  uint8_t opcode;
  uint8_t detail; // a predicate, the binary logarithm of an alignment
  uint8_t facts;
  uint8_t unused;
};

struct BlockRecord {
  Value *block;
  uint32_t first; // its first instruction
  uint32_t number;
};

struct Body {
  const Record *insts;
  size_t numInsts;
  const uint32_t *operands;
  size_t numOperands;
  Value *const *others;
  size_t numOthers;
  const BlockRecord *blocks;
  size_t numBlocks;
  Type *const *types;
  size_t numTypes;
};

class BodyReader {
  std::vector<Record> insts;
  std::vector<uint32_t> operands;
  std::vector<Value *> others;
  std::vector<BlockRecord> blocks;
  // Types keep their numbers from function to function.
  std::vector<Type *> types;
  DenseMap<const Type *, uint32_t> numbers;
  static constexpr size_t Recent = 32;
  std::pair<const Type *, uint32_t> recent[Recent] = {};

  uint32_t typeNumber(Type *type) {
    auto &slot = recent[(reinterpret_cast<uintptr_t>(type) >> 4) % Recent];
    if (slot.first != type) {
      auto [known, isNew] = numbers.try_emplace(type, types.size());
      if (isNew)
        types.push_back(type);
      slot = {type, known->second};
    }
    return slot.second;
  }

  void operand(Value *v) {
    if (auto *i = dyn_cast<Instruction>(v))
      operands.push_back(Local | order(*i));
    else if (auto *a = dyn_cast<Argument>(v))
      operands.push_back(Local | a->getArgNo());
    else
      other(v);
  }
  void other(Value *v) {
    operands.push_back(Other | others.size());
    others.push_back(v);
  }
  void block(BasicBlock *b) { operands.push_back(Block | b->getNumber()); }

  // The flags of an access, computed directly for the common case without metadata.
  template <class Access> static uint32_t accessFlags(const Access &i) {
    if (i.hasMetadataOtherThanDebugLoc())
      return gisel_flags(&i);
    return (i.isVolatile() ? Volatile : 0) | (i.getOrdering() != AtomicOrdering::NotAtomic ? Atomic : 0);
  }

  void branch(BranchInst &i, Record &r) {
    if (i.hasMetadata(LLVMContext::MD_prof))
      r.facts |= HasProfile;
    if (i.isConditional())
      operand(i.getCondition());
    for (unsigned n = 0; n < i.getNumSuccessors(); ++n)
      block(i.getSuccessor(n));
  }

  void elementPointer(GetElementPtrInst &i, Record &r) {
    int64_t offset;
    if (gisel_gep_offset(i.getModule(), &i, &offset) && offset == int32_t(offset)) {
      r.facts |= HasOffset;
      r.extra = int32_t(offset);
      GEPNoWrapFlags flags = i.getNoWrapFlags();
      r.flags = (flags.isInBounds() ? Inbounds : 0) | (flags.hasNoUnsignedSignedWrap() ? Nusw : 0) | (flags.hasNoUnsignedWrap() ? Nuw : 0);
      operand(i.getPointerOperand());
    } else {
      r.facts &= ~Listed;
    }
  }

  void fill(Instruction &i, Record &r) {
    switch (i.getOpcode()) {
    case Instruction::Load: {
      auto &l = cast<LoadInst>(i);
      r.flags = accessFlags(l);
      r.detail = Log2(l.getAlign());
      r.extra = l.getPointerAddressSpace();
      return operand(l.getPointerOperand());
    }
    case Instruction::Store: {
      auto &s = cast<StoreInst>(i);
      r.flags = accessFlags(s);
      r.type = typeNumber(s.getValueOperand()->getType());
      r.detail = Log2(s.getAlign());
      r.extra = s.getPointerAddressSpace();
      operand(s.getValueOperand());
      return operand(s.getPointerOperand());
    }
    case Instruction::GetElementPtr: return elementPointer(cast<GetElementPtrInst>(i), r);
    case Instruction::Br: return branch(cast<BranchInst>(i), r);
    case Instruction::ICmp:
      r.detail = cast<ICmpInst>(i).getPredicate();
      r.flags = cast<ICmpInst>(i).hasSameSign() ? SameSign : 0;
      operand(i.getOperand(0));
      return operand(i.getOperand(1));
    case Instruction::Alloca: r.flags = gisel_flags(&i); return;
    case Instruction::Call:
    case Instruction::Invoke:
      for (Use &argument : cast<CallBase>(i).args())
        operand(argument.get());
      return;
    default: break;
    }
    if (!i.isBinaryOp() && !i.isCast()) {
      r.facts &= ~Listed;
      return;
    }
    // Flags are in the optional data or in metadata; most instructions have neither.
    r.flags = i.hasMetadataOtherThanDebugLoc() || i.getRawSubclassOptionalData() ? gisel_flags(&i) : 0;
    for (Use &use : i.operands())
      operand(use.get());
  }

public:
  void read(Function &f, Body &out) {
    insts.clear();
    operands.clear();
    others.clear();
    blocks.clear();
    const uint32_t numArgs = f.arg_size();
    uint32_t next = numArgs;
    for (BasicBlock &b : f) {
      blocks.push_back({&b, next - numArgs, b.getNumber()});
      if (!b.isInstrOrderValid())
        b.renumberInstructions();
      for (Instruction &i : b)
        order(i) = next++;
    }
    insts.reserve(next - numArgs);
    for (BasicBlock &b : f)
      for (Instruction &i : b) {
        Record r = {&i, typeNumber(i.getType()), 0, uint32_t(operands.size()), 0, 0, uint8_t(i.getOpcode()), 0, Listed, 0};
        fill(i, r);
        if (i.hasMetadataOtherThanDebugLoc() && i.hasMetadata(LLVMContext::MD_pcsections))
          r.facts |= HasPcSections;
        r.numOperands = operands.size() - r.firstOperand;
        insts.push_back(r);
      }
    // A larger body does not fit into the numbers, nor into memory.
    assert(next < ~KindMask && others.size() < ~KindMask);
    out = {insts.data(),   insts.size(),  operands.data(), operands.size(), others.data(),
           others.size(), blocks.data(), blocks.size(),   types.data(),    types.size()};
  }
};

} // namespace

extern "C" {

BodyReader *gisel_body_reader() { return new BodyReader; }
void gisel_dispose_body_reader(BodyReader *reader) { delete reader; }

// Reads a body. The records are valid until the reader reads another body.
void gisel_read_body(BodyReader *reader, Value *v, Body *out) {
  if (auto *f = dyn_cast<Function>(v))
    reader->read(*f, *out);
  else
    *out = {};
}

// Returns the number of an argument, or of an instruction of the body that was read last;
// UINT32_MAX for others.
uint32_t gisel_local_number(const Value *v) {
  if (auto *i = dyn_cast<Instruction>(v))
    return order(*const_cast<Instruction *>(i));
  auto *a = dyn_cast<Argument>(v);
  return a ? a->getArgNo() : UINT32_MAX;
}

} // extern "C"
