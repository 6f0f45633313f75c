// Accessors over LLVM's IR classes, for raw/ffi.rs.
//
// What:     one function a fact. llvm-c casts its arguments unchecked and returns C enums, so that a value of the
//           wrong kind is undefined behaviour; it also lacks dso_local, comdat names, wide constants and more.
//           Every function here is total instead: asked about a value of another kind it answers null or zero.
// Requires: pointers that belong to a live module; an index may be anything.
// Cost:     a dynamic type test and a load each, but for those that print.

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SipHash.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <unistd.h>

using namespace llvm;

namespace {

// The standard streams that the process was started without, as bits. Found when the program is loaded: before `main`
// Rust's runtime opens /dev/null in their stead.
const uint8_t closedStreams = [] {
  uint8_t closed = 0;
  for (int stream = 0; stream < 3; ++stream)
    closed |= uint8_t(fcntl(stream, F_GETFD) == -1) << stream;
  return closed;
}();

// A borrowed string, or null data where there is none.
struct Str {
  const char *data;
  size_t len;
};
Str str(StringRef s) { return {s.data() ? s.data() : "", s.size()}; }
Str noStr() { return {nullptr, 0}; }

// Where text of unknown length goes.
using Sink = void (*)(void *, const char *, size_t);
void put(Sink sink, void *to, const std::string &text) { sink(to, text.data(), text.size()); }

// The data layout of a module, by the triple and the layout that it names; null where its own stays.
using LayoutOf = Str (*)(void *, Str, Str);

template <class T, class V> const T *as(const V *v) { return dyn_cast_or_null<T>(v); }

// The input that was opened last, for the handlers of crashes.
char inputName[4096];
thread_local volatile sig_atomic_t reading = 0;

void say(const char *text) { (void)!write(2, text, strlen(text)); }

void crashMessage(const char *reason) {
  say("error: ");
  say(inputName);
  say(": LLVM's reader stopped: ");
  say(reason);
  say("\n");
}

void onFatalError(void *, const char *reason, bool) {
  crashMessage(reason);
  _exit(1);
}

const int crashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP};
struct sigaction savedActions[sizeof(crashSignals) / sizeof(int)];

// What comes from elsewhere is left to those who handled it before: the instruction is run again under their handlers.
void onCrash(int signal) {
  if (reading) {
    crashMessage(signal == SIGSEGV ? "segmentation fault or stack overflow" : "crash");
    _exit(1);
  }
  for (size_t i = 0; i < std::size(crashSignals); ++i)
    sigaction(crashSignals[i], &savedActions[i], nullptr);
}

void catchCrashes() {
  install_fatal_error_handler(onFatalError);
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = SA_ONSTACK;
  for (size_t i = 0; i < std::size(crashSignals); ++i)
    sigaction(crashSignals[i], &action, &savedActions[i]);
}

// While it lives, a crash of its thread ends the process with a message and exit code 1.
struct CrashGuard {
  CrashGuard() {
    static std::once_flag caught;
    std::call_once(caught, catchCrashes);
    reading = 1;
  }
  ~CrashGuard() { reading = 0; }
};

std::mutex nameMutex;

// Names the input of the module that is now read, for messages.
void nameInput(StringRef name) {
  std::lock_guard<std::mutex> lock(nameMutex);
  size_t n = std::min(name.size(), sizeof(inputName) - 1);
  memcpy(inputName, name.data(), n);
  inputName[n] = 0;
}

struct Diagnostics {
  std::string text;
};

void onDiagnostic(const DiagnosticInfo *info, void *to) {
  raw_string_ostream os(static_cast<Diagnostics *>(to)->text);
  DiagnosticPrinterRawOStream printer(os);
  os << LLVMContext::getDiagnosticMessagePrefix(info->getSeverity()) << ": ";
  info->print(printer);
  os << "\n";
}

// Collects a context's diagnostics instead of letting them reach stderr or exit().
struct DiagnosticsGuard {
  LLVMContext &context;
  Diagnostics collected;
  explicit DiagnosticsGuard(LLVMContext &c) : context(c) {
    context.setDiagnosticHandlerCallBack(onDiagnostic, &collected);
  }
  ~DiagnosticsGuard() { context.setDiagnosticHandlerCallBack(nullptr, nullptr); }
};

