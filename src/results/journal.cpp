#include "results/journal.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <vector>

#include "base/error.h"
#include "results/json_file.h"
#include "results/output_file.h"

namespace fourfoot::results {

namespace fs = std::filesystem;

namespace {

constexpr char separator = '\x1e';

constexpr std::uint64_t largest_part = std::uint64_t{1} << 32;  // [bytes]

std::string read_part(const fs::path& path) {
  std::string text, why;
  read_plain_file(path, largest_part, text, why);
  return text;
}

std::string calc_row_checksum(std::size_t index, const std::string& rows) {
  const std::string all = std::to_string(index) + "," + rows;
  char text[9];
  std::snprintf(text, sizeof text, "%08lx",
                crc32_z(0, reinterpret_cast<const Bytef*>(all.data()), all.size()));
  return text;
}

std::vector<fs::path> list_parts(const fs::path& file) {
  std::vector<fs::path> parts;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string begin = file.filename().string() + ".part.";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool is_part = entry.path().filename().string().rfind(begin, 0) == 0;
    if (is_part && entry.is_regular_file(error)) parts.push_back(entry.path());
  }
  return parts;
}

}  // namespace

Journal::Journal(fs::path file, Study study, const std::string& tag, bool force)
    : file_(std::move(file)),
      part_(file_.string() + ".part." + tag),
      study_(std::move(study)),
      force_(force) {
  key_line_ = "# fourfoot study " + study_.key + "\n";
  std::error_code error;
  if (fs::exists(file_, error)) {
    std::string begin(key_line_.size(), '\0');
    std::ifstream in(file_, std::ios::binary);
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    complete_ = !force && in.good() && begin == key_line_;
    if (complete_) return;
    if (!force || !fs::is_regular_file(file_, error)) {
      throw InputError(
          Finding{"output-exists",
                  {},
                  "\"" + file_.string() +
                      "\" exists and is of another study, or of this one "
                      "before its inputs or the program changed",
                  "choose another name with -o, remove it first, or let it be replaced with "
                  "--force"});
    }
  }
  found_ = read_parts();
  // What was cut off by a kill would run into the next row.
  if (fs::exists(part_, error)) {
    const std::string text = read_part(part_);
    fs::resize_file(part_, text.rfind('\n') + 1, error);
  }
  out_ = std::fopen(part_.c_str(), "ab");
  if (out_ == nullptr) {
    throw InputError(Finding{"output-unwritable",
                             {},
                             "\"" + part_.string() + "\" cannot be written",
                             "check the folder and its permissions"});
  }
  if (fs::file_size(part_, error) == 0) {
    std::fputs(key_line_.c_str(), out_);
    std::fflush(out_);
  }
}

Journal::~Journal() {
  if (out_ != nullptr) std::fclose(out_);
}

// Each row has as many cells as there are names.
bool Journal::is_good(std::size_t index, const std::string& rows) const {
  if (index >= study_.count) return false;
  const std::size_t last_line = study_.header.rfind('\n') + 1;
  const auto cells = std::count(study_.header.begin() + static_cast<std::ptrdiff_t>(last_line),
                                study_.header.end(), ',');
  for (std::size_t at = 0; at <= rows.size();) {
    const std::size_t end = std::min(rows.find(separator, at), rows.size());
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::count(begin, rows.begin() + static_cast<std::ptrdiff_t>(end), ',') != cells)
      return false;
    at = end + 1;
  }
  return true;
}

std::map<std::size_t, std::string> Journal::read_parts() const {
  std::map<std::size_t, std::string> rows;
  for (const fs::path& part : list_parts(file_)) {
    const std::string text = read_part(part);
    if (text.find('\n') == std::string::npos) continue;  // killed while it was begun
    if (text.rfind(key_line_, 0) != 0) {
      std::error_code error;
      if (force_ && fs::remove(part, error)) continue;
      throw InputError(
          Finding{"study-changed",
                  {},
                  "\"" + part.string() +
                      "\" was begun by another study, or by this one "
                      "before its inputs or the program changed",
                  "remove it, let it be replaced with --force, or choose another name with -o"});
    }
    for (std::size_t at = key_line_.size(); at < text.size();) {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos) break;
      std::size_t index = 0;
      const auto number = std::from_chars(text.data() + at, text.data() + end, index);
      constexpr std::ptrdiff_t digits = 8;  // of the checksum
      const char* line_end = text.data() + end;
      if (number.ec == std::errc() && line_end - number.ptr > digits + 1 && *number.ptr == ',' &&
          number.ptr[digits + 1] == ',') {
        const std::string row(number.ptr + digits + 2, line_end);
        const std::string checksum(number.ptr + 1, digits);
        if (checksum == calc_row_checksum(index, row) && is_good(index, row)) rows[index] = row;
      }
      at = end + 1;
    }
  }
  return rows;
}

void Journal::append(std::size_t index, const std::string& row) {
  const std::lock_guard lock(mutex_);
  std::string rows = row;
  std::replace(rows.begin(), rows.end(), '\n', separator);
  const std::string line =
      std::to_string(index) + "," + calc_row_checksum(index, rows) + "," + rows + "\n";
  if (std::fwrite(line.data(), 1, line.size(), out_) != line.size() || std::fflush(out_) != 0)
    throw RunError("\"" + part_.string() + "\" cannot be written (disk full?)");
}

bool Journal::finish() {
  const std::map<std::size_t, std::string> rows = read_parts();
  if (rows.size() < study_.count) return false;
  std::string all;
  for (const auto& [index, row] : rows) {
    std::string text = row;
    std::replace(text.begin(), text.end(), separator, '\n');
    all += text + "\n";
  }
  finish(all);
  return true;
}

void Journal::finish(const std::string& rows) {
  write_output(file_, key_line_ + study_.header + "\n" + rows);
  for (const fs::path& part : list_parts(file_)) {
    std::error_code error;
    fs::remove(part, error);
  }
}

}  // namespace fourfoot::results
