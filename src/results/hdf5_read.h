#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/hdf5.h"
#include "results/results_table.h"

namespace fourfoot::results::h5 {

/// The file is not what it should be; the sentence goes on behind the file's name.
class BadFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads from an HDF5 file that anybody may have made. Everything is checked before a byte of it is
/// read: only hard links are followed, only values that lie in the file itself are read, numbers
/// and texts of fixed length, in one dimension at most, no more of them than the file has room for,
/// packed by nothing but HDF5's own filters. What is of another type or shape than asked for counts
/// as not there; what would lead out of the file or beyond the limits throws BadFile.
///
/// libhdf5 itself may still crash on a damaged file: results_reader.h reads in a process apart.
class GuardedFile {
 public:
  explicit GuardedFile(const std::filesystem::path& path);

  /// Size of the file [bytes], and how many bytes of values one data set or all channels may claim.
  std::uint64_t size() const { return size_; }
  std::uint64_t byte_limit() const;

  bool has(const std::string& path) const { return open(path).valid(); }
  bool is_group(const std::string& path) const;
  /// Names directly below a group, in order; none if it is not there.
  std::vector<std::string> list(const std::string& group) const;
  /// Paths of all data sets below a group, relative to it, in order.
  std::vector<std::string> list_datasets(const std::string& group) const;

  std::string read_text(const std::string& path) const;
  std::optional<double> read_number(const std::string& path) const;
  /// How many numbers a data set holds; nothing if it does not hold a row of numbers.
  std::optional<std::uint64_t> count_numbers(const std::string& path) const;
  /// From the one at `begin` on; none if the data set does not hold numbers.
  std::vector<double> read_numbers(const std::string& path, std::uint64_t begin = 0) const;
  /// Those at begin ... begin + count - 1 of a row; none if they are not there.
  std::vector<double> read_part(const std::string& path, std::uint64_t begin,
                                std::uint64_t count) const;
  std::string read_attribute(const std::string& path, const std::string& name) const;
  /// Also texts of variable length, as other programs write them: only in a process apart.
  std::string read_foreign_attribute(const std::string& path, const std::string& name) const;
  /// Without columns if the group is not there.
  ResultsTable read_table(const std::string& path) const;

 private:
  Handle open(const std::string& path) const;
  bool read_column(const std::string& path, ResultsColumn& column) const;
  void collect_datasets(const std::string& group, const std::string& prefix, int depth,
                        std::vector<std::string>& paths) const;

  Handle file_;
  std::uint64_t size_ = 0;
};

}  // namespace fourfoot::results::h5
