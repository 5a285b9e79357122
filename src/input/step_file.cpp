#include "input/step_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace fourfoot::input {

namespace {

constexpr std::size_t most_instances = 2000000;
constexpr int deepest_list = 8;
constexpr std::size_t most_values = 1000000;  // of one instance

/// Walks through the text; blanks and comments between tokens are passed over.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  bool is_end() { return peek() == '\0'; }

  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  std::string_view take_word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '-'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool take_id(std::uint64_t& id) {
    if (!take('#')) return false;
    const char *begin = text_.data() + at_, *end = text_.data() + text_.size();
    const auto [rest, status] = std::from_chars(begin, end, id);
    at_ += static_cast<std::size_t>(rest - begin);
    return status == std::errc();
  }
  bool take_number(double& value) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '+') ++at_;
    const char *begin = text_.data() + at_, *end = text_.data() + text_.size();
    const auto [rest, status] = std::from_chars(begin, end, value);
    at_ += static_cast<std::size_t>(rest - begin);
    return status == std::errc() && std::isfinite(value);
  }
  /// After the first quote; '' is a quote within.
  bool take_text(std::string& value) {
    while (at_ < text_.size()) {
      if (text_[at_] != '\'') {
        value += text_[at_++];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '\'') {
        value += '\'';
        at_ += 2;
      } else {
        ++at_;
        return true;
      }
    }
    return false;
  }
  /// Past the next semicolon outside of texts.
  void skip_instance() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == ';') return;
      if (c == '\'') {
        at_ = std::min(text_.find('\'', at_), text_.size() - 1) + 1;
      } else if (c == '/' && at_ < text_.size() && text_[at_] == '*') {
        --at_;
        skip_blanks();
      }
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_;
};

/// One list of arguments, from its bracket.
class ArgumentReader {
 public:
  explicit ArgumentReader(Scanner& scanner) : scanner_(scanner) {}

  /// False if the text is not such a list; the scanner stands at the fault.
  bool read(std::vector<StepValue>& values, int depth = 0) {
    if (depth > deepest_list || !scanner_.take('(')) return false;
    if (scanner_.take(')')) return true;
    do {
      if (++count_ > most_values || !read_value(values.emplace_back(), depth)) return false;
    } while (scanner_.take(','));
    return scanner_.take(')');
  }

 private:
  bool read_value(StepValue& value, int depth) {
    const char c = scanner_.peek();
    if (c == '$' || c == '*') return scanner_.take(c);
    if (c == '#') {
      StepValue::Reference reference{};
      const bool is_good = scanner_.take_id(reference.id);
      value.data = reference;
      return is_good;
    }
    if (c == '\'') {
      scanner_.take(c);
      std::string text;
      const bool is_good = scanner_.take_text(text);
      value.data = std::move(text);
      return is_good;
    }
    if (c == '.') {
      scanner_.take(c);
      value.data = StepValue::Word{std::string(scanner_.take_word())};
      return scanner_.take('.');
    }
    if (c == '(') {
      StepValue::List list;
      const bool is_good = read(list, depth + 1);
      value.data = std::move(list);
      return is_good;
    }
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {  // IFCLENGTHMEASURE(1.)
      scanner_.take_word();
      std::vector<StepValue> inner;
      if (!read(inner, depth + 1) || inner.size() != 1) return false;
      value = std::move(inner[0]);
      return true;
    }
    double number = 0.0;
    const bool is_good = scanner_.take_number(number);
    value.data = number;
    return is_good;
  }

  Scanner& scanner_;
  std::size_t count_ = 0;
};

}  // namespace

StepFile::StepFile(std::shared_ptr<const SourceFile> source, const std::vector<std::string>& types)
    : source_(std::move(source)), types_(types), ids_(types.size()) {
  index();
}

void StepFile::index() {
  Scanner scanner(source_->text, 0);
  std::size_t count = 0;
  while (!scanner.is_end()) {
    std::uint64_t id = 0;
    if (scanner.peek() != '#') {  // the header, ENDSEC
      scanner.skip_instance();
      continue;
    }
    const std::size_t at = scanner.at();
    if (!scanner.take_id(id) || !scanner.take('='))
      throw InputError(
          Finding{"syntax", locate(at, 1), "an instance is not written as #12 = TYPE(...)", ""});
    if (++count > most_instances)
      throw InputError(Finding{"too-many", locate(at, 1),
                               "the file has more than 2 million instances",
                               "export the alignment alone"});
    std::string type(scanner.take_word());
    std::transform(type.begin(), type.end(), type.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (const auto it = std::find(types_.begin(), types_.end(), type); it != types_.end()) {
      const auto index = static_cast<std::size_t>(it - types_.begin());
      if (records_.emplace(id, Record{scanner.at(), index}).second) ids_[index].push_back(id);
    }
    scanner.skip_instance();
  }
}

const std::vector<std::uint64_t>& StepFile::list(const std::string& type) const {
  static const std::vector<std::uint64_t> none;
  const auto it = std::find(types_.begin(), types_.end(), type);
  return it == types_.end() ? none : ids_[static_cast<std::size_t>(it - types_.begin())];
}

std::string StepFile::find_type(std::uint64_t id) const {
  const auto record = records_.find(id);
  return record == records_.end() ? "" : types_[record->second.type];
}

StepEntity StepFile::get(std::uint64_t id) const {
  const auto record = records_.find(id);
  if (record == records_.end())
    throw InputError(Finding{
        "unknown-name",
        {source_, 1, 1, 1},
        "the file refers to #" + std::to_string(id) + ", which is not there or of another type",
        ""});
  Scanner scanner(source_->text, record->second.begin);
  StepEntity entity;
  entity.type = types_[record->second.type];
  entity.where = locate(record->second.begin, 1);
  if (!ArgumentReader(scanner).read(entity.arguments))
    throw InputError(Finding{"syntax", locate(std::min(scanner.at(), source_->text.size()), 1),
                             "the arguments of " + entity.type + " cannot be read", ""});
  return entity;
}

SourceLocation StepFile::locate(std::size_t offset, int width) const {
  if (line_starts_.empty()) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < source_->text.size(); ++i)
      if (source_->text[i] == '\n') line_starts_.push_back(i + 1);
  }
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = after - line_starts_.begin();
  return {source_, static_cast<int>(line),
          static_cast<int>(offset - line_starts_[static_cast<std::size_t>(line - 1)]) + 1, width};
}

}  // namespace fourfoot::input
