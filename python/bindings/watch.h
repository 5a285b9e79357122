#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/error.h"

namespace fourfoot::python {

/// Stands between a calculation that runs without the interpreter's lock and the person at the
/// keyboard: shows progress, and ends it at Ctrl-C or where the progress function raises.
///
/// Ctrl-C: Python's own handler only makes a note that the interpreter looks at when it runs again.
/// While this lives, a handler before it makes a second note that the calculation looks at. Only
/// the main thread is interrupted, as everywhere in Python.
class ProgressWatch {
 public:
  /// `progress`: None, or a function of the part that is done.
  explicit ProgressWatch(pybind11::object progress);
  ~ProgressWatch();
  ProgressWatch(const ProgressWatch&) = delete;
  ProgressWatch& operator=(const ProgressWatch&) = delete;

  // From any thread, without the interpreter's lock:
  bool is_cancelled() const;
  /// At most ten times a second.
  void show(double fraction);

  // With the lock:
  /// What ended it: the exception of Ctrl-C or of the progress function; none: None.
  pybind11::object find_exception();
  /// The same, raised.
  void raise();

 private:
  using Clock = std::chrono::steady_clock;
  pybind11::object progress_;
  bool is_main_ = false;
  std::atomic<bool> has_failed_{false};
  std::unique_ptr<pybind11::error_already_set> failure_;
  std::mutex mutex_;
  std::atomic<Clock::rep> next_{0};
};

/// Calls `work(watch)` without the interpreter's lock.
template <class Work>
auto run_watched(const pybind11::object& progress, Work work) {
  ProgressWatch watch(progress);
  try {
    auto result = [&] {
      const pybind11::gil_scoped_release release;
      return work(watch);
    }();
    watch.raise();
    return result;
  } catch (const RunError&) {  // how the analyses say that they were stopped
    watch.raise();
    throw;
  }
}

}  // namespace fourfoot::python
