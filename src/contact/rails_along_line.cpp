#include "contact/rails_along_line.h"

#include <algorithm>
#include <cmath>

#include "profile/blend.h"

namespace fourfoot::contact {

namespace {

constexpr double finest = 0.04e-3;  // rails of neighbouring samples differ by no more [m]
constexpr double no_change = 1e-7;  // nor are they different by less than this [m]

double calc_shift(const RailsAlongLine& rails, std::size_t stretch) {
  return 0.5 * (rails.stretches[stretch].lay.gauge - rails.stretches.front().lay.gauge);
}

ContactFriction get_friction(const RailStretch& stretch, const ContactFriction& nominal) {
  ContactFriction friction = nominal;
  if (stretch.friction) friction.tread = friction.flange = *stretch.friction;
  if (stretch.friction_flange) friction.flange = *stretch.friction_flange;
  return friction;
}

// All rails are laid at the first gauge; the rest is a shift of the rails (GaugeShift).
LaidRails lay(const RailsAlongLine& rails, std::size_t stretch) {
  const RailStretch& at = rails.stretches[stretch];
  profile::RailsDescription description = at.lay;
  description.gauge = rails.stretches.front().lay.gauge;
  return {lay_rail(at.left, description), lay_rail(at.right, description)};
}

double find_difference(const LaidRails& a, const LaidRails& b) {
  return std::max(profile::find_largest_difference(a.left, b.left),
                  profile::find_largest_difference(a.right, b.right));
}

}  // namespace

GaugeShift calc_gauge_shift(const RailsAlongLine& rails, double s) {
  const LineChange* const change = find_change(rails.changes, s);
  if (change == nullptr) return {};
  const double from = calc_shift(rails, change->before), to = calc_shift(rails, change->after);
  const double x = change->calc_progress(s), rise = to - from;
  if (rise == 0.0 || x >= 1.0) return {to, 0.0, 0.0};
  const double l = change->length;
  const SmoothStep step = calc_smooth_step(x);
  return {from + rise * step.value, rise * step.d1 / l, rise * step.d2 / (l * l)};
}

ContactFriction calc_friction(const RailsAlongLine& rails, const ContactFriction& nominal,
                              double s) {
  const LineChange* const change = find_change(rails.changes, s);
  if (change == nullptr) return get_friction(rails.stretches.front(), nominal);
  const ContactFriction from = get_friction(rails.stretches[change->before], nominal);
  const ContactFriction to = get_friction(rails.stretches[change->after], nominal);
  const double x = change->calc_progress(s);
  return {(1.0 - x) * from.tread + x * to.tread, (1.0 - x) * from.flange + x * to.flange};
}

LaidRails lay_rails(const RailsAlongLine& rails, double s) {
  const LineChange* const change = find_change(rails.changes, s);
  LaidRails laid = lay(rails, change == nullptr ? 0 : change->after);
  const double share = change == nullptr ? 1.0 : change->calc_progress(s);
  if (change != nullptr && share < 1.0) {
    const LaidRails before = lay(rails, change->before);
    laid = {profile::blend(before.left, laid.left, share),
            profile::blend(before.right, laid.right, share)};
  }
  const double shift = calc_gauge_shift(rails, s).value;
  return {profile::place(laid.left, {false, 0.0, shift, 0.0}),
          profile::place(laid.right, {false, 0.0, shift, 0.0})};
}

ContactAlongLine build_contact_along_line(const RailsAlongLine& rails, const MakeContact& make) {
  // Stretches with the same rails share their contact.
  std::vector<LaidRails> laid;
  std::vector<std::shared_ptr<const WheelContact>> contacts;
  for (std::size_t i = 0; i < rails.stretches.size(); ++i) {
    laid.push_back(lay(rails, i));
    std::size_t same = 0;
    while (same < i && find_difference(laid[same], laid[i]) > no_change) ++same;
    contacts.push_back(same < i ? contacts[same] : make(laid[i], false));
  }
  std::vector<ContactAlongLine::Sample> samples;
  for (const LineChange& change : rails.changes) {
    const std::size_t a = change.before, b = change.after;
    if (contacts[a] == contacts[b]) continue;
    const double begin = change.s - 0.5 * change.length;
    samples.push_back({begin, contacts[a], false});
    const int pieces =
        change.length > 0.0
            ? std::max(1, static_cast<int>(std::ceil(find_difference(laid[a], laid[b]) / finest)))
            : 1;
    for (int k = 1; k < pieces; ++k) {
      const double share = static_cast<double>(k) / pieces;
      const LaidRails between = {profile::blend(laid[a].left, laid[b].left, share),
                                 profile::blend(laid[a].right, laid[b].right, share)};
      samples.push_back({begin + share * change.length, make(between, true), true});
    }
    samples.push_back({begin + change.length, contacts[b], false});
  }
  if (samples.empty()) return ContactAlongLine(contacts.front());
  return ContactAlongLine(std::move(samples));
}

}  // namespace fourfoot::contact
