#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/channel.h"
#include "base/source_location.h"
#include "io/results_table.h"

namespace fourfoot::io {

/// What a results file says about its run before it starts.
struct ResultsHeader {
  std::string title;
  std::vector<std::shared_ptr<const SourceFile>> inputs;  ///< stored verbatim, with their SHA-256
  std::vector<std::string> overrides;                     ///< "key=value" of the command line
};

/// How the run went, written at its end.
struct ResultsFooter {
  RunStatus status = RunStatus::done;
  std::string message;
  double wall_time = 0.0;                    ///< [s]
  std::map<std::string, double> statistics;  ///< steps, right-hand sides, …
  ResultsTable events = {};                  ///< what happened; nothing if it has no columns
  std::vector<std::string> warnings = {};    ///< what a person should know of a run that is done

  const char* get_status() const {
    return status == RunStatus::done && !warnings.empty() ? "done with warnings"
                                                          : get_status_name(status);
  }
};

/// Writes results as the run goes: rows are gathered in chunks, each chunk is flushed to disk, so
/// that a killed run keeps all but its last chunk. Layout: docs/formats/results.md.
class ResultsWriter : public TrajectorySink {
 public:
  /// Opens the file, an old one is replaced. Throws InputError (id "output-unwritable") if the
  /// folder cannot be written or the disk has no room for about `expected_rows`.
  ResultsWriter(const std::filesystem::path& path, const std::vector<Channel>& channels,
                const ResultsHeader& header, std::uint64_t expected_rows);
  /// Opens the file of a run that shall go on: keeps its first `kept_rows` rows, drops later ones
  /// and how it ended, and notes in the file when it was resumed. Throws InputError
  /// ("results-mismatch") if the file has not these channels or not that many rows.
  static std::unique_ptr<ResultsWriter> resume(const std::filesystem::path& path,
                                               const std::vector<Channel>& channels,
                                               std::size_t kept_rows, double t);
  ~ResultsWriter() override;
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  /// What does not change in time, besides the rows; to be written before the first of them, so
  /// that a killed run has it. Throws InputError ("output-unwritable") if the disk is full.
  void write_table(const ResultsTable& table);
  void append(const std::vector<double>& row) override;
  /// Writes what is gathered and flushes. Throws RunError if the disk takes no more.
  void flush();
  /// Says in the file how the run went. After a disk was full it does what it can.
  void finish(const ResultsFooter& footer);
  /// Rows taken so far, without those that a full disk refused.
  std::size_t row_count() const;

 private:
  struct Impl;
  explicit ResultsWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fourfoot::io
