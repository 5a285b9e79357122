#include "base/version.h"
#include "bindings/bindings.h"

PYBIND11_MODULE(_core, m) {
  using namespace fourfoot;
  m.doc() = "What the package fourfoot is made of; import fourfoot instead.";
  m.attr("version") = get_version();
  m.attr("commit") = get_commit();
  python::bind_errors(m);
  python::bind_scenario(m);
  python::bind_results(m);
  python::bind_run(m);
  python::bind_stepping(m);
  python::bind_analysis(m);
  python::bind_linearise(m);
  python::bind_stability(m);
  python::bind_stability_map(m);
  python::bind_study(m);
  python::bind_optimise(m);
  python::bind_evaluate(m);
  python::bind_files(m);
  python::bind_contact(m);
  python::bind_track(m);
  python::bind_profile(m);
  python::bind_plugin(m);
}
