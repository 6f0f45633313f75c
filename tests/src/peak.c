// `peak FILE PROGRAM ARGUMENTS…` runs the program and writes the most memory that it had resident, in KiB, to the file.
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
  fprintf(file, "%ld\n", usage.ru_maxrss);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}
