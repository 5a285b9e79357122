// A study file in memory, of any bytes: read, or refused with an InputError. Its points are counted
// and the settings of the first and the last are made.
#include <cstdint>

#include "analysis/study.h"
#include "base/error.h"
#include "io/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const auto source = std::make_shared<SourceFile>(
      SourceFile{"fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)});
  try {
    const io::Document document =
        io::load_document(source, "/no/such/folder", *analysis::get_study_schema());
    const analysis::Study study = analysis::read_study(document.root);
    analysis::get_settings(study, 0);
    analysis::get_settings(study, analysis::count_points(study) - 1);
    analysis::list_figures(study);
  } catch (const InputError&) {
  }
  return 0;
}
