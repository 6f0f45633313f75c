#include <stddef.h>

size_t count(const char *text, char letter) {
  size_t found = 0;
  for (; *text; text++) {
    found += *text == letter;
  }
  return found;
}
