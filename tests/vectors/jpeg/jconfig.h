/* The configuration of libjpeg-turbo that is measured. */
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 3.1.0
#define LIBJPEG_TURBO_VERSION_NUMBER 3001000
#define MEM_SRCDST_SUPPORTED 1

#ifndef BITS_IN_JSAMPLE
#define BITS_IN_JSAMPLE 8
#endif
#if BITS_IN_JSAMPLE == 8 && defined(__aarch64__)
#define WITH_SIMD 1
#endif
