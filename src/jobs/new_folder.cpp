// A folder to begin with. The vehicle is a copy of one of Fourfoot's models,
// to be changed; profiles are named, and found where the models are.
#include "jobs/new_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "input/model_path.h"
#include "results/output_file.h"

namespace fourfoot::jobs {

namespace {

struct NewOptions {
  std::string name, vehicle;
  std::vector<std::string> track;
};

namespace fs = std::filesystem;

struct Choice {
  const char *name, *model;  ///< what people call it; the folder in models/vehicles
  const char* speed;
};
constexpr Choice choices[] = {{"coach", "manchester-1", "70 km/h"},
                              {"two-axle", "hsfv1", "60 km/h"},
                              {"locomotive", "bobo-84t", "70 km/h"},
                              {"bogie", "cooperrider", "50 m/s"}};

constexpr const char* scenario_head = R"(# What runs, on which line, how fast, for how long.
# fourfoot check scenario.toml says whether it is right, fourfoot run scenario.toml simulates it.
format = "fourfoot scenario 1"
title = "{name}"

vehicle = "vehicle.toml"
track = "track.toml"

[speed]
v = "{speed}")";

constexpr const char* profiles_text = R"(

# Real wheels on real rails. Other profiles: a file of yours, or a name (fourfoot profile FILE draws it).
[contact]
model = "profiles"
friction = 0.3

[wheels]
profile = "wheel_S1002"

[rails]
profile = "rail_60E1"
inclination = 0.025                # 1 in 40
)";

// The bogie is the classic of hunting: conical wheels, straight on after a disturbance.
constexpr const char* bogie_text = R"(                      # it hunts from about 66 m/s on

# Conical wheels with constant creep coefficients, as in textbooks.
[contact]
model = "textbook"
conicity = 0.05
half_distance = 0.716
f11 = "10.89 MN"
f22 = "12.10 MN"
saturation = true
friction_force = "10 kN"
flange_stiffness = "14.6 MN/m"
flange_clearance = "9.1 mm"

# The front wheelset starts beside the middle of the track.
[initial.front]
y = "5 mm"
)";

constexpr const char* scenario_end = R"(
[run]
duration = "10 s"

[output]
step = "5 ms"
)";

constexpr const char* track_head =
    R"(# The line, element by element; before its start and after its end it goes on as it is there.
# fourfoot track scenario.toml prints curvature and cant along it.
format = "fourfoot track 1"
)";
constexpr const char* curve_text = R"(
[[horizontal]]
type = "line"
length = "60 m"

[[horizontal]]
type = "clothoid"                  # takes radius and cant from its neighbours
length = "90 m"

[[horizontal]]
type = "circular-arc"
length = "300 m"
radius = "300 m"
turn = "left"
cant = "100 mm"

[rounding]
cant = "3 m"
)";
constexpr const char* straight_text = R"(
[[horizontal]]
type = "line"
length = "1000 m"
)";
constexpr const char* csv_text = R"(
[[horizontal]]
type = "points"                    # a smooth line through the columns x and y
file = "{file}"
)";
constexpr const char* irregularity_text = R"(
# Track of ordinary quality: rails that are not quite where they should be.
[[irregularity]]
type = "spectrum"
spectrum = "erri-b176-low"
seed = 1
from = "20 m"
fade = "20 m"
)";

[[noreturn]] void refuse_folder(const std::string& message, const std::string& hint) {
  throw InputError(Finding{"bad-arguments", {}, message, hint});
}

const Choice& find_choice(const std::string& name) {
  const auto found = std::find_if(std::begin(choices), std::end(choices),
                                  [&](const Choice& c) { return name == c.name; });
  if (found == std::end(choices))
    refuse_folder("there is no vehicle \"" + name + "\" to begin with",
                  suggest(name, get_new_vehicles()));
  return *found;
}

std::string write_track(const NewOptions& options) {
  const std::string& kind = options.track.front();
  const bool is_csv = kind == "csv";
  if (options.track.size() != (is_csv ? 2u : 1u) ||
      (!is_csv && kind != "curve" && kind != "straight"))
    refuse_folder("--track cannot be \"" + fmt::format("{}", fmt::join(options.track, " ")) + "\"",
                  "expected one of: curve, straight, csv FILE");
  if (!is_csv)
    return track_head + std::string(kind == "curve" ? curve_text : straight_text) +
           (options.vehicle == "bogie" ? "" : irregularity_text);
  if (!fs::is_regular_file(options.track[1]))
    refuse_folder("\"" + options.track[1] + "\" does not exist",
                  "a CSV file with columns x and y, in m");
  return track_head + fmt::format(fmt::runtime(csv_text),
                                  fmt::arg("file", fs::path(options.track[1]).filename().string()));
}

void copy_text(const fs::path& from, const fs::path& to) {
  std::ifstream stream(from, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (!stream) refuse_folder("\"" + from.string() + "\" cannot be read", "");
  results::write_output(to, text);
}

// The model's file becomes vehicle.toml; the files of its parts keep their names.
void copy_vehicle(const fs::path& model, const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(model.parent_path())) {
    const fs::path name = entry.path().filename();
    if (entry.path() == model) {
      copy_text(model, folder / "vehicle.toml");
    } else if (name.extension() == ".toml" && name != "scenario.toml") {
      copy_text(entry.path(), folder / name);
    }
  }
}

// The scenario comes last: where it is, the folder is whole.
void fill_folder(const NewOptions& options, const Choice& choice, const fs::path& folder) {
  const std::string track = write_track(options);
  const std::string name = folder.has_filename() ? folder.filename().string() : choice.name;
  copy_vehicle(input::find_model({}, choice.model, "vehicle", {}), folder);
  if (options.track.front() == "csv")
    copy_text(options.track[1], folder / fs::path(options.track[1]).filename());
  results::write_output(folder / "track.toml", track);
  const std::string text = std::string(scenario_head) +
                           (options.vehicle == "bogie" ? bogie_text : profiles_text) + scenario_end;
  results::write_output(
      folder / "scenario.toml",
      fmt::format(fmt::runtime(text), fmt::arg("name", name), fmt::arg("speed", choice.speed)));
}

}  // namespace

std::vector<std::string> get_new_vehicles() {
  std::vector<std::string> names;
  for (const Choice& choice : choices) names.emplace_back(choice.name);
  return names;
}

std::string make_new_folder(const std::string& name, const std::string& vehicle,
                            const std::vector<std::string>& track) {
  const NewOptions options{name, vehicle, track};
  const Choice& choice = find_choice(options.vehicle);
  input::find_model({}, choice.model, "vehicle", {});
  write_track(options);  // both refuse before anything is made
  const fs::path folder = options.name;
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (error) refuse_folder("\"" + options.name + "\" cannot be made: " + error.message(), "");
  if (is_there) refuse_folder("\"" + options.name + "\" is there already", "choose another name");
  const bool is_new = fs::create_directories(folder, error);
  if (error) refuse_folder("\"" + options.name + "\" cannot be made: " + error.message(), "");
  try {
    fill_folder(options, choice, folder);
  } catch (...) {
    if (is_new) fs::remove_all(folder, error);
    throw;
  }
  return (folder / "scenario.toml").string();
}

}  // namespace fourfoot::jobs