using Layouts = std::function<std::optional<std::string>(StringRef, StringRef)>;

std::unique_ptr<Module> readBitcode(MemoryBufferRef buffer, LLVMContext &context, bool lazy, const Layouts &layouts, std::string &error) {
  ParserCallbacks callbacks(layouts);
  Expected<std::unique_ptr<Module>> module =
      lazy ? getOwningLazyBitcodeModule(MemoryBuffer::getMemBufferCopy(buffer.getBuffer(), buffer.getBufferIdentifier()), context,
                                        /*ShouldLazyLoadMetadata=*/false, /*IsImporting=*/false, callbacks)
           : parseBitcodeFile(buffer, context, callbacks);
  if (module)
    return std::move(*module);
  raw_string_ostream os(error);
  os << buffer.getBufferIdentifier() << ": error: " << toString(module.takeError()) << "\n";
  return nullptr;
}

std::unique_ptr<Module> readAssembly(MemoryBufferRef buffer, LLVMContext &context, const Layouts &layouts, std::string &error) {
  SMDiagnostic diagnostic;
  auto module = parseAssembly(buffer, diagnostic, context, /*Slots=*/nullptr, layouts);
  if (!module) {
    raw_string_ostream os(error);
    diagnostic.print(nullptr, os, /*ShowColors=*/false);
  }
  return module;
}

bool verify(Module &module, StringRef name, std::string &error) {
  raw_string_ostream os(error);
  bool brokenDebugInfo = false;
  if (verifyModule(module, &os, &brokenDebugInfo)) {
    os << name << ": error: input module cannot be verified\n";
    return false;
  }
  if (brokenDebugInfo)
    StripDebugInfo(module);
  return true;
}

} // namespace

