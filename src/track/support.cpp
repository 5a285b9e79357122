#include "track/support.h"

#include "track/description.h"

namespace fourfoot::track {

namespace {

SupportLaw make_law(const std::optional<Support>& support) {
  return support ? SupportLaw{support->stiffness, support->damping, 0.0, 0.0} : SupportLaw{};
}

SupportLaw blend_laws(const SupportLaw& a, const SupportLaw& b, double share) {
  const auto mix = [share](double from, double to) { return from + share * (to - from); };
  return {mix(a.stiffness, b.stiffness), mix(a.damping, b.damping), mix(a.closed, b.closed),
          mix(a.gap, b.gap)};
}

}  // namespace

SupportAlongLine::SupportAlongLine(const std::optional<Support>& lateral,
                                   const std::optional<Support>& vertical)
    : supports_{lateral, vertical, vertical},
      laws_{Laws{make_law(lateral), make_law(vertical), make_law(vertical)}} {}

void SupportAlongLine::add_sections(const std::vector<LineSection>& sections,
                                    const std::vector<Laws>& laws) {
  laws_.insert(laws_.end(), laws.begin(), laws.end());
  changes_ = list_changes(sections);
}

double SupportAlongLine::get_mass(std::size_t coordinate) const {
  return supports_[coordinate] ? supports_[coordinate]->mass : 0.0;
}

void SupportAlongLine::calc(double s, Laws& laws) const {
  const LineChange* const change = find_change(changes_, s);
  if (change == nullptr) {
    laws = laws_.front();
    return;
  }
  const double share = calc_smooth_step(change->calc_progress(s)).value;
  for (std::size_t c = 0; c < coordinates; ++c)
    laws[c] = blend_laws(laws_[change->before][c], laws_[change->after][c], share);
}

SupportAlongLine SupportDescription::build() const {
  SupportAlongLine along(lateral, vertical);
  along.add_sections(sections, section_laws);
  return along;
}

}  // namespace fourfoot::track
