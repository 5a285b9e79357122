#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace fourfoot::results {

/// A file that is there, opened for reading and writing; closed with this object.
class OwnFile {
 public:
  OwnFile() = default;
  explicit OwnFile(const std::filesystem::path& path)
      : file_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
  OwnFile(OwnFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  OwnFile& operator=(OwnFile&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~OwnFile() {
    if (file_ >= 0) close(file_);
  }
  bool is_open() const { return file_ >= 0; }
  int get() const { return file_; }

 private:
  int file_ = -1;
};

}  // namespace fourfoot::results
