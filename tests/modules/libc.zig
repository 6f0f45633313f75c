//! A program in Zig over the C library: what it calls, what it is called back by, threads, thread-locals, wide and odd integers, vectors, errors.

const std = @import("std");

extern "c" fn printf(format: [*:0]const u8, ...) c_int;
extern "c" fn snprintf(buffer: [*]u8, size: usize, format: [*:0]const u8, ...) c_int;
extern "c" fn qsort(base: *anyopaque, count: usize, size: usize, order: *const fn (*const anyopaque, *const anyopaque) callconv(.c) c_int) void;
extern "c" fn strtod(text: [*:0]const u8, end: ?*[*:0]const u8) f64;
extern "c" fn div(numerator: c_int, denominator: c_int) extern struct { quot: c_int, rem: c_int };
extern "c" fn ldexp(value: f64, exponent: c_int) f64;
extern "c" fn fflush(stream: ?*anyopaque) c_int;
extern "c" fn atexit(function: *const fn () callconv(.c) void) c_int;

threadlocal var counter: u64 = 7;
var total = std.atomic.Value(u64).init(0);

const Failure = error{ Odd, TooLarge };

const Shape = union(enum) {
    circle: f64,
    box: struct { w: f32, h: f32 },
    nothing,

    fn area(self: Shape) f64 {
        return switch (self) {
            .circle => |r| 3.0 * r * r,
            .box => |b| @as(f64, b.w) * b.h,
            .nothing => 0,
        };
    }
};

fn halve(n: u32) Failure!u32 {
    if (n > 1000) return error.TooLarge;
    if (n & 1 != 0) return error.Odd;
    return n / 2;
}

fn chain(n: u32, trace: *std.ArrayList(u32), allocator: std.mem.Allocator) !u32 {
    errdefer trace.append(allocator, 9999) catch {};
    defer _ = printf("left %u\n", n);
    try trace.append(allocator, n);
    return if (n == 0) 0 else 1 + try chain(try halve(n), trace, allocator);
}

fn byLastDigit(a: *const anyopaque, b: *const anyopaque) callconv(.c) c_int {
    const x: *const i32 = @ptrCast(@alignCast(a));
    const y: *const i32 = @ptrCast(@alignCast(b));
    const key = struct {
        fn of(v: i32) i32 {
            return @mod(v, 10) * 1000 + @divFloor(v, 10);
        }
    };
    return key.of(x.*) - key.of(y.*);
}

fn work(rounds: u64) void {
    var n: u64 = 0;
    while (n < rounds) : (n += 1) {
        counter = counter *% 6364136223846793005 +% n;
        _ = total.fetchAdd(counter >> 60, .seq_cst);
    }
}

fn goodbye() callconv(.c) void {
    _ = printf("goodbye\n");
}

fn Polynomial(comptime T: type, comptime degree: usize) type {
    return struct {
        coefficients: [degree + 1]T,

        fn at(self: @This(), x: T) T {
            var value: T = 0;
            var n: usize = degree + 1;
            while (n > 0) {
                n -= 1;
                value = value * x + self.coefficients[n];
            }
            return value;
        }
    };
}

fn integers() void {
    var wide: u256 = 0x0123456789abcdef_0f1e2d3c4b5a6978;
    var odd: u37 = 12345;
    var small: i11 = -5;
    for (0..40) |n| {
        wide = wide *% 0xfedcba9876543210f +% (wide >> 77) ^ (@as(u256, n) << 200);
        odd = @addWithOverflow(odd, @as(u37, @truncate(wide >> 13)))[0];
        small = small +% @as(i11, @truncate(@as(i64, @bitCast(@as(u64, odd)))));
    }
    _ = printf("%llx %llx %llu %d\n", @as(u64, @truncate(wide >> 192)), @as(u64, @truncate(wide)), @as(u64, odd), @as(c_int, small));
    const quotient = wide / (@as(u256, odd) * odd + 1);
    const rest = @as(i128, @bitCast(@as(u128, @truncate(wide)))) >> 5;
    _ = printf("%llx %llx %d %d\n", @as(u64, @truncate(quotient >> 128)), @as(u64, @truncate(@as(u128, @bitCast(@divTrunc(rest, 12345678901))))), @as(c_int, @popCount(wide)), @as(c_int, @clz(quotient)));
}

