#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "base/warning.h"

namespace fourfoot {

namespace {

constexpr int longest_shown_line = 200;  // characters; of a longer line the part about the caret

std::string join_formatted(const std::vector<Finding>& findings) {
  constexpr std::size_t most = 20;  // finding the line of each costs
  std::string text;
  for (std::size_t i = 0; i < std::min(most, findings.size()); ++i) {
    if (!text.empty()) text += "\n";
    text += format(findings[i]);
  }
  return text;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Columns count characters, so bytes that continue a UTF-8 character take no room; a tab stays a
// tab so that the caret stands under its column whatever the terminal's tab width is.
std::string make_caret_line(const std::string& line, int column, int width) {
  std::string result;
  int seen = 1;
  for (std::size_t i = 0; i < line.size() && seen < column; ++i) {
    if (continues_character(line[i])) continue;
    result += line[i] == '\t' ? '\t' : ' ';
    ++seen;
  }
  result += '^';
  result.append(static_cast<std::size_t>(std::max(width - 1, 0)), '~');
  return result;
}

struct ShownLine {
  std::string text;
  int column = 1, width = 1;
};

// The line, or of a long one what stands about the caret between dots.
ShownLine cut_line(std::string line, int column, int width) {
  const auto is_first = [](char c) { return !continues_character(c); };
  const auto length = static_cast<int>(std::count_if(line.begin(), line.end(), is_first));
  if (length <= longest_shown_line) return {std::move(line), column, width};
  constexpr int before = 40;
  const int begin = std::clamp(column - 1 - before, 0, length - longest_shown_line);
  const int end = begin + longest_shown_line;
  ShownLine shown{begin > 0 ? "..." : "", column - begin, std::min(width, end - column + 1)};
  shown.column += static_cast<int>(shown.text.size());
  int seen = 0;
  for (const char c : line) {
    if (is_first(c)) ++seen;
    if (seen > begin && seen <= end) shown.text += c;
  }
  if (end < length) shown.text += "...";
  return shown;
}

// A file may hold anything; what is not printable must not reach the terminal.
std::string make_printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F) c = '?';
  }
  return text;
}

// Damerau-Levenshtein distance (adjacent transpositions count once).
std::size_t calc_edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

std::string format_as(const char* word, const Finding& finding) {
  const SourceLocation& where = finding.where;
  std::string text;
  if (where.known()) {
    text +=
        where.name() + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) + ": ";
  } else if (where.file) {
    text += where.name() + ": ";
  }
  text += std::string(word) + "[" + finding.id + "]: " + finding.message + "\n";
  const ShownLine line = cut_line(where.get_line_text(), where.column, where.width);
  if (!line.text.empty()) {
    const std::string number = std::to_string(where.line);
    const std::string margin(number.size(), ' ');
    text += "  " + number + " | " + line.text + "\n";
    text += "  " + margin + " | " + make_caret_line(line.text, line.column, line.width) + "\n";
  }
  if (!finding.hint.empty()) text += "  " + finding.hint + "\n";
  return make_printable(std::move(text));
}

// Letters and digits alone: vx, v_x, V-X.
std::string strip(const std::string& word) {
  std::string kept;
  for (const char c : word) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return kept;
}

// "wheelset_1/YQ" for "wheelset_1/left/YQ": the first and the last part of a name are right.
bool leaves_out_middle(const std::string& word, const std::string& candidate) {
  const std::size_t first = word.find('/'), last = word.rfind('/');
  if (first == std::string::npos || candidate.size() <= word.size()) return false;
  return candidate.compare(0, first + 1, word, 0, first + 1) == 0 &&
         candidate.ends_with(word.substr(last));
}

}  // namespace

std::string format(const Finding& finding) {
  return format_as("error", finding);
}

std::string format_warning(const Finding& finding) {
  return format_as("warning", finding);
}

InputError::InputError(std::vector<Finding> findings)
    : std::runtime_error(join_formatted(findings)), findings_(std::move(findings)) {}

std::string find_closest(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.size() > 64) return {};  // not a slip of the keyboard, and the distance would cost
  const std::string bare = strip(word);
  for (const std::string& candidate : candidates)
    if (!bare.empty() && strip(candidate) == bare) return candidate;
  for (const std::string& candidate : candidates)
    if (leaves_out_middle(word, candidate)) return candidate;
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 64) continue;
    const std::size_t distance = calc_edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggest(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string closest = find_closest(word, candidates);
  if (!closest.empty()) return "did you mean \"" + closest + "\"?";
  if (candidates.empty()) return {};
  return std::accumulate(
      std::next(candidates.begin()), candidates.end(), "expected one of: " + candidates.front(),
      [](std::string text, const std::string& next) { return std::move(text) + ", " + next; });
}

InputError::InputError(Finding finding) : InputError(std::vector<Finding>{std::move(finding)}) {}
InputError::InputError(const InputError&) = default;
InputError& InputError::operator=(const InputError&) = default;
InputError::~InputError() = default;

}  // namespace fourfoot
