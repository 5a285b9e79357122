// A study file in memory, of any bytes: read, or refused with an InputError. Its points are counted
// and the settings of the first and the last are made.
#include "base/error.h"
#include "fuzz_text.h"
#include "scenario/study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  try {
    const input::Document document = fuzz::load_bytes(data, size, *scenario::get_study_schema());
    const scenario::Study study = scenario::read_study(document.root);
    scenario::get_settings(study, 0);
    scenario::get_settings(study, scenario::count_points(study) - 1);
    scenario::list_figures(study);
  } catch (const InputError&) {
  }
  return 0;
}
