// A study file in memory, of any bytes: read, or refused with an InputError. Its points are counted
// and the settings of the first and the last are made.
#include <cstdint>

#include "base/error.h"
#include "input/load.h"
#include "scenario/study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const auto source = std::make_shared<SourceFile>(
      SourceFile{"fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)});
  try {
    const input::Document document =
        input::load_document(source, "/no/such/folder", *scenario::get_study_schema());
    const scenario::Study study = scenario::read_study(document.root);
    scenario::get_settings(study, 0);
    scenario::get_settings(study, scenario::count_points(study) - 1);
    scenario::list_figures(study);
  } catch (const InputError&) {
  }
  return 0;
}
