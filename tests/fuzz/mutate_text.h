#pragma once

// Changes to a text that keep most of its structure, so that what is behind the reader is reached:
// numbers become extreme, lines are lost, doubled, swapped.
#include <array>
#include <cctype>
#include <random>
#include <string>
#include <vector>

namespace fourfoot::fuzz {

using Generator = std::minstd_rand;

inline std::size_t pick(Generator& g, std::size_t count) {
  return count == 0 ? 0 : g() % count;
}

struct Part {
  std::size_t begin, end;
};

inline std::vector<Part> find_numbers(const std::string& text) {
  std::vector<Part> found;
  const auto is_in = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '+' ||
           c == 'e' || c == 'E';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
      ++i;
      continue;
    }
    std::size_t begin = i, end = i;
    if (begin > 0 && text[begin - 1] == '-') --begin;
    while (end < text.size() && is_in(text[end])) ++end;
    found.push_back({begin, end});
    i = end;
  }
  return found;
}

inline void replace_number(std::string& text, Generator& g) {
  static const std::array<const char*, 24> extremes = {
      "0",    "-1",  "1e308", "-1e308", "1e-308", "1e9",   "-26000000",  "32000000",
      "1e15", "nan", "inf",   "5e11",   "0.5",    "1",     "2147483648", "9223372036854775807",
      "3",    "100", "1e5",   "-0.0",   "1e154",  "1e-15", "7.5",        "-1e5"};
  const std::vector<Part> numbers = find_numbers(text);
  if (numbers.empty()) return;
  const Part at = numbers[pick(g, numbers.size())];
  text.replace(at.begin, at.end - at.begin, extremes[pick(g, extremes.size())]);
}

inline std::vector<Part> find_lines(const std::string& text) {
  std::vector<Part> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back({begin, end});
    begin = end;
  }
  return lines;
}

/// The first line stays: it says what the text is.
inline void change_line(std::string& text, Generator& g) {
  const std::vector<Part> lines = find_lines(text);
  if (lines.size() < 3) return;
  const Part a = lines[1 + pick(g, lines.size() - 1)], b = lines[1 + pick(g, lines.size() - 1)];
  const std::string line = text.substr(a.begin, a.end - a.begin);
  switch (pick(g, 3)) {
    case 0:
      text.erase(a.begin, a.end - a.begin);
      break;
    case 1:
      text.insert(b.begin, line);
      break;
    default:
      text.resize(a.begin);
  }
}

inline void mutate_text(std::string& text, unsigned seed) {
  Generator g(seed + 1);
  const std::size_t changes = 1 + pick(g, 3);
  for (std::size_t i = 0; i < changes; ++i) {
    if (pick(g, 4) == 0)
      change_line(text, g);
    else
      replace_number(text, g);
  }
}

}  // namespace fourfoot::fuzz
