#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <type_traits>

namespace fourfoot::contact {

/// Numbered values that are each made when they are first asked for, by any thread, and then stay.
/// Two threads that ask for one at the same time both make it, and one of the two is kept: whoever
/// makes a value must get the same bits every time. All memory is reserved at the beginning; the
/// operating system gives it page by page where something is written.
template <class T>
class OnceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit OnceArray(std::size_t count) : slots_(reserve(count)), count_(count) {}

  std::size_t size() const { return count_; }
  /// How many there are by now.
  std::size_t count_made() const { return made_.load(std::memory_order_relaxed); }

  /// Null: not made yet.
  const T* find(std::size_t i) const {
    Slot& slot = slots_[i];
    const bool is_there = get_state(slot).load(std::memory_order_acquire) == ready;
    return is_there ? &slot.value : nullptr;
  }
  const T& put(std::size_t i, const T& value) {
    Slot& slot = slots_[i];
    auto state = get_state(slot);
    std::uint32_t expected = empty;
    if (state.compare_exchange_strong(expected, writing, std::memory_order_acquire)) {
      slot.value = value;
      made_.fetch_add(1, std::memory_order_relaxed);
      state.store(ready, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) != ready) std::this_thread::yield();
    return slot.value;
  }

 private:
  enum : std::uint32_t { empty = 0, writing = 1, ready = 2 };
  struct Slot {
    T value;
    std::uint32_t state;
  };
  struct Free {
    std::size_t bytes = 0;
    void operator()(Slot* slots) const { munmap(slots, bytes); }
  };
  using Slots = std::unique_ptr<Slot[], Free>;
  /// From the operating system, whose fresh pages are zero: calloc may clear all of them, which
  /// takes longer than a run needs for the few that it writes.
  static Slots reserve(std::size_t count) {
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(Slot);
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return Slots(static_cast<Slot*>(memory), Free{bytes});
  }
  static std::atomic_ref<std::uint32_t> get_state(Slot& slot) {
    return std::atomic_ref<std::uint32_t>(slot.state);
  }

  Slots slots_;
  std::size_t count_;
  std::atomic<std::size_t> made_{0};
};

}  // namespace fourfoot::contact
