// A results file of any bytes, read by the process apart as every verb reads it: all of it comes
// out, or an InputError. The process apart may crash, this one may not.
#include "base/error.h"
#include "fuzz_file.h"
#include "results/results_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const std::filesystem::path path = fuzz::write_file("damaged.h5", data, size);
  try {
    const results::ResultsReader reader(path);
    for (const Channel& channel : reader.channels()) reader.read(channel.name);
    for (const char* table : {"track", "model/bodies", "model/elements", "meta/run", "events"})
      reader.read_table(table);
    reader.read_inputs();
    reader.read_numbers();
    reader.read_meta("title");
    for (const std::string& name : reader.list_groups("profiles"))
      reader.list_groups("profiles/" + name);
  } catch (const InputError&) {
  }
  return 0;
}