extern "C" {

// ---- reading ------------------------------------------------------------------------------------------------

enum { ReadVerify = 1, ReadLazy = 2 };

// Returns null and says why through the sink; warnings of a module that was read go there too. The layout is asked for before
// any alignment that the text leaves out is filled in.
void *gisel_read(void *contextPtr, const char *data, size_t len, const char *name, size_t nameLen, uint32_t options, LayoutOf layoutOf,
                 void *layoutsOf, Sink sink, void *to) {
  StringRef text(data, len), id(name, nameLen);
  nameInput(id);
  CrashGuard crash;
  LLVMContext &context = *static_cast<LLVMContext *>(contextPtr);
  DiagnosticsGuard diagnostics(context);
  bool bitcode = isBitcode(reinterpret_cast<const unsigned char *>(data), reinterpret_cast<const unsigned char *>(data) + len);
  // The reader of text wants a NUL after it, which a borrowed buffer need not have.
  auto buffer = bitcode ? MemoryBuffer::getMemBuffer(text, id, false) : MemoryBuffer::getMemBufferCopy(text, id);
  std::string error;
  bool lazy = bitcode && (options & ReadLazy);
  auto layouts = [=](StringRef triple, StringRef layout) -> std::optional<std::string> {
    Str other = layoutOf(layoutsOf, str(triple), str(layout));
    return other.data ? std::optional(std::string(other.data, other.len)) : std::nullopt;
  };
  auto module = bitcode ? readBitcode(*buffer, context, lazy, layouts, error) : readAssembly(*buffer, context, layouts, error);
  if (module && (options & ReadVerify) && !verify(*module, id, error))
    module = nullptr;
  put(sink, to, diagnostics.collected.text + error);
  return module.release();
}

void gisel_dispose_module(Module *m) { delete m; }

// The reader was asked for something a long time ago.
void gisel_reader_hangs() {
  crashMessage("it does not come to an end");
  _exit(1);
}

// Reads a lazily opened function's body; true when it is there.
bool gisel_materialize(Value *v, bool check, Sink sink, void *to) {
  auto *f = dyn_cast<Function>(v);
  if (!f)
    return false;
  if (!f->isMaterializable())
    return true;
  CrashGuard crash;
  DiagnosticsGuard diagnostics(f->getContext());
  std::string error;
  if (Error e = f->materialize())
    error = toString(std::move(e));
  raw_string_ostream os(error);
  if (error.empty() && check && verifyFunction(*f, &os) && error.empty())
    os << "input function cannot be verified\n";
  put(sink, to, diagnostics.collected.text + error);
  return error.empty();
}

// Frees a function's body, unless blocks of it are known elsewhere by their addresses.
void gisel_drop_body(Value *v) {
  auto *f = dyn_cast<Function>(v);
  if (f && none_of(*f, [](const BasicBlock &block) { return block.hasAddressTaken(); }))
    f->dropAllReferences();
}

// ---- modules ------------------------------------------------------------------------------------------------

Value *gisel_first_function(const Module *m) { return m->empty() ? nullptr : const_cast<Function *>(&*m->begin()); }
Value *gisel_first_global(const Module *m) { return m->global_empty() ? nullptr : const_cast<GlobalVariable *>(&*m->global_begin()); }
Value *gisel_first_alias(const Module *m) { return m->alias_empty() ? nullptr : const_cast<GlobalAlias *>(&*m->alias_begin()); }
Value *gisel_first_ifunc(const Module *m) { return m->ifunc_empty() ? nullptr : const_cast<GlobalIFunc *>(&*m->ifunc_begin()); }

// The next function, variable, alias or ifunc of the same module.
Value *gisel_next_global(const Value *v) {
  if (auto *f = dyn_cast<Function>(v)) {
    auto next = std::next(f->getIterator());
    return next == f->getParent()->end() ? nullptr : const_cast<Function *>(&*next);
  }
  if (auto *g = dyn_cast<GlobalVariable>(v)) {
    auto next = std::next(g->getIterator());
    return next == g->getParent()->global_end() ? nullptr : const_cast<GlobalVariable *>(&*next);
  }
  if (auto *a = dyn_cast<GlobalAlias>(v)) {
    auto next = std::next(a->getIterator());
    return next == a->getParent()->alias_end() ? nullptr : const_cast<GlobalAlias *>(&*next);
  }
  if (auto *i = dyn_cast<GlobalIFunc>(v)) {
    auto next = std::next(i->getIterator());
    return next == i->getParent()->ifunc_end() ? nullptr : const_cast<GlobalIFunc *>(&*next);
  }
  return nullptr;
}

Value *gisel_named_value(const Module *m, const char *name, size_t len) { return m->getNamedValue(StringRef(name, len)); }
Str gisel_module_triple(const Module *m) { return str(m->getTargetTriple().str()); }
Str gisel_module_layout(const Module *m) { return str(m->getDataLayoutStr()); }
void gisel_module_set_triple(Module *m, const char *data, size_t len) { m->setTargetTriple(Triple(StringRef(data, len))); }
void gisel_module_print(const Module *m, Sink sink, void *to) {
  std::string text;
  raw_string_ostream os(text);
  m->print(os, nullptr);
  put(sink, to, text);
}
Str gisel_module_identifier(const Module *m) { return str(m->getModuleIdentifier()); }
Str gisel_module_source(const Module *m) { return str(m->getSourceFileName()); }
Str gisel_module_asm(const Module *m) { return str(m->getModuleInlineAsm()); }

// A module flag that is an integer; false when there is none of that name and kind.
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
// String i of a module flag that is a list.
Str gisel_module_flag_item(const Module *m, uint32_t i, const char *name, size_t len) {
  auto *list = dyn_cast_or_null<MDNode>(m->getModuleFlag(StringRef(name, len)));
  if (!list || i >= list->getNumOperands())
    return noStr();
  auto *text = dyn_cast_or_null<MDString>(list->getOperand(i).get());
  return text ? str(text->getString()) : noStr();
}
// Module flag i: its name, and its value where that is an integer or a string.
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
// The name of named metadata i.
Str gisel_named_metadata(const Module *m, uint32_t i) {
  for (const NamedMDNode &node : m->named_metadata())
    if (i-- == 0)
      return str(node.getName());
  return noStr();
}
// Whether there is a compile unit with debug information.
bool gisel_has_debug_info(const Module *m) { return m->debug_compile_units_begin() != m->debug_compile_units_end(); }
// Line i of `!llvm.ident`.
// A string of a node of named metadata; without data when there is no such node or operand, or it is no string.
Str gisel_named_metadata_string(const Module *m, uint32_t node, uint32_t operand, const char *name, size_t len) {
  auto *named = m->getNamedMetadata(StringRef(name, len));
  if (!named || node >= named->getNumOperands() || operand >= named->getOperand(node)->getNumOperands())
    return noStr();
  auto *text = dyn_cast_or_null<MDString>(named->getOperand(node)->getOperand(operand).get());
  return text ? str(text->getString()) : noStr();
}

// ---- data layout --------------------------------------------------------------------------------------------

struct Size {
  uint64_t min; // of a scalable type, a multiple of vscale
  uint8_t scalable;
  uint8_t sized;
};
static Size sized(TypeSize s) { return {s.getKnownMinValue(), s.isScalable(), 1}; }

Size gisel_size_in_bits(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeSizeInBits(t)) : Size{0, 0, 0}; }
Size gisel_alloc_size(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeAllocSize(t)) : Size{0, 0, 0}; }
Size gisel_store_size(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeStoreSize(t)) : Size{0, 0, 0}; }
uint64_t gisel_abi_align(const Module *m, Type *t) { return t->isSized() ? m->getDataLayout().getABITypeAlign(t).value() : 0; }
uint64_t gisel_pref_align(const Module *m, Type *t) { return t->isSized() ? m->getDataLayout().getPrefTypeAlign(t).value() : 0; }
// UINT64_MAX when there is no such field at a fixed offset.
uint64_t gisel_struct_offset(const Module *m, Type *t, uint32_t i) {
  auto *s = dyn_cast<StructType>(t);
  if (!s || !s->isSized() || i >= s->getNumElements() || s->isScalableTy())
    return UINT64_MAX;
  return m->getDataLayout().getStructLayout(s)->getElementOffset(i).getFixedValue();
}
uint32_t gisel_pointer_bits(const Module *m, uint32_t space) { return m->getDataLayout().getPointerSizeInBits(space); }
uint32_t gisel_index_bits(const Module *m, uint32_t space) { return m->getDataLayout().getIndexSizeInBits(space); }
uint32_t gisel_alloca_space(const Module *m) { return m->getDataLayout().getAllocaAddrSpace(); }
bool gisel_little_endian(const Module *m) { return m->getDataLayout().isLittleEndian(); }
uint64_t gisel_preferred_global_align(const Module *m, const Value *v) {
  auto *g = dyn_cast<GlobalVariable>(v);
  return g && g->getValueType()->isSized() ? m->getDataLayout().getPreferredAlign(g).value() : 0;
}

