#include "multibody/surface.h"

#include "multibody/body_motion.h"

namespace fourfoot::multibody {

void add_generalised(const Model& model, const MotionWorkspace& ws, std::size_t index,
                     const Vec6& wrench, Eigen::Ref<VecX> packed) {
  const Body& body = model.body(index);
  if (body.speed_count == 0) return;
  packed.segment(body.packed_begin, body.speed_count) +=
      reduce_wrench(calc_twist_map(body, ws.bodies[index]), wrench);
}

// lambda = A_d^-T (M s' - f)_d. A further force g adds s' = B Theta^-1 B^T g, so that row r of
// lambda changes by lever_r . (M B Theta^-1 B^T - 1) g, lever_r = A_d^-1 e_r in the dependent
// rows.
void calc_surface_response(const Model& model, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.lever.setZero();
  for (std::size_t k = 0; k < model.surfaces().size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    cw.violation_dd.setZero();
    cw.violation_dd[model.surface_begin() + column] = 1.0;
    cw.lu_d.solve(model, cw.violation_dd, cw.violation_d);
    for (std::size_t d = 0; d < model.dependent().size(); ++d)
      cw.lever(model.dependent()[d], column) = cw.violation_d[static_cast<Eigen::Index>(d)];
  }
  for (const std::size_t j : model.constrained_bodies()) {
    const int at = model.body(j).packed_begin, n = model.body(j).speed_count;
    cw.response.middleRows(at, n) =
        cw.mass.block(at, at, n, n).lazyProduct(cw.lever.middleRows(at, n));
  }
  put_transposed_product(cw.B, cw.response, cw.spread);
  cw.llt_theta.solve_in_place(model, cw.spread);
  put_product(cw.B, cw.spread, cw.response);
  cw.response -= cw.lever;
}

void factorise_loop(MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.loop.setIdentity();
  add_transposed_product(-1.0, cw.response, cw.closure, cw.loop);
  cw.lu_loop.compute(cw.loop);
}

void close_surfaces(const Model& model, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  factorise_loop(ws);
  put_transposed_product(cw.B, cw.closure, cw.spread);
  cw.llt_theta.solve_in_place(model, cw.spread);
  cw.is_closed = true;
}

}  // namespace fourfoot::multibody
