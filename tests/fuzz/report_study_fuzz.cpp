// What a report takes besides results files, JSON and CSV of the stability verbs, of any bytes. The
// first byte chooses.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "fuzz_file.h"
#include "results/report_study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  if (size < 1) return 0;
  const std::filesystem::path path =
      fuzz::write_file(data[0] % 2 == 0 ? "study.json" : "study.csv", data + 1, size - 1);
  try {
    if (results::is_study_file(path)) results::describe_study(path).dump();
  } catch (const InputError&) {
  } catch (const nlohmann::json::type_error&) {  // a report replaces bytes that are no UTF-8
  }
  return 0;
}
