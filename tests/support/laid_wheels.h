#pragma once

#include "contact/wheels.h"

namespace fourfoot::test {

/// A wheelset with the same wheel on both sides, on rails with the same profile on both sides.
inline contact::WheelsetOnTrack lay_alike(const profile::Profile& wheel,
                                          const profile::Profile& rail,
                                          const profile::WheelsetDescription& wheelset = {},
                                          const profile::RailsDescription& rails = {}) {
  const profile::Curve laid = contact::lay_rail(rail, rails);
  return contact::lay_wheels(contact::Wheels{wheel, wheel, wheelset, ""},
                             contact::LaidRails{laid, laid});
}

}  // namespace fourfoot::test
