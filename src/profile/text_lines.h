#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "profile/points.h"

namespace fourfoot::profile {

/// A word of a line and where it stands.
struct Word {
  std::string_view text;
  int column = 1;  ///< from 1
};

/// One line of a text with its number; splits at blanks, tabs, commas and semicolons.
struct TextLine {
  std::string_view text;
  int number = 1;  ///< from 1
  std::vector<Word> split() const;
  /// First character that is not blank; 0 for an empty line.
  char first() const;
};

std::vector<TextLine> split_lines(std::string_view text);

/// The number a word is, all of it; none if it is anything else ("1e", "nan", "12mm").
std::optional<double> parse_number(std::string_view word);

/// The power of ten of the last digit written: "12.340" -> -3, "1.5e2" -> 1.
int calc_last_digit(std::string_view word);

/// Collects rows of numbers; remembers how finely they were written.
class RowCollector {
 public:
  RowCollector(std::shared_ptr<const SourceFile> file, std::size_t y_column, std::size_t z_column)
      : y_column_(y_column), z_column_(z_column) {
    raw_.file = std::move(file);
  }
  /// Throws profile-number or profile-columns at the word at fault.
  void add(const TextLine& line);
  RawPoints take();

 private:
  RawPoints raw_;
  std::size_t y_column_;
  std::size_t z_column_;
  std::map<int, int> fixed_;  ///< how often each last digit that is not 0 occurs
  int fixed_count_ = 0;
  int coarsest_exponent_ = -1000;  ///< of numbers written with an exponent
};

[[noreturn]] void refuse_word(const std::shared_ptr<const SourceFile>& file, int line,
                              const Word& word, std::string id, std::string message,
                              std::string hint = {});

}  // namespace fourfoot::profile
