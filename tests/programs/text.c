// Text: an expression parser, a tokenizer, a formatter, words, searching, base64, run lengths, roman numerals, sorting lines.
#include "check.h"
#include <ctype.h>

static const char *at;
static double expression(void);
static void spaces(void) { while (isspace((u8)*at)) at++; }
static double primary(void) {
  spaces();
  if (*at == '(') { at++; double v = expression(); spaces(); if (*at == ')') at++; return v; }
  if (*at == '-') { at++; return -primary(); }
  char *end;
  double v = strtod(at, &end);
  at = end;
  return v;
}
static double term(void) {
  double v = primary();
  for (;;) {
    spaces();
    switch (*at) {
      case '*': at++; v *= primary(); break;
      case '/': at++; v /= primary(); break;
      case '%': { at++; double d = primary(); v -= (double)(i64)(v / d) * d; break; }
      default: return v;
    }
  }
}
static double expression(void) {
  double v = term();
  for (;;) {
    spaces();
    if (*at == '+') at++, v += term();
    else if (*at == '-') at++, v -= term();
    else return v;
  }
}
static double evaluate(const char *s) { at = s; return expression(); }
static int find(const char *text, const char *word) {
  int fail[32] = {0}, n = (int)strlen(word);
  for (int i = 1, j = 0; i < n; i++) { while (j && word[i] != word[j]) j = fail[j - 1]; if (word[i] == word[j]) j++; fail[i] = j; }
  for (int i = 0, j = 0; text[i]; i++) { while (j && text[i] != word[j]) j = fail[j - 1]; if (text[i] == word[j] && ++j == n) return i - n + 1; }
  return -1;
}
static void base64(const u8 *p, size_t n, char *to) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < n; i += 3) {
    u32 v = (u32)p[i] << 16 | (i + 1 < n ? (u32)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
    *to++ = digits[v >> 18], *to++ = digits[v >> 12 & 63], *to++ = i + 1 < n ? digits[v >> 6 & 63] : '=', *to++ = i + 2 < n ? digits[v & 63] : '=';
  }
  *to = 0;
}
static void roman(int n, char *to) {
  static const struct { int v; const char *s; } t[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
  *to = 0;
  for (unsigned i = 0; i < COUNT(t); i++) for (; n >= t[i].v; n -= t[i].v) strcat(to, t[i].s);
}
static int distance(const char *a, const char *b) {
  int n = (int)strlen(a), m = (int)strlen(b), d[n + 1][m + 1];
  for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) {
    if (!i || !j) { d[i][j] = i + j; continue; }
    int x = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), y = d[i - 1][j] + 1, z = d[i][j - 1] + 1;
    d[i][j] = x < y ? x < z ? x : z : y < z ? y : z;
  }
  return d[n][m];
}
static u32 decode(const char **p) {
  u8 c = (u8)*(*p)++;
  int n = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
  u32 v = n ? c & (0x3f >> n) : c;
  while (n--) v = v << 6 | ((u8)*(*p)++ & 0x3f);
  return v;
}

int main(void) {
  printf("%g %g %g %g\n", evaluate("1 + 2 * 3"), evaluate("(1+2)*-3 - 4/8"), evaluate("2*(3+(4-1)*2)%7"), evaluate("1e3 / 4 - .5"));
  printf("%d %d %d\n", find("the cat sat on the mat", "sat on"), find("aaaaaaab", "aab"), find("nothing", "else"));
  char buffer[200];
  for (size_t n = 0; n < 8; n++) base64((const u8 *)"Man \xff\x80?", n, buffer), printf("%s ", buffer);
  putchar('\n');
  for (int i = 1; i < 4000; i = i * 3 + 1) roman(i, buffer), printf("%s ", buffer);
  printf("\n%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("intention", "execution"));
  const char *p = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80";
  while (*p) printf("U+%04X ", decode(&p));
  char line[] = "  some,words;in a line,,of text ";
  int words = 0;
  for (char *w = strtok(line, " ,;"); w; w = strtok(0, " ,;")) w[0] = (char)toupper((u8)w[0]), printf("%s%s", words++ ? "-" : "", w);
  putchar('\n');
  for (int base = 2; base <= 36; base += 7) {
    int n = 0;
    for (u64 v = 1234567890123u; v; v /= (u64)base) buffer[n++] = "0123456789abcdefghijklmnopqrstuvwxyz"[v % (u64)base];
    while (n) putchar(buffer[--n]);
    putchar(' ');
  }
  int counts[26] = {0};
  for (const char *s = "The Quick Brown Fox Jumps Over The Lazy Dog"; *s; s++) if (isalpha((u8)*s)) counts[tolower((u8)*s) - 'a']++;
  for (int i = 0; i < 26; i++) putchar('0' + counts[i]);
  putchar('\n');
  int a, b;
  float f;
  char word[20];
  int fields = sscanf("12 -7 3.25 word", "%d %d %f %19s", &a, &b, &f, word);
  printf("%d %d %d %.2f %s\n", fields, a, b, (double)f, word);
  return 0;
}
