#pragma once

#include <memory>
#include <vector>

#include "contact/panel_contact.h"
#include "contact/wheel_contact.h"

namespace fourfoot::contact {

/// The contact of one wheelset along a line whose rails change: contacts on rails as they lie at
/// some samples. Between two of them both are asked, and
///
///   force = (1 - w) force_1 + w force_2,   w linear in s
///
/// so also moment and Jacobian. Patches that are alike on both rails are one patch between them;
/// else the patches of both are listed, each with its share of the weight.
/// With neighbours whose rails differ by no more than 0.04 mm the mean of both stiffnesses is
/// within 2.5 % of that of the rail between them (N grows with delta^1.5, delta about 0.08 mm), and
/// the wheel's height within a micrometre. Before the first and behind the last sample rails stay
/// as they are there. Where a panel's rails stand for the line's own (panel_contact.h), only they
/// count.
class ContactAlongLine {
 public:
  struct Sample {
    double s = 0.0;  ///< [m]
    std::shared_ptr<const WheelContact> contact;
    bool is_between = false;  ///< on rails between those of two stretches
  };
  struct Scratch {
    WheelContact::Scratch search;
    WheelForce other;
    WheelForceJacobian other_jacobian;
    PanelContact::Scratch panel;
  };

  ContactAlongLine() = default;
  /// The same everywhere.
  explicit ContactAlongLine(std::shared_ptr<const WheelContact> contact)
      : samples_{{0.0, std::move(contact), false}} {}
  /// Samples grow; two at the same s make a jump.
  explicit ContactAlongLine(std::vector<Sample> samples) : samples_(std::move(samples)) {}

  void calc(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
            const ContactFriction& friction, Scratch& scratch, WheelForce& out) const;
  void calc(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
            const ContactFriction& friction, Scratch& scratch, WheelForce& out,
            WheelForceJacobian& jacobian) const;

  const std::vector<Sample>& samples() const { return samples_; }
  /// The one at the beginning of the line.
  const WheelContact& first() const { return *samples_.front().contact; }
  bool is_uniform() const { return samples_.size() == 1 && panel_ == nullptr; }
  /// Whether the line's own rail is under this wheel and is the same along the line.
  bool has_one_plain_rail(Side side, double s) const {
    return samples_.size() == 1 && (!panel_ || panel_->has_plain_rail(side, s));
  }
  /// Switches and crossings; none: nullptr.
  const PanelContact* panel() const { return panel_.get(); }
  void set_panel(std::shared_ptr<const PanelContact> panel) { panel_ = std::move(panel); }

 private:
  struct Here {
    const WheelContact *first, *second;  ///< second: none where one alone counts
    double share;                        ///< of the second
  };
  Here find(double s) const;
  /// Of the line's own rails.
  void calc_plain(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                  const ContactFriction& friction, Scratch& scratch, WheelForce& out) const;
  void calc_plain(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                  const ContactFriction& friction, Scratch& scratch, WheelForce& out,
                  WheelForceJacobian& jacobian) const;

  std::vector<Sample> samples_;
  std::shared_ptr<const PanelContact> panel_;  ///< none: no panel anywhere
};

}  // namespace fourfoot::contact
