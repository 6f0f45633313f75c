// Sets texts in many scripts in the font that is named, makes a smaller font, and draws all its shapes.
#include "hb-ot.h"
#include "hb-subset.h"
#include "hb.h"
#include <cstdint>
#include <cstdio>
#include <initializer_list>

static uint64_t hash(const char *data, size_t size) {
    uint64_t value = 1469598103934665603ull;
    for (size_t n = 0; n < size; n++) value = (value ^ (unsigned char)data[n]) * 1099511628211ull;
    return value;
}

static void set(hb_font_t *font, const char *text, const char *feature) {
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, text, -1, 0, -1);
    hb_buffer_guess_segment_properties(buffer);
    hb_feature_t wanted;
    hb_feature_from_string(feature, -1, &wanted);
    hb_shape(font, buffer, &wanted, 1);
    char line[8192];
    unsigned length;
    hb_buffer_serialize_glyphs(buffer, 0, hb_buffer_get_length(buffer), line, sizeof line, &length, font, HB_BUFFER_SERIALIZE_FORMAT_TEXT,
                               HB_BUFFER_SERIALIZE_FLAG_GLYPH_EXTENTS);
    printf("%s\n", line);
    hb_buffer_destroy(buffer);
}

struct Drawn {
    double sum;
    int moves, lines, curves;
};

int main(int, char **arguments) {
    hb_blob_t *blob = hb_blob_create_from_file(arguments[1]);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(face);
    printf("%u glyphs, %u units, %s\n", hb_face_get_glyph_count(face), hb_face_get_upem(face), hb_version_string());
    const char *texts[] = {"Hello, fi ffl office AVATAR To", "السلام عليكم", "שָׁלוֹם", "हिन्दी", "e\u0301\u0323a\u0302", "ქართული", "Ελληνικά", "สวัสดี", "\uac00\u1100\u1161\u11a8", "Tiếng Việt", "1⁄2 ½", "မြန်မာ"};
    for (const char *text : texts)
        for (const char *feature : {"liga=0", "kern=0", "frac=1"}) set(font, text, feature);
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    hb_set_t *kept = hb_subset_input_unicode_set(input);
    for (unsigned code = 0x20; code < 0x250; code++) hb_set_add(kept, code);
    for (unsigned code = 0x600; code < 0x6ff; code++) hb_set_add(kept, code);
    hb_face_t *smaller = hb_subset_or_fail(face, input);
    hb_blob_t *result = hb_face_reference_blob(smaller);
    unsigned size;
    const char *data = hb_blob_get_data(result, &size);
    printf("subset %u %016llx\n", size, (unsigned long long)hash(data, size));
    hb_draw_funcs_t *funcs = hb_draw_funcs_create();
    hb_draw_funcs_set_move_to_func(
        funcs, [](hb_draw_funcs_t *, void *drawn, hb_draw_state_t *, float, float, void *) { ((Drawn *)drawn)->moves++; }, nullptr, nullptr);
    hb_draw_funcs_set_line_to_func(
        funcs, [](hb_draw_funcs_t *, void *drawn, hb_draw_state_t *, float, float, void *) { ((Drawn *)drawn)->lines++; }, nullptr, nullptr);
    hb_draw_funcs_set_quadratic_to_func(
        funcs,
        [](hb_draw_funcs_t *, void *drawn, hb_draw_state_t *, float a, float b, float c, float d, void *) {
            ((Drawn *)drawn)->sum += a * b - c * d;
            ((Drawn *)drawn)->curves++;
        },
        nullptr, nullptr);
    Drawn drawn{};
    for (unsigned glyph = 0; glyph < hb_face_get_glyph_count(face); glyph++) hb_font_get_glyph_shape(font, glyph, funcs, &drawn);
    printf("drawn %d %d %d %.17g\n", drawn.moves, drawn.lines, drawn.curves, drawn.sum);
}
