#include "cli/track_quality.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/table_output.h"
#include "input/load.h"
#include "input/model_path.h"
#include "track/quality.h"

namespace fourfoot::cli {

namespace {

track::QualityLimits load_track_limits(const std::string& file) {
  const std::filesystem::path path = file.empty()
                                         ? input::find_data_folder() / "models/limits/en13848.toml"
                                         : std::filesystem::path(file);
  return track::read_quality_limits(
      input::load_document(path, *track::get_quality_limits_schema()).root);
}

DataTable make_section_table(const std::vector<track::QualitySection>& sections,
                             const std::vector<double>& bases) {
  DataTable table;
  const auto add = [&](const std::string& name, const char* unit, const auto& get) {
    std::vector<double> values;
    for (const track::QualitySection& section : sections) values.push_back(get(section));
    table.add(name, unit, std::move(values));
  };
  add("from", "m", [](const auto& s) { return s.from; });
  add("to", "m", [](const auto& s) { return s.to; });
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t r = 0; r < 4; ++r)
      add(fmt::format("{}_{}", track::QualitySignals::rails[r], track::QualitySignals::bands[b]),
          "m", [&](const auto& s) { return s.deviations[r][b]; });
  add("gauge_mean", "m", [](const auto& s) { return s.gauge_mean; });
  add("gauge_min", "m", [](const auto& s) { return s.gauge_min; });
  add("gauge_max", "m", [](const auto& s) { return s.gauge_max; });
  for (std::size_t k = 0; k < bases.size(); ++k)
    add(fmt::format("twist_{:g}m", bases[k]), "1", [&](const auto& s) { return s.twists[k]; });
  return table;
}

/// Rounded to a hundredth of a millimetre, for people.
void print_sections(const std::vector<track::QualitySection>& sections,
                    const std::vector<double>& bases) {
  fmt::print(
      "standard deviations [mm] of level (L) and alignment (A) of the left and right rail\n");
  fmt::print("{:>9} {:>9}", "from [m]", "to [m]");
  for (const char* band : track::QualitySignals::bands)
    for (const char* rail : {"L_l", "L_r", "A_l", "A_r"})
      fmt::print(" {:>7}", fmt::format("{}{}", rail, band));
  fmt::print(" {:>7} {:>7} {:>7}", "g mean", "g min", "g max");
  for (const double base : bases) fmt::print(" {:>9}", fmt::format("tw {:g} m", base));
  fmt::print("\n");
  for (const track::QualitySection& s : sections) {
    fmt::print("{:9.1f} {:9.1f}", s.from, s.to);
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t r = 0; r < 4; ++r) fmt::print(" {:7.2f}", s.deviations[r][b] * 1e3);
    fmt::print(" {:7.2f} {:7.2f} {:7.2f}", s.gauge_mean * 1e3, s.gauge_min * 1e3,
               s.gauge_max * 1e3);
    for (const double twist : s.twists) fmt::print(" {:9.2f}", twist * 1e3);
    fmt::print("\n");
  }
  fmt::print("gauge [mm]: deviation; tw: largest twist [mm/m], with the ramps of the design\n");
}

void print_defects(const std::vector<track::Defect>& defects, const track::QualityLimits& limits,
                   double speed) {
  fmt::print("\nlimits at {:.4g} km/h: {}, {}\n", speed * 3.6, limits.title, limits.edition);
  if (defects.empty()) fmt::print("no isolated defect\n");
  for (const track::Defect& d : defects) {
    const bool is_twist = d.quantity.starts_with("twist");
    fmt::print("{:9.1f} m  {:<28} {:8.2f} {}  beyond the {} limit of {:.2f} ({})\n", d.at,
               d.quantity, d.value * 1e3, is_twist ? "mm/m" : "mm", d.level, d.limit * 1e3,
               d.trust);
  }
}

nlohmann::ordered_json describe_quality(const DataTable& table,
                                        const std::vector<track::Defect>& defects,
                                        const track::QualityLimits& limits) {
  nlohmann::ordered_json out;
  for (const DataColumn& column : table.columns) {
    out["units"][column.name] = column.unit;
    out["columns"][column.name] = column.values;
  }
  out["limits"] = {{"title", limits.title}, {"edition", limits.edition}, {"source", limits.source}};
  out["defects"] = nlohmann::ordered_json::array();
  for (const track::Defect& d : defects)
    out["defects"].push_back({{"quantity", d.quantity},
                              {"level", d.level},
                              {"from", d.from},
                              {"to", d.to},
                              {"at", d.at},
                              {"value", d.value},
                              {"limit", d.limit},
                              {"trust", d.trust}});
  return out;
}

}  // namespace

void print_quality(const track::Track& track, const QualityRequest& request) {
  track::QualityOptions options;
  options.from = request.from;
  options.to = request.to;
  options.section = request.section;
  if (!request.twist_bases.empty()) options.twist_bases = request.twist_bases;
  const track::QualitySignals signals = track::calc_quality_signals(track, options);
  const std::vector<track::QualitySection> sections =
      track::calc_quality_sections(signals, options);
  track::QualityLimits limits;
  std::vector<track::Defect> defects;
  if (request.speed > 0.0) {
    limits = load_track_limits(request.limits);
    defects = track::find_defects(signals, sections, options, limits.find(request.speed));
  }
  const DataTable table = make_section_table(sections, options.twist_bases);
  if (request.format == "json") {
    fmt::print("{}\n", describe_quality(table, defects, limits).dump());
  } else if (request.format == "csv") {
    print_csv(table, stdout);
  } else {
    print_sections(sections, options.twist_bases);
    if (request.speed > 0.0)
      print_defects(defects, limits, request.speed);
    else
      fmt::print("\n--speed holds it against the limits\n");
  }
}

}  // namespace fourfoot::cli
