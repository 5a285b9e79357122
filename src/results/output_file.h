#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fourfoot::results {

/// A file that takes its name only when it is complete. It is written beside, as
/// `.NAME.fourfoot-XXXXXX`; commit() brings it to the disk and renames it, so that whatever happens
/// there is the old file or the whole new one. A draft that a kill left behind is removed by the
/// next who writes the same file. What is no plain file (/dev/stdout, a pipe) is written directly;
/// a symbolic link stays, and what it points to is replaced.
class OutputFile {
 public:
  /// Makes the draft. Throws InputError ("output-unwritable").
  explicit OutputFile(const std::filesystem::path& path);
  /// Removes the draft unless it was committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write until commit().
  const std::filesystem::path& draft() const { return draft_; }
  /// The file that will be replaced, links followed.
  const std::filesystem::path& target() const { return target_; }
  /// Whether a file of that name was there when this one was begun.
  bool has_old() const { return has_old_; }
  bool is_committed() const { return is_committed_; }
  /// Throws RunError ("disk full?").
  void commit();

 private:
  std::filesystem::path path_, target_, draft_;
  bool has_old_ = false, is_committed_ = false, is_direct_ = false;
};

/// What a path leads to, symbolic links followed, whether it is there or not.
std::filesystem::path follow_links(std::filesystem::path path);

/// Writes `text` as `path`, as above.
void write_output(const std::filesystem::path& path, const std::string& text);

/// What kind of file an output is: what may be replaced by it without asking.
enum class OutputKind {
  results,
  page,
  checkpoint,
  study,
  csv,
  json,
  mat,
  svg,
  png,
  pdf,
  line,
  gif,
  webm,
  optimum
};

struct OutputRequest {
  std::string option;  ///< "-o", "--report"
  std::filesystem::path path;
  OutputKind kind;
};

/// To be called before any work. Throws InputError for an output that is one of the inputs or
/// another output ("output-is-input", "output-twice"), that cannot be written
/// ("output-unwritable"), or that would replace a file of another kind ("output-exists"), which
/// `force` allows, or whose name ends as another kind of file does ("wrong-ending"). Outputs with
/// empty names are left out.
void check_outputs(const std::vector<OutputRequest>& outputs,
                   const std::vector<std::filesystem::path>& inputs, bool force);

}  // namespace fourfoot::results
