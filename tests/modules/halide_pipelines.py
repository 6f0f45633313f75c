"""Writes bitcode and headers of Halide's pipelines: halide_pipelines.py FOLDER TARGET. Vectors have 16 bytes where the target has such, else there are none."""

import sys

import halide as hl

folder, target = sys.argv[1], hl.Target(sys.argv[2])
has_vectors = "arm" in sys.argv[2]
x, y, i = hl.Var("x"), hl.Var("y"), hl.Var("i")


def vectors(func, lanes):
    return func.vectorize(x, lanes) if has_vectors else func


def blur():
    image = hl.ImageParam(hl.UInt(8), 2, "image")
    inside = hl.BoundaryConditions.repeat_edge(image)
    rows, out = hl.Func("rows"), hl.Func("blur")
    rows[x, y] = hl.u16(inside[x - 1, y]) + inside[x, y] + inside[x + 1, y]
    out[x, y] = hl.u8((rows[x, y - 1] + rows[x, y] + rows[x, y + 1] + 4) / 9)
    vectors(out, 16).parallel(y, 8)
    vectors(rows.compute_at(out, y), 8)
    return out, [image]


def mix():
    """Saturation, averages, differences and rounding shifts."""
    a, b = (hl.ImageParam(hl.Int(16), 2, name) for name in "ab")
    out = hl.Func("mix")
    s, t = a[x, y], b[x, y]
    wide = hl.i32(s) * t
    first = hl.i16_sat((wide + (1 << 14)) >> 15)
    second = hl.i16((hl.i32(s) + t + 1) >> 1)
    third = hl.i16(hl.absd(s, t) >> 1) - hl.i16(hl.count_leading_zeros(hl.u16(t)))
    out[x, y] = hl.select(s > t, hl.max(first, second), hl.min(third, first)) ^ hl.i16_sat(hl.i32(s) * 3 - t)
    return vectors(out, 8), [a, b]


def product():
    a, b = (hl.ImageParam(hl.Float(32), 2, name) for name in "ab")
    total, out = hl.Func("total"), hl.Func("product")
    k = hl.RDom([(0, a.dim(0).extent())])
    total[x, y] = 0.0
    total[x, y] += a[k.x, y] * b[x, k.x]
    out[x, y] = total[x, y]
    xo, yo, yi = hl.Var("xo"), hl.Var("yo"), hl.Var("yi")
    out.tile(x, y, xo, yo, x, yi, 8, 4)
    total.compute_at(out, xo)
    vectors(out, 4).parallel(yo)
    vectors(total, 4)
    vectors(total.update(0), 4)
    return out, [a, b]


def histogram():
    """Scattered updates, and a running sum over them."""
    image = hl.ImageParam(hl.UInt(8), 2, "image")
    counts, sums, out = hl.Func("counts"), hl.Func("sums"), hl.Func("histogram")
    r = hl.RDom([(0, image.width()), (0, image.height())])
    n = hl.RDom([(1, 255)])
    counts[i] = hl.u32(0)
    counts[hl.i32(image[r.x, r.y])] += hl.u32(1)
    sums[i] = hl.u32(0)
    sums[0] = counts[0]
    sums[n.x] = sums[n.x - 1] + counts[n.x]
    out[x, y] = hl.u8(sums[hl.i32(image[x, y])] * 255 / hl.u32(image.width() * image.height()))
    counts.compute_root()
    sums.compute_root()
    return vectors(out, 16), [image]


def functions():
    """Polynomials that Halide has for functions, in single and double precision."""
    a = hl.ImageParam(hl.Float(32), 2, "a")
    out = hl.Func("functions")
    v = hl.abs(a[x, y]) + 0.25
    d = hl.f64(v)
    value = hl.exp(-v) + hl.log(v) * hl.sqrt(v) + hl.pow(v, 1.75)
    out[x, y] = value + hl.f32(hl.floor(d * 3.5) - hl.round(d / 3)) + hl.f32(hl.cast(hl.Float(16), v))
    return vectors(out, 4), [a]


for number, pipeline in enumerate([blur, mix, product, histogram, functions]):
    func, inputs = pipeline()
    name = pipeline.__name__
    outputs = {
        hl.OutputFileType.bitcode: f"{folder}/{name}.bc",
        hl.OutputFileType.c_header: f"{folder}/{name}.h",
    }
    # The first brings the runtime library for all.
    func.compile_to(outputs, inputs, name, target if number == 0 else target.with_feature(hl.TargetFeature.NoRuntime))
