// A vehicle in memory, of any bytes, read, checked and built. The first line, if it holds a "=", is
// an override of --set, so that overrides meet every kind of file.
#include <cstdint>

#include "base/error.h"
#include "input/load.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto source = std::make_shared<SourceFile>(SourceFile{"fuzz.toml", text});
  try {
    std::vector<Setting> overrides;
    const std::string first = text.substr(0, text.find('\n'));
    if (first.find('=') != std::string::npos) overrides.push_back(input::parse_override(first));
    const input::Document document =
        input::load_document(source, "/no/such/folder", *vehicle::get_vehicle_schema(), overrides);
    const vehicle::VehicleDescription description = vehicle::read_description(document.root);
    vehicle::check_description(description);
    vehicle::build(description);
  } catch (const InputError&) {
  }
  return 0;
}
