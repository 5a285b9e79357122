#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/check_rail_contact.h"
#include "contact/geometry/rail_line_shape.h"
#include "contact/wheel_contact.h"

namespace fourfoot::contact {

/// The rails of all panels of a line, shared by all wheels.
struct PanelRails {
  explicit PanelRails(const RailPanels& panels);
  std::vector<RailLineShape> lines;
  std::vector<CheckRail> checks;
  std::vector<std::string> names;  ///< of the lines; PatchForce::rail counts them from 1
};

/// Contact of one wheelset with the rails of switches and crossings: every rail of the wheel's side
/// at s is met for itself, as by WheelContact, on the rail between the sections there
/// (rail_line_shape.h), and
///
///   force = sum of the forces of all rails,   so also moment and Jacobian
///
/// A rail's guide line moves it like an irregularity does: its slopes turn the axes in which the
/// contact is found (rail_axes.h), so that a wheel climbs a nose or is led by a flared rail without
/// false creepage or damping. So does the slope that the change of shape gives the surface where the
/// patches are (the mean over them, weighted with penetration^1.5): a first search without it finds
/// them. The Jacobian takes this slope for constant: its change with the pose, some 0.3 rad/m, is
/// estimated to count less than a thousandth of the contact's stiffness. Each patch is loaded by its
/// own penetration: two rails under one wheel share its load by their heights and stiffnesses. s is
/// prescribed, no state: the Jacobian needs no derivative by it. Left out: merging of patches on
/// different rails, deformation of one rail by the load of the other; both move together on a
/// flexible track.
class PanelContact {
 public:
  /// Rails as they are at the s asked for last. Not copied with its owner: made anew when needed.
  class Scratch {
   public:
    Scratch() = default;
    Scratch(const Scratch&) {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): nothing is copied
    Scratch& operator=(const Scratch&) { return *this; }
    Scratch(Scratch&&) = default;
    Scratch& operator=(Scratch&&) = default;

   private:
    friend class PanelContact;
    std::shared_ptr<WheelsetOnTrack> wheelset;  ///< whose rails are set
    std::unique_ptr<const WheelContact> contact;
    const PanelContact* owner = nullptr;
    /// Of which the rails are made now, left and right.
    RailLineShape::Parts parts[2];
    std::size_t part_count[2] = {0, 0};
    WheelForce other;
    WheelForceJacobian other_jacobian;
    WheelContact::Scratch search;
  };

  /// `wheels`: its wheels count, its rails do not.
  PanelContact(std::shared_ptr<const PanelRails> rails, const WheelsetOnTrack& wheels,
               const WheelBack& left_back, const WheelBack& right_back, const ElasticNormal& normal,
               std::shared_ptr<const TangentialLaw> tangential,
               const WheelContact::Options& options);

  const PanelRails& rails() const { return *rails_; }
  /// Whether the line's own rail is under this wheel.
  bool has_plain_rail(Side side, double s) const;

  /// Adds to `out`.
  void add(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
           const ContactFriction& friction, Scratch& scratch, WheelForce& out) const;
  void add(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
           const ContactFriction& friction, Scratch& scratch, WheelForce& out,
           WheelForceJacobian& jacobian) const;

 private:
  void set_rail(const RailLineShape& line, double s, Scratch& scratch) const;
  void add_rise(Side side, const WheelsetMotion& motion, RailUnderWheel& rail,
                Scratch& scratch) const;
  template <class Each>
  void for_each_line(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                     Scratch& scratch, Each each) const;

  std::shared_ptr<const PanelRails> rails_;
  WheelsetOnTrack wheels_;
  std::vector<CheckRailContact> checks_;
  ElasticNormal normal_;
  std::shared_ptr<const TangentialLaw> tangential_;
  WheelContact::Options options_;
};

}  // namespace fourfoot::contact
