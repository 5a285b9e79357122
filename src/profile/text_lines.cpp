#include "profile/text_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fourfoot::profile {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}
bool is_separator(char c) {
  return is_blank(c) || c == ',' || c == ';';
}

}  // namespace

std::vector<Word> TextLine::split() const {
  std::vector<Word> words;
  std::size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && is_separator(text[i])) ++i;
    const std::size_t start = i;
    while (i < text.size() && !is_separator(text[i])) ++i;
    if (i > start) words.push_back({text.substr(start, i - start), static_cast<int>(start) + 1});
  }
  return words;
}

char TextLine::first() const {
  for (char c : text)
    if (!is_blank(c)) return c;
  return '\0';
}

std::vector<TextLine> split_lines(std::string_view text) {
  std::vector<TextLine> lines;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back({text.substr(0, end), ++number});
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::optional<double> parse_number(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
    if (word.starts_with('-') || word.starts_with('+')) return std::nullopt;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

int calc_last_digit(std::string_view word) {
  int exponent = 0;
  if (const std::size_t e = word.find_first_of("eE"); e != std::string_view::npos) {
    exponent =
        static_cast<int>(std::clamp(parse_number(word.substr(e + 1)).value_or(0.0), -300.0, 300.0));
    word = word.substr(0, e);
  }
  const std::size_t point = word.find('.');
  const int decimals =
      point == std::string_view::npos ? 0 : static_cast<int>(word.size() - point - 1);
  return exponent - std::min(decimals, 300);
}

void refuse_word(const std::shared_ptr<const SourceFile>& file, int line, const Word& word,
                 std::string id, std::string message, std::string hint) {
  SourceLocation where;
  where.file = file;
  where.line = line;
  where.column = word.column;
  where.width = std::max<int>(1, static_cast<int>(word.text.size()));
  throw InputError(Finding{std::move(id), where, std::move(message), std::move(hint)});
}

void RowCollector::add(const TextLine& line) {
  const std::vector<Word> words = line.split();
  const std::size_t needed = std::max(y_column_, z_column_) + 1;
  if (words.size() < needed)
    refuse_word(raw_.file, line.number, words.empty() ? Word{line.text, 1} : words.back(),
                "profile-columns",
                "a row needs " + std::to_string(needed) + " numbers, this has " +
                    std::to_string(words.size()));
  RawPoint point;
  point.line = line.number;
  for (std::size_t i : {y_column_, z_column_}) {
    const std::optional<double> value = parse_number(words[i].text);
    if (!value)
      refuse_word(raw_.file, line.number, words[i], "profile-number",
                  "\"" + std::string(words[i].text.substr(0, 40)) + "\" is not a number");
    (i == y_column_ ? point.y : point.z) = *value;
    // Fixed decimals: zeros at the end may only fill up ("12.3400" of an instrument that reads
    // 0.01), so the last digit that is not 0 counts. With exponents the last digit follows the
    // size: the coarsest counts.
    std::string_view word = words[i].text;
    if (*value == 0.0) continue;
    if (word.find_first_of("eE") != std::string_view::npos) {
      coarsest_exponent_ = std::max(coarsest_exponent_, calc_last_digit(word));
      continue;
    }
    if (word.find('.') != std::string_view::npos)
      word = word.substr(0, word.find_last_not_of('0') + 1);
    ++fixed_[calc_last_digit(word)];
    ++fixed_count_;
  }
  raw_.points.push_back(point);
}

RawPoints RowCollector::take() {
  if (raw_.points.empty()) {
    SourceLocation where;
    where.file = raw_.file;
    throw InputError(
        Finding{"profile-empty", where, "no points in the file", "expected rows of y and z"});
  }
  int digit = coarsest_exponent_;
  if (digit == -1000) {
    // The finest digit that more than one number in twenty reaches: of numbers read to a digit,
    // nine in ten end there.
    int finer = 0;
    for (const auto& [power, count] : fixed_) {
      finer += count;
      digit = power;
      if (20 * finer > fixed_count_) break;
    }
  }
  raw_.resolution = std::pow(10.0, std::clamp(digit, -300, 300));
  return std::move(raw_);
}

}  // namespace fourfoot::profile
