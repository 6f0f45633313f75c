//! In place of what the tests of Zig's cryptography share, which the package lacks.

const std = @import("std");

/// The digest of `input` is what the hexadecimal digits say.
pub fn assertEqualHash(comptime Hash: anytype, comptime expected: *const [Hash.digest_length * 2:0]u8, input: []const u8) !void {
    var digest: [Hash.digest_length]u8 = undefined;
    Hash.hash(input, &digest, .{});
    try assertEqual(expected, &digest);
}

/// The bytes are what the hexadecimal digits say.
pub fn assertEqual(comptime expected: [:0]const u8, bytes: []const u8) !void {
    try std.testing.expectEqualStrings(expected, &std.fmt.bytesToHex(bytes[0 .. expected.len / 2].*, .lower));
}
