#include "io/journal.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/error.h"

namespace fourfoot::io {

namespace fs = std::filesystem;

namespace {

constexpr char separator = '\x1e';

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> list_parts(const fs::path& file) {
  std::vector<fs::path> parts;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string begin = file.filename().string() + ".part.";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename().string().rfind(begin, 0) == 0) parts.push_back(entry.path());
  }
  return parts;
}

}  // namespace

Journal::Journal(fs::path file, const std::string& key, const std::string& tag)
    : file_(std::move(file)), part_(file_.string() + ".part." + tag) {
  key_line_ = "# fourfoot study " + key + "\n";
  std::error_code error;
  if (fs::exists(file_, error)) {
    complete_ = read_all(file_).rfind(key_line_, 0) == 0;
    if (complete_) return;
    throw InputError(Finding{"output-exists",
                             {},
                             "\"" + file_.string() + "\" exists and is not of this study",
                             "choose another name with -o, or remove it first"});
  }
  found_ = read_parts();
  // What was cut off by a kill would run into the next row.
  if (fs::exists(part_, error)) {
    const std::string text = read_all(part_);
    fs::resize_file(part_, text.rfind('\n') + 1, error);
  }
  out_ = std::fopen(part_.c_str(), "ab");
  if (out_ == nullptr) throw RunError("\"" + part_.string() + "\" cannot be written");
  if (fs::file_size(part_, error) == 0) {
    std::fputs(key_line_.c_str(), out_);
    std::fflush(out_);
  }
}

Journal::~Journal() {
  if (out_ != nullptr) std::fclose(out_);
}

std::map<std::size_t, std::string> Journal::read_parts() const {
  std::map<std::size_t, std::string> rows;
  for (const fs::path& part : list_parts(file_)) {
    const std::string text = read_all(part);
    if (text.find('\n') == std::string::npos) continue;  // killed while it was begun
    if (text.rfind(key_line_, 0) != 0) {
      throw InputError(Finding{"study-changed",
                               {},
                               "\"" + part.string() +
                                   "\" was begun by another study, or by this one "
                                   "before it was changed",
                               "remove it, or choose another name with -o"});
    }
    for (std::size_t at = key_line_.size(); at < text.size();) {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos) break;
      std::size_t index = 0;
      const auto number = std::from_chars(text.data() + at, text.data() + end, index);
      if (number.ec == std::errc() && *number.ptr == ',')
        rows[index] = std::string(number.ptr + 1, text.data() + end);
      at = end + 1;
    }
  }
  return rows;
}

void Journal::append(std::size_t index, const std::string& row) {
  const std::lock_guard lock(mutex_);
  std::string line = std::to_string(index) + "," + row;
  std::replace(line.begin(), line.end(), '\n', separator);
  line += '\n';
  if (std::fwrite(line.data(), 1, line.size(), out_) != line.size() || std::fflush(out_) != 0)
    throw RunError("\"" + part_.string() + "\" cannot be written (disk full?)");
}

bool Journal::finish(std::size_t count, const std::string& header) {
  const std::map<std::size_t, std::string> rows = read_parts();
  if (rows.size() < count) return false;
  const fs::path draft = file_.string() + ".draft";
  std::ofstream out(draft, std::ios::binary);
  out << key_line_ << header << "\n";
  for (const auto& [index, row] : rows) {
    std::string text = row;
    std::replace(text.begin(), text.end(), separator, '\n');
    out << text << "\n";
  }
  out.close();
  if (!out) throw RunError("\"" + draft.string() + "\" cannot be written (disk full?)");
  fs::rename(draft, file_);
  for (const fs::path& part : list_parts(file_)) {
    std::error_code error;
    fs::remove(part, error);
  }
  return true;
}

}  // namespace fourfoot::io
