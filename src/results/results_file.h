#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/channel.h"
#include "base/source_location.h"
#include "results/hdf5_read.h"
#include "results/results_table.h"

namespace fourfoot::results {

/// A results file read in this process. libhdf5 may crash on a damaged file, so programs use
/// ResultsReader, which asks a process apart; fuzz programs use this one. Throws h5::BadFile.
class ResultsFile {
 public:
  explicit ResultsFile(const std::filesystem::path& path);

  const std::vector<Channel>& channels() const { return channels_; }
  std::size_t size() const { return rows_; }
  std::vector<double> read(const std::string& channel) const;
  std::string read_meta(const std::string& name) const;
  std::vector<SourceFile> read_inputs() const;
  ResultsTable read_table(const std::string& path) const { return file_.read_table(path); }
  std::vector<std::string> list_groups(const std::string& path) const;
  std::map<std::string, double> read_numbers() const;

 private:
  void count_rows();
  void drop_unwritten();

  h5::GuardedFile file_;
  std::vector<Channel> channels_;
  std::size_t rows_ = 0;
};

}  // namespace fourfoot::results
