"""Writes textual IR of functions that numba compiles: numba_functions.py FOLDER TRIPLE. What it makes is for the machine that it runs on, so that
of the target is named in its place."""

import math
import re
import sys

from numba import carray, cfunc, njit, types
from numba.core.codegen import JITCodeLibrary

folder, triple = sys.argv[1:3]
Reals, Integers, Count = types.CPointer(types.float64), types.CPointer(types.int64), types.intp

# The optimised modules, as they are before the machine's own passes change them in place.
modules = {}
finalize = JITCodeLibrary._finalize_specific


def keep_and_finalize(library):
    modules[id(library)] = str(library._final_module)
    finalize(library)


JITCodeLibrary._finalize_specific = keep_and_finalize


@njit
def collatz(n):
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n & 1 else n >> 1
        steps += 1
    return steps


def sieve(out, n):
    """Trial marks, nested loops and steps."""
    marks = carray(out, n)
    marks[:] = 1
    for k in range(2, int(math.sqrt(n)) + 1):
        if marks[k]:
            for m in range(k * k, n, k):
                marks[m] = 0
    total = 0
    for k in range(2, n):
        total += k * marks[k]
    return total


def longest(out, n):
    """A function called, and tuples."""
    best = (0, 0)
    a = carray(out, n)
    for k in range(n):
        a[k] = collatz(k + 1)
        if a[k] > best[0]:
            best = (a[k], k + 1)
    return best[0] * 100000 + best[1]


def heat(out, n):
    """Slices of arrays and what is broadcast."""
    a = carray(out, (n, n))
    for k in range(n):
        for m in range(n):
            a[k, m] = math.sin(k * 0.5) * (m % 7) + (k ^ m)
    for _ in range(10):
        for k in range(1, n - 1):
            for m in range(1, n - 1):
                a[k, m] = 0.25 * (a[k - 1, m] + a[k + 1, m] + a[k, m - 1] + a[k, m + 1])
    return int(a[n // 2, n // 3] * 1000)


def orbit(out, n):
    """Complex numbers, powers, floor division and remainders of either sign."""
    a = carray(out, n)
    z = complex(0.1, 0.2)
    for k in range(n):
        z = z * z + complex(-0.4, 0.3) / (k + 1)
        a[k] = abs(z) + (-k % 7) * 0.5 + (k - 50) // 3 + z.real ** 3
    return int(-a[n - 1] * 1000) // 7


def bits(out, n):
    """Wide multiplication as unsigned numbers wrap, and shifts."""
    a = carray(out, n)
    state = types.uint64(88172645463325252)
    for k in range(n):
        state ^= state << types.uint64(13)
        state ^= state >> types.uint64(7)
        state ^= state << types.uint64(17)
        a[k] = types.int64(state) >> (k & 31)
    for k in range(1, n):
        value, m = a[k], k
        while m > 0 and a[m - 1] > value:
            a[m] = a[m - 1]
            m -= 1
        a[m] = value
    return a[n // 2] & 0x7FFFFFFF


for function, of in [(sieve, Integers), (longest, Integers), (heat, Reals), (orbit, Reals), (bits, Integers)]:
    compiled = cfunc(types.int64(of, Count), error_model="numpy")(function)
    text = modules[id(compiled._library)].replace(compiled.native_name, function.__name__)
    text = re.sub(r"^target datalayout = .*$", "", text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{triple}"', text, flags=re.M)
    with open(f"{folder}/{function.__name__}.ll", "w") as file:
        file.write(text)
