#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace fourfoot::results {

/// The process that read ended before it answered: by a crash, or at one of its limits.
class ReaderDied : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A child process that answers questions, so that what crashes on a damaged file, or asks for too
/// much memory or time, is not this program. Decision: docs/decisions/0010-foreign-files.md.
class ReaderProcess {
 public:
  struct Limits {
    std::uint64_t memory = 0;   ///< beyond what this program has now [bytes]
    std::uint64_t seconds = 0;  ///< of processor time
  };
  using Answer = std::function<std::string(const std::string& question)>;

  /// Forks; the child calls `answer` for each question and never returns from here. Throws RunError
  /// if no process can be made.
  ReaderProcess(const Answer& answer, const Limits& limits);
  ~ReaderProcess();
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  /// Throws ReaderDied.
  std::string ask(const std::string& question);

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace fourfoot::results
