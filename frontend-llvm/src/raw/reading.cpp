// Reading of modules and function bodies, and messages for crashes of the reader.

#include "access.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/AsmParser/SlotMapping.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <functional>
#include <mutex>
#include <unistd.h>

extern "C" bool gisel_has_debug_info(const Module *m);

namespace {

// Returns the data layout of a module by its triple and layout; null keeps its own.
using LayoutOf = Str (*)(void *, Str, Str);

// The name of the input that was opened last, for crash handlers.
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

// Other crashes are left to the previous handlers: the instruction is executed again under them.
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

// Sets the name of the input that is being read, for messages.
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

// Collects a context's diagnostics, which otherwise reach stderr or exit().
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
      lazy ? getOwningLazyBitcodeModule(MemoryBuffer::getMemBuffer(buffer, /*RequiresNullTerminator=*/false), context,
                                        /*ShouldLazyLoadMetadata=*/false, /*IsImporting=*/false, callbacks)
           : parseBitcodeFile(buffer, context, callbacks);
  if (module)
    return std::move(*module);
  raw_string_ostream os(error);
  os << buffer.getBufferIdentifier() << ": error: " << toString(module.takeError()) << "\n";
  return nullptr;
}

std::unique_ptr<Module> readAssembly(MemoryBufferRef buffer, LLVMContext &context, SlotMapping *numbers, const Layouts &layouts,
                                     std::string &error) {
  SMDiagnostic diagnostic;
  auto module = parseAssembly(buffer, diagnostic, context, numbers, layouts);
  if (!module) {
    raw_string_ostream os(error);
    diagnostic.print(nullptr, os, /*ShowColors=*/false);
  }
  return module;
}

// Reads all bodies without verifying them, unlike `Module::materializeAll`.
bool readBodies(Module &module, std::string &error) {
  for (Function &f : module)
    if (Error e = f.materialize()) {
      error = toString(std::move(e));
      return false;
    }
  return true;
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

enum { ReadVerify = 1, ReadLazy = 2, ReadNumbers = 4 };

// Reads a module; bodies that are read later are read from `data`. Returns null and writes the
// error to the sink; warnings of a module that was read are written there too. `layoutOf` is called
// before omitted alignments of a text are filled in. With `ReadNumbers`, `numbers` is set to the
// metadata numbers of the text, which live as long as the module.
void *gisel_read(void *contextPtr, const char *data, size_t len, const char *name, size_t nameLen, uint32_t options, LayoutOf layoutOf,
                 void *layoutsOf, SlotMapping **numbers, Sink sink, void *to) {
  StringRef text(data, len), id(name, nameLen);
  nameInput(id);
  CrashGuard crash;
  LLVMContext &context = *static_cast<LLVMContext *>(contextPtr);
  DiagnosticsGuard diagnostics(context);
  bool bitcode = isBitcode(reinterpret_cast<const unsigned char *>(data), reinterpret_cast<const unsigned char *>(data) + len);
  // The parser of text requires a terminating NUL, which a borrowed buffer may lack.
  auto buffer = bitcode ? MemoryBuffer::getMemBuffer(text, id, false) : MemoryBuffer::getMemBufferCopy(text, id);
  std::string error;
  bool lazy = bitcode && (options & ReadLazy);
  auto layouts = [=](StringRef triple, StringRef layout) -> std::optional<std::string> {
    Str other = layoutOf(layoutsOf, str(triple), str(layout));
    return other.data ? std::optional(std::string(other.data, other.len)) : std::nullopt;
  };
  *numbers = !bitcode && (options & ReadNumbers) ? new SlotMapping : nullptr;
  auto module = bitcode ? readBitcode(*buffer, context, lazy, layouts, error) : readAssembly(*buffer, context, *numbers, layouts, error);
  // Verifying functions separately repeats the verification of all debug information that they
  // reach. The whole module is verified at once instead.
  if (module && lazy && (options & ReadVerify) && gisel_has_debug_info(module.get()) && !readBodies(*module, error))
    module = nullptr;
  if (module && (options & ReadVerify) && !verify(*module, id, error))
    module = nullptr;
  put(sink, to, diagnostics.collected.text + error);
  return module.release();
}

void gisel_dispose_module(Module *m) { delete m; }

// Called if the reader does not return for a long time.
void gisel_reader_hangs() {
  crashMessage("it does not come to an end");
  _exit(1);
}

// Reads a lazily opened function's body; returns true if it is present.
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

// Frees a function's body, unless addresses of its blocks are in use.
void gisel_drop_body(Value *v) {
  auto *f = dyn_cast<Function>(v);
  if (f && none_of(*f, [](const BasicBlock &block) { return block.hasAddressTaken(); }))
    f->dropAllReferences();
}

} // extern "C"
