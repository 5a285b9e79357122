#include "cli/write_fault.h"

#include <unistd.h>

namespace fourfoot::cli {

std::string describe_write_fault(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = file.parent_path().empty() ? fs::path(".") : file.parent_path();
  const std::string what = "\"" + file.string() + "\" could not be written: ";
  if (!fs::exists(folder, error)) return what + "its folder does not exist";
  if (!fs::is_directory(folder, error)) return what + "\"" + folder.string() + "\" is no folder";
  if (fs::is_directory(file, error)) return what + "it is a folder";
  if (fs::exists(file, error) && access(file.c_str(), W_OK) != 0)
    return what + "it may not be written to";
  if (access(folder.c_str(), W_OK) != 0) return what + "its folder may not be written to";
  return what + "is the disk full?";
}

}  // namespace fourfoot::cli
