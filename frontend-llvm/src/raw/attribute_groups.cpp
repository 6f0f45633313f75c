// Attributes of calls in bodies that have not been read: bitcode stores a module's attributes in
// groups before its functions.

#include "access.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/IR/InstrTypes.h"

namespace {

// Kinds of attributes in the record of a group. They are followed by: a number; a number and a
// value; characters up to a zero; two such strings; a number; a number and a type. Other kinds do
// not occur at functions.
enum { Enum = 0, Int = 1, String = 3, StringValue = 4, BareType = 5, WithType = 6 };

// The number of record fields before the attributes: the number of the group, and the attribute
// index.
const size_t FirstAttribute = 2;

class Record {
  ArrayRef<uint64_t> rest;

public:
  explicit Record(ArrayRef<uint64_t> attributes) : rest(attributes) {}

  bool atEnd() const { return rest.empty(); }
  uint64_t next() {
    if (rest.empty())
      return UINT64_MAX;
    uint64_t first = rest.front();
    rest = rest.drop_front();
    return first;
  }
  std::string text() {
    std::string text;
    while (!rest.empty())
      if (char c = char(next()))
        text += c;
      else
        break;
    return text;
  }
};

using EachName = void (*)(void *, Str);

void eachValue(Record record, StringRef name, EachName each, void *to) {
  while (!record.atEnd()) {
    switch (record.next()) {
    case Enum:
    case BareType: record.next(); break;
    case Int:
    case WithType: record.next(), record.next(); break;
    case String: record.text(); break;
    case StringValue: {
      bool is = record.text() == name;
      std::string value = record.text();
      if (is)
        each(to, str(value));
      break;
    }
    default: return;
    }
  }
}

// The state of a walk over a module: outside of it, in it, or in the groups. Any error ends the
// walk.
struct Walk {
  BitstreamCursor cursor;
  BitstreamBlockInfo info;
  unsigned inside = 0;

  explicit Walk(StringRef bitcode) : cursor(bitcode) {}

  // Enters a block that is or contains the groups, and skips others.
  Error block(unsigned id) {
    if (id == bitc::BLOCKINFO_BLOCK_ID) {
      auto read = cursor.ReadBlockInfoBlock();
      if (!read)
        return read.takeError();
      if (*read)
        info = std::move(**read);
      cursor.setBlockInfo(&info);
      return Error::success();
    }
    unsigned wanted = inside == 0 ? unsigned(bitc::MODULE_BLOCK_ID) : unsigned(bitc::PARAMATTR_GROUP_BLOCK_ID);
    if (inside == 2 || id != wanted)
      return cursor.SkipBlock();
    ++inside;
    return cursor.EnterSubBlock(id);
  }

  Error record(unsigned id, StringRef name, EachName each, void *to) {
    if (inside != 2)
      return cursor.skipRecord(id).takeError();
    SmallVector<uint64_t, 64> fields;
    auto code = cursor.readRecord(id, fields);
    if (!code)
      return code.takeError();
    if (*code == bitc::PARAMATTR_GRP_CODE_ENTRY && fields.size() > FirstAttribute && uint32_t(fields[1]) == UINT32_MAX)
      eachValue(Record(ArrayRef<uint64_t>(fields).drop_front(FirstAttribute)), name, each, to);
    return Error::success();
  }

  Error step(bool &more, StringRef name, EachName each, void *to) {
    auto entry = cursor.advance();
    if (!entry)
      return entry.takeError();
    switch (entry->Kind) {
    case BitstreamEntry::SubBlock: return block(entry->ID);
    case BitstreamEntry::Record: return record(entry->ID, name, each, to);
    case BitstreamEntry::EndBlock:
    case BitstreamEntry::Error: more = false; return Error::success();
    }
    return Error::success();
  }
};

} // namespace

extern "C" {

// Calls `each` for the value of each string attribute of this name on functions, or on calls as a
// whole, in a module that LLVM reads. Establishes: every such value is reported at least once.
void gisel_each_attribute_value(const char *data, size_t len, const char *name, size_t nameLen, EachName each, void *to) {
  auto *begin = reinterpret_cast<const unsigned char *>(data), *end = begin + len;
  if (isBitcodeWrapper(begin, end) && SkipBitcodeWrapperHeader(begin, end, /*VerifyBufferSize=*/true))
    return;
  Walk walk(StringRef(reinterpret_cast<const char *>(begin), size_t(end - begin)));
  bool more = true;
  // The signature.
  if (auto signature = walk.cursor.Read(32); !signature)
    return consumeError(signature.takeError());
  while (more && !walk.cursor.AtEndOfStream())
    if (Error error = walk.step(more, StringRef(name, nameLen), each, to))
      return consumeError(std::move(error));
}

// Calls `each` for the string attribute of this name of each call of `callee` that has been read.
void gisel_each_call_attribute(const Value *callee, const char *name, size_t nameLen, EachName each, void *to) {
  for (const User *user : callee->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == callee)
      if (Attribute a = call->getFnAttr(StringRef(name, nameLen)); a.isValid())
        each(to, str(a.getValueAsString()));
}

} // extern "C"
