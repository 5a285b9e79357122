#include "multibody/surface.h"

#include "multibody/body_motion.h"

namespace fourfoot::multibody {

void add_generalised(const Model& model, const Workspace& ws, std::size_t index, const Vec6& wrench,
                     Eigen::Ref<VecX> packed) {
  const Body& body = model.body(index);
  if (body.speed_count == 0) return;
  packed.segment(body.packed_begin, body.speed_count).noalias() +=
      calc_twist_map(body, ws.bodies[index]).transpose() * wrench;
}

// lambda = A_d^-T (M s' - f)_d. A further force g adds s' = B Theta^-1 B^T g, so that row r of
// lambda changes by lever_r . (M B Theta^-1 B^T - 1) g, lever_r = A_d^-1 e_r in the dependent
// places.
void calc_surface_response(const Model& model, Workspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.lever.setZero();
  for (std::size_t k = 0; k < model.surfaces().size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    cw.phi_dd.setZero();
    cw.phi_dd[model.surface_begin() + column] = 1.0;
    cw.phi_d.noalias() = cw.lu_d.solve(cw.phi_dd);
    for (std::size_t d = 0; d < model.dependent().size(); ++d)
      cw.lever(model.dependent()[d], column) = cw.phi_d[static_cast<Eigen::Index>(d)];
  }
  cw.spread.noalias() = cw.MB.transpose() * cw.lever;
  cw.llt_theta.solveInPlace(cw.spread);
  cw.response.noalias() = cw.B * cw.spread;
  cw.response -= cw.lever;
}

void factorise_loop(Workspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.loop.setIdentity();
  cw.loop.noalias() -= cw.response.transpose() * cw.closure;
  cw.lu_loop.compute(cw.loop);
}

void close_surfaces(Workspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  factorise_loop(ws);
  cw.spread.noalias() = cw.B.transpose() * cw.closure;
  cw.llt_theta.solveInPlace(cw.spread);
  cw.is_closed = true;
}

}  // namespace fourfoot::multibody
