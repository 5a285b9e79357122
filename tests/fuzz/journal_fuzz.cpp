// A part of a study of any bytes, behind the right first line or none: what is taken from it has
// the right index and as many cells as the header.
#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "fuzz_file.h"
#include "results/journal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const results::Journal::Study study{"key", 3, "a,b,status,fault"};
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size > 0 && data[0] % 2 == 0) text = "# fourfoot study key\n" + text;
  fuzz::write_file("study.csv.part.2-1", reinterpret_cast<const std::uint8_t*>(text.data()),
                   text.size());
  std::filesystem::remove(fuzz::get_folder() / "study.csv");
  try {
    results::Journal journal(fuzz::get_folder() / "study.csv", study, "1-1");
    for (const auto& [index, row] : journal.found()) {
      if (index >= 3 || std::count(row.begin(), row.end(), ',') % 3 != 0) std::abort();
    }
    journal.finish();
  } catch (const InputError&) {
  }
  return 0;
}
