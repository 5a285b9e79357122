#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/channel.h"
#include "base/source_location.h"
#include "results/results_table.h"

namespace fourfoot::results {

/// A results file opened for reading; also one whose run is not finished or was killed. The file
/// may come from anybody: a process apart reads it (results/reader_process.h), so that a damaged or
/// hostile file ends in an InputError. All members throw InputError ("not-results").
class ResultsReader {
 public:
  /// Throws InputError ("file-not-found", "not-results") if it is none.
  explicit ResultsReader(const std::filesystem::path& path);
  ~ResultsReader();
  ResultsReader(const ResultsReader&) = delete;
  ResultsReader& operator=(const ResultsReader&) = delete;

  /// Whether a run is writing it right now; what it has flushed can be read.
  bool is_being_written() const;
  /// "time" first, "s" second if it is there, then the others in the order of their names.
  const std::vector<Channel>& channels() const { return channels_; }
  /// Number of complete rows.
  std::size_t size() const { return size_; }
  std::vector<double> read(const std::string& channel) const;
  /// "status", "message", "version", "title", …; empty if the file has no such entry.
  std::string read_meta(const std::string& name) const;
  std::vector<SourceFile> read_inputs() const;
  /// A table besides the rows ("track", "model/bodies"); without columns if the file has none.
  ResultsTable read_table(const std::string& path) const;
  std::vector<std::string> list_groups(const std::string& path) const;
  /// The numbers of /meta: "wall_time", "statistics/steps", …, by name.
  std::map<std::string, double> read_numbers() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::vector<Channel> channels_;
  std::size_t size_ = 0;
};

}  // namespace fourfoot::results
