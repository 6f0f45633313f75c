// Properties of a module, its data layout, and its globals.

#include "access.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/raw_ostream.h"

extern "C" {

// ---- modules ------------------------------------------------------------------------------------

Value *gisel_first_function(const Module *m) { return m->empty() ? nullptr : const_cast<Function *>(&*m->begin()); }
Value *gisel_first_global(const Module *m) { return m->global_empty() ? nullptr : const_cast<GlobalVariable *>(&*m->global_begin()); }
Value *gisel_first_alias(const Module *m) { return m->alias_empty() ? nullptr : const_cast<GlobalAlias *>(&*m->alias_begin()); }
Value *gisel_first_ifunc(const Module *m) { return m->ifunc_empty() ? nullptr : const_cast<GlobalIFunc *>(&*m->ifunc_begin()); }

// Returns the next function, variable, alias or ifunc of the same module.
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
void gisel_module_bitcode(const Module *m, Sink sink, void *to) {
  std::string bytes;
  raw_string_ostream os(bytes);
  WriteBitcodeToFile(*m, os);
  put(sink, to, bytes);
}
Str gisel_module_identifier(const Module *m) { return str(m->getModuleIdentifier()); }
Str gisel_module_source(const Module *m) { return str(m->getSourceFileName()); }
Str gisel_module_asm(const Module *m) { return str(m->getModuleInlineAsm()); }

// ---- data layout --------------------------------------------------------------------------------

struct Size {
  uint64_t min; // for a scalable type, the multiple of vscale
  uint8_t scalable;
  uint8_t sized;
};
static Size sized(TypeSize s) { return {s.getKnownMinValue(), s.isScalable(), 1}; }

Size gisel_size_in_bits(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeSizeInBits(t)) : Size{0, 0, 0}; }
Size gisel_alloc_size(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeAllocSize(t)) : Size{0, 0, 0}; }
Size gisel_store_size(const Module *m, Type *t) { return t->isSized() ? sized(m->getDataLayout().getTypeStoreSize(t)) : Size{0, 0, 0}; }
uint64_t gisel_abi_align(const Module *m, Type *t) { return t->isSized() ? m->getDataLayout().getABITypeAlign(t).value() : 0; }
uint64_t gisel_pref_align(const Module *m, Type *t) { return t->isSized() ? m->getDataLayout().getPrefTypeAlign(t).value() : 0; }
// Returns the byte offset of a field; UINT64_MAX if there is no such field at a fixed offset.
uint64_t gisel_struct_offset(const Module *m, Type *t, uint32_t i) {
  auto *s = dyn_cast<StructType>(t);
  if (!s || !s->isSized() || i >= s->getNumElements() || s->isScalableTy())
    return UINT64_MAX;
  return m->getDataLayout().getStructLayout(s)->getElementOffset(i).getFixedValue();
}
uint32_t gisel_pointer_bits(const Module *m, uint32_t space) { return m->getDataLayout().getPointerSizeInBits(space); }
uint32_t gisel_index_bits(const Module *m, uint32_t space) { return m->getDataLayout().getIndexSizeInBits(space); }
uint32_t gisel_alloca_space(const Module *m) { return m->getDataLayout().getAllocaAddrSpace(); }
uint64_t gisel_preferred_global_align(const Module *m, const Value *v) {
  auto *g = dyn_cast<GlobalVariable>(v);
  return g && g->getValueType()->isSized() ? m->getDataLayout().getPreferredAlign(g).value() : 0;
}

// ---- globals ------------------------------------------------------------------------------------

// The numbers of LLVM's enumerations.
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
// Returns a comdat's name, and its Comdat::SelectionKind through `kind`.
Str gisel_comdat(const Value *v, uint32_t *kind) {
  auto *g = dyn_cast<GlobalObject>(v);
  const Comdat *c = g ? g->getComdat() : nullptr;
  *kind = c ? c->getSelectionKind() : 0;
  return c ? str(c->getName()) : noStr();
}
// The sanitizer bits of a variable.
enum { NoAddress = 1, NoHWAddress = 2, Memtag = 4, IsDynInit = 8 };
uint32_t gisel_sanitizers(const Value *v) {
  auto *g = dyn_cast<GlobalValue>(v);
  if (!g || !g->hasSanitizerMetadata())
    return 0;
  GlobalValue::SanitizerMetadata data = g->getSanitizerMetadata();
  return (data.NoAddress ? NoAddress : 0) | (data.NoHWAddress ? NoHWAddress : 0) | (data.Memtag ? Memtag : 0) | (data.IsDynInit ? IsDynInit : 0);
}
// Returns a variable's initializer, an alias's aliasee, or an ifunc's resolver.
Value *gisel_initializer(const Value *v) {
  if (auto *g = dyn_cast<GlobalVariable>(v)) return g->hasInitializer() ? const_cast<Constant *>(g->getInitializer()) : nullptr;
  if (auto *a = dyn_cast<GlobalAlias>(v)) return const_cast<Constant *>(a->getAliasee());
  if (auto *i = dyn_cast<GlobalIFunc>(v)) return const_cast<Constant *>(i->getResolver());
  return nullptr;
}

// Writes the demangled form of a C++, Rust, D or Microsoft C++ name; other names are unchanged.
void gisel_demangle(const char *name, size_t len, Sink sink, void *to) { put(sink, to, demangle(std::string_view(name, len))); }

} // extern "C"
