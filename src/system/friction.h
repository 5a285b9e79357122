#pragma once

#include <memory>

#include "contact/rails_along_line.h"

namespace fourfoot::system {

/// Friction along the line: tread and flange, as the rails have it (contact/rails_along_line.h) or
/// nominal.
struct FrictionAlongLine {
  contact::ContactFriction nominal;
  std::shared_ptr<const contact::RailsAlongLine> rails;  ///< none: nominal everywhere

  contact::ContactFriction calc(double s) const {
    return rails ? contact::calc_friction(*rails, nominal, s) : nominal;
  }
};

}  // namespace fourfoot::system
