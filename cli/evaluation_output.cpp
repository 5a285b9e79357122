#include "cli/evaluation_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "evaluate/evaluation.h"
#include "jobs/evaluate_file.h"

namespace fourfoot::cli {

// Forces read better in kN; machines get SI.
std::string show_value(const std::string& norm, const std::string& unit, double value) {
  if (std::isnan(value)) return "-";
  return fmt::format("{:.4g}", unit == "N" && norm != "wear" ? 1e-3 * value : value);
}

std::string show_unit(const std::string& norm, const std::string& unit) {
  if (unit == "1") return "";
  return unit == "N" && norm != "wear" ? "kN" : unit;
}

std::string quote(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string write_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

namespace {

using evaluate::Evaluation;
using evaluate::Figure;

std::string show(const Figure& figure, double value) {
  return show_value(figure.norm, figure.unit, value);
}

std::string get_shown_unit(const Figure& figure) {
  return show_unit(figure.norm, figure.unit);
}

// What is the same for several figures is said once.
void print_remarks(const std::vector<Figure>& figures) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  const auto say = [&](const std::string& text, const std::string& name) {
    if (text.empty()) return;
    auto it =
        std::find_if(said.begin(), said.end(), [&](const auto& s) { return s.first == text; });
    if (it == said.end()) it = said.insert(said.end(), {text, {}});
    if (std::find(it->second.begin(), it->second.end(), name) == it->second.end())
      it->second.push_back(name);
  };
  for (const Figure& f : figures)
    say(fmt::format("filter {}; window {}; percentile {}", f.filter, f.window, f.percentile),
        f.name);
  // A remark of one wheel only names the wheel.
  const auto is_own = [&](const Figure& f) {
    return !f.subject.empty() && std::any_of(figures.begin(), figures.end(), [&](const Figure& g) {
      return g.name == f.name && g.zone == f.zone && !g.note.empty() && g.note != f.note;
    });
  };
  for (const Figure& f : figures)
    say(f.note.empty() || f.zone.empty() ? f.note : f.zone + ": " + f.note,
        is_own(f) ? f.name + " of " + f.subject : f.name);
  for (const Figure& f : figures)
    say(f.trust.empty() ? "" : "limits and filters " + f.trust, f.name);
  for (const auto& [text, names] : said) fmt::print("  {}: {}\n", fmt::join(names, ", "), text);
}

void print_group(const std::vector<Figure>& figures) {
  fmt::print("\n{}\n", figures.front().norm);
  std::size_t subject = 7, zone = 4, name = 6;
  for (const Figure& f : figures) {
    name = std::max(name, f.name.size());
    subject = std::max(subject, f.subject.size());
    zone = std::max(zone, f.zone.size());
  }
  fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:>8}  {:>10}  {:>10}  {:>9}  {:<5} {}\n", "figure", name,
             "subject", subject, "zone", zone, "sections", "value", "largest", "limit", "unit",
             "verdict");
  for (const Figure& f : figures) {
    std::string verdict = f.get_verdict();
    if (verdict == "no data" && !f.zone.empty()) continue;  // a remark says why
    if (f.get_basis() == "largest section" && verdict != "no limit")
      verdict += " (largest section)";
    fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:>8}  {:>10}  {:>10}  {:>9}  {:<5} {}\n", f.name, name,
               f.subject, subject, f.zone, zone, f.sections > 0 ? std::to_string(f.sections) : "",
               show(f, f.value), show(f, f.largest), show(f, f.limit), get_shown_unit(f), verdict);
  }
  print_remarks(figures);
}

void print_text(const std::string& file, const LimitsFile& limits, const Evaluation& out) {
  fmt::print("{}\n", file);
  fmt::print("limits: {}, {} ({})\n", limits.name, limits.limits.edition, limits.limits.source);
  for (const std::string& note : out.notes) fmt::print("{}\n", note);
  for (const std::string& norm : evaluate::list_norms()) {
    std::vector<Figure> group;
    for (const Figure& f : out.figures)
      if (f.norm == norm) group.push_back(f);
    if (!group.empty()) print_group(group);
  }
  int judged = 0, over = 0;
  for (const Figure& f : out.figures) {
    judged += f.get_verdict() == "within" || f.get_verdict() == "exceeds" ? 1 : 0;
    over += f.get_verdict() == "exceeds" ? 1 : 0;
  }
  fmt::print("\n{} of {} figures with a limit exceed it\n", over, judged);
}

void print_csv_figures(const LimitsFile& limits, const Evaluation& out) {
  fmt::print("# limits: {}, sha256 {}, {}\n", limits.name, limits.sha256, limits.limits.edition);
  fmt::print(
      "norm,figure,subject,zone,value,largest,unit,limit,verdict,basis,sections,filter,"
      "window,percentile,note,trust\n");
  for (const Figure& f : out.figures)
    fmt::print("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", f.norm, f.name,
               quote(f.subject), quote(f.zone), write_number(f.value), write_number(f.largest),
               f.unit, write_number(f.limit), f.get_verdict(), f.get_basis(), f.sections,
               quote(f.filter), quote(f.window), quote(f.percentile), quote(f.note),
               quote(f.trust));
}

}  // namespace

void print_evaluation(const std::string& file, const LimitsFile& limits, const Evaluation& out,
                      const std::string& format) {
  if (format == "json")
    fmt::print("{}\n", jobs::describe_evaluation(file, limits, out)
                           .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else if (format == "csv")
    print_csv_figures(limits, out);
  else
    print_text(file, limits, out);
}

}  // namespace fourfoot::cli
