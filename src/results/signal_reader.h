#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/reader_process.h"

namespace fourfoot::results {

/// A row of numbers in an HDF5 file.
struct SignalEntry {
  std::string path;  ///< "channels/wheelset_1/left/Q"
  std::string unit, frame, description;
  std::uint64_t count = 0;
};

/// Rows of numbers of any HDF5 file, read piece by piece in a process apart
/// (docs/decisions/0010-foreign-files.md). Throws InputError not-signals.
class SignalReader {
 public:
  explicit SignalReader(const std::filesystem::path& path);
  const std::vector<SignalEntry>& entries() const { return entries_; }
  std::vector<double> read(const std::string& entry, std::uint64_t first, std::uint64_t count);

 private:
  std::string ask(const std::string& question);
  std::filesystem::path path_;
  ReaderProcess process_;
  std::vector<SignalEntry> entries_;
};

/// InputError not-signals; the sentence goes on behind the file's name.
[[noreturn]] void refuse_signals(const std::filesystem::path& path, const std::string& why);

}  // namespace fourfoot::results
