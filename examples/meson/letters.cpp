#include <cstddef>
#include <iostream>
#include <set>
#include <string>

extern "C" std::size_t count(const char *text, char letter);

int main(int count_of_arguments, char **arguments) {
  std::string text = count_of_arguments > 1 ? arguments[1] : "";
  std::set<char> letters(text.begin(), text.end());
  std::size_t sum = 0;
  for (char letter : letters) {
    std::size_t times = count(text.c_str(), letter);
    std::cout << letter << " " << times << "\n";
    sum += times;
  }
  return sum == text.size() ? 0 : 1;
}
