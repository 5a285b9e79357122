#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "input/load.h"

namespace fourfoot::fuzz {

/// The bytes as a TOML file of this schema, in a folder without other files.
inline input::Document load_bytes(const std::uint8_t* data, std::size_t size,
                                  const Schema& schema) {
  const auto source = std::make_shared<SourceFile>(
      SourceFile{"fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)});
  return input::load_document(source, "/no/such/folder", schema);
}

}  // namespace fourfoot::fuzz
