/* Loops over records: interleaved colours, complex numbers, structures, strides. */
#include "bench.h"

static uint8_t pixels[3 * N + 64], planes[3][N + 32], quads[4 * N + 64];
static float numbers[2 * N], others[2 * N];

struct body {
  float x, y, z, mass;
};

static struct body bodies[N];

KERNEL void swap_colours(uint8_t *restrict r, const uint8_t *p, int n) {
  for (int i = 0; i < n; i++) {
    r[3 * i] = p[3 * i + 2];
    r[3 * i + 1] = p[3 * i + 1];
    r[3 * i + 2] = p[3 * i];
  }
}

KERNEL void split(uint8_t *restrict red, uint8_t *restrict green, uint8_t *restrict blue, const uint8_t *p,
                  int n) {
  for (int i = 0; i < n; i++) {
    red[i] = p[3 * i];
    green[i] = p[3 * i + 1];
    blue[i] = p[3 * i + 2];
  }
}

KERNEL void grey(uint8_t *restrict r, const uint8_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = (uint8_t)((77 * p[4 * i] + 150 * p[4 * i + 1] + 29 * p[4 * i + 2]) >> 8);
}

KERNEL void add_alpha(uint8_t *restrict r, const uint8_t *p, int n) {
  for (int i = 0; i < n; i++) {
    r[4 * i] = p[3 * i];
    r[4 * i + 1] = p[3 * i + 1];
    r[4 * i + 2] = p[3 * i + 2];
    r[4 * i + 3] = 255;
  }
}

KERNEL void multiply(float *restrict r, const float *p, int n) {
  for (int i = 0; i < n; i++) {
    float real = r[2 * i] * p[2 * i] - r[2 * i + 1] * p[2 * i + 1];
    float imaginary = r[2 * i] * p[2 * i + 1] + r[2 * i + 1] * p[2 * i];
    r[2 * i] = real;
    r[2 * i + 1] = imaginary;
  }
}

KERNEL void move(struct body *p, float step, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x += step * p[i].mass;
    p[i].y -= step * p[i].x;
    p[i].z *= 0.5f;
  }
}

KERNEL float weigh(const struct body *p, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += p[i].mass;
  return sum;
}

KERNEL uint32_t every_other(const uint8_t *p, int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) sum += p[2 * i];
  return sum;
}

int main(void) {
  uint64_t sums[1] = {0};
  float weights[1] = {0};
  fill(pixels, sizeof pixels);
  fill_floats(numbers, 2 * N);
  fill_floats(others, 2 * N);
  fill_floats(&bodies[0].x, 4 * N);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    add_alpha(quads, pixels, n);
    grey(planes[0], quads, n);
    split(planes[0], planes[1], planes[2], pixels, n);
    swap_colours(quads, pixels, n);
    memcpy(pixels, quads, (size_t)(3 * n));
    multiply(numbers, others, n);
    move(bodies, 0.0625f, n);
    weights[0] += weigh(bodies, n);
    sums[0] += every_other(quads, n);
  }
  print_bytes("pixels", pixels, sizeof pixels);
  print_bytes("planes", planes, sizeof planes);
  print_bytes("sums", sums, sizeof sums);
  print_floats("numbers", numbers, 2 * N);
  print_floats("weights", weights, 1);
  print_floats("bodies", &bodies[0].x, 4 * N);
  return 0;
}
