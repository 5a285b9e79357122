#include "input/model_path.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "base/error.h"

namespace fourfoot::input {

namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// PREFIX/bin/fourfoot, PREFIX/lib/…/libfourfoot.so and PREFIX/lib/python3/dist-packages/fourfoot
// belong to PREFIX/share/fourfoot, build/release/bin/fourfoot to the source tree.
fs::path find_data_above(fs::path file) {
  for (int level = 0; level < 6 && file.has_relative_path(); ++level) {
    file = file.parent_path();
    if (is_folder(file / "share/fourfoot/models")) return file / "share/fourfoot";
    if (is_folder(file / "models/vehicles")) return file;
  }
  return {};
}

std::vector<std::string> get_kinds(const std::string& kind) {
  return kind.empty() ? std::vector<std::string>{"vehicle", "track", "profile"}
                      : std::vector<std::string>{kind};
}

fs::path find_in(const fs::path& base, const std::string& name, const std::string& kind) {
  for (const std::string& k : get_kinds(kind)) {
    for (const fs::path& folder : {base, base / (k + "s"), base / "models" / (k + "s")}) {
      fs::path plain = folder / name;
      if (is_file(plain)) return plain;
      const fs::path inside = plain / plain.filename();
      for (const std::string& path : {plain.string(), inside.string(), (plain / k).string()})
        if (is_file(path + ".toml")) return path + ".toml";
    }
  }
  return {};
}

std::vector<fs::path> list_bases() {
  std::vector<fs::path> bases;
  const char* own = std::getenv("FOURFOOT_PATH");
  std::stringstream list(own == nullptr ? "" : own);
  for (std::string folder; std::getline(list, folder, ':');)
    if (!folder.empty()) bases.emplace_back(folder);
  if (const fs::path data = find_data_folder(); !data.empty()) bases.push_back(data / "models");
  return bases;
}

std::vector<std::string> list_names(const std::vector<fs::path>& bases, const std::string& kind) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::path& base : bases)
    for (const std::string& k : get_kinds(kind))
      for (const auto& entry : fs::directory_iterator(base / (k + "s"), error)) {
        const std::string name = entry.path().stem().string();
        if (!find_in(base, name, k).empty()) names.push_back(name);
      }
  std::sort(names.begin(), names.end());
  return names;
}

std::string remove_number(const std::string& name) {
  const std::size_t dash = name.find('-');
  const bool is_numbered =
      dash != std::string::npos && std::all_of(name.begin(), name.begin() + dash, [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
      });
  return is_numbered ? name.substr(dash + 1) : name;
}

}  // namespace

fs::path find_data_folder() {
  static const fs::path folder = [] {
    std::error_code error;
    Dl_info library{};
    if (dladdr(reinterpret_cast<const void*>(&find_data_above), &library) != 0 &&
        library.dli_fname != nullptr && fs::path(library.dli_fname).is_absolute()) {
      // The loader may say /lib, a link to /usr/lib.
      const fs::path file = fs::canonical(library.dli_fname, error);
      if (fs::path found = find_data_above(file); !found.empty()) return found;
    }
    return find_data_above(fs::read_symlink("/proc/self/exe", error));
  }();
  return folder;
}

fs::path find_model(const fs::path& from, const std::string& name, const std::string& kind,
                    const SourceLocation& where) {
  fs::path as_said = from / name;
  if (name.empty() || fs::path(name).is_absolute() || is_file(as_said)) return as_said;
  if (fs::path found = find_in(from, name, kind); !found.empty()) return found;
  const std::vector<fs::path> bases = list_bases();
  for (const fs::path& base : bases)
    if (fs::path found = find_in(base, name, kind); !found.empty()) return found;
  if (name.find_first_of("./") != std::string::npos || is_folder(as_said)) return as_said;
  const std::vector<std::string> names = list_names(bases, kind);
  throw InputError(Finding{"file-not-found", where,
                           "there is no " + (kind.empty() ? "model" : kind) + " \"" + name +
                               "\", neither here nor among the models",
                           names.empty() ? "name its file" : suggest(name, names)});
}

fs::path find_example(const std::string& name) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(find_data_folder() / "examples", error)) {
    fs::path scenario = entry.path() / "scenario.toml";
    if (!is_file(scenario)) continue;
    const std::string full = entry.path().filename().string();
    if (name == full || name == remove_number(full)) return scenario;
    names.push_back(remove_number(full));
  }
  std::sort(names.begin(), names.end());
  throw InputError(Finding{"file-not-found",
                           {},
                           "there is no example \"" + name + "\"",
                           names.empty() ? "the examples are not where this program looks for them"
                                         : suggest(name, names)});
}

}  // namespace fourfoot::input
