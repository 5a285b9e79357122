#include <gtest/gtest.h>

#include "multibody/assembly.h"
#include "multibody/jacobian.h"
#include "support/count_allocations.h"
#include "support/multibody/vehicle.h"

namespace fourfoot::multibody {
namespace {

#ifdef FOURFOOT_COUNTS_ALLOCATIONS  // not with the sanitizers: they have their own
TEST(Allocation, NoneInTheTimeLoop) {
  for (const test::TestVehicle& v : {test::make_seven_bodies(), test::make_jointed_pair()}) {
    const Model model(v.description);
    MotionWorkspace ws(model);
    JacobianWorkspace jw(model);
    WrenchDerivatives d(model.body_count());
    std::vector<MovingFrame> frames;
    const test::Ride ride{test::TestTrack::route_ii(), 22.0, 1.0, 30.0};
    ride.calc_frames(model, 0.0, 1, frames);
    VecX q = model.nominal_q(), u = VecX::Constant(model.u_count(), 0.01), udot(model.u_count());
    const int n = model.q_count() + model.u_count();
    MatX J(n, n);
    const long before = allocations;
    for (int k = 0; k < 10; ++k) {
      calc_position(model, 0.1, q, ws);
      calc_velocity(model, 0.1, q, u, frames, ws);
      ws.clear_wrenches();
      add_gravity(model, frames, {0, 0, -9.81}, ws);
      calc_acceleration(model, frames, ws, udot);
    }
    EXPECT_EQ(allocations - before, 0);
    d.clear();
    calc_jacobian(model, frames, ws, q, d, jw, J);
    EXPECT_EQ(allocations - before, 0);
  }
  const long before = allocations;
  VecX witness(7);
  EXPECT_EQ(allocations - before, 1) << "the counter does not count";
}
#endif

}  // namespace
}  // namespace fourfoot::multibody
