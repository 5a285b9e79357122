#pragma once

#include <functional>
#include <memory>

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// A scenario and the system it describes.
struct Member {
  Scenario scenario;
  std::shared_ptr<const system::System> system;
};

/// A scenario for each value of one parameter (speed, radius, conicity, any entry). Must give the
/// same for the same value and be callable from several threads.
using Family = std::function<Member(double value)>;

}  // namespace fourfoot::scenario
