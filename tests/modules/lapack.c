// Systems of equations, least squares, eigenvalues and singular values by LAPACK, and the sums of what it gives.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const int *N;
typedef const double *D;
typedef double complex Z;
void dgesv_(N, N, double *, N, int *, double *, N, int *);
void dgels_(const char *, N, N, N, double *, N, double *, N, double *, N, int *, long);
void dsyev_(const char *, const char *, N, double *, N, double *, double *, N, int *, long, long);
void dgeev_(const char *, const char *, N, double *, N, double *, double *, double *, N, double *, N, double *, N, int *, long, long);
void dgesdd_(const char *, N, N, double *, N, double *, double *, N, double *, N, double *, N, int *, int *, long);
void dpotrf_(const char *, N, double *, N, int *, long);
void dgemm_(const char *, const char *, N, N, N, D, D, N, D, N, D, double *, N, long, long);
void zgemm_(const char *, const char *, N, N, N, const Z *, const Z *, N, const Z *, N, const Z *, Z *, N, long, long);
void ztrsm_(const char *, const char *, const char *, const char *, N, N, const Z *, const Z *, N, Z *, N, long, long, long, long);
double dnrm2_(N, D, N), ddot_(N, D, N, D, N);

void xerbla_(const char *name, const int *info, long length) {
    printf("%.*s: parameter %d\n", (int)length, name, *info);
}

enum { n = 60, m = 80, ld = 96, large = 200000 };
static double a[ld * ld], b[ld * ld], c[ld * ld], u[ld * ld], v[ld * ld], w[ld], w2[ld], work[large];
static Z za[ld * ld], zb[ld * ld], zc[ld * ld];
static int pivots[ld * 8];
static unsigned long long state = 1;

static double uniform(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(state >> 11) / 9007199254740992.0 - 0.5;
}
static void fill(void) {
    for (int i = 0; i < ld * ld; i++) a[i] = uniform(), b[i] = uniform(), za[i] = uniform() + I * uniform(), zb[i] = uniform() - I * uniform();
}
static void print(const char *name, int info, const double *x, int count) {
    double sum = 0, plain = 0;
    for (int i = 0; i < count; i++) sum += fabs(x[i]) * (i % 17 + 1), plain += x[i];
    printf("%s %d %.17g %.17g\n", name, info, sum, plain);
}

int main(void) {
    const double one = 1, zero = 0;
    const Z z1 = 1 + 0.5 * I, z0 = 0;
    const int size = n, rows = m, lead = ld, lwork = large, step = 1, three = 3, bad = -1;
    int info;
    fill();
    dgemm_("N", "T", &size, &rows, &size, &one, a, &lead, b, &lead, &zero, c, &lead, 1, 1);
    print("dgemm", 0, c, ld * n);
    zgemm_("C", "N", &size, &size, &rows, &z1, za, &lead, zb, &lead, &z0, zc, &lead, 1, 1);
    print("zgemm", 0, (double *)zc, 2 * ld * n);
    for (int i = 0; i < n; i++) za[i * (ld + 1)] += 30;
    ztrsm_("R", "U", "C", "N", &rows, &size, &z1, za, &lead, zb, &lead, 1, 1, 1, 1);
    print("ztrsm", 0, (double *)zb, 2 * ld * n);
    dgesv_(&size, &three, a, &lead, pivots, b, &lead, &info);
    print("dgesv", info, b, ld * 3);
    fill();
    dgels_("N", &rows, &size, &three, a, &lead, b, &lead, work, &lwork, &info, 1);
    print("dgels", info, b, ld * 3);
    fill();
    dsyev_("V", "L", &size, a, &lead, w, work, &lwork, &info, 1, 1);
    print("dsyev", info, w, n), print("vectors", info, a, ld * n);
    fill();
    dgeev_("N", "V", &size, a, &lead, w, w2, u, &lead, v, &lead, work, &lwork, &info, 1, 1);
    print("dgeev", info, w, n), print("imaginary", info, w2, n), print("vectors", info, v, ld * n);
    fill();
    dgesdd_("S", &rows, &size, a, &lead, w, u, &lead, v, &lead, work, &lwork, pivots, &info, 1);
    print("dgesdd", info, w, n), print("left", info, u, ld * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i + j * ld] = exp(-0.01 * (i - j) * (i - j)) + (i == j) * 0.1;
    dpotrf_("U", &size, a, &lead, &info, 1);
    print("dpotrf", info, a, ld * n);
    printf("%.17g %.17g\n", dnrm2_(&size, a, &step), ddot_(&size, a, &lead, b, &step));
    dgesv_(&bad, &three, a, &lead, pivots, b, &lead, &info);
    return 0;
}
