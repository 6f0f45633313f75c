// Splitting of a module into several ones that link to the same program.

#include "access.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/SplitModule.h"

namespace {

bool isNameChar(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$'; }

// Collects the words of inline assembly, which may name symbols.
StringSet<> asmWords(const Module &m) {
  StringSet<> words;
  for (const Function &f : m)
    for (const Instruction &i : instructions(f)) {
      auto *call = dyn_cast<CallBase>(&i);
      auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
      if (!text)
        continue;
      StringRef rest = text->getAsmString();
      while (!rest.empty()) {
        StringRef word = rest.take_while(isNameChar);
        if (!word.empty())
          words.insert(word);
        rest = rest.drop_front(word.empty() ? 1 : word.size());
      }
    }
  return words;
}

// Gives local symbols names that are unique in a program, as ThinLTO does.
void renameLocals(Module &m, StringRef suffix) {
  StringSet<> words = asmWords(m);
  unsigned unnamed = 0;
  for (GlobalValue &g : m.global_values()) {
    if (!g.hasLocalLinkage() || words.contains(g.getName()))
      continue;
    std::string name = g.hasName() ? g.getName().str() : "__unnamed." + std::to_string(unnamed++);
    g.setName(name + suffix.str());
  }
}

} // namespace

extern "C" {

// Calls `each` with the bitcode of each of `n` modules. Local symbols that several modules use
// become hidden, with a suffix to their names.
void gisel_split(Module *m, uint32_t n, const char *suffix, size_t len, Sink each, void *to) {
  renameLocals(*m, StringRef(suffix, len));
  SplitModule(*m, n, [&](std::unique_ptr<Module> part) {
    std::string bytes;
    raw_string_ostream os(bytes);
    WriteBitcodeToFile(*part, os);
    put(each, to, bytes);
  });
}

} // extern "C"
