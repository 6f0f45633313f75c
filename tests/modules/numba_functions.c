// Calls the functions that numba has compiled, and prints sums of what they write. What numba says of exceptions is not reached.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long sieve(long *, long), longest(long *, long), heat(double *, long), orbit(double *, long), bits(long *, long);

// Python's and numba's own, which only errors reach.
#define UNREACHABLE(name)                                                                                                                            \
    void name(void) {                                                                                                                                \
        puts("an error was raised: " #name);                                                                                                         \
        abort();                                                                                                                                     \
    }
UNREACHABLE(NRT_Free)
UNREACHABLE(NRT_MemInfo_call_dtor)
UNREACHABLE(NRT_MemInfo_new_varsize_dtor)
UNREACHABLE(PyBytes_FromStringAndSize)
UNREACHABLE(PyErr_Clear)
UNREACHABLE(PyErr_SetNone)
UNREACHABLE(PyErr_SetString)
UNREACHABLE(PyErr_WriteUnraisable)
UNREACHABLE(PyUnicode_FromString)
UNREACHABLE(Py_DecRef)
UNREACHABLE(numba_do_raise)
UNREACHABLE(numba_gil_ensure)
UNREACHABLE(numba_gil_release)
UNREACHABLE(numba_runtime_build_excinfo_struct)
UNREACHABLE(numba_unpickle)
char PyExc_RuntimeError, PyExc_StopIteration, PyExc_SystemError;

static unsigned long long hash(const void *data, size_t size) {
    unsigned long long value = 1469598103934665603ull;
    for (size_t i = 0; i < size; i++) value = (value ^ ((const unsigned char *)data)[i]) * 1099511628211ull;
    return value;
}

int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    static long integers[5000];
    static double reals[64 * 64];
    printf("sieve %ld", sieve(integers, 5000)), printf(" %llx\n", hash(integers, sizeof integers));
    printf("longest %ld", longest(integers, 3000)), printf(" %llx\n", hash(integers, sizeof integers));
    printf("heat %ld", heat(reals, 64)), printf(" %llx\n", hash(reals, sizeof reals));
    printf("orbit %ld", orbit(reals, 300)), printf(" %llx\n", hash(reals, sizeof reals));
    printf("bits %ld", bits(integers, 1000)), printf(" %llx\n", hash(integers, sizeof integers));
    return 0;
}
