// Accessors over LLVM's IR classes, for raw/ffi.rs: what all files of them share.
//
// What:     one function a fact. llvm-c casts its arguments unchecked and returns C enums, so that a value of the
//           wrong kind is undefined behaviour; it also lacks dso_local, comdat names, wide constants and more.
//           Every function here is total instead: asked about a value of another kind it answers null or zero.
// Files:    reading (modules, bodies, crashes of the reader), modules (what a module says of itself and its globals),
//           metadata (flags, what is attached, debug locations), attributes, values (types, instructions, constants), process.
// Requires: pointers that belong to a live module; an index may be anything.
// Cost:     a dynamic type test and a load each, but for those that print.

#pragma once

#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

using namespace llvm;

// A borrowed string, or null data where there is none.
struct Str {
  const char *data;
  size_t len;
};
inline Str str(StringRef s) { return {s.data() ? s.data() : "", s.size()}; }
inline Str noStr() { return {nullptr, 0}; }

// Where text of unknown length goes.
using Sink = void (*)(void *, const char *, size_t);
inline void put(Sink sink, void *to, const std::string &text) { sink(to, text.data(), text.size()); }

template <class T, class V> const T *as(const V *v) { return dyn_cast_or_null<T>(v); }
