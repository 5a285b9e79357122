// A wear file in memory, of any bytes: read, or refused with an InputError.
#include "base/error.h"
#include "fuzz_text.h"
#include "wear/wear_plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  try {
    const input::Document document = fuzz::load_bytes(data, size, *wear::get_wear_schema());
    const wear::WearPlan plan = wear::read_wear_plan(document.root);
    plan.get_update(plan.count_updates() - 1);
  } catch (const InputError&) {
  }
  return 0;
}
