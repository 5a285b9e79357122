// Which files an output may replace.
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "base/error.h"
#include "results/checkpoint_file.h"
#include "results/file_lock.h"
#include "results/output_ending.h"
#include "results/output_file.h"
#include "results/results_reader.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;

std::string read_begin(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string begin(65536, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return begin;
}

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_readable_results(const fs::path& path) {
  try {
    const ResultsReader reader(path);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool is_of_kind(const fs::path& path, OutputKind kind) {
  const std::string begin = read_begin(path);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  const std::string text = first == std::string::npos ? "" : begin.substr(first);
  switch (kind) {
    case OutputKind::results:
      return is_readable_results(path);
    case OutputKind::page:
      return (begins(text, "<!doctype html") || begins(text, "<!DOCTYPE html")) &&
             contains(text, "fourfoot");
    case OutputKind::checkpoint:
      return begins(text, "{") && contains(text, "\"fourfoot checkpoint");
    case OutputKind::study:
      return begins(text, "# fourfoot study");
    case OutputKind::csv:
      return begins(begin, "time,") || begins(begin, "time\n");
    case OutputKind::json:
      return begins(text, "{") && contains(text, "\"columns\"");
    case OutputKind::mat:
      return begins(begin, "MATLAB 5.0 MAT-file");
    case OutputKind::svg:
      return (begins(text, "<svg") || begins(text, "<?xml")) && contains(text, "<svg");
    case OutputKind::png:
      return begins(begin, "\x89PNG");
    case OutputKind::pdf:
      return begins(begin, "%PDF");
    case OutputKind::gif:
      return begins(begin, "GIF89a");
    case OutputKind::webm:
      return begins(begin, "\x1a\x45\xdf\xa3") && contains(begin, "webm");
    case OutputKind::line:
      return contains(text, "fourfoot line");
    case OutputKind::optimum:
      return begins(text, "{") && contains(text, "\"fourfoot optimum");
  }
  return false;
}

const char* get_kind_name(OutputKind kind) {
  switch (kind) {
    case OutputKind::results:
      return "a results file";
    case OutputKind::page:
      return "a report page";
    case OutputKind::checkpoint:
      return "a checkpoint";
    case OutputKind::study:
      return "the CSV file of a study";
    case OutputKind::csv:
      return "an exported CSV table";
    case OutputKind::json:
      return "an exported JSON file";
    case OutputKind::mat:
      return "a MAT file";
    case OutputKind::svg:
      return "an SVG picture";
    case OutputKind::png:
      return "a PNG picture";
    case OutputKind::pdf:
      return "a PDF file";
    case OutputKind::gif:
      return "a GIF picture";
    case OutputKind::webm:
      return "a WebM video";
    case OutputKind::line:
      return "a line or spectrum that fourfoot wrote";
    case OutputKind::optimum:
      return "the JSON file of an optimisation";
  }
  return "";
}

struct Identity {
  dev_t device;
  ino_t file;
  bool operator==(const Identity& other) const {
    return device == other.device && file == other.file;
  }
};

// Of a plain file; nothing for one that is not there, or a device.
std::optional<Identity> find_identity(const fs::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return {};
  return Identity{found.st_dev, found.st_ino};
}

// Two names of one file, whether it is there or not.
bool is_same(const fs::path& a, const fs::path& b) {
  const auto first = find_identity(a), second = find_identity(b);
  if (first || second) return first && second && *first == *second;
  std::error_code error;
  const auto name = [&](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(follow_links(path), error), error);
  };
  const fs::path one = name(a), two = name(b);
  return !error && one == two && !fs::exists(one, error);
}

[[noreturn]] void refuse_output(const char* id, const std::string& message,
                                const std::string& hint) {
  throw InputError(Finding{id, {}, message, hint});
}

std::string quote(const fs::path& path) {
  return "\"" + path.string() + "\"";
}

void check_target(const OutputRequest& output) {
  std::error_code error;
  const std::string what = quote(output.path) + " cannot be written: ";
  if (fs::is_directory(output.path, error))
    refuse_output("output-unwritable", what + "it is a folder",
                  "name a file with " + output.option);
  const fs::path target = follow_links(output.path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    refuse_output("output-unwritable", what + "there is no folder " + quote(folder),
                  "make it first, or choose another with " + output.option);
  }
  const bool is_there = fs::exists(target, error);
  if (error) {
    refuse_output("output-unwritable", what + error.message(),
                  "choose another name with " + output.option);
  }
  if (is_there && access(target.c_str(), W_OK) != 0) {
    refuse_output("output-unwritable", what + "it is read-only",
                  "check its permissions, or choose another name with " + output.option);
  }
  // What is no plain file (/dev/null) is written directly, without a draft in its folder.
  if ((!is_there || fs::is_regular_file(target, error)) &&
      access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse_output("output-unwritable", what + "the folder " + quote(folder) + " is read-only",
                  "check its permissions, or choose another with " + output.option);
  }
}

void check_old(const OutputRequest& output, bool force) {
  std::error_code error;
  if (!fs::is_regular_file(output.path, error)) return;
  if (output.kind == OutputKind::results &&
      FileLock(output.path, false).is_held(FileLock::Part::writing)) {
    refuse_output("output-busy", "a run is writing " + quote(output.path),
                  "wait for it, or choose another name with " + output.option);
  }
  if (force || fs::file_size(output.path, error) == 0 || is_of_kind(output.path, output.kind))
    return;
  refuse_output("output-exists",
                quote(output.path) + " exists and is not " + get_kind_name(output.kind),
                "choose another name with " + output.option +
                    ", remove it first, or let it be replaced with --force");
}

void check_ending(const OutputRequest& output) {
  const std::string way_out = find_other_ending(output.path, output.kind);
  if (!way_out.empty())
    refuse_output("wrong-ending",
                  quote(output.path) + " is no name for " + get_kind_name(output.kind), way_out);
}

}  // namespace

void check_outputs(const std::vector<OutputRequest>& outputs, const std::vector<fs::path>& inputs,
                   bool force) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const OutputRequest& output = outputs[i];
    if (output.path.empty()) continue;
    for (const fs::path& input : inputs) {
      if (!input.empty() && is_same(output.path, input)) {
        refuse_output("output-is-input",
                      quote(output.path) + " is read here and cannot be written as well",
                      "choose another name with " + output.option);
      }
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (!outputs[k].path.empty() && is_same(output.path, outputs[k].path)) {
        refuse_output(
            "output-twice",
            outputs[k].option + " and " + output.option + " both name " + quote(output.path),
            "choose another name for one of them");
      }
    }
    check_target(output);
    check_old(output, force);
  }
  for (const OutputRequest& output : outputs) check_ending(output);
}

}  // namespace fourfoot::results