// ---- types --------------------------------------------------------------------------------------------------

// Type::TypeID; `n` is a width, a count of elements or parameters, or an address space.
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

// A struct's field, a function's parameter, an array's or vector's element (any index).
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

// ---- values -------------------------------------------------------------------------------------------------

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
bool gisel_value_has_one_use(const Value *v) { return v->hasOneUse(); }
// Linear in the function or module that the value is in, to number what has no name: for messages only.
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
// An instruction's or constant expression's opcode, as in Instruction.def; zero for others.
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

static uint32_t memoryFlags(const Instruction *i) {
  uint32_t flags = (i->isVolatile() ? FVolatile : 0) | (i->isAtomic() ? FAtomic : 0);
  if (i->hasMetadataOtherThanDebugLoc()) {
    flags |= i->hasMetadata(LLVMContext::MD_nontemporal) ? FNontemporal : 0;
    flags |= i->hasMetadata(LLVMContext::MD_invariant_load) ? FInvariant : 0;
    flags |= i->hasMetadata(LLVMContext::MD_unpredictable) ? FUnpredictable : 0;
  }
  return flags;
}

// All flags of an instruction or constant expression in one call.
uint32_t gisel_flags(const Value *v) {
  auto *i = dyn_cast<Instruction>(v);
  // Loads and stores, which most instructions are, have only those of memory.
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

// CmpInst::Predicate; UINT32_MAX for others.
uint32_t gisel_predicate(const Value *v) {
  auto *c = dyn_cast<CmpInst>(v);
  return c ? c->getPredicate() : UINT32_MAX;
}

// Alignment of what is accessed, allocated or defined; zero when unsaid.
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

// The type that an alloca, a getelementptr or a global speaks of.
Type *gisel_element_type(const Value *v) {
  if (auto *g = dyn_cast<GEPOperator>(v)) return g->getSourceElementType();
  if (auto *a = dyn_cast<AllocaInst>(v)) return a->getAllocatedType();
  if (auto *g = dyn_cast<GlobalValue>(v)) return g->getValueType();
  return nullptr;
}

// Constant indices of extractvalue and insertvalue.
uint32_t gisel_indices(const Value *v, const uint32_t **out) {
  ArrayRef<unsigned> indices;
  if (auto *e = dyn_cast<ExtractValueInst>(v)) indices = e->getIndices();
  if (auto *i = dyn_cast<InsertValueInst>(v)) indices = i->getIndices();
  *out = indices.data();
  return indices.size();
}
// A shuffle's mask, of an instruction or constant expression; -1 is poison.
uint32_t gisel_shuffle_mask(const Value *v, const int32_t **out) {
  ArrayRef<int> mask;
  if (auto *s = dyn_cast<ShuffleVectorInst>(v))
    mask = s->getShuffleMask();
  else if (auto *e = dyn_cast<ConstantExpr>(v); e && e->getOpcode() == Instruction::ShuffleVector)
    mask = e->getShuffleMask();
  *out = mask.data();
  return mask.size();
}

// ---- blocks and control flow --------------------------------------------------------------------------------

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
bool gisel_block_is_eh_pad(const Value *v) {
  auto *b = dyn_cast<BasicBlock>(v);
  return b && b->isEHPad();
}
// The block of an instruction, the function of a block or argument.
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
// Case i of a switch (the default is no case); its target is successor i + 1.
Value *gisel_switch_case(const Value *v, uint32_t i) {
  auto *s = dyn_cast<SwitchInst>(v);
  return s && i < s->getNumCases() ? const_cast<ConstantInt *>((s->case_begin() + i)->getCaseValue()) : nullptr;
}
Value *gisel_phi_block(const Value *v, uint32_t i) {
  auto *p = dyn_cast<PHINode>(v);
  return p && i < p->getNumIncomingValues() ? p->getIncomingBlock(i) : nullptr;
}
// `!prof` branch weights; returns how many there are, writes at most `capacity`.
uint32_t gisel_branch_weights(const Value *v, uint32_t *out, uint32_t capacity) {
  auto *i = dyn_cast<Instruction>(v);
  SmallVector<uint32_t, 8> weights;
  if (!i || !i->hasMetadata(LLVMContext::MD_prof) || !extractBranchWeights(*i, weights))
    return 0;
  for (size_t k = 0; k < weights.size() && k < capacity; ++k)
    out[k] = weights[k];
  return weights.size();
}

// ---- functions and calls ------------------------------------------------------------------------------------

Value *gisel_argument(const Value *v, uint32_t i) {
  auto *f = dyn_cast<Function>(v);
  return f && i < f->arg_size() ? f->getArg(i) : nullptr;
}
uint32_t gisel_argument_index(const Value *v) {
  auto *a = dyn_cast<Argument>(v);
  return a ? a->getArgNo() : UINT32_MAX;
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
// Arguments are a call's first operands.
uint32_t gisel_num_args(const Value *v) {
  if (auto *c = dyn_cast<CallBase>(v)) return c->arg_size();
  if (auto *f = dyn_cast<Function>(v)) return f->arg_size();
  return 0;
}
// CallInst::TailCallKind: none, tail, musttail, notail.
uint32_t gisel_tail_kind(const Value *v) {
  auto *c = dyn_cast<CallInst>(v);
  return c ? c->getTailCallKind() : 0;
}
Str gisel_bundle_tag(const Value *v, uint32_t i) {
  auto *c = dyn_cast<CallBase>(v);
  return c && i < c->getNumOperandBundles() ? str(c->getOperandBundleAt(i).getTagName()) : noStr();
}
// LLVM's hash of strings for discriminators of signed pointers.
uint16_t gisel_stable_hash(const char *text, size_t len) { return getPointerAuthStableSipHash(StringRef(text, len)); }
// The intrinsic that a function is, or zero.
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

// ---- attributes ---------------------------------------------------------------------------------------------

// Indices: 0 the return value, 1.. the parameters, UINT32_MAX the function.
struct AttrValue {
  uint64_t number;
  Type *type;
  uint8_t present;
};
static Attribute attributeAt(const Value *v, uint32_t index, Attribute::AttrKind kind) {
  if (auto *f = dyn_cast<Function>(v)) return f->getAttributes().getAttributeAtIndex(index, kind);
  if (auto *c = dyn_cast<CallBase>(v)) return c->getAttributes().getAttributeAtIndex(index, kind);
  return Attribute();
}
uint32_t gisel_attr_kind(const char *name, size_t len) { return Attribute::getAttrKindFromName(StringRef(name, len)); }
AttrValue gisel_attr(const Value *v, uint32_t index, uint32_t kind) {
  if (kind == Attribute::None || kind >= Attribute::EndAttrKinds)
    return {0, nullptr, 0};
  Attribute a = attributeAt(v, index, Attribute::AttrKind(kind));
  if (!a.isValid())
    return {0, nullptr, 0};
  return {a.isIntAttribute() ? a.getValueAsInt() : 0, a.isTypeAttribute() ? a.getValueAsType() : nullptr, 1};
}
Str gisel_attr_str(const Value *v, uint32_t index, const char *name, size_t len) {
  Attribute a;
  if (auto *f = dyn_cast<Function>(v)) a = f->getAttributes().getAttributeAtIndex(index, StringRef(name, len));
  if (auto *c = dyn_cast<CallBase>(v)) a = c->getAttributes().getAttributeAtIndex(index, StringRef(name, len));
  return a.isValid() && a.isStringAttribute() ? str(a.getValueAsString()) : noStr();
}
// The attributes at an index that `bits` gives a bit number below 64, by their kinds.
uint64_t gisel_attr_set(const Value *v, uint32_t index, const uint8_t *bits, size_t count) {
  AttributeSet set;
  if (auto *f = dyn_cast<Function>(v)) set = f->getAttributes().getAttributes(index);
  if (auto *c = dyn_cast<CallBase>(v)) set = c->getAttributes().getAttributes(index);
  uint64_t found = 0;
  for (Attribute a : set) {
    size_t kind = a.isStringAttribute() ? SIZE_MAX : size_t(a.getKindAsEnum());
    if (kind < count && bits[kind] < 64)
      found |= uint64_t(1) << bits[kind];
  }
  return found;
}
// The identity of a function's or call's attributes: equal for those of one context that have the same; null for none.
const void *gisel_attr_list(const Value *v) {
  if (auto *f = dyn_cast<Function>(v)) return f->getAttributes().getRawPointer();
  if (auto *c = dyn_cast<CallBase>(v)) return c->getAttributes().getRawPointer();
  return nullptr;
}
// Calls `each` for all attributes of a function, call or variable: index, name, a string attribute's value (null data for
// others), an integer attribute's number.
using EachAttribute = void (*)(void *, uint32_t, Str, Str, uint64_t);
static void eachOf(AttributeSet set, uint32_t index, EachAttribute each, void *to) {
  for (Attribute a : set) {
    if (a.isStringAttribute())
      each(to, index, str(a.getKindAsString()), str(a.getValueAsString()), 0);
    else
      each(to, index, str(Attribute::getNameFromAttrKind(a.getKindAsEnum())), noStr(), a.isIntAttribute() ? a.getValueAsInt() : 0);
  }
}
void gisel_each_attribute(const Value *v, EachAttribute each, void *to) {
  AttributeList list;
  if (auto *g = dyn_cast<GlobalVariable>(v)) eachOf(g->getAttributes(), AttributeList::FunctionIndex, each, to);
  if (auto *f = dyn_cast<Function>(v)) list = f->getAttributes();
  if (auto *c = dyn_cast<CallBase>(v)) list = c->getAttributes();
  for (unsigned index : list.indexes())
    eachOf(list.getAttributes(index), index, each, to);
}
// The name of an enum, integer or type attribute; none from the last kind on.
Str gisel_attr_kind_name(uint32_t kind) {
  bool known = kind != Attribute::None && kind < Attribute::EndAttrKinds;
  return known ? str(Attribute::getNameFromAttrKind(Attribute::AttrKind(kind))) : noStr();
}
bool gisel_has_attrs(const Value *v, uint32_t index) {
  if (auto *f = dyn_cast<Function>(v)) return f->getAttributes().hasAttributesAtIndex(index);
  if (auto *c = dyn_cast<CallBase>(v)) return c->getAttributes().hasAttributesAtIndex(index);
  return false;
}

// ---- constants ----------------------------------------------------------------------------------------------

// An integer's words, low first, and its width; zero for others.
uint32_t gisel_int_words(const Value *v, const uint64_t **out) {
  auto *c = dyn_cast<ConstantInt>(v);
  *out = c ? c->getValue().getRawData() : nullptr;
  return c ? c->getBitWidth() : 0;
}
// A floating-point constant's bits, low word first, and its width; zero for others.
uint32_t gisel_fp_bits(const Value *v, uint64_t *out) {
  auto *c = dyn_cast<ConstantFP>(v);
  if (!c)
    return 0;
  APInt bits = c->getValueAPF().bitcastToAPInt();
  out[0] = bits.getRawData()[0];
  out[1] = bits.getNumWords() > 1 ? bits.getRawData()[1] : 0;
  return bits.getBitWidth();
}
// Elements of a constant data array or vector as they lie in this machine's memory.
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
// The global behind dso_local_equivalent and no_cfi.
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
// The accumulated constant offset of a getelementptr, modulo 2^64; false when it is not constant.
bool gisel_gep_offset(const Module *m, const Value *v, int64_t *out) {
  auto *g = dyn_cast<GEPOperator>(v);
  if (!g || g->getType()->isVectorTy())
    return false;
  const DataLayout &layout = m->getDataLayout();
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
  *out = SignExtend64(offset, layout.getIndexTypeSizeInBits(g->getType()));
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

// ---- globals ------------------------------------------------------------------------------------------------

// Each number is LLVM's own enumeration's.
struct GlobalInfo {
  uint8_t linkage, visibility, dllStorage, unnamedAddr, threadLocal, codeModel; // code model: 0 none, else 1 + CodeModel
  uint8_t dsoLocal, declaration, constant, externallyInitialized;
  uint32_t addressSpace;
};
GlobalInfo gisel_global_info(const Value *v) {
  GlobalInfo info = {};
  auto *g = dyn_cast<GlobalValue>(v);
  if (!g)
    return info;
  info.linkage = g->getLinkage();
  info.visibility = g->getVisibility();
  info.dllStorage = g->getDLLStorageClass();
  info.unnamedAddr = uint8_t(g->getUnnamedAddr());
  info.threadLocal = g->getThreadLocalMode();
  info.dsoLocal = g->isDSOLocal();
  info.declaration = g->isDeclaration();
  info.addressSpace = g->getAddressSpace();
  if (auto *var = dyn_cast<GlobalVariable>(g)) {
    info.codeModel = var->getCodeModelRaw();
    info.constant = var->isConstant();
    info.externallyInitialized = var->isExternallyInitialized();
  }
  return info;
}
Str gisel_section(const Value *v) {
  auto *g = dyn_cast<GlobalObject>(v);
  return g && g->hasSection() ? str(g->getSection()) : noStr();
}
Str gisel_partition(const Value *v) {
  auto *g = dyn_cast<GlobalValue>(v);
  return g && g->hasPartition() ? str(g->getPartition()) : noStr();
}
// A comdat's name, and its Comdat::SelectionKind through `kind`.
Str gisel_comdat(const Value *v, uint32_t *kind) {
  auto *g = dyn_cast<GlobalObject>(v);
  const Comdat *c = g ? g->getComdat() : nullptr;
  *kind = c ? c->getSelectionKind() : 0;
  return c ? str(c->getName()) : noStr();
}
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
// Whether an instruction of a function has `!pcsections`.
bool gisel_has_pcsections(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  return f && any_of(instructions(*f), [](const Instruction &i) {
    return i.hasMetadataOtherThanDebugLoc() && i.hasMetadata(LLVMContext::MD_pcsections);
  });
}
// What `!associated` names, if it is attached.
Value *gisel_associated(const Value *v) {
  auto *g = dyn_cast<GlobalObject>(v);
  MDNode *node = g ? g->getMetadata(LLVMContext::MD_associated) : nullptr;
  auto *named = node && node->getNumOperands() == 1 ? dyn_cast_or_null<ValueAsMetadata>(node->getOperand(0)) : nullptr;
  return named ? named->getValue()->stripPointerCasts() : nullptr;
}
// What `!section_prefix` says.
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
// Number `i` of those that `!func_sanitize` names, if it is attached.
Value *gisel_type_identifier(const Value *v, uint32_t i) {
  auto *f = dyn_cast<Function>(v);
  MDNode *node = f ? f->getMetadata(LLVMContext::MD_func_sanitize) : nullptr;
  return node && i < node->getNumOperands() ? mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(i)) : nullptr;
}
// Input `i` (key, discriminator) of a call's bundle `ptrauth`.
Value *gisel_ptrauth_bundle(const Value *v, uint32_t i) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_ptrauth) : std::nullopt;
  return bundle && i < bundle->Inputs.size() ? bundle->Inputs[i].get() : nullptr;
}
// The number that `!kcfi_type` attaches.
Value *gisel_kcfi_type(const Value *v) {
  auto *f = dyn_cast<Function>(v);
  MDNode *node = f ? f->getMetadata(LLVMContext::MD_kcfi_type) : nullptr;
  return node && node->getNumOperands() == 1 ? mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(0)) : nullptr;
}
// The number of the type that a call's target must have, by its bundle.
Value *gisel_kcfi_bundle(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_kcfi) : std::nullopt;
  return bundle && bundle->Inputs.size() == 1 ? bundle->Inputs[0].get() : nullptr;
}
// The function that a call's bundle `clang.arc.attachedcall` names.
Value *gisel_attached_routine(const Value *v) {
  auto *c = dyn_cast<CallBase>(v);
  auto bundle = c ? c->getOperandBundle(LLVMContext::OB_clang_arc_attachedcall) : std::nullopt;
  return bundle && bundle->Inputs.size() == 1 ? bundle->Inputs[0].get() : nullptr;
}
// Which of a variable's sanitizer bits are set.
enum { NoAddress = 1, NoHWAddress = 2, Memtag = 4, IsDynInit = 8 };
uint32_t gisel_sanitizers(const Value *v) {
  auto *g = dyn_cast<GlobalValue>(v);
  if (!g || !g->hasSanitizerMetadata())
    return 0;
  GlobalValue::SanitizerMetadata data = g->getSanitizerMetadata();
  return (data.NoAddress ? NoAddress : 0) | (data.NoHWAddress ? NoHWAddress : 0) | (data.Memtag ? Memtag : 0) | (data.IsDynInit ? IsDynInit : 0);
}
// A variable's initialiser, an alias's aliasee, an ifunc's resolver.
Value *gisel_initializer(const Value *v) {
  if (auto *g = dyn_cast<GlobalVariable>(v)) return g->hasInitializer() ? const_cast<Constant *>(g->getInitializer()) : nullptr;
  if (auto *a = dyn_cast<GlobalAlias>(v)) return const_cast<Constant *>(a->getAliasee());
  if (auto *i = dyn_cast<GlobalIFunc>(v)) return const_cast<Constant *>(i->getResolver());
  return nullptr;
}

