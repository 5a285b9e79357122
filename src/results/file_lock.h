#pragma once

#include <filesystem>

namespace fourfoot::results {

/// Who writes a results file, and when. Two locks of the operating system on bytes that no file
/// reaches, which end with the process whatever ends it:
///   writing   held by a run as long as it lives
///   changing  held by the run while it changes the file, shared by readers while they read
/// Where the file system knows no locks, all seem free.
class FileLock {
 public:
  enum class Part { writing, changing };

  explicit FileLock(const std::filesystem::path& path, bool for_writing);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// False if another process has it.
  bool try_lock(Part part);
  /// Waits up to `seconds`; false if it was not free by then.
  bool lock(Part part, double seconds);
  void unlock(Part part);
  /// Whether another process holds it for writing.
  bool is_held(Part part) const;

 private:
  int file_ = -1;
  bool for_writing_ = false;
};

}  // namespace fourfoot::results
