// An optimisation file in memory, of any bytes: read, or refused with an InputError. Its start is
// taken there and back, and the settings of both corners are made.
#include "base/error.h"
#include "fuzz_text.h"
#include "scenario/optimisation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  try {
    const input::Document document =
        fuzz::load_bytes(data, size, *scenario::get_optimisation_schema());
    const scenario::Optimisation o = scenario::read_optimisation(document.root);
    std::vector<double> start;
    for (const scenario::DesignParameter& parameter : o.parameters)
      start.push_back(parameter.start);
    scenario::calc_design_values(o, scenario::calc_design_parts(o, start));
    for (const double part : {0.0, 1.0})
      scenario::list_design_settings(
          o, scenario::calc_design_values(o, std::vector<double>(o.parameters.size(), part)));
    scenario::list_design_figures(o);
  } catch (const InputError&) {
  }
  return 0;
}
