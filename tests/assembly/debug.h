/* Code from another file than the module's own. */
typedef unsigned long word;

static word in_header(word n) {
  word result = n + 1;
  return result;
}
