#include "profile/reader.h"

#include <algorithm>
#include <cctype>

#include "profile/text_lines.h"

namespace fourfoot::profile {

PointFormat calc_format(const std::string& file_name) {
  const std::size_t dot = file_name.rfind('.');
  std::string ending = dot == std::string::npos ? "" : file_name.substr(dot + 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == "prw" || ending == "prr") return PointFormat::simpack;
  if (ending == "whl" || ending == "ban") return PointFormat::miniprof;
  return PointFormat::two_columns;
}

RawPoints read_points(std::shared_ptr<const SourceFile> file, PointFormat format) {
  switch (format) {
    case PointFormat::simpack:
      return read_simpack(std::move(file));
    case PointFormat::miniprof:
      return read_miniprof(std::move(file));
    case PointFormat::two_columns:
      break;
  }
  return read_two_columns(std::move(file));
}

Profile read_profile(std::shared_ptr<const SourceFile> file, const PointOptions& options) {
  const PointFormat format = calc_format(file->name);
  return build_profile(read_points(std::move(file), format), options);
}

/// "12,5 3,25" would be four numbers to a reader that takes commas for separators.
bool has_decimal_commas(std::string_view text) {
  int words = 0;
  for (std::size_t begin = text.find_first_not_of(" \t;\r"); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t;\r", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t comma = word.find(',');
    if (comma == 0 || comma == std::string_view::npos || comma + 1 == word.size() ||
        word.find(',', comma + 1) != std::string_view::npos)
      return false;
    ++words;
    begin = text.find_first_not_of(" \t;\r", end);
  }
  return words >= 2;
}

/// Comments start with # % ! or //. One heading line that is no numbers may precede the rows; a
/// unit in it ("y_mm", "[mm]", "y [m]") is taken.
RawPoints read_two_columns(std::shared_ptr<const SourceFile> file) {
  RowCollector rows(file, 0, 1);
  bool has_rows = false;
  std::string heading;
  for (const TextLine& line : split_lines(file->text)) {
    const char first = line.first();
    if (first == '\0' || first == '#' || first == '%' || first == '!') continue;
    if (line.text.substr(line.text.find(first)).starts_with("//")) continue;
    const std::vector<Word> words = line.split();
    if (!has_rows && heading.empty() && !words.empty() && !parse_number(words[0].text)) {
      heading = std::string(line.text);
      continue;
    }
    if (has_decimal_commas(line.text))
      refuse_word(file, line.number, Word{line.text, 1}, "profile-number",
                  "this row has commas for decimal points", "write 12.5, not 12,5");
    rows.add(line);
    has_rows = true;
  }
  RawPoints raw = rows.take();
  for (const char* millimetres : {"_mm", "[mm]", "(mm)"})
    if (heading.find(millimetres) != std::string::npos) raw.length_unit = 1e-3;
  for (const char* metres : {"_m,", "[m]", "(m)"})
    if (!raw.length_unit && heading.find(metres) != std::string::npos) raw.length_unit = 1.0;
  return raw;
}

/// Heading, then rows. Newer files: lines "Key=value", ColumnDef names the columns (X lateral, Y
/// vertical). Older ones: free text. Lines in quotation marks are remarks. The first line of
/// numbers alone begins the rows.
RawPoints read_miniprof(std::shared_ptr<const SourceFile> file) {
  std::size_t y_column = 0, z_column = 1;
  std::optional<RowCollector> rows;
  for (const TextLine& line : split_lines(file->text)) {
    const char first = line.first();
    if (first == '\0' || first == '"' || first == '!' || first == '%') continue;
    if (!rows) {
      if (line.text.starts_with("ColumnDef=")) {
        const std::vector<Word> names = TextLine{line.text.substr(10), line.number}.split();
        const auto find = [&](std::string_view name) {
          for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i].text == name) return i;
          refuse_word(file, line.number, Word{line.text, 1}, "profile-columns",
                      "ColumnDef has no column " + std::string(name));
        };
        y_column = find("X");
        z_column = find("Y");
      }
      const std::vector<Word> words = line.split();
      const bool is_row = words.size() >= 2 && std::all_of(words.begin(), words.end(), [](auto& w) {
                            return parse_number(w.text).has_value();
                          });
      if (!is_row) continue;
      rows.emplace(file, y_column, z_column);
    }
    rows->add(line);
  }
  if (!rows) rows.emplace(file, y_column, z_column);
  RawPoints raw = rows->take();
  if (calc_format(file->name) == PointFormat::miniprof) {
    const char last =
        static_cast<char>(std::tolower(static_cast<unsigned char>(file->name.back())));
    raw.kind = last == 'l' ? ProfileKind::wheel : ProfileKind::rail;
  }
  return raw;
}

}  // namespace fourfoot::profile
