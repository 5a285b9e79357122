#pragma once

#include <vector>

#include "system/provider.h"

namespace fourfoot::system {

/// What holds the prescribed motion along the line: a controller that turns wheelsets so that one
/// body stays with its track frame,
///
///   F = -k x - c v_x   [N],   torque F r / n on each of the n driven wheelsets.
///
/// The motors' reaction on the vehicle is left out. Without wheelsets: the body is held by a lock,
/// whose force is reported.
class SpeedControl : public Provider {
 public:
  struct Parameters {
    int body = -1;
    std::vector<std::size_t> wheelsets;  ///< driven
    double stiffness = 0.0;              ///< k [N/m]
    double damping = 0.0;                ///< c [N s/m]
  };
  explicit SpeedControl(Parameters parameters) : given_(std::move(parameters)) {}

  std::unique_ptr<Slice> make_slice() const override;
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const override;
  std::vector<Work> list_derivative_stages() const override { return {Work::small}; }
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void mark(PatternMarker& marker) const override;
  void list_channels(ChannelTable& table) const override;

 private:
  double calc_force(const Workspace& ws) const;

  Parameters given_;
};

}  // namespace fourfoot::system
