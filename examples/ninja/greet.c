#include <stdio.h>

void greet(const char *whom) { printf("hello, %s\n", whom); }
