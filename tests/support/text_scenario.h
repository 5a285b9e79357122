#pragma once

#include <memory>
#include <string>

#include "input/load.h"
#include "scenario/scenario.h"

namespace fourfoot::testing {

/// A scenario as a user would write it.
inline scenario::Scenario read_text(const std::string& text) {
  const auto source = std::make_shared<SourceFile>(SourceFile{"case.toml", text});
  return scenario::read_scenario(
      input::load_document(source, {}, *scenario::get_scenario_schema()).root);
}

}  // namespace fourfoot::testing
