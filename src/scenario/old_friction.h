#pragma once

#include <optional>
#include <string>
#include <vector>

/// Friction along the line as scenarios said it until 0.2: contact.friction_chainages and
/// friction_factors, multiples of contact.friction, linear between chainages. Now rails have
/// sections with friction of their own, linear over their blends, which can say all of it.
namespace fourfoot::scenario {

inline constexpr const char* old_friction_keys[] = {"friction_chainages", "friction_stations",
                                                    "friction_factors"};

struct OldFriction {
  std::vector<double> chainages, factors;  ///< [m], [1]
  double tread = 0.3;
  std::optional<double> flange;  ///< none: as the tread

  /// Chainages rise, and there are as many factors.
  bool is_sound() const;
};

/// A section of rails; it ends where the next begins, the last never.
struct FrictionSection {
  double from = 0.0, blend = 0.0, tread = 0.0;
  std::optional<double> to, flange;
};
struct FrictionSections {
  double tread = 0.0;  ///< before the first
  std::optional<double> flange;
  std::vector<FrictionSection> sections;
};

/// The same friction at every s, from what is sound.
FrictionSections convert_friction(const OldFriction& old);

/// "from = 11", "blend = 2", ... as lines of a file.
std::vector<std::string> list_lines(const FrictionSection& section);

}  // namespace fourfoot::scenario
