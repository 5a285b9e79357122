#include "cli/outputs.h"

#include "base/error.h"
#include "cli/overrides.h"
#include "input/scenario_file.h"

namespace fourfoot::cli {

results::OutputKind find_picture_kind(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".svg") return results::OutputKind::svg;
  if (ending == ".png") return results::OutputKind::png;
  if (ending == ".pdf") return results::OutputKind::pdf;
  throw InputError(Finding{"unknown-format",
                           {},
                           "\"" + file + "\" does not say what to draw",
                           "choose a name that ends with .svg, .png or .pdf"});
}

void check_drawing(const std::string& option, const std::string& file,
                   const std::vector<std::filesystem::path>& inputs, bool force) {
  if (!file.empty())
    results::check_outputs({{option, file, find_picture_kind(file)}}, inputs, force);
}

std::vector<std::filesystem::path> list_inputs(const std::string& scenario,
                                               const std::vector<std::string>& set) {
  std::vector<std::filesystem::path> inputs = {scenario};
  for (const auto& source : input::read_scenario_file(scenario, parse_overrides(set)).sources)
    inputs.emplace_back(source->name);
  return inputs;
}

void check_picture(const std::string& option, const std::string& file,
                   const std::vector<std::filesystem::path>& inputs, bool force) {
  if (!file.empty())
    results::check_outputs({{option, file, results::OutputKind::svg}}, inputs, force);
}

}  // namespace fourfoot::cli
