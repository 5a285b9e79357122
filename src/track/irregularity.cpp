#include "track/irregularity.h"

namespace fourfoot::track {

void add_component(Component component, const Deviation& d, RailDeviations& out) {
  switch (component) {
    case Component::alignment:
      out.alignment += d;
      return;
    case Component::vertical:
      out.vertical += d;
      return;
    case Component::gauge:
      out.gauge += d;
      return;
    case Component::cross_level:
      out.cross_level += d;
      return;
    case Component::lateral_l:
      out.alignment += 0.5 * d;
      out.gauge += d;
      return;
    case Component::lateral_r:
      out.alignment += 0.5 * d;
      out.gauge += (-1.0) * d;
      return;
    case Component::vertical_l:
      out.vertical += 0.5 * d;
      out.cross_level += d;
      return;
    case Component::vertical_r:
      out.vertical += 0.5 * d;
      out.cross_level += (-1.0) * d;
      return;
  }
}

}  // namespace fourfoot::track