fn vectors() void {
    var a: @Vector(7, i32) = .{ 1, -2, 3, -4, 5, -6, 7 };
    const b: @Vector(7, i32) = @splat(3);
    for (0..5) |_| a = @select(i32, a > b, a - b, a * a + b);
    const f: @Vector(4, f32) = .{ 0.5, 1.5, -2.5, 8.25 };
    _ = printf("%d %d %g %g\n", @reduce(.Add, a), @reduce(.Max, a), @as(f64, @reduce(.Mul, f)), @as(f64, @sqrt(@abs(f))[3]));
}

fn floats() void {
    const cube = Polynomial(f80, 3){ .coefficients = .{ 1, -2.5, 0.125, 3 } };
    const quad = Polynomial(f128, 2){ .coefficients = .{ 1.0 / 3.0, 2, -7 } };
    const half: f16 = @floatCast(cube.at(1.75));
    _ = printf("%.17g %.17g %g\n", @as(f64, @floatCast(cube.at(1.1))), @as(f64, @floatCast(quad.at(-0.3))), @as(f64, half));
    _ = printf("%.17g %.17g\n", strtod("1e-7", null), ldexp(@floatFromInt(@as(u128, 1) << 100), -90));
}

pub fn main() !void {
    const allocator = std.heap.c_allocator;
    _ = atexit(goodbye);

    var numbers = [_]i32{ 42, 17, 99, 3, 58, 20, 77, 31, -8, -23 };
    qsort(&numbers, numbers.len, @sizeOf(i32), byLastDigit);
    for (numbers) |n| _ = printf("%d ", n);
    _ = printf("\n");

    var trace: std.ArrayList(u32) = .empty;
    defer trace.deinit(allocator);
    for ([_]u32{ 64, 12, 2000 }) |n| {
        const depth = chain(n, &trace, allocator) catch |err| {
            _ = printf("%u: %s\n", n, @errorName(err).ptr);
            continue;
        };
        _ = printf("%u: %u\n", n, depth);
    }
    var sum: u32 = 0;
    for (trace.items) |n| sum += n;
    _ = printf("%zu traced, %u\n", trace.items.len, sum);

    const shapes = [_]Shape{ .{ .circle = 1.5 }, .{ .box = .{ .w = 2.5, .h = 4 } }, .nothing };
    for (shapes) |shape| _ = printf("%g %s\n", shape.area(), @tagName(shape).ptr);

    var threads: [4]std.Thread = undefined;
    for (&threads, 0..) |*thread, n| thread.* = try std.Thread.spawn(.{}, work, .{1000 * (n + 1)});
    for (threads) |thread| thread.join();
    _ = printf("total %llu, own %llu\n", total.load(.seq_cst), counter);

    var map = std.StringHashMap(usize).init(allocator);
    defer map.deinit();
    var buffer: [32]u8 = undefined;
    for (0..200) |n| {
        const length: usize = @intCast(snprintf(&buffer, buffer.len, "key%zu", n % 37));
        const entry = try map.getOrPut(try allocator.dupe(u8, buffer[0..length]));
        entry.value_ptr.* = if (entry.found_existing) entry.value_ptr.* + n else n;
    }
    _ = printf("%u keys, key5 %zu\n", map.count(), map.get("key5").?);

    const parts = div(-17, 5);
    _ = printf("%d %d\n", parts.quot, parts.rem);
    integers();
    vectors();
    floats();
    _ = fflush(null);
}
