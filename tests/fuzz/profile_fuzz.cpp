// Any bytes as a profile: every reader either makes a usable curve or throws InputError. The first
// byte chooses the reader.
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "profile/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  if (size < 1) return 0;
  static const char* const names[4] = {"a.txt", "a.prw", "a.prr", "a.ban"};
  const auto file = std::make_shared<const SourceFile>(SourceFile{
      names[data[0] % 4], std::string(reinterpret_cast<const char*>(data) + 1, size - 1)});
  try {
    const profile::Profile p = profile::read_profile(file);
    for (double u = 0.0; u <= 1.0; u += 0.01) {
      const profile::CurvePoint c = p.curve.calc(u * p.curve.length());
      if (!std::isfinite(c.y) || !std::isfinite(c.z) || !std::isfinite(c.curvature)) std::abort();
    }
  } catch (const InputError& error) {
    for (const Finding& finding : error.findings())
      if (format(finding).empty() || finding.id.empty()) std::abort();
  }
  return 0;
}
