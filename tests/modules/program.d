// A program in D without its library: templates, ranges, delegates, destructors, unions, vectors, and what is computed at compile time.
import core.stdc.stdio;
import core.stdc.stdlib;
import core.stdc.string;

struct Guard
{
    int* count;
    const(char)* name;
    this(int* count, const(char)* name) { this.count = count; this.name = name; ++*count; printf("open %s\n", name); }
    ~this() { if (count) { --*count; printf("close %s\n", name); } }
    @disable this(this);
}

struct Stack(T, size_t capacity)
{
    T[capacity] items = void;
    size_t length;
    void opOpAssign(string op : "~")(T item) { items[length++] = item; }
    T pop() { return items[--length]; }
    inout(T)[] opSlice() inout return { return items[0 .. length]; }
    int opApply(scope int delegate(size_t, ref T) @nogc nothrow visit) @nogc nothrow
    {
        foreach (n; 0 .. length)
            if (auto result = visit(n, items[n]))
                return result;
        return 0;
    }
}

struct Evens(R)
{
    R source;
    bool empty() { while (source.length && source[0] % 2) source = source[1 .. $]; return source.length == 0; }
    auto front() { return source[0]; }
    void popFront() { source = source[1 .. $]; }
}

uint[256] table()
{
    uint[256] made;
    foreach (uint n; 0 .. 256)
    {
        uint value = n;
        foreach (_; 0 .. 8)
            value = value & 1 ? (value >> 1) ^ 0xEDB88320 : value >> 1;
        made[n] = value;
    }
    return made;
}

immutable uint[256] crcTable = table();

uint crc(const(ubyte)[] bytes)
{
    uint value = ~0u;
    foreach (b; bytes)
        value = crcTable[(value ^ b) & 255] ^ (value >> 8);
    return ~value;
}

union Bits { double real_; ulong word; struct { ushort a, b, c, d; } }

enum Kind { none, add = 3, mul, call }

long evaluate(scope const(Kind)[] program, scope const(long)[] numbers, scope long delegate(long) @nogc nothrow called) @nogc nothrow
{
    long value = 1;
    foreach (n, kind; program)
    {
        final switch (kind)
        {
        case Kind.none: continue;
        case Kind.add: value += numbers[n]; break;
        case Kind.mul: value *= numbers[n]; break;
        case Kind.call: value = called(value); break;
        }
    }
    return value;
}

int early(int n, int* count)
{
    auto outer = Guard(count, "outer");
    scope (exit) printf("leave %d with %d\n", n, *count);
    foreach (k; 0 .. 3)
    {
        auto inner = Guard(count, "inner");
        if (k == n)
            return k * 10;
    }
    return -1;
}

int threadLocal = 5;
__gshared int shared_ = 6;

extern (C) int byLength(scope const void* a, scope const void* b)
{
    auto x = *cast(const(char)[]*) a, y = *cast(const(char)[]*) b;
    return x.length == y.length ? strncmp(x.ptr, y.ptr, x.length) : (x.length < y.length ? -1 : 1);
}

extern (C) int main()
{
    int count;
    printf("%d %d %d\n", early(1, &count), early(7, &count), count);
    Stack!(long, 32) stack;
    foreach (n; 0 .. 12)
        stack ~= n * n - 7;
    long sum;
    foreach (n, ref item; stack)
        sum += item * n;
    for (auto evens = Evens!(long[])(stack[]); !evens.empty; evens.popFront)
        sum ^= evens.front << 3;
    printf("%lld %lld\n", sum, stack.pop());
    const(char)[] text = "the quick brown fox jumps over the lazy dog";
    printf("%08x\n", crc(cast(const(ubyte)[]) text));
    const(char)[][16] words;
    size_t found, start;
    foreach (n, c; text)
        if (c == ' ') { words[found++] = text[start .. n]; start = n + 1; }
    words[found++] = text[start .. $];
    qsort(words.ptr, found, words[0].sizeof, &byLength);
    foreach (word; words[0 .. found])
        printf("%.*s ", cast(int) word.length, word.ptr);
    printf("\n");
    Bits bits = {real_: -1234.5};
    printf("%llx %x %x\n", bits.word, bits.a, bits.d);
    immutable Kind[5] program = [Kind.add, Kind.mul, Kind.none, Kind.call, Kind.add];
    immutable long[5] numbers = [4, 9, 0, 0, -100];
    threadLocal += shared_;
    printf("%lld\n", evaluate(program[], numbers[], (value) => value * value - threadLocal));
    float[4] f = [1.5, -2, 0.25, 8], g = [2, 3, 4, 5];
    f[] = f[] * g[] + 0.5f;
    real wide = 1.0L / 3;
    foreach (n; 0 .. 20)
        wide = wide * 1.5L - n;
    printf("%g %g %g %g %.15g\n", f[0], f[1], f[2], f[3], cast(double) wide);
    ulong state = 88172645463325252;
    foreach (n; 0 .. 1000)
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    printf("%llu %d %d\n", state, cast(int)(state % 1000), cast(byte) state);
    switch (cast(string) words[3])
    {
    case "dog": printf("dog\n"); break;
    case "the", "fox": printf("short\n"); break;
    default: printf("other\n");
    }
    return count;
}
