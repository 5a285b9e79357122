#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/channel.h"
#include "base/source_location.h"
#include "results/results_table.h"

namespace fourfoot::results {

class ResultsReader;

/// What a results file says about its run before it starts.
struct ResultsHeader {
  std::string title;
  std::vector<std::shared_ptr<const SourceFile>> inputs;  ///< stored verbatim, with their SHA-256
  std::vector<std::string> overrides;                     ///< "key=value" of the command line
  std::string run_id = {};                                ///< tells runs apart; empty: a new one
  std::string created = {};                               ///< when the run began; empty: now
  std::string resumed = {};  ///< a line for each time that it was resumed
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

/// A name for a new run: 32 hexadecimal digits by chance.
std::string make_run_id();
/// The time now, as results files say it.
std::string make_time_stamp();

/// Writes results as the run goes: 1024 rows are gathered, then flushed to disk, so that a
/// killed run keeps all but the last of them. Layout: docs/formats/results.md.
///
/// The file is written aside (results/output_file.h) and takes its name with its first row, or, where an
/// old file has that name, with the first chunk of rows, at a checkpoint, or at the end: a run that
/// gets nowhere leaves the old file. While it is written it is locked (results/file_lock.h).
class ResultsWriter : public TrajectorySink {
 public:
  /// Throws InputError ("output-unwritable") if the folder cannot be written or the disk has no
  /// room for about `expected_rows`, ("output-busy") if another run writes that file.
  ResultsWriter(const std::filesystem::path& path, const std::vector<Channel>& channels,
                const ResultsHeader& header, std::uint64_t expected_rows);
  ~ResultsWriter() override;
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  /// What does not change in time, besides the rows; to be written before the first of them, so
  /// that a killed run has it. Throws InputError ("output-unwritable") if the disk is full.
  void write_table(const ResultsTable& table);
  /// The first rows of a run that shall go on, from its old file. That file stays until this one
  /// holds as many rows as it does. To be called before the first row.
  void copy_rows(const ResultsReader& old, std::size_t count);
  /// Rows that come have `width` values, and its channels are those at `channels`. To be called before
  /// the first row; else rows have its channels alone.
  void choose_from(std::size_t width, std::vector<std::size_t> channels);
  void append(const std::vector<double>& row) override;
  /// Writes what is gathered and flushes. Throws RunError if the disk takes no more.
  void flush();
  /// The same, and waits until it is on the disk: for a checkpoint that counts on these rows.
  void make_durable();
  /// Says in the file how the run went. After a disk was full it does what it can.
  void finish(const ResultsFooter& footer);
  /// Rows taken so far, without those that a full disk refused.
  std::size_t row_count() const;
  /// Whether the file has its name; if not at the end, the old one is left as it was.
  bool has_name() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fourfoot::results
