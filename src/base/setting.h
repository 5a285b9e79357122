#pragma once

#include <string>

namespace fourfoot {

/// `key=value` of the command line or of a study: key is a dotted path ("contact.conicity",
/// "horizontal.2.length" counts from 1), value is TOML, or plain text where that is no TOML.
struct Setting {
  std::string key;
  std::string value;
};

}  // namespace fourfoot
