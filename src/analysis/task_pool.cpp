#include "analysis/task_pool.h"

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace fourfoot::analysis {

void run_tasks(std::size_t count, int threads, const NextTask& next,
               const std::function<void(std::size_t task)>& work,
               const std::function<bool()>& is_cancelled) {
  std::atomic<bool> stop{false};
  std::exception_ptr fault;
  std::mutex mutex;
  const auto loop = [&] {
    try {
      while (!stop && !(is_cancelled && is_cancelled())) {
        const std::size_t task = next();
        if (task >= count) return;
        work(task);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!fault) fault = std::current_exception();
      stop = true;
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(loop);
  loop();
  for (std::thread& other : others) other.join();
  if (fault) std::rethrow_exception(fault);
}

NextTask make_counter(std::size_t count) {
  const auto counter = std::make_shared<std::atomic<std::size_t>>(0);
  return [counter, count] { return std::min(counter->fetch_add(1), count); };
}

}  // namespace fourfoot::analysis
