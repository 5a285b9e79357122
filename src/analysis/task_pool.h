#pragma once

#include <cstddef>
#include <functional>

namespace fourfoot::analysis {

/// Where tasks come from: the number of one that nobody has begun, or `count` when there is none.
/// Called from several threads.
using NextTask = std::function<std::size_t()>;

/// Works on tasks with `threads` threads until there is none left or `is_cancelled`. `work` must
/// depend on the task's number alone; `done` is called by one thread at a time, in whatever order
/// tasks end. An exception of either ends all and is thrown to the caller.
void run_tasks(std::size_t count, int threads, const NextTask& next,
               const std::function<void(std::size_t task)>& work,
               const std::function<bool()>& is_cancelled = {});

/// Tasks 0 to count - 1 in turn, for one process.
NextTask make_counter(std::size_t count);

}  // namespace fourfoot::analysis