// ---- debug locations ----------------------------------------------------------------------------------------

struct Location {
  uint32_t line, column;
  Str file, directory;
};
// Of an instruction, or of a function: where that is declared, in no column.
Location gisel_location(const Value *v) {
  if (auto *f = dyn_cast<Function>(v))
    if (DISubprogram *program = f->getSubprogram())
      return {program->getLine(), 0, str(program->getFilename()), str(program->getDirectory())};
  auto *i = dyn_cast<Instruction>(v);
  DILocation *loc = i ? i->getDebugLoc().get() : nullptr;
  return loc ? Location{loc->getLine(), loc->getColumn(), str(loc->getFilename()), str(loc->getDirectory())}
             : Location{0, 0, noStr(), noStr()};
}

// Calls `each` for the instructions that have a location, with the number of its node in the module as it is printed.
void gisel_debug_locations(const Module *m, void (*each)(void *, const Value *, uint32_t), void *to) {
  ModuleSlotTracker slots(m);
  DenseMap<const DILocation *, uint32_t> numbers;
  for (const Function &f : *m)
    for (const Instruction &i : instructions(f)) {
      const DILocation *loc = i.getDebugLoc().get();
      if (!loc)
        continue;
      auto [known, isNew] = numbers.try_emplace(loc, 0);
      if (isNew) {
        std::string name;
        raw_string_ostream os(name);
        loc->printAsOperand(os, slots, m);
        StringRef(name).drop_front().getAsInteger(10, known->second);
      }
      each(to, &i, known->second);
    }
}

uint8_t gisel_closed_streams() { return closedStreams; }

} // extern "C"
