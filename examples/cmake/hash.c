unsigned hash(const char *text) {
  unsigned value = 2166136261u;
  for (; *text; text++) value = (value ^ (unsigned char)*text) * 16777619u;
  return value;
}
