// Accessors over LLVM's IR classes, for raw/ffi.rs: the common declarations.
//
// * Contents: one function for each fact. llvm-c casts its arguments unchecked and returns C enums,
//   so that a value of the wrong kind is undefined behaviour. It also lacks dso_local, comdat
//   names, wide constants and more. Every function here is total: for a value of another kind it
//   returns null or zero.
// * Files: reading (modules, bodies, crashes of the reader), modules (properties of a module and
//   its globals), metadata (flags, attached metadata, debug locations), attributes, values (types,
//   instructions, constants), process.
// * Requires: pointers that belong to a live module; an index may have any value.
// * Cost: a dynamic type test and a load each, except for those that print.

#pragma once

#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

using namespace llvm;

// A borrowed string; its data is null if there is none.
struct Str {
  const char *data;
  size_t len;
};
inline Str str(StringRef s) { return {s.data() ? s.data() : "", s.size()}; }
inline Str noStr() { return {nullptr, 0}; }

// A receiver of text of unknown length.
using Sink = void (*)(void *, const char *, size_t);
inline void put(Sink sink, void *to, const std::string &text) { sink(to, text.data(), text.size()); }

template <class T, class V> const T *as(const V *v) { return dyn_cast_or_null<T>(v); }
