#include "results/checkpoint_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"
#include "results/json_file.h"
#include "results/output_file.h"
#include "results/results_reader.h"

namespace fourfoot::results {

namespace {

constexpr const char* checkpoint_format = "fourfoot checkpoint 4";

// What a run's numbers depend on besides the program.
std::string calc_fingerprint(const ResultsHeader& header) {
  std::string all;
  for (const auto& input : header.inputs) all += calc_sha256(input->text);
  for (const std::string& line : header.overrides) all += line + "\n";
  return calc_sha256(all);
}

// Over everything else that the checkpoint says.
std::string calc_checksum(nlohmann::ordered_json document) {
  document.erase("checksum");
  return calc_sha256(
      nlohmann::json(document).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
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
    out.push_back({{"time", event.t},
                   {"s", event.s},
                   {"kind", analysis::get_word(event.kind)},
                   {"subject", event.subject},
                   {"what", event.what},
                   {"size", event.size}});
  return out;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const analysis::Checkpoint& checkpoint,
                      const ResultsHeader& header) {
  // Numbers are written with as many digits as it takes to read the same number back.
  nlohmann::ordered_json document = {
      {"format", checkpoint_format},
      {"version", get_version()},
      {"commit", get_commit()},
      {"run_id", header.run_id},
      {"fingerprint", calc_fingerprint(header)},
      {"time", checkpoint.t},
      {"interval", checkpoint.interval},
      {"rows", checkpoint.rows},
      {"events", convert_events(checkpoint.events)},
      {"state", std::vector<double>(checkpoint.state.data(),
                                    checkpoint.state.data() + checkpoint.state.size())}};
  document["checksum"] = calc_checksum(document);
  try {
    write_output(path,
                 document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } catch (const std::exception&) {
    throw RunError("the checkpoint \"" + path.string() + "\" could not be written (disk full?)");
  }
}

CheckpointFile read_checkpoint(const std::filesystem::path& path, const ResultsHeader& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError(Finding{"file-not-found", {}, "\"" + path.string() + "\" does not exist"});
  }
  std::string why;
  const nlohmann::json document = read_json(path, why);
  if (!document.is_object() || !document.contains("format"))
    refuse_checkpoint(path, "is not a checkpoint");
  try {
    if (document.at("format").get<std::string>() != checkpoint_format)
      refuse_checkpoint(path, "is not a checkpoint that this version can read");
    if (document.at("checksum").get<std::string>() != calc_checksum(document))
      refuse_checkpoint(path, "was damaged");
    if (document.at("fingerprint").get<std::string>() != calc_fingerprint(header)) {
      throw InputError(
          Finding{"checkpoint-mismatch",
                  {},
                  "\"" + path.string() + "\" is of a run with other input files or --set",
                  "resume with the files and the --set that the run began with"});
    }
    CheckpointFile file;
    file.run_id = document.at("run_id").get<std::string>();
    file.checkpoint.t = document.at("time").get<double>();
    file.checkpoint.interval = document.at("interval").get<double>();
    file.checkpoint.rows = document.at("rows").get<std::size_t>();
    for (const nlohmann::json& event : document.at("events")) {
      const auto kind = analysis::find_event_kind(event.at("kind").get<std::string>());
      if (!kind) refuse_checkpoint(path, "was damaged");
      file.checkpoint.events.push_back({event.at("time").get<double>(), event.at("s").get<double>(),
                                        *kind, event.at("subject").get<std::string>(),
                                        event.at("what").get<std::string>(),
                                        event.at("size").get<double>()});
    }
    const auto state = document.at("state").get<std::vector<double>>();
    file.checkpoint.state =
        Eigen::Map<const VecX>(state.data(), static_cast<Eigen::Index>(state.size()));
    return file;
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path, "was damaged");
  }
}

void check_same_run(const CheckpointFile& from, const ResultsReader& results,
                    const std::filesystem::path& path, const std::vector<Channel>& channels,
                    double output_step) {
  const auto refuse_resume = [&](const std::string& why) {
    throw InputError(Finding{"results-mismatch",
                             {},
                             "the run cannot go on in \"" + path.string() + "\": " + why,
                             "name with -o the results file that the run began"});
  };
  if (from.run_id.empty() || results.read_meta("run_id") != from.run_id)
    refuse_resume("another run wrote it");
  std::vector<std::string> has, needs;
  for (const Channel& channel : results.channels()) has.push_back(channel.name);
  for (const Channel& channel : channels) needs.push_back(channel.name);
  std::sort(has.begin(), has.end());
  std::sort(needs.begin(), needs.end());
  if (has != needs) refuse_resume("it has other channels");
  const std::size_t rows = from.checkpoint.rows;
  if (rows < 1 || results.size() < rows) {
    refuse_resume("it has " + std::to_string(results.size()) + " of " + std::to_string(rows) +
                  " rows");
  }
  const double last = results.read("time")[rows - 1];
  if (!(std::abs(last - from.checkpoint.t) <= output_step * (1.0 + 1e-9)))
    refuse_resume("its rows are of other times");
}

}  // namespace fourfoot::results
