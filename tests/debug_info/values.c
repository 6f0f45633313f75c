// What a debugger shows of variables that have values, at lines that are not left out.
volatile long sink;

struct pair { int first, second; };  typedef int four __attribute__((vector_size(16)));

__attribute__((noinline)) long used(long x) {
    sink = x;
    return x + 1;
}

__attribute__((noinline)) long sums(int count, long start) {
    long sum = start;
    int constant = 17;
    for (int i = 0; i < count; ++i) {
        long term = used(sum) * 2;
        sink = term;                                  // break 1
        sum += term + i;
    }
    struct pair parts = { (int)sum, constant };
    sink = parts.first;                               // break 2
    long twice = sum + sum;
    unsigned char low = (unsigned char)twice;
    __int128 wide = ((__int128)sum << 66) + start;
    four lanes = (four){1, 2, 3, 4} * (int)sum;
    sink = twice + low + parts.second + count;        // break 3
    sink = used(twice) + low + sum + (long)(wide >> 65) + (long)(wide / 3) + lanes[sink & 3];
    return sum;
}

int main(void) {
    sink = sums(3, 5);
    return 0;
}
