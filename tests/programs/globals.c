// Globals: every kind of initialiser, sections, alignments, aliases, constructors, weak symbols, constants of addresses.
#include "check.h"

u8 byte = 200;
i16 half = -12345;
u32 word = 0xdeadbeef;
i64 large = -1234567890123456789;
u128 huge = (u128)0x0123456789abcdef << 64 | 0xfedcba9876543210;
float real = 1.5f;
double precise = -2.25e-10;
_Bool truth = 1;
static u8 zeros[1000];
static u64 hidden_zero;
const int constant = 77;
static const double table[] = {1, 0.5, 0.25, 0, -1};
const char text[] = "text\0with\xffzeros\n";
const char *const strings[] = {"alpha", "beta", "gamma", 0, "beta"};
char buffer[12] = "short";
int numbers[10] = {1, 2, [5] = 6, 7, [9] = -1};
struct node { int value; struct node *next; const char *name; double weight[2]; };
extern struct node second;
struct node first = {1, &second, "first", {1.5, 2.5}};
struct node second = {2, &first, "second" + 3, {-1}};
static struct node *const middle = &(struct node){3, &second, text, {0}};
int *inside = &numbers[5];
int *beyond = numbers + 10;
const u8 *bytes_of = (const u8 *)&word + 1;
intptr_t number_of = (intptr_t)&numbers[3];
typedef int function(int);
static int twice(int x) { return x * 2; }
static int thrice(int x) { return x * 3; }
function *functions[] = {twice, thrice, 0, twice};
struct { u8 a; u32 b; u16 c; u64 d; } padded = {1, 2, 3, 4};
struct { u8 a; u32 b; u16 c; u64 d; } __attribute__((packed)) tight = {1, 2, 3, 4};
union { u32 u; float f; u8 b[8]; } either = {.f = 1.0f};
u8 aligned[3] __attribute__((aligned(256))) = {1, 2, 3};
int placed __attribute__((section("places"))) = 5;
int placed_too __attribute__((section("places"))) = 6;
extern int __start_places[], __stop_places[];
int common_zero;
extern int missing __attribute__((weak));
extern int missing_function(void) __attribute__((weak));
int weak_here __attribute__((weak)) = 42;
__attribute__((weak)) int weak_function(void) { return 43; }
extern int other_name __attribute__((alias("word")));
int renamed(int x) __attribute__((alias("real_function")));
__attribute__((used)) int real_function(int x) { return x + 1000; }
static int unused_but_kept __attribute__((used)) = 9;
__attribute__((visibility("hidden"))) int hidden = 11;
__attribute__((visibility("protected"))) int guarded = 12;
static int order[8], orders;
__attribute__((constructor(200))) static void later(void) { order[orders++] = 200; }
__attribute__((constructor(101))) static void early(void) { order[orders++] = 101; }
__attribute__((constructor)) static void last(void) { order[orders++] = 999; }
__attribute__((destructor)) static void finish(void) { puts("destructor"); }
static NOINLINE int counter(void) { static int calls = 5; static int more; more += 2; return calls++ + more; }
static NOINLINE const char *pick(int i) { return (const char *[]){"x", "yy", "zzz"}[i]; }
static i64 distance = (char *)&numbers[7] - (char *)&numbers[2];
static NOINLINE void change(void) { byte++, half++, word++, large++, huge++, real++, precise *= 2, truth = !truth, hidden_zero += 3, numbers[3] = 33, *inside += 100; }
static double matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8}};
static u8 big[70000] = {[0] = 1, [69999] = 2};

MAIN({
  begin("globals");
  for (int round = 0; round < 2; round++) {
    put(byte), put((u64)half), put(word), put((u64)large), put128(huge), put_float(real), put_double(precise), put(truth), put(hidden_zero);
    for (unsigned i = 0; i < COUNT(numbers); i++) put((u64)numbers[i]);
    put((u64)*inside), put((u64)beyond[-1]), put(*bytes_of), put(number_of == (intptr_t)&numbers[3]);
    change();
  }
  for (unsigned i = 0; i < COUNT(zeros); i++) put(zeros[i]);
  for (unsigned i = 0; i < COUNT(table); i++) put_double(table[i]);
  for (unsigned i = 0; i < sizeof text; i++) put((u64)(u8)text[i]);
  for (unsigned i = 0; i < COUNT(strings); i++) put(strings[i] ? strlen(strings[i]) + strings[i][0] : 7);
  for (unsigned i = 0; i < sizeof buffer; i++) put((u64)buffer[i]);
  put((u64)constant);
  put((u64)(first.next->value * 10 + first.next->next->value)), put((u64)strlen(second.name)), put_double(second.weight[0] + first.weight[1]);
  put((u64)middle->next->value);
  for (unsigned i = 0; i < COUNT(functions); i++) put(functions[i] ? (u64)functions[i](21) : 5);
  put(padded.a + padded.b + padded.c + padded.d), put(tight.a + tight.b + tight.c + tight.d), put(sizeof padded * 100 + sizeof tight);
  put(either.u), put((uintptr_t)aligned % 256), put((u64)(__stop_places - __start_places)), put((u64)(__start_places[0] + __start_places[1]));
  put((u64)common_zero), put(&missing == 0), put(missing_function == 0), put((u64)(weak_here + weak_function()));
  put((u64)(&other_name == (int *)&word)), put((u64)other_name), put((u64)renamed(1)), put((u64)(hidden + guarded));
  for (int i = 0; i < 8; i++) put((u64)order[i]);
  for (int i = 0; i < 4; i++) put((u64)counter());
  put(strlen(pick(0)) + 10 * strlen(pick(1)) + 100 * strlen(pick(2)));
  put((u64)distance);
  double t = 0;
  for (int i = 0; i < 9; i++) t = t * 2 + (&matrix[0][0])[i];
  put_double(t);
  put(big[0] + big[69999] * 10 + big[35000]);
  end();
})
