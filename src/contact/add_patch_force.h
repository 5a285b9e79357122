#pragma once

#include <algorithm>

#include "contact/wheel_force.h"

namespace fourfoot::contact {

/// Lists one more patch; if there are more than a wheel can list, those that carry most.
inline void add_patch_force(const PatchForce& patch, WheelForce& out) {
  if (out.count < out.patches.size()) {
    out.patches[out.count++] = patch;
    return;
  }
  const auto least = std::min_element(
      out.patches.begin(), out.patches.end(),
      [](const PatchForce& a, const PatchForce& b) { return a.normal < b.normal; });
  if (least->normal < patch.normal) *least = patch;
}

}  // namespace fourfoot::contact
