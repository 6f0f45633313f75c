#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

extern "C" unsigned hash(const char *text);

static int count(std::map<std::string, int> &words, const std::string &text) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words[word]++;
  if (words.empty()) throw std::runtime_error("no words");
  return words.size();
}

int main() {
  std::map<std::string, int> words;
  try {
    count(words, "");
  } catch (const std::exception &e) {
    std::cout << e.what() << "\n";
  }
  std::cout << count(words, "to be or not to be") << " words\n";
  for (const auto &[word, times] : words) std::cout << word << " " << times << " " << hash(word.c_str()) % 1000 << "\n";
}
