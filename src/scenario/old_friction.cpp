#include "scenario/old_friction.h"

#include <fmt/format.h>

namespace fourfoot::scenario {

bool OldFriction::is_sound() const {
  if (chainages.empty() || chainages.size() != factors.size()) return false;
  for (std::size_t i = 1; i < chainages.size(); ++i)
    if (!(chainages[i] > chainages[i - 1])) return false;
  return true;
}

// Each slope is the blend of a section that begins in its middle.
FrictionSections convert_friction(const OldFriction& old) {
  const auto scale = [](double factor, const std::optional<double>& mu) {
    return mu ? std::optional<double>(factor * *mu) : std::nullopt;
  };
  FrictionSections out;
  out.tread = old.factors.front() * old.tread;
  out.flange = scale(old.factors.front(), old.flange);
  for (std::size_t i = 1; i < old.chainages.size(); ++i) {
    if (old.factors[i] == old.factors[i - 1]) continue;
    FrictionSection section;
    section.from = 0.5 * (old.chainages[i - 1] + old.chainages[i]);
    section.blend = old.chainages[i] - old.chainages[i - 1];
    section.tread = old.factors[i] * old.tread;
    section.flange = scale(old.factors[i], old.flange);
    if (!out.sections.empty()) out.sections.back().to = section.from;
    out.sections.push_back(section);
  }
  return out;
}

std::vector<std::string> list_lines(const FrictionSection& section) {
  std::vector<std::string> lines = {fmt::format("from = {:.12g}", section.from)};
  if (section.to) lines.push_back(fmt::format("to = {:.12g}", *section.to));
  lines.push_back(fmt::format("blend = {:.12g}", section.blend));
  lines.push_back(fmt::format("friction = {:.12g}", section.tread));
  if (section.flange) lines.push_back(fmt::format("friction_flange = {:.12g}", *section.flange));
  return lines;
}

}  // namespace fourfoot::scenario
