#pragma once

#include "element/curve.h"
#include "element/law_element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// Force and torque given over time, on B in A's axes, linear between the times and held at the end
/// values. External work: no energy stored, none dissipated.
class ForceTime : public LawElement<ForceTime> {
 public:
  static constexpr bool by_rotation = false;
  ForceTime(std::array<TabulatedCurve, 6> components, std::vector<double> times)
      : components_(std::move(components)),
        times_(std::move(times)),
        first_(times_.front()),
        last_(times_.back()) {}
  /// None of a long table, which samples a signal: a step that ends at each would be dear.
  std::vector<double> list_corner_times() const override {
    constexpr std::size_t most = 100;
    return times_.size() <= most ? times_ : std::vector<double>{};
  }
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::bearing; }

  template <class T>
  void law(const RelativeT<T>&, const T*, double t, ResponseT<T>& out, T*) const {
    const double at = std::clamp(t, first_, last_);
    for (int c = 0; c < 3; ++c) {
      const auto i = static_cast<std::size_t>(c);
      out.force[c] = T(components_[i].value(at));
      out.torque[c] = T(components_[i + 3].value(at));
    }
    out.energy = T(0);
    out.dissipated = T(0);
  }

 private:
  std::array<TabulatedCurve, 6> components_;
  std::vector<double> times_;  ///< at least one
  double first_, last_;
};

}  // namespace fourfoot::element
