// A wear file in memory, of any bytes: read, or refused with an InputError.
#include <cstdint>

#include "base/error.h"
#include "input/load.h"
#include "wear/wear_plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const auto source = std::make_shared<SourceFile>(
      SourceFile{"fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)});
  try {
    const input::Document document =
        input::load_document(source, "/no/such/folder", *wear::get_wear_schema());
    const wear::WearPlan plan = wear::read_wear_plan(document.root);
    plan.get_update(plan.count_updates() - 1);
  } catch (const InputError&) {
  }
  return 0;
}
