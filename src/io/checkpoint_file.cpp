#include "io/checkpoint_file.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"

namespace fourfoot::io {

namespace {

constexpr const char* checkpoint_format = "fourfoot checkpoint 2";

// What a run's numbers depend on besides the program.
std::string calc_fingerprint(const ResultsHeader& header) {
  std::string all;
  for (const auto& input : header.inputs) all += calc_sha256(input->text);
  for (const std::string& line : header.overrides) all += line + "\n";
  return calc_sha256(all);
}

std::filesystem::path get_temporary(const std::filesystem::path& path) {
  return std::filesystem::path(path) += ".part";
}

nlohmann::json parse_checkpoint(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  nlohmann::json document = nlohmann::json::parse(in, nullptr, false);
  const bool good = document.is_object() && document.value("format", "") == checkpoint_format;
  return good ? document : nlohmann::json();
}

[[noreturn]] void refuse_checkpoint(const std::filesystem::path& path, const std::string& why) {
  throw InputError(Finding{"not-checkpoint",
                           {},
                           "\"" + path.string() + "\" " + why,
                           "expected a file written by fourfoot run --checkpoint"});
}

nlohmann::ordered_json convert_events(const std::vector<analysis::RunEvent>& events) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const analysis::RunEvent& event : events)
    out.push_back({{"time", event.t}, {"s", event.s}, {"name", event.name}, {"what", event.what}});
  return out;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const analysis::Checkpoint& checkpoint,
                      const ResultsHeader& header) {
  // Numbers are written with as many digits as it takes to read the same number back.
  const nlohmann::ordered_json document = {
      {"format", checkpoint_format},
      {"version", get_version()},
      {"commit", get_commit()},
      {"fingerprint", calc_fingerprint(header)},
      {"time", checkpoint.t},
      {"interval", checkpoint.interval},
      {"rows", checkpoint.rows},
      {"events", convert_events(checkpoint.events)},
      {"state", std::vector<double>(checkpoint.state.data(),
                                    checkpoint.state.data() + checkpoint.state.size())}};
  const std::filesystem::path temporary = get_temporary(path);
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out << document.dump(1) << "\n";
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(temporary, path, error);
  if (!out || error) {
    std::filesystem::remove(temporary, error);
    throw RunError("the checkpoint \"" + path.string() + "\" could not be written (disk full?)");
  }
}

analysis::Checkpoint read_checkpoint(const std::filesystem::path& path,
                                     const ResultsHeader& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError(Finding{"file-not-found", {}, "\"" + path.string() + "\" does not exist"});
  }
  const nlohmann::json document = parse_checkpoint(path);
  if (document.is_null()) refuse_checkpoint(path, "is not a checkpoint");
  if (document.value("fingerprint", "") != calc_fingerprint(header)) {
    throw InputError(
        Finding{"checkpoint-mismatch",
                {},
                "\"" + path.string() + "\" is of a run with other input files or --set",
                "resume with the files and the --set that the run began with"});
  }
  try {
    analysis::Checkpoint checkpoint;
    checkpoint.t = document.at("time").get<double>();
    checkpoint.interval = document.at("interval").get<double>();
    checkpoint.rows = document.at("rows").get<std::size_t>();
    for (const nlohmann::json& event : document.at("events")) {
      checkpoint.events.push_back({event.at("time").get<double>(), event.at("s").get<double>(),
                                   event.at("name").get<std::string>(),
                                   event.at("what").get<std::string>()});
    }
    const auto state = document.at("state").get<std::vector<double>>();
    checkpoint.state =
        Eigen::Map<const VecX>(state.data(), static_cast<Eigen::Index>(state.size()));
    return checkpoint;
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path, "was damaged");
  }
}

void check_checkpoint_place(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && parse_checkpoint(path).is_null()) {
    throw InputError(Finding{"output-exists",
                             {},
                             "\"" + path.string() + "\" exists and is not a checkpoint",
                             "choose another name with --checkpoint, or remove it first"});
  }
  const std::filesystem::path temporary = get_temporary(path);
  const bool good = std::ofstream(temporary, std::ios::binary | std::ios::app).good();
  if (!good) {
    throw InputError(Finding{"output-unwritable",
                             {},
                             "checkpoints cannot be written to \"" + path.string() + "\"",
                             "check its folder and permissions, or choose another place with "
                             "--checkpoint"});
  }
  std::filesystem::remove(temporary, error);
}

}  // namespace fourfoot::io
