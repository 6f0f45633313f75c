// Conversion from one format to another, rounded once: the including file defines FROM and TO. A
// NaN becomes quiet and preserves its sign and as many leading bits of its fraction as fit.
#define FORMAT FROM
#include "format.h"
#undef FORMAT
#define FORMAT TO
#include "format.h"

#define OLD(name) PASTE(FROM, name)
#define NEW(name) PASTE(TO, name)

INLINE NEW(real) converted(OLD(real) a) {
  OLD(bits) bits = OLD(bits_of)(a);
  u32 negative = OLD(is_negative)(bits);
  if (OLD(magnitude)(bits) > OLD(infinity)()) {
    u128 fraction = (u128)bits << (128 - OLD(fraction)) >> (128 - NEW(fraction));
    return NEW(signed)(negative, NEW(quiet_nan)() | (NEW(bits))fraction);
  }
  if (OLD(magnitude)(bits) == OLD(infinity)()) return NEW(signed)(negative, NEW(infinity)());
  struct OLD(parts) x = OLD(unpacked)(bits);
  struct NEW(parts) y = {negative, x.exponent, (NEW(word))resized(x.significand, OLD(width), NEW(width))};
  return NEW(rounded)(y);
}
