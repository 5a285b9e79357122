#pragma once

#include "multibody/jacobian.h"
#include "system/constraint_contacts.h"

/// The co-running track under rigid treads (equations: track/support.h). A constraint between wheel
/// and rail holds the rail's coordinate, so the equations of motion must know it: its masses stand
/// among the bodies, each with one coordinate (y of both rails, z of each), behind those of the
/// vehicle. Who made them knows their numbers; nobody looks for their names. Springs and dampers
/// are the provider's, along the line as under elastic wheels.
namespace fourfoot::system {

/// Adds the masses under every wheelset to the model and puts their numbers into `treads`, one of
/// each wheelset. InputError: a body of the vehicle has such a name ("track_1", "rail_1_left").
void add_track_masses(const track::SupportAlongLine& support, vehicle::VehicleModel& model,
                      std::vector<RigidTread>& treads);

/// What springs and dampers do to the masses under one wheelset at s.
void add_support_forces(const track::SupportAlongLine& support, const RigidTread& tread, double s,
                        multibody::MotionWorkspace& bodies);
void add_support_derivatives(const track::SupportAlongLine& support, const RigidTread& tread,
                             double s, const multibody::MotionWorkspace& bodies,
                             multibody::WrenchDerivatives& derivatives);

}  // namespace fourfoot::system
