// MPI is begun only where a launcher has started several processes: a plain call of the program
// needs no MPI at run time beyond its library.
#include "cli/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

#include "base/error.h"

#ifdef FOURFOOT_MPI
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace fourfoot::cli {

#ifdef FOURFOOT_MPI

namespace {

bool is_launched() {
  for (const char* name :
       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "SLURM_STEP_NUM_TASKS"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && (std::string(name) == "PMIX_RANK" || std::atoi(value) > 1)) return true;
  }
  return false;
}

}  // namespace

/// A counter in the memory of the first process that all fetch from and add to.
struct Ranks::Window {
  MPI_Win win = MPI_WIN_NULL;
  long* counter = nullptr;
  std::mutex mutex;  ///< one thread of a process talks to MPI at a time
};

bool has_mpi() {
  return true;
}

Ranks::Ranks() {
  if (!is_launched()) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) throw RunError("this MPI does not allow threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  window_ = std::make_shared<Window>();
  MPI_Win_allocate(rank_ == 0 ? sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window_->counter, &window_->win);
  if (rank_ == 0) *window_->counter = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window_->win);
}

Ranks::~Ranks() {
  if (!window_) return;
  // The others wait for this one: what it has done is in its part of the results.
  if (std::uncaught_exceptions() > 0) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Win_unlock_all(window_->win);
  MPI_Win_free(&window_->win);
  MPI_Finalize();
}

analysis::NextTask Ranks::share_tasks(std::size_t count) {
  if (!window_) return analysis::make_counter(count);
  return [window = window_, count] {
    const std::lock_guard lock(window->mutex);
    const long one = 1;
    long number = 0;
    MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, window->win);
    MPI_Win_flush(0, window->win);
    return std::min(static_cast<std::size_t>(number), count);
  };
}

long Ranks::sum_up(long value) {
  if (!window_) return value;
  long sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

#else

struct Ranks::Window {};

bool has_mpi() {
  return false;
}
Ranks::Ranks() = default;
Ranks::~Ranks() = default;
analysis::NextTask Ranks::share_tasks(std::size_t count) {
  return analysis::make_counter(count);
}
long Ranks::sum_up(long value) {
  return value;
}

#endif

}  // namespace fourfoot::cli
