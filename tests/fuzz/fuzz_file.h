#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace fourfoot::fuzz {

/// A folder of this process's own, in memory where the system has such a place.
class Folder {
 public:
  Folder() {
    const bool has_memory = std::filesystem::is_directory("/dev/shm");
    path_ = has_memory ? "/dev/shm" : std::filesystem::temp_directory_path();
    path_ /= "fourfoot-fuzz-" + std::to_string(getpid());
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path get_folder() {
  static const Folder folder;
  return folder.path();
}

/// The bytes as a file.
inline std::filesystem::path write_file(const std::string& name, const std::uint8_t* data,
                                        std::size_t size) {
  const std::filesystem::path path = get_folder() / name;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  return path;
}

}  // namespace fourfoot::fuzz
