#include "system/workspace.h"

#include "system/system.h"

namespace fourfoot::system {

Slices& Slices::operator=(const Slices& other) {
  if (this == &other) return *this;
  slices_.clear();
  slices_.reserve(other.slices_.size());
  for (const auto& slice : other.slices_) slices_.push_back(slice->clone());
  return *this;
}

Workspace::Workspace(const System& system)
    : cursors(system.model().bodies.body_count()),
      frames(cursors.size()),
      frames_before(cursors.size()),
      bodies(system.model().bodies),
      jacobian(system.model().bodies),
      derivatives(system.model().bodies),
      udot(system.model().bodies.u_count()),
      rate_y(system.size()),
      ydot(system.size()) {
  for (const auto& provider : system.providers()) slices.add(provider->make_slice());
}

}  // namespace fourfoot::system
