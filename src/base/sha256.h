#pragma once

#include <string>
#include <string_view>

namespace fourfoot {

/// SHA-256 of a text, as 64 hexadecimal digits: names inputs in results and caches. [FIPS180-4]
std::string calc_sha256(std::string_view text);

}  // namespace fourfoot
