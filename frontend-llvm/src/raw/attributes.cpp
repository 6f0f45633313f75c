// Attributes of functions, calls and variables.

#include "access.h"
#include "llvm/IR/ConstantRange.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

extern "C" {

// Indices: 0 the return value, 1.. the parameters, UINT32_MAX the function.
struct AttrValue {
  uint64_t number;
  Type *type;
  uint8_t present;
};
// The value of an integer attribute; of a range, the bits of its largest value.
static uint64_t numberOf(Attribute a) {
  if (a.isConstantRangeAttribute()) return a.getRange().getUnsignedMax().getActiveBits();
  return a.isIntAttribute() ? a.getValueAsInt() : 0;
}
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
  return {numberOf(a), a.isTypeAttribute() ? a.getValueAsType() : nullptr, 1};
}
Str gisel_attr_str(const Value *v, uint32_t index, const char *name, size_t len) {
  Attribute a;
  if (auto *f = dyn_cast<Function>(v)) a = f->getAttributes().getAttributeAtIndex(index, StringRef(name, len));
  if (auto *c = dyn_cast<CallBase>(v)) a = c->getAttributes().getAttributeAtIndex(index, StringRef(name, len));
  return a.isValid() && a.isStringAttribute() ? str(a.getValueAsString()) : noStr();
}
// Returns the attributes at an index as a mask; `bits` maps kinds to bit numbers below 64.
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
// Returns the identity of a function's or call's attributes: equal for equal attributes of one
// context; null for none.
const void *gisel_attr_list(const Value *v) {
  if (auto *f = dyn_cast<Function>(v)) return f->getAttributes().getRawPointer();
  if (auto *c = dyn_cast<CallBase>(v)) return c->getAttributes().getRawPointer();
  return nullptr;
}
static AttributeList listOf(const Value *v) {
  if (auto *f = dyn_cast<Function>(v)) return f->getAttributes();
  if (auto *c = dyn_cast<CallBase>(v)) return c->getAttributes();
  return AttributeList();
}
static AttributeSet setOf(const Value *v, uint32_t index) {
  if (auto *g = dyn_cast<GlobalVariable>(v))
    return index == AttributeList::FunctionIndex ? g->getAttributes() : AttributeSet();
  return listOf(v).getAttributes(index);
}
// Calls `each` for the indices at which a function, call or variable has attributes. The second
// argument is the identity of their set: equal for equal sets of one context.
using EachSet = void (*)(void *, uint32_t, const void *);
void gisel_each_attribute_set(const Value *v, EachSet each, void *to) {
  auto tell = [&](unsigned index) {
    AttributeSet set = setOf(v, index);
    if (set.hasAttributes())
      each(to, index, set.begin());
  };
  if (isa<GlobalVariable>(v)) tell(AttributeList::FunctionIndex);
  for (unsigned index : listOf(v).indexes())
    tell(index);
}
// Calls `each` for all attributes at an index. The arguments are the name, a string attribute's
// value (null data for others), and an integer attribute's number.
using EachAttribute = void (*)(void *, Str, Str, uint64_t);
void gisel_each_attribute(const Value *v, uint32_t index, EachAttribute each, void *to) {
  for (Attribute a : setOf(v, index)) {
    if (a.isStringAttribute())
      each(to, str(a.getKindAsString()), str(a.getValueAsString()), 0);
    else
      each(to, str(Attribute::getNameFromAttrKind(a.getKindAsEnum())), noStr(), a.isIntAttribute() ? a.getValueAsInt() : 0);
  }
}
// Returns the name of an enum, integer or type attribute; none beyond the last kind.
Str gisel_attr_kind_name(uint32_t kind) {
  bool known = kind != Attribute::None && kind < Attribute::EndAttrKinds;
  return known ? str(Attribute::getNameFromAttrKind(Attribute::AttrKind(kind))) : noStr();
}

} // extern "C"
