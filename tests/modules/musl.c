// Tries much of a C library, with what it prints the same wherever it runs.
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <getopt.h>
#include <iconv.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <complex.h>

static _Thread_local int own = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, total;
static jmp_buf place;
static volatile sig_atomic_t caught;

static void *work(void *argument) {
    long mine = (long)argument;
    for (int n = 0; n < 50; n++) {
        pthread_mutex_lock(&lock);
        while (turn % 4 != mine) pthread_cond_wait(&changed, &lock);
        own += n;
        total = total * 3 + mine;
        turn++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return (void *)(long)own;
}

static void handle(int number) {
    caught += number;
}

static void clean(void *argument) {
    printf("cleaned %s\n", (char *)argument);
}

static void *wait_forever(void *argument) {
    pthread_cleanup_push(clean, argument);
    for (;;) pause();
    pthread_cleanup_pop(0);
    return 0;
}

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void numbers(void) {
    printf("%d %5.3f %-8s| %+e %#x %llo %zu %c %% %.10g %a\n", -42, 3.14159, "left", 12345.678, 255, 511ll, sizeof place, 'x', 1e-10, 0.1);
    printf("%Lf %.30Lg %'d %*d %s\n", 1.5L, 1.0L / 3, 1234567, 8, 99, "end");
    double x = 0.7;
    printf("%.17g %.17g %.17g %.17g %.17g\n", sin(x), cos(100 * x), tan(x), exp(x), log(x));
    printf("%.17g %.17g %.17g %.17g %.17g\n", pow(x, 3.3), atan2(x, -2), sinh(x), tgamma(4.5), lgamma(0.3));
    printf("%.17g %.17g %.17g %.17g %.17g\n", cbrt(x), erf(x), fmod(10, x), hypot(3, x), j0(x));
    printf("%.9g %.9g %.9g %.20Lg %.20Lg\n", sinf(x), powf(x, 2.2), expm1f(x), sinl(0.7L), expl(0.7L));
    double complex z = csqrt(-2 + I) * cexp(0.5 * I);
    printf("%.17g %.17g %ld %lld %d\n", creal(z), cimag(z), lrint(2.5), llround(-2.5), ilogb(1000));
    for (int mode = 0; mode < 2; mode++) {
        fesetround(mode ? FE_UPWARD : FE_TONEAREST);
        feclearexcept(FE_ALL_EXCEPT);
        volatile double third = 1.0, three = 3.0;
        third /= three;
        printf("%.17g %d %.17g\n", third, !!fetestexcept(FE_INEXACT), nearbyint(2.3 + mode * 0.1));
    }
    fesetround(FE_TONEAREST);
    char *end;
    printf("%.17g %ld %s %llu %.20Lg\n", strtod("1.7976931348623157e308x", &end), strtol("-0x7fzz", 0, 16), end, strtoull("777", 0, 8), strtold("0x1.8p-3", 0));
    int a, count;
    float f;
    char word[16];
    count = sscanf("12 3.5 hello", "%d %f %15s", &a, &f, word);
    printf("%d %d %g %s\n", count, a, f, word);
}

static void texts(void) {
    regex_t regex;
    regmatch_t found[3];
    regcomp(&regex, "([a-z]+)@([a-z.]+)", REG_EXTENDED | REG_ICASE);
    int result = regexec(&regex, "mail to Someone@example.org now", 3, found, 0);
    printf("%d %d-%d %d-%d\n", result, found[1].rm_so, found[1].rm_eo, found[2].rm_so, found[2].rm_eo);
    regfree(&regex);
    printf("%d %d\n", fnmatch("*.[ch]", "musl.c", 0), fnmatch("a?c", "abd", 0));
    setlocale(LC_ALL, "C.UTF-8");
    wchar_t wide[32];
    size_t length = mbstowcs(wide, "naïve Ωmega €", 32);
    printf("%zu %lc %d %d\n", length, wide[6], iswupper(wide[6]), wcwidth(L'字'));
    iconv_t convert = iconv_open("UTF-16BE", "UTF-8");
    char in[] = "a€𝄞", out[32], *from = in, *to = out;
    size_t left = strlen(in), room = sizeof out;
    iconv(convert, &from, &left, &to, &room);
    for (char *c = out; c < to; c++) printf("%02x", (unsigned char)*c);
    printf(" %zu\n", left);
    char list[] = "one,two;;three", *rest = list, *part;
    while ((part = strsep(&rest, ",;"))) printf("[%s]", part);
    printf(" %s %s %d\n", strstr("haystack with needle", "needle"), strpbrk("hello", "xyzl"), strcasecmp("ABC", "abd"));
    char *arguments[] = {"x", "-a", "--long=5", "-b7", "rest", 0};
    static const struct option options[] = {{"long", required_argument, 0, 'l'}, {0}};
    int option;
    while ((option = getopt_long(5, arguments, "ab:", options, 0)) != -1) printf("%c%s ", option, optarg ? optarg : "");
    printf("%s\n", arguments[optind]);
    struct tm when;
    time_t moment = 1234567890;
    gmtime_r(&moment, &when);
    char date[64];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S %a %b %j", &when);
    printf("%s %lld\n", date, (long long)mktime(&when));
}

static void memory(void) {
    int values[200];
    srand(7);
    for (int n = 0; n < 200; n++) values[n] = rand() % 1000;
    qsort(values, 200, sizeof *values, order);
    int key = values[77], *hit = bsearch(&key, values, 200, sizeof *values, order);
    printf("%d %d %d\n", values[0], values[199], *hit == key);
    char *blocks[100];
    size_t sum = 0;
    for (int round = 0; round < 5; round++) {
        for (int n = 0; n < 100; n++) memset(blocks[n] = malloc(n * n + 1), n, n * n + 1);
        for (int n = 0; n < 100; n += 2) blocks[n] = realloc(blocks[n], 3000);
        for (int n = 0; n < 100; n++) sum += (unsigned char)blocks[n][n / 2], free(blocks[n]);
    }
    printf("%zu\n", sum);
    hcreate(30);
    for (long n = 0; n < 20; n++) {
        char *name = malloc(8);
        sprintf(name, "k%ld", n);
        hsearch((ENTRY){name, (void *)(n * n)}, ENTER);
    }
    printf("%ld\n", (long)hsearch((ENTRY){"k13"}, FIND)->data);
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    for (int n = 0; n < 20; n++) fprintf(stream, "%d:", n * n);
    fclose(stream);
    printf("%zu %s\n", size, text);
    FILE *file = tmpfile();
    if (file) {
        for (int n = 0; n < 1000; n++) fwrite(&n, sizeof n, 1, file);
        fseek(file, 123 * sizeof(int), SEEK_SET);
        int read = 0;
        fread(&read, sizeof read, 1, file);
        printf("%d %ld\n", read, ftell(file));
        fclose(file);
    }
}

int main(void) {
    setvbuf(stdout, 0, _IOLBF, 0);
    numbers();
    texts();
    memory();
    pthread_t threads[4], waiting;
    for (long n = 0; n < 4; n++) pthread_create(threads + n, 0, work, (void *)n);
    for (int n = 0; n < 4; n++) {
        void *result;
        pthread_join(threads[n], &result);
        printf("%ld ", (long)result);
    }
    printf("%d %d %d\n", turn, total, own);
    pthread_create(&waiting, 0, wait_forever, "up");
    pthread_cancel(waiting);
    void *result;
    pthread_join(waiting, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    int jumped = setjmp(place);
    printf("%d %d\n", caught == SIGUSR1, jumped);
    if (jumped < 3) longjmp(place, jumped + 1);
    errno = ENOENT;
    printf("%s %s %d\n", strerror(errno), getenv("NONE") ? "set" : "unset", (int)strlen(strsignal(SIGSEGV)));
    return 7;
}
