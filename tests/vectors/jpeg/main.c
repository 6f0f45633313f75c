/* Compresses and decompresses a picture, with and without subsampled colours. */
#include <stdio.h>
#include <stdlib.h>

#include "jpeglib.h"

enum { WIDTH = 203, HEIGHT = 151 };

static unsigned char picture[HEIGHT][WIDTH][3], decoded[HEIGHT][WIDTH][4];

/* Draws rings of colour with some noise. */
static void draw(void) {
  unsigned noise = 12345;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      int distance = (x - 90) * (x - 90) + (y - 70) * (y - 70);
      noise = noise * 1103515245u + 12345u;
      picture[y][x][0] = (unsigned char)(distance >> 5);
      picture[y][x][1] = (unsigned char)((x * 5) ^ (noise >> 29));
      picture[y][x][2] = (unsigned char)(255 - (distance >> 6) + (int)(noise >> 30));
    }
}

static void checksum(const char *name, const unsigned char *bytes, unsigned long count) {
  unsigned long hash = 5381;
  for (unsigned long i = 0; i < count; i++) hash = hash * 33 + bytes[i];
  printf("%s %lu %lx\n", name, count, hash);
}

static unsigned long compress(unsigned char **stream, int quality, int factor, J_DCT_METHOD method) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  unsigned long size = 0;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, stream, &size);
  info.image_width = WIDTH;
  info.image_height = HEIGHT;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.dct_method = method;
  info.comp_info[0].h_samp_factor = factor;
  info.comp_info[0].v_samp_factor = factor;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < HEIGHT) {
    JSAMPROW row = &picture[info.next_scanline][0][0];
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return size;
}

static void decompress(const unsigned char *stream, unsigned long size, J_COLOR_SPACE space, int smooth) {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, stream, size);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = space;
  info.do_fancy_upsampling = smooth;
  jpeg_start_decompress(&info);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = &decoded[info.output_scanline][0][0];
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
}

int main(void) {
  draw();
  for (int factor = 1; factor <= 2; factor++)
    for (int fast = 0; fast < 2; fast++) {
      unsigned char *stream = NULL;
      unsigned long size = compress(&stream, 70 + 10 * factor, factor, fast ? JDCT_IFAST : JDCT_ISLOW);
      checksum("compressed", stream, size);
      decompress(stream, size, fast ? JCS_EXT_RGBX : JCS_RGB, !fast);
      checksum("decompressed", &decoded[0][0][0], sizeof decoded);
      free(stream);
    }
  return 0;
}
