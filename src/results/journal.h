#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace fourfoot::results {

/// Rows of a long study on their way to a file, safe against a kill at any time. While the work
/// goes on, every process appends to a part of its own, FILE.part.TAG, a line at a time; when all
/// rows are there they are written to FILE in their order, and the parts are removed. A study that
/// was killed finds its parts again and does only what is missing, so the file that comes out is
/// the same whatever happened and however many took part.
///
/// In a part a line is "index,checksum,rows", line breaks between rows written as the byte 0x1e and
/// the checksum the CRC-32 of the index and the rows. A line that was damaged, has an index beyond
/// the study or another number of cells than the header counts as not there.
///
/// The first line of each file is "# fourfoot study KEY"; a part of another study is an InputError
/// (study-changed). The last line of a part is dropped if it was cut off.
class Journal {
 public:
  struct Study {
    std::string key;        ///< tells studies apart: a hash of all that goes in
    std::size_t count = 0;  ///< tasks
    std::string header;     ///< above the rows; its last line has the names of the columns
  };
  /// `tag` tells processes of one study apart. With `force` a FILE that is there is
  /// replaced, whether it is of something else or complete, and parts of another study go.
  Journal(std::filesystem::path file, Study study, const std::string& tag, bool force = false);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Whether FILE is there already, of this very study, and is not to be replaced.
  bool is_complete() const { return complete_; }
  /// Rows found in the parts when the journal was opened.
  const std::map<std::size_t, std::string>& found() const { return found_; }
  /// Appends a row, or several of them with '\\n' between that belong together. Any thread.
  void append(std::size_t index, const std::string& row);
  /// If the parts together hold all rows: writes FILE, removes the parts and returns true.
  bool finish();
  /// The same where only the caller knows what belongs into FILE: writes these rows, each ended by
  /// a line break, below the header.
  void finish(const std::string& rows);

 private:
  bool is_good(std::size_t index, const std::string& rows) const;
  std::map<std::size_t, std::string> read_parts() const;

  std::filesystem::path file_, part_;
  Study study_;
  bool force_;
  std::string key_line_;
  std::map<std::size_t, std::string> found_;
  bool complete_ = false;
  std::FILE* out_ = nullptr;
  std::mutex mutex_;
};

}  // namespace fourfoot::results
