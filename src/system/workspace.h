#pragma once

#include <vector>

#include "element/element.h"
#include "multibody/jacobian.h"
#include "multibody/workspace.h"
#include "system/contacts.h"
#include "system/element_derivative.h"
#include "system/line.h"
#include "vehicle/model.h"

namespace fourfoot::system {

class System;
struct Workspace;

/// The treads of a system's wheels as surfaces that hold its bodies.
class TreadSurfaces : public multibody::SurfaceSource {
 public:
  void attach(const System& system, Workspace& ws) {
    system_ = &system;
    ws_ = &ws;
  }
  void calc_place(multibody::Workspace& bodies) override;
  void calc_bias(multibody::Workspace& bodies) override;

 private:
  const System* system_ = nullptr;
  Workspace* ws_ = nullptr;
};

/// Everything that can be computed again from a state; one per thread. Allocates at construction
/// only.
struct Workspace {
  explicit Workspace(const vehicle::Model& model)
      : cursors(model.bodies.body_count()),
        frames(model.bodies.body_count()),
        frames_before(model.bodies.body_count()),
        bodies(model.bodies),
        jacobian(model.bodies),
        derivatives(model.bodies.body_count()),
        carriers(2 * model.bodies.body_count()),
        element_motions(model.elements.size()),
        element_outputs(model.elements.size()),
        element_arms(model.elements.size()),
        carrier_wrenches(carriers.size()),
        element_sums(carriers.size()),
        state_derivatives(model.elements.size()),
        contacts(model.wheelsets.size()),
        profile_contacts(model.wheelsets.size()),
        tread_open(VecX::Zero(static_cast<Eigen::Index>(model.bodies.surfaces().size()))),
        tread_normal(tread_open),
        tread_residual(tread_open),
        tread_step(tread_open),
        tread_packed(VecX::Zero(model.bodies.packed_count())),
        udot(model.bodies.u_count()),
        ydot(model.bodies.q_count() + model.bodies.u_count() + model.state_count) {}

  // --- track position: System (t) ---
  track::Travel travel;                    ///< s, v, a of the vehicle's origin
  std::size_t speed_breaks_passed = 0;     ///< on which side of the speed's breaks time stands
  std::vector<FrameCursor> cursors;        ///< where each body's frame is along the line
  std::vector<MovingFrame> frames;         ///< motion of each body's track frame
  std::vector<MovingFrame> frames_before;  ///< the same before a corner, while it is passed

  /// On the same side of all breaks as another one.
  void stand_with(const Workspace& other) {
    speed_breaks_passed = other.speed_breaks_passed;
    for (std::size_t i = 0; i < cursors.size(); ++i) cursors[i].passed = other.cursors[i].passed;
  }

  // --- position, velocity, force, acceleration of the bodies: multibody (t, q, u) ---
  multibody::Workspace bodies;
  multibody::JacobianWorkspace jacobian;
  multibody::WrenchDerivatives derivatives;

  // --- force ---
  Vec3 origin_N = Vec3::Zero();  ///< that the carriers' positions count from
  /// Of each body, in the inertial frame, then of the axles that elements are fixed to (t, q, u).
  std::vector<Carrier> carriers;
  std::vector<element::RelativeT<double>> element_motions;  ///< of each element (t, q, u)
  std::vector<element::Output> element_outputs;             ///< of each element (t, q, u, z)
  std::vector<Arms> element_arms;                           ///< of each element (t, q)
  std::vector<CarrierWrench> carrier_wrenches;              ///< of each carrier (t, q, u, z)
  ElementSums element_sums;                        ///< by the carriers' motions (t, q, u, z)
  std::vector<StateDerivative> state_derivatives;  ///< of each element with states (t, q, u, z)
  std::vector<contact::TextbookForces<double>> contacts;  ///< of each wheelset (t, q, u)

  std::vector<ProfileContactWorkspace> profile_contacts;  ///< of each wheelset (t, q, u)

  TreadSurfaces treads;             ///< of this workspace, once a system has used it
  VecX tread_open, tread_normal;    ///< N of each tread without creep forces, and with them [N]
  VecX tread_residual, tread_step;  ///< of Newton's method [N]
  VecX tread_packed;                ///< generalised creep forces of all treads

  // --- acceleration ---
  VecX udot;  ///< u'
  VecX ydot;  ///< y' where the Jacobian was asked for
};

}  // namespace fourfoot::system
