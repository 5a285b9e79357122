#include "jobs/installation.h"

#include <H5public.h>
#include <cvode/cvode.h>
#include <fmt/format.h>
#include <matio.h>
#include <sundials/sundials_version.h>
#include <unistd.h>
#include <zlib.h>

#include <toml++/toml.h>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/version.h"
#include "input/model_path.h"
#include "input/scenario_file.h"
#include "jobs/nlopt_search.h"

namespace fourfoot::jobs {

namespace {

namespace fs = std::filesystem;

std::string list_libraries() {
  unsigned major = 0, minor = 0, patch = 0;
  H5get_libversion(&major, &minor, &patch);
  char sundials[32] = "";
  SUNDIALSGetVersion(sundials, sizeof sundials);
  int matio[3] = {};
  Mat_GetLibraryVersion(matio, matio + 1, matio + 2);
  return fmt::format(
      "Eigen {}.{}.{}, Boost {}.{}, SUNDIALS {}, HDF5 {}.{}.{}, matio {}.{}.{}, zlib {}, "
      "toml++ {}.{}.{}, json {}.{}.{}, fmt {}.{}, NLopt {}",
      EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, BOOST_VERSION / 100000,
      BOOST_VERSION / 100 % 1000, sundials, major, minor, patch, matio[0], matio[1], matio[2],
      zlibVersion(), TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH, NLOHMANN_JSON_VERSION_MAJOR,
      NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100,
      get_nlopt_version().empty() ? "none (no optimise)" : get_nlopt_version());
}

std::string describe_cache() {
  const fs::path folder = input::find_cache_folder();
  if (folder.empty()) return "none: neither FOURFOOT_CACHE, XDG_CACHE_HOME nor HOME is set";
  std::error_code error;
  if (!fs::is_directory(folder, error)) return folder.string() + " (not there yet)";
  std::uintmax_t bytes = 0, files = 0;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    bytes += entry.is_regular_file(error) ? entry.file_size(error) : 0;
    ++files;
  }
  const bool is_writable = access(folder.c_str(), W_OK) == 0;
  return fmt::format("{} ({} files, {:.1f} MB{})", folder.string(), files,
                     1e-6 * static_cast<double>(bytes), is_writable ? "" : ", cannot be written");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_installation() {
  const std::string commit = get_commit();
  const fs::path data = input::find_data_folder();
  const char* path = std::getenv("FOURFOOT_PATH");
  return {{"fourfoot", get_version() + (commit.empty() ? "" : " (" + commit + ")")},
          {"compiler", __VERSION__},
          {"libraries", list_libraries()},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"models", data.empty() ? "not found" : (data / "models").string()},
          {"path", path == nullptr ? "FOURFOOT_PATH is not set" : path},
          {"cache", describe_cache()}};
}

}  // namespace fourfoot::jobs
