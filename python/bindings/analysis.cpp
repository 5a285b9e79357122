#include <pybind11/complex.h>

#include <algorithm>

#include "analysis/initial_state.h"
#include "analysis/integrator_study.h"
#include "analysis/root_locus.h"
#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"
#include "input/scenario_family.h"
#include "integrate/registry.h"
#include "scenario/run_options.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using input::ScenarioSource;
using Texts = std::vector<std::string>;

py::dict describe(const analysis::Equilibrium& found) {
  py::dict out;
  out["method"] = found.method;
  out["iterations"] = found.iterations;
  out["residual"] = found.residual;
  out["indifferent"] = found.indifferent;
  out["state"] = copy(found.state);
  return out;
}

py::dict find_equilibrium(const ScenarioSource& source, const Texts& set, double t) {
  struct Found {
    scenario::Member member;
    analysis::Equilibrium equilibrium;
    std::vector<double> row;
  };
  const Found found = run_watched(py::none(), [&](ProgressWatch& watch) {
    Found f{input::read_member(source, parse_settings(set)), {}, {}};
    analysis::EquilibriumOptions options;
    options.t = t;
    options.is_cancelled = [&] { return watch.is_cancelled(); };
    f.equilibrium = analysis::find_equilibrium(*f.member.system, options);
    system::Workspace ws(*f.member.system);
    f.member.system->set_time(t, ws);
    f.row.resize(f.member.system->channels().size());
    f.member.system->record(t, f.equilibrium.state, ws, f.row);
    return f;
  });
  py::dict out = describe(found.equilibrium);
  out["channels"] = convert(found.member.system->channels());
  out["values"] = take(found.row);
  out["state_names"] = found.member.system->get_state_names();
  return out;
}

py::dict describe(const analysis::Mode& mode, std::size_t track) {
  py::list shares;
  for (const analysis::ModeShare& share : mode.shares)
    shares.append(py::make_tuple(share.body, share.coordinate, share.amplitude, share.phase));
  py::dict out;
  out["track"] = track;
  out["value"] = mode.value;
  out["frequency"] = mode.frequency();
  out["damping"] = mode.damping();
  out["name"] = mode.name;
  out["shape"] = analysis::describe(mode);
  out["shares"] = shares;
  return out;
}

py::dict describe(const analysis::RootLocus& locus) {
  py::list points, crossings, equilibria;
  for (const auto& modes : locus.modes) {
    py::list point;
    for (std::size_t k = 0; k < modes.size(); ++k) point.append(describe(modes[k], k));
    points.append(point);
  }
  for (const analysis::Crossing& crossing : locus.crossings) {
    py::dict row;
    row["value"] = crossing.value;
    row["frequency"] = crossing.frequency;
    row["type"] = crossing.destabilises ? "destabilises" : "stabilises";
    row["track"] = crossing.track;
    row["name"] = crossing.name;
    row["hunts"] = crossing.hunts;
    crossings.append(row);
  }
  for (const analysis::Equilibrium& equilibrium : locus.equilibria)
    equilibria.append(describe(equilibrium));
  py::dict out;
  out["values"] = take(locus.values);
  out["modes"] = points;
  out["crossings"] = crossings;
  out["equilibria"] = equilibria;
  out["critical"] = locus.critical ? py::object(py::float_(*locus.critical)) : py::none();
  return out;
}

// Without values: the scenario as it stands, at its own speed.
py::dict find_root_locus(const ScenarioSource& source, const Texts& set, const std::string& key,
                         const std::vector<double>& values, double t, const py::object& progress) {
  const analysis::RootLocus locus = run_watched(progress, [&](ProgressWatch& watch) {
    analysis::RootLocusOptions options;
    options.t = t;
    options.on_progress = [&](double part) { watch.show(part); };
    options.is_cancelled = [&] { return watch.is_cancelled(); };
    if (!values.empty())
      return analysis::find_root_locus(input::make_family(source, parse_settings(set), key), values,
                                       options);
    const scenario::Member member = input::read_member(source, parse_settings(set));
    return analysis::find_root_locus([&](double) { return member; },
                                     {member.scenario.speed.calc(t).v}, options);
  });
  return describe(locus);
}

py::dict describe(const analysis::Decay& decay) {
  const integrate::linear::LogDecrement& lambda = decay.decrement;
  py::dict out;
  out["turning_points"] = std::vector<double>(decay.turns.begin(), decay.turns.end());
  out["frequency"] = decay.frequency;
  out["lambda_13"] = lambda.lambda_13;
  out["lambda_35"] = lambda.lambda_35;
  out["lambda_15"] = lambda.lambda_15;
  out["lambda_24"] = lambda.lambda_24;
  out["log_decrement"] = lambda.mean;
  out["damping_ratio"] = lambda.damping_ratio;
  return out;
}

py::dict describe(const analysis::IntegratorStudyRow& row) {
  py::dict out;
  out["method"] = row.method;
  out["damping"] = row.damping;
  out["step"] = row.step;
  out["tolerance"] = row.tolerance;
  out["stable"] = row.is_stable;
  out["error"] = row.error;
  out.attr("update")(describe(row.decay));
  out["steps"] = row.steps_taken;
  out["rate_evaluations"] = row.rate_evaluations;
  out["jacobian_evaluations"] = row.jacobian_evaluations;
  out["wall_time"] = row.wall_time;
  out["message"] = row.message;
  return out;
}

py::dict compare_integrators(const ScenarioSource& source, const Texts& set, const Texts& methods,
                             const std::vector<double>& steps,
                             const std::vector<double>& tolerances,
                             const std::vector<double>& dampings, const std::string& channel) {
  const analysis::IntegratorStudy study = run_watched(py::none(), [&](ProgressWatch& watch) {
    const scenario::Member member = input::read_member(source, parse_settings(set));
    const scenario::Scenario& scenario = member.scenario;
    analysis::IntegratorStudyOptions options;
    options.run = scenario::make_run_options(scenario);
    options.run.is_cancelled = [&] { return watch.is_cancelled(); };
    options.methods = methods;
    options.steps = steps;
    if (steps.empty())
      for (const double factor : {0.25, 0.5, 1.0, 2.0, 5.0, 10.0})
        options.steps.push_back(factor * scenario.integrator.step);
    options.tolerances = tolerances;
    options.dampings = dampings;
    options.channel = channel;
    options.reference_tolerance = std::max(1e-11, 1e-4 * scenario.integrator.rtol);
    const VecX state = analysis::calc_initial_state(*member.system, scenario);
    return analysis::compare_integrators(*member.system, state, options);
  });
  py::list rows;
  for (const analysis::IntegratorStudyRow& row : study.rows) rows.append(describe(row));
  py::dict out;
  out["channel"] = channel;
  out["unit"] = study.unit;
  out["largest"] = study.largest;
  out["reference"] = describe(study.reference);
  out["runs"] = rows;
  return out;
}

}  // namespace

void bind_analysis(py::module_& m) {
  m.def("find_equilibrium", &find_equilibrium, py::arg("source"), py::arg("set"), py::arg("t"));
  m.def("find_root_locus", &find_root_locus, py::arg("source"), py::arg("set"), py::arg("key"),
        py::arg("values"), py::arg("t"), py::arg("progress"));
  m.def("compare_integrators", &compare_integrators, py::arg("source"), py::arg("set"),
        py::arg("methods"), py::arg("steps"), py::arg("tolerances"), py::arg("dampings"),
        py::arg("channel"));
  m.def("get_method_names", &integrate::get_method_names);
}

}  // namespace fourfoot::python
