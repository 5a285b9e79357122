#include "results/file_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace fourfoot::results {

namespace {

// Locks that belong to the opened file, not to the process: closing another handle of the same file
// does not end them.
#ifdef F_OFD_SETLK
constexpr int set_lock = F_OFD_SETLK, get_lock = F_OFD_GETLK;
#else
constexpr int set_lock = F_SETLK, get_lock = F_GETLK;
#endif

struct flock describe(FileLock::Part part, int type) {
  struct flock lock {};
  lock.l_type = static_cast<short>(type);
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t{1} << 61) + (part == FileLock::Part::writing ? 0 : 1);
  lock.l_len = 1;
  return lock;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path, bool for_writing)
    : file_(open(path.c_str(), (for_writing ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)),
      for_writing_(for_writing) {}

FileLock::~FileLock() {
  if (file_ >= 0) close(file_);
}

bool FileLock::try_lock(Part part) {
  if (file_ < 0) return true;
  struct flock lock = describe(part, for_writing_ ? F_WRLCK : F_RDLCK);
  return fcntl(file_, set_lock, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool FileLock::lock(Part part, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!try_lock(part)) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

void FileLock::unlock(Part part) {
  if (file_ < 0) return;
  struct flock lock = describe(part, F_UNLCK);
  fcntl(file_, set_lock, &lock);
}

bool FileLock::is_held(Part part) const {
  if (file_ < 0) return false;
  struct flock lock = describe(part, F_RDLCK);
  return fcntl(file_, get_lock, &lock) == 0 && lock.l_type == F_WRLCK;
}

}  // namespace fourfoot::results
