// Calls Halide's pipelines on images of odd sizes, and prints sums of what they give.
#include "blur.h"
#include "functions.h"
#include "histogram.h"
#include "mix.h"
#include "product.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state = 88172645463325252ull;
static unsigned random32(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> 32;
}

typedef struct {
    halide_buffer_t buffer;
    halide_dimension_t dims[2];
} Image;

static Image *image(struct halide_type_t type, int w, int h) {
    Image *made = calloc(1, sizeof *made);
    made->dims[0] = (halide_dimension_t){0, w, 1, 0};
    made->dims[1] = (halide_dimension_t){0, h, w, 0};
    made->buffer.type = type;
    made->buffer.dimensions = 2;
    made->buffer.dim = made->dims;
    made->buffer.host = calloc((size_t)w * h, type.bits / 8);
    return made;
}

static void fill(Image *it) {
    int n = it->dims[0].extent * it->dims[1].extent;
    for (int i = 0; i < n; i++)
        switch (it->buffer.type.bits) {
        case 8: it->buffer.host[i] = random32() & random32(); break;
        case 16: ((short *)it->buffer.host)[i] = random32(); break;
        default: ((float *)it->buffer.host)[i] = (int)random32() / 268435456.0f;
        }
}

static void print(const char *name, int result, Image *it) {
    size_t size = (size_t)it->dims[0].extent * it->dims[1].extent * (it->buffer.type.bits / 8);
    unsigned long long hash = 1469598103934665603ull;
    for (size_t i = 0; i < size; i++) hash = (hash ^ it->buffer.host[i]) * 1099511628211ull;
    printf("%s %d %016llx\n", name, result, hash);
}

int main(void) {
    struct halide_type_t u8 = {halide_type_uint, 8, 1}, i16 = {halide_type_int, 16, 1}, f32 = {halide_type_float, 32, 1};
    static const int sizes[][2] = {{64, 48}, {37, 21}, {130, 9}};
    for (int n = 0; n < 3; n++) {
        int w = sizes[n][0], h = sizes[n][1];
        Image *a = image(u8, w, h), *out = image(u8, w, h);
        fill(a);
        print("blur", blur(&a->buffer, &out->buffer), out);
        print("histogram", histogram(&a->buffer, &out->buffer), out);
        Image *s = image(i16, w, h), *t = image(i16, w, h), *mixed = image(i16, w, h);
        fill(s), fill(t);
        print("mix", mix(&s->buffer, &t->buffer, &mixed->buffer), mixed);
        Image *f = image(f32, w, h), *g = image(f32, w, w), *real = image(f32, w, h);
        fill(f), fill(g);
        print("product", product(&f->buffer, &g->buffer, &real->buffer), real);
        print("functions", functions(&f->buffer, &real->buffer), real);
    }
    return 0;
}
