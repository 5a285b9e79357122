#pragma once

#include <vector>

#include "vehicle/model.h"

namespace fourfoot::vehicle {

/// How the weight of a vehicle that stands in its nominal position on straight level track goes
/// through its springs into the rails.
struct StaticLoads {
  struct Wheelset {
    double left = 0.0, right = 0.0;  ///< vertical force of the rail on the wheel [N]
  };
  std::vector<double> preloads;     ///< of each element: vertical force on its second body [N]
  std::vector<Wheelset> wheelsets;  ///< in the order of the model's
  double residual = 0.0;            ///< largest unbalanced generalised force over the weight
  int worst_body = -1;              ///< on which it acts
};

/// Finds vertical preloads f_i of the elements with stiffness k_i > 0 (`stiffness`, one entry per
/// element, 0 where the preload is not free) and wheel loads Q so that all bodies rest:
///
///   minimise    sum f_i^2 / k_i
///   subject to  sum_b (v_bk . F_b + w_bk . M_b) = 0   for every speed k
///
/// F_b, M_b: weight, what the elements answer in the nominal position, preloads and wheel loads on
/// body b; v_bk, w_bk: partial velocities of speed k, so locks and joints carry what they hold. Of
/// all distributions in equilibrium this is the one with the least elastic energy: the one in which
/// the springs, unloaded at first, take the weight on rails that do not give. Where the load path
/// is statically determinate the stiffnesses do not matter. Lateral and longitudinal loads, and the
/// pitch of an axle in its bearings, are left out. What cannot be balanced is left over in
/// `residual`, in the sense of least squares.
StaticLoads calc_static_loads(const VehicleModel& model, const std::vector<double>& stiffness,
                              const ModelOptions& options);

}  // namespace fourfoot::vehicle
