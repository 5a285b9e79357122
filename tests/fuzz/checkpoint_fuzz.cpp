// A checkpoint of any bytes: read, or refused with an InputError.
#include "base/error.h"
#include "fuzz_file.h"
#include "results/checkpoint_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const std::filesystem::path path = fuzz::write_file("checkpoint", data, size);
  try {
    results::read_checkpoint(path, {});
  } catch (const InputError&) {
  }
  return 0;
}
