#pragma once

#include <cstddef>
#include <memory>

#include "analysis/task_pool.h"

namespace fourfoot::cli {

/// The processes that work on a study together: one, or those that mpirun or srun started, if the
/// program was built with MPI. Tasks are given out one at a time by a counter that all share.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Tasks 0 to count - 1, each to one thread of one process. To be called by all, once.
  analysis::NextTask share_tasks(std::size_t count);
  /// Waits for all; returns the sum of their `value`.
  long sum_up(long value);

 private:
  struct Window;
  int rank_ = 0, size_ = 1;
  std::shared_ptr<Window> window_;
};

/// Whether the program was built with MPI.
bool has_mpi();

}  // namespace fourfoot::cli
