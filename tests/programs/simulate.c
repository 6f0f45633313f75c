// Floating-point programs: n bodies, a Mandelbrot set, matrices, an ODE, Fourier, polynomials, statistics.
// flags: -ffp-contract=off
#include "check.h"
#include <complex.h>
#include <math.h>

struct body { double x[3], v[3], m; };
static void step(struct body *b, int n, double dt) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d[3], r2 = 0;
      for (int k = 0; k < 3; k++) d[k] = b[i].x[k] - b[j].x[k], r2 += d[k] * d[k];
      double f = dt / (r2 * sqrt(r2));
      for (int k = 0; k < 3; k++) b[i].v[k] -= d[k] * b[j].m * f, b[j].v[k] += d[k] * b[i].m * f;
    }
  for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) b[i].x[k] += dt * b[i].v[k];
}
static double energy(const struct body *b, int n) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    e += 0.5 * b[i].m * (b[i].v[0] * b[i].v[0] + b[i].v[1] * b[i].v[1] + b[i].v[2] * b[i].v[2]);
    for (int j = i + 1; j < n; j++) {
      double r2 = 0;
      for (int k = 0; k < 3; k++) r2 += (b[i].x[k] - b[j].x[k]) * (b[i].x[k] - b[j].x[k]);
      e -= b[i].m * b[j].m / sqrt(r2);
    }
  }
  return e;
}
static int escape_time(float cx, float cy) {
  float x = 0, y = 0;
  for (int i = 0; i < 60; i++) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy, x = t;
    if (x * x + y * y > 4) return i;
  }
  return 60;
}
static void fourier(double complex *a, int n) {
  if (n == 1) return;
  double complex even[n / 2], odd[n / 2];
  for (int i = 0; i < n / 2; i++) even[i] = a[2 * i], odd[i] = a[2 * i + 1];
  fourier(even, n / 2), fourier(odd, n / 2);
  for (int i = 0; i < n / 2; i++) {
    double complex t = (cos(-2 * 3.14159265358979 * i / n) + I * sin(-2 * 3.14159265358979 * i / n)) * odd[i];
    a[i] = even[i] + t, a[i + n / 2] = even[i] - t;
  }
}
static NOINLINE double complex ratio(double complex a, double complex b) { return a / b + conj(a) * b; }
static NOINLINE float complex fratio(float complex a, float complex b) { return a * b - a; }

int main(void) {
  struct body b[4] = {{{0, 0, 0}, {0, 0, 0}, 39.5}, {{4.8, -1.2, -0.1}, {0.6, 2.8, -0.02}, 0.04}, {{8.3, 4.1, -0.4}, {-1, 1.8, 0.008}, 0.01}, {{12.9, -15.1, -0.2}, {1.1, 0.9, -0.01}, 0.002}};
  printf("%.12f\n", energy(b, 4));
  for (int i = 0; i < 500; i++) step(b, 4, 0.01);
  printf("%.12f %.12f\n", energy(b, 4), b[1].x[0]);
  for (int y = 0; y < 12; y++) {
    for (int x = 0; x < 40; x++) putchar(" .:-=+*#%@"[escape_time(-2.2f + (float)x * 0.075f, -1.2f + (float)y * 0.2f) % 10]);
    putchar('\n');
  }
  double complex a[32];
  for (int i = 0; i < 32; i++) a[i] = i % 7 + I * (i % 3);
  fourier(a, 32);
  for (int i = 0; i < 32; i += 5) printf("(%.9f %.9f) ", creal(a[i]), cimag(a[i]));
  double complex r = ratio(3 + 4 * I, 1 - 2 * I);
  float complex f = fratio(1.5f + 2.5f * I, -2 + 0.5f * I);
  printf("\n%g %g %g %g\n", creal(r), cimag(r), crealf(f), cimagf(f));
  double m[6][7], t = 0;
  for (int i = 0; i < 6; i++) for (int j = 0; j < 7; j++) m[i][j] = 1.0 / (i + j + 1) + (i == j);
  for (int i = 0; i < 6; i++) {
    for (int j = 6; j >= i; j--) m[i][j] /= m[i][i];
    for (int k = 0; k < 6; k++) if (k != i) for (int j = 6; j >= i; j--) m[k][j] -= m[k][i] * m[i][j];
  }
  for (int i = 0; i < 6; i++) printf("%.10f ", m[i][6]), t += m[i][6];
  printf("= %.10f\n", t);
  float mean = 0, squares = 0;
  for (int i = 1; i <= 1000; i++) { float x = (float)((i * 7919) % 1000) / 10, d = x - mean; mean += d / (float)i; squares += d * (x - mean); }
  printf("%.5f %.5f\n", (double)mean, (double)sqrtf(squares / 999));
  double y = 1, h = 0.01;
  for (int i = 0; i < 100; i++) { double k1 = -2 * y, k2 = -2 * (y + h / 2 * k1), k3 = -2 * (y + h / 2 * k2), k4 = -2 * (y + h * k3); y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4); }
  printf("%.12f\n", y);
  return 0;
}
