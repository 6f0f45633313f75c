// `peak FILE PROGRAM ARGUMENTS…` runs the program with all processes that it starts. It writes two lines to the file: the
// most memory that one of them had resident, in KiB, and the processor time of all, in ms.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 127;
  pid_t child = fork();
  if (child == 0) {
    execv(words[2], words + 2);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 127;
  FILE *file = fopen(words[1], "w");
  if (!file) return 127;
  long seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
  long micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  fprintf(file, "%ld\n%ld\n", usage.ru_maxrss, seconds * 1000 + micros / 1000);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}
