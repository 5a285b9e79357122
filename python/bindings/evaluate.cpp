#include "evaluate/evaluation.h"

#include <algorithm>
#include <thread>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"
#include "evaluate/comparison.h"
#include "evaluate/influences.h"
#include "input/scenario_family.h"
#include "jobs/evaluate_file.h"
#include "jobs/signal_job.h"
#include "jobs/twist_test.h"
#include "results/signal_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using Texts = std::vector<std::string>;
using evaluate::Evaluation;

std::vector<results::ChannelRename> parse_map(const Texts& texts) {
  std::vector<results::ChannelRename> renames;
  for (const std::string& text : texts) renames.push_back(results::parse_rename(text));
  return renames;
}

void check_norms(const Texts& norms) {
  const std::vector<std::string>& known = evaluate::list_norms();
  for (const std::string& norm : norms)
    if (std::find(known.begin(), known.end(), norm) == known.end())
      throw InputError(Finding{
          "unknown-norm", {}, "there are no figures \"" + norm + "\"", suggest(norm, known)});
}

Evaluation evaluate_file(const std::string& name, const Texts& map, const evaluate::Limits& limits,
                         const evaluate::EvaluationOptions& options) {
  results::SignalFile file(name, parse_map(map));
  return jobs::evaluate_file(file, limits, options);
}

py::dict describe(const evaluate::Figure& figure) {
  py::dict out;
  out["norm"] = figure.norm;
  out["figure"] = figure.name;
  out["subject"] = figure.subject;
  out["zone"] = figure.zone;
  out["value"] = figure.value;
  out["largest"] = figure.largest;
  out["unit"] = figure.unit;
  out["limit"] = figure.limit;
  out["verdict"] = figure.get_verdict();
  out["basis"] = figure.get_basis();
  out["sections"] = figure.sections;
  out["filter"] = figure.filter;
  out["window"] = figure.window;
  out["percentile"] = figure.percentile;
  out["note"] = figure.note;
  out["trust"] = figure.trust;
  return out;
}

py::dict describe(const Evaluation& evaluation) {
  py::list figures, shakedown;
  for (const evaluate::Figure& figure : evaluation.figures) figures.append(describe(figure));
  for (const evaluate::ShakedownPoints& points : evaluation.shakedown)
    shakedown.append(py::make_tuple(points.subject, take(points.traction), take(points.load)));
  py::dict out;
  out["figures"] = figures;
  out["notes"] = evaluation.notes;
  out["shakedown"] = shakedown;
  return out;
}

py::dict describe(const evaluate::ComparedFigure& figure) {
  py::dict out;
  out["norm"] = figure.norm;
  out["figure"] = figure.name;
  out["subject"] = figure.subject;
  out["zone"] = figure.zone;
  out["unit"] = figure.unit;
  out["basis"] = figure.basis;
  out["values"] = figure.values;
  out["verdicts"] = figure.verdicts;
  return out;
}

py::dict evaluate_files(const Texts& files, const Texts& norms, const Texts& bodies,
                        const Texts& bogies, const Texts& map, const std::string& limits_file,
                        const std::map<std::string, double>& numbers,
                        const std::map<std::string, double>& target) {
  std::vector<Evaluation> found;
  jobs::LimitsFile limits;
  {
    const py::gil_scoped_release release;
    const auto lock = input::lock_reading();  // units are read with the files
    check_norms(norms);
    evaluate::EvaluationOptions options;
    options.norms = norms;
    options.bodies = bodies;
    options.bogies = bogies;
    options.target = target;
    options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
    const auto get = [&](const char* name, double& to) {
      if (const auto at = numbers.find(name); at != numbers.end()) to = at->second;
    };
    get("speed", options.speed);
    get("wheel_load", options.wheel_load);
    get("bogie_mass", options.bogie_mass);
    get("section", options.section);
    get("flange_angle", options.flange_angle);
    get("friction", options.friction);
    limits = jobs::load_limits(limits_file);
    for (const std::string& file : files)
      found.push_back(evaluate_file(file, map, limits.limits, options));
  }
  py::list evaluations, compared;
  for (const Evaluation& evaluation : found) evaluations.append(describe(evaluation));
  if (found.size() > 1)
    for (const evaluate::ComparedFigure& figure : evaluate::compare(found))
      compared.append(describe(figure));
  py::dict out;
  out["evaluations"] = evaluations;
  out["compared"] = compared;
  out["limits"] = py::make_tuple(limits.name, limits.limits.edition, limits.limits.source);
  return out;
}

py::dict run_twist_test(const input::ScenarioSource& source, const Texts& set,
                        const std::string& limits_file) {
  jobs::LimitsFile limits;
  const jobs::TwistTestResult found = run_watched(py::none(), [&](ProgressWatch& watch) {
    {
      const auto lock = input::lock_reading();
      limits = jobs::load_limits(limits_file);
    }
    return jobs::run_twist_test(source, parse_settings(set), limits,
                                {{}, [&] { return watch.is_cancelled(); }});
  });
  py::dict out = describe(found.evaluation);
  out["limits"] = py::make_tuple(limits.name, limits.limits.edition, limits.limits.source);
  return out;
}

py::dict process_signals(const std::string& file, const Texts& channels, const Texts& map,
                         const Texts& filters, const std::string& resample, const std::string& psd,
                         bool third_octaves, bool rainflow, const std::vector<double>& percentiles,
                         const std::string& speed, const std::string& limits) {
  jobs::SignalAnswer answer;
  {
    const py::gil_scoped_release release;
    const auto lock = input::lock_reading();
    answer = jobs::process_signals({file, channels, map, filters, resample, psd, third_octaves,
                                    rainflow, percentiles, speed, limits});
  }
  return convert(std::move(answer.table));
}

}  // namespace

void bind_evaluate(py::module_& m) {
  m.def("evaluate_files", &evaluate_files, py::arg("files"), py::arg("norms"), py::arg("bodies"),
        py::arg("bogies"), py::arg("map"), py::arg("limits"), py::arg("numbers"),
        py::arg("target"));
  m.def("run_twist_test", &run_twist_test, py::arg("source"), py::arg("set"), py::arg("limits"));
  m.def("process_signals", &process_signals, py::arg("file"), py::arg("channels"), py::arg("map"),
        py::arg("filters"), py::arg("resample"), py::arg("psd"), py::arg("third_octaves"),
        py::arg("rainflow"), py::arg("percentiles"), py::arg("speed"), py::arg("limits"));
  m.def("list_norms", &evaluate::list_norms);
  m.def("list_influences", &evaluate::list_influences);
}

}  // namespace fourfoot::python
