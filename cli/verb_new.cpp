#include <fmt/format.h>

#include "cli/verbs.h"
#include "jobs/new_folder.h"

namespace fourfoot::cli {

namespace {

struct NewOptions {
  std::string name;
  std::string vehicle = "coach";
  std::vector<std::string> track = {"curve"};  ///< or straight, or csv and a file
};

int begin(const NewOptions& options) {
  const std::string scenario = jobs::make_new_folder(options.name, options.vehicle, options.track);
  fmt::print("{} is ready; next:\n  fourfoot run {}\n", options.name, scenario);
  return exit_done;
}

}  // namespace

void add_new(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<NewOptions>("new", "make a folder with a small commented example that runs", begin);
  verb.option("name", options.name, "folder to make").required();
  verb.option("--vehicle", options.vehicle, "kind of vehicle")
      .one_of(jobs::get_new_vehicles())
      .shows_default();
  verb.option("--track", options.track,
              "curve, straight, or csv FILE: a surveyed line with columns x, y")
      .takes(1, 2)
      .shows_default("curve");
}

}  // namespace fourfoot::cli
