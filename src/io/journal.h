#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace fourfoot::io {

/// Rows of a long study on their way to a file, safe against a kill at any time. While the work
/// goes on, every process appends to a part of its own, FILE.part.TAG, a line at a time; when all
/// rows are there they are written to FILE in their order, and the parts are removed. A study that
/// was killed finds its parts again and does only what is missing, so the file that comes out is
/// the same whatever happened and however many took part.
///
/// In a part a line is "index,rows", line breaks between rows written as the byte 0x1e.
///
/// The first line of each file is "# fourfoot study KEY"; a part of another study is an InputError
/// (study-changed). The last line of a part is dropped if it was cut off.
class Journal {
 public:
  /// `key` tells studies apart (a hash of all that goes in), `tag` processes of one study.
  Journal(std::filesystem::path file, const std::string& key, const std::string& tag);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Whether FILE is there already, of this very study.
  bool is_complete() const { return complete_; }
  /// Rows found in the parts when the journal was opened.
  const std::map<std::size_t, std::string>& found() const { return found_; }
  /// Appends a row, or several of them with '\\n' between that belong together. Any thread.
  void append(std::size_t index, const std::string& row);
  /// If the parts together hold `count` rows: writes FILE, with `header` above them, removes the
  /// parts and returns true.
  bool finish(std::size_t count, const std::string& header);

 private:
  std::map<std::size_t, std::string> read_parts() const;

  std::filesystem::path file_, part_;
  std::string key_line_;
  std::map<std::size_t, std::string> found_;
  bool complete_ = false;
  std::FILE* out_ = nullptr;
  std::mutex mutex_;
};

}  // namespace fourfoot::io
