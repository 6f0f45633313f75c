// Functions that throw, and whose return address is read after code that they have in common.
#include <cstdio>
#include <initializer_list>

static void *volatile last_address;
static long total;

__attribute__((noinline)) static void note(long value, void *address) {
    last_address = address;
    total += value;
    if (value != 12345678)
        throw value;
}

template <int N> __attribute__((noinline)) static long late(long a, long b) {
    long x = a * b + a;
    x = x * x / (b + 1);
    x = (x ^ x / (a + 1)) * x;
    x = x * x / (b + 3);
    x = x * 7 / (a + 9);
    note(x + N, __builtin_return_address(0));
    total = x;
    return x;
}

template <int N> __attribute__((noinline)) static long early(long a, long b) {
    void *address = __builtin_extract_return_addr(__builtin_return_address(0));
    long x = a * b + a;
    x = x * x / (b + 1);
    x = (x ^ x / (a + 1)) * x;
    x = x * x / (b + 3);
    x = x * 7 / (a + 9);
    if (a == 7)
        return x + N;
    last_address = address;
    note(x, address);
    total = x;
    return x;
}

static long sum;

static void take(long (*function)(long, long), long n) {
    try {
        sum += function(n, n * 3);
    } catch (long value) {
        sum = sum * 3 + value;
    }
}

int main() {
    for (long n = 1; n < 20; n++) {
        for (auto function : {late<1>, early<1>, late<2>, early<2>, late<3>, early<3>, late<4>, early<4>})
            take(function, n);
    }
    std::printf("%ld %ld\n", sum & 0xffffff, total & 0xffffff);
}
