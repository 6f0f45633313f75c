// The calls of exact.c, as ROW(name, types of result and of operands a and b, the library's
// expression, the reference). It is included once for their functions, and once for their table.

// The remainder that divisions store in `rest` is combined with the quotient.
#define WITH_REST(T, CALL) ({ T rest; u128 q = (u128)(CALL); (q << 64) ^ (u128)rest; })
#define PAIR(T) (((u128)(a / b) << 64) ^ (u128)(T)(a % b))
// The smallest integer divided by minus one, and divisions by zero, behave as on RISC-V, except for
// 128 bits.
#define DIVISION_ROWS(U, I, M) \
  ROW(mul##M##3, U, U, U, __mul##M##3(a, b), a * b) \
  ROW(udiv##M##3, U, U, U, __udiv##M##3(a, b), a / b) \
  ROW(umod##M##3, U, U, U, __umod##M##3(a, b), a % b) \
  ROW(div##M##3, I, I, I, __div##M##3(a, b), a / b) \
  ROW(mod##M##3, I, I, I, __mod##M##3(a, b), a % b) \
  ROW(udivmod##M##4, u128, U, U, WITH_REST(U, __udivmod##M##4(a, b, &rest)), PAIR(U)) \
  ROW(divmod##M##4, u128, I, I, WITH_REST(I, __divmod##M##4(a, b, &rest)), PAIR(I)) \
  ROW(mulo##M##4, u128, I, I, WITH_FLAG(__mulo##M##4(a, b, &flag)), WITH_FLAG_OF(I))
#define WITH_FLAG(CALL) ({ i32 flag; u128 p = (u128)(CALL); p ^ (u128)(flag != 0) << 127; })
#define WITH_FLAG_OF(T) ({ T p; i32 flag = __builtin_mul_overflow(a, b, &p); (u128)p ^ (u128)(flag != 0) << 127; })
DIVISION_ROWS(u32, i32, si)
DIVISION_ROWS(u64, i64, di)

ROW(multi3, u128, u128, u128, __multi3(a, b), a *b)
ROW(udivti3, u128, u128, u128, b ? __udivti3(a, b) : 0, b ? a / b : 0)
ROW(umodti3, u128, u128, u128, b ? __umodti3(a, b) : 0, b ? a % b : 0)
ROW(divti3, i128, i128, i128, b ? __divti3(a, b) : 0, b ? a / b : 0)
ROW(modti3, i128, i128, i128, b ? __modti3(a, b) : 0, b ? a % b : 0)
ROW(udivmodti4, u128, u128, u128, b ? WITH_REST(u128, __udivmodti4(a, b, &rest)) : 0, b ? ((a / b) << 64) ^ (a % b) : 0)
ROW(divmodti4, u128, i128, i128, b ? WITH_REST(i128, __divmodti4(a, b, &rest)) : 0, b ? ((u128)(a / b) << 64) ^ (u128)(a % b) : 0)
ROW(muloti4, u128, i128, i128, WITH_FLAG(__muloti4(a, b, &flag)), WITH_FLAG_OF(i128))

ROW(ashldi3, u64, u64, shift64, __ashldi3(a, b), a << b)
ROW(lshrdi3, u64, u64, shift64, __lshrdi3(a, b), a >> b)
ROW(ashrdi3, i64, i64, shift64, __ashrdi3(a, b), a >> b)
ROW(ashlti3, u128, u128, shift128, __ashlti3(a, b), a << b)
ROW(lshrti3, u128, u128, shift128, __lshrti3(a, b), a >> b)
ROW(ashrti3, i128, i128, shift128, __ashrti3(a, b), a >> b)

#define COUNT_ROWS(U, M, L) \
  ROW(clz##M##2, i32, U, none, a ? __clz##M##2(a) : 0, a ? __builtin_clz##L(a) : 0) \
  ROW(ctz##M##2, i32, U, none, a ? __ctz##M##2(a) : 0, a ? __builtin_ctz##L(a) : 0) \
  ROW(ffs##M##2, i32, U, none, __ffs##M##2(a), a ? __builtin_ctz##L(a) + 1 : 0) \
  ROW(popcount##M##2, i32, U, none, __popcount##M##2(a), __builtin_popcount##L(a)) \
  ROW(parity##M##2, i32, U, none, __parity##M##2(a), __builtin_parity##L(a))
COUNT_ROWS(u32, si, )
COUNT_ROWS(u64, di, ll)
#define HI ((u64)(a >> 64))
ROW(clzti2, i32, u128, none, a ? __clzti2(a) : 0, a == 0 ? 0 : HI ? __builtin_clzll(HI) : 64 + __builtin_clzll((u64)a))
ROW(ctzti2, i32, u128, none, a ? __ctzti2(a) : 0, a == 0 ? 0 : (u64)a ? __builtin_ctzll((u64)a) : 64 + __builtin_ctzll(HI))
ROW(popcountti2, i32, u128, none, __popcountti2(a), __builtin_popcountll(HI) + __builtin_popcountll((u64)a))
ROW(bswapsi2, u32, u32, none, __bswapsi2(a), __builtin_bswap32(a))
ROW(bswapdi2, u64, u64, none, __bswapdi2(a), __builtin_bswap64(a))
ROW(negdi2, u64, u64, none, __negdi2(a), -a)
ROW(cmpdi2, i32, i64, i64, __cmpdi2(a, b), a < b ? 0 : a == b ? 1 : 2)
ROW(ucmpdi2, i32, u64, u64, __ucmpdi2(a, b), a < b ? 0 : a == b ? 1 : 2)

// Conversions to integers are compared where C defines them.
#define FIX_ROWS(T, M, I, U, HALF) \
  ROW(fix##T##M, I, T, none, WITHIN(T, HALF, __fix##T##M(a)), WITHIN(T, HALF, (I)a)) \
  ROW(fixuns##T##M, U, T, none, WITHIN_UNSIGNED(T, HALF, __fixuns##T##M(a)), WITHIN_UNSIGNED(T, HALF, (U)a)) \
  ROW(float##M##T, T, I, none, __float##M##T(a), (T)a) \
  ROW(floatun##M##T, T, U, none, __floatun##M##T(a), (T)a)
#define WITHIN(T, HALF, X) (a >= (T)-HALF && a < (T)HALF ? (X) : 0)
#define WITHIN_UNSIGNED(T, HALF, X) (a > -1 && a < (T)(HALF * 2) ? (X) : 0)
#define FLOAT_ROWS(T) \
  ROW(add##T##3, T, T, T, __add##T##3(a, b), a + b) \
  ROW(sub##T##3, T, T, T, __sub##T##3(a, b), a - b) \
  ROW(mul##T##3, T, T, T, __mul##T##3(a, b), a * b) \
  ROW(div##T##3, T, T, T, __div##T##3(a, b), a / b) \
  ROW(neg##T##2, T, T, none, __neg##T##2(a), -a) \
  ROW(eq##T##2, i32, T, T, __eq##T##2(a, b) == 0, a == b) \
  ROW(ne##T##2, i32, T, T, __ne##T##2(a, b) != 0, a != b) \
  ROW(lt##T##2, i32, T, T, __lt##T##2(a, b) < 0, a < b) \
  ROW(le##T##2, i32, T, T, __le##T##2(a, b) <= 0, a <= b) \
  ROW(gt##T##2, i32, T, T, __gt##T##2(a, b) > 0, a > b) \
  ROW(ge##T##2, i32, T, T, __ge##T##2(a, b) >= 0, a >= b) \
  ROW(cmp##T##2, i32, T, T, __cmp##T##2(a, b) < 0, a < b) \
  ROW(unord##T##2, i32, T, T, __unord##T##2(a, b) != 0, a != a || b != b) \
  ROW(powi##T##2, T, T, power, __powi##T##2(a, b), __powi##T##2(a, b)) \
  FIX_ROWS(T, si, i32, u32, 0x1p31) \
  FIX_ROWS(T, di, i64, u64, 0x1p63) \
  FIX_ROWS(T, ti, i128, u128, 0x1p127)
FLOAT_ROWS(sf)
FLOAT_ROWS(df)
FLOAT_ROWS(tf)

// The machine makes every NaN canonical; the library preserves the bits that fit.
#define NUMBER(T, X) (a != a ? (T)0 : (X))
ROW(extendsfdf2, df, sf, none, NUMBER(df, __extendsfdf2(a)), NUMBER(df, a))
ROW(extendsftf2, tf, sf, none, __extendsftf2(a), a)
ROW(extenddftf2, tf, df, none, __extenddftf2(a), a)
ROW(truncdfsf2, sf, df, none, NUMBER(sf, __truncdfsf2(a)), NUMBER(sf, (sf)a))
ROW(trunctfsf2, sf, tf, none, NUMBER(sf, __trunctfsf2(a)), NUMBER(sf, (sf)a))
ROW(trunctfdf2, df, tf, none, NUMBER(df, __trunctfdf2(a)), NUMBER(df, (df)a))

ROW(extendhfsf2, sf, hf_bits, none, __extendhfsf2(__builtin_bit_cast(hf, a)), sf_of_hf(a))
ROW(extendhfdf2, df, hf_bits, none, (a & 0x7fff) > 0x7c00 ? 0 : __extendhfdf2(__builtin_bit_cast(hf, a)), (a & 0x7fff) > 0x7c00 ? 0 : sf_of_hf(a))
ROW(extendhftf2, tf, hf_bits, none, __extendhftf2(__builtin_bit_cast(hf, a)), sf_of_hf(a))
ROW(extendbfsf2, sf, bf_bits, none, __extendbfsf2(__builtin_bit_cast(bf, a)), sf_of_bf(a))
ROW(truncsfhf2, hf_bits, sf, none, __builtin_bit_cast(u16, __truncsfhf2(a)), hf_of_df(a))
ROW(truncdfhf2, hf_bits, df, none, __builtin_bit_cast(u16, __truncdfhf2(a)), hf_of_df(a))
ROW(trunctfhf2, hf_bits, tf, none, __builtin_bit_cast(u16, __trunctfhf2(a)), hf_of_df(odd_of_tf(a)))
ROW(truncsfbf2, bf_bits, sf, none, __builtin_bit_cast(u16, __truncsfbf2(a)), bf_of_df(a))
ROW(truncdfbf2, bf_bits, df, none, __builtin_bit_cast(u16, __truncdfbf2(a)), bf_of_df(a))
ROW(trunctfbf2, bf_bits, tf, none, __builtin_bit_cast(u16, __trunctfbf2(a)), bf_of_df(odd_of_tf(a)))
