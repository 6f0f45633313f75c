void greet(const char *whom);

int main(void) {
  greet("ninja");
  return 0;
}
