// Two or more runs side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/evaluation_output.h"
#include "evaluate/comparison.h"
#include "jobs/evaluate_file.h"

namespace fourfoot::cli {

namespace {

using evaluate::ComparedFigure;

/// What stands above the columns of a record: A, B, …, Z, then their numbers.
std::string get_letter(std::size_t i) {
  return i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i + 1);
}

bool has_any(const ComparedFigure& f) {
  return std::any_of(f.values.begin(), f.values.end(), [](double x) { return !std::isnan(x); });
}

/// One word where all records have the same verdict, else one for each.
std::string join_verdicts(const ComparedFigure& f) {
  std::string joined = f.verdicts.front();
  if (std::all_of(f.verdicts.begin(), f.verdicts.end(), [&](auto& v) { return v == joined; }))
    return joined;
  for (std::size_t i = 1; i < f.verdicts.size(); ++i) joined += " / " + f.verdicts[i];
  return joined;
}

void print_rows(const std::vector<ComparedFigure>& figures, std::size_t records) {
  std::size_t name = 6, subject = 7, zone = 4;
  for (const ComparedFigure& f : figures) {
    name = std::max(name, f.name.size());
    subject = std::max(subject, f.subject.size());
    zone = std::max(zone, f.zone.size());
  }
  fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:<5}  {:>10}", "figure", name, "subject", subject, "zone",
             zone, "unit", "A");
  for (std::size_t i = 1; i < records; ++i)
    fmt::print("  {:>10}  {:>10}  {:>8}", get_letter(i), get_letter(i) + " - A", "%");
  fmt::print("  verdict\n");
  for (const ComparedFigure& f : figures) {
    const auto show = [&](double value) { return show_value(f.norm, f.unit, value); };
    fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:<5}  {:>10}", f.name, name, f.subject, subject, f.zone,
               zone, show_unit(f.norm, f.unit), show(f.values[0]));
    for (std::size_t i = 1; i < records; ++i) {
      const double change = 100.0 * f.calc_change(i);
      fmt::print("  {:>10}  {:>10}  {:>8}", show(f.values[i]), show(f.calc_difference(i)),
                 std::isnan(change) ? "-" : fmt::format("{:+.1f}", change));
    }
    fmt::print("  {}{}\n", join_verdicts(f),
               f.basis == "largest section" ? " (largest section)" : "");
  }
}

void print_compared_text(const std::vector<std::string>& files, const LimitsFile& limits,
                         const std::vector<evaluate::Evaluation>& evaluations,
                         const std::vector<ComparedFigure>& figures) {
  fmt::print("limits: {}, {} ({})\n", limits.name, limits.limits.edition, limits.limits.source);
  for (std::size_t i = 0; i < files.size(); ++i) {
    fmt::print("{} = {}\n", get_letter(i), files[i]);
    for (const std::string& note : evaluations[i].notes) fmt::print("    {}\n", note);
  }
  std::vector<ComparedFigure> group;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (has_any(figures[i])) group.push_back(figures[i]);
    if (i + 1 < figures.size() && figures[i + 1].norm == figures[i].norm) continue;
    if (!group.empty()) fmt::print("\n{}\n", figures[i].norm);
    if (!group.empty()) print_rows(group, files.size());
    group.clear();
  }
}

void print_compared_csv(const std::vector<std::string>& files, const LimitsFile& limits,
                        const std::vector<ComparedFigure>& figures) {
  fmt::print("# limits: {}, sha256 {}, {}\n", limits.name, limits.sha256, limits.limits.edition);
  fmt::print("norm,figure,subject,zone,unit,basis");
  for (const std::string& file : files)
    fmt::print(",{},{}", quote("value of " + file), quote("verdict of " + file));
  for (std::size_t i = 1; i < files.size(); ++i)
    fmt::print(",{}", quote("difference of " + files[i]));
  fmt::print("\n");
  for (const ComparedFigure& f : figures) {
    fmt::print("{},{},{},{},{},{}", f.norm, f.name, quote(f.subject), quote(f.zone), f.unit,
               f.basis);
    for (std::size_t i = 0; i < files.size(); ++i)
      fmt::print(",{},{}", write_number(f.values[i]), f.verdicts[i]);
    for (std::size_t i = 1; i < files.size(); ++i)
      fmt::print(",{}", write_number(f.calc_difference(i)));
    fmt::print("\n");
  }
}

void print_compared_json(const std::vector<std::string>& files, const LimitsFile& limits,
                         const std::vector<evaluate::Evaluation>& evaluations,
                         const std::vector<ComparedFigure>& figures) {
  using Json = nlohmann::ordered_json;
  const auto number = [](double value) { return std::isnan(value) ? Json() : Json(value); };
  Json page = {{"files", files},
               {"limits", jobs::describe_limits(limits)},
               {"notes", Json::array()},
               {"figures", Json::array()}};
  for (const auto& evaluation : evaluations) page["notes"].push_back(evaluation.notes);
  for (const ComparedFigure& f : figures) {
    Json values = Json::array(), differences = Json::array(), changes = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
      values.push_back(number(f.values[i]));
      differences.push_back(number(f.calc_difference(i)));
      changes.push_back(number(f.calc_change(i)));
    }
    page["figures"].push_back({{"norm", f.norm},
                               {"figure", f.name},
                               {"subject", f.subject},
                               {"zone", f.zone},
                               {"unit", f.unit},
                               {"basis", f.basis},
                               {"values", values},
                               {"differences", differences},
                               {"changes", changes},
                               {"verdicts", f.verdicts}});
  }
  // A file's name need not be UTF-8.
  fmt::print("{}\n", page.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

void print_comparison(const std::vector<std::string>& files, const LimitsFile& limits,
                      const std::vector<evaluate::Evaluation>& evaluations,
                      const std::string& format) {
  const std::vector<ComparedFigure> figures = evaluate::compare(evaluations);
  if (format == "json")
    print_compared_json(files, limits, evaluations, figures);
  else if (format == "csv")
    print_compared_csv(files, limits, figures);
  else
    print_compared_text(files, limits, evaluations, figures);
}

}  // namespace fourfoot::cli
