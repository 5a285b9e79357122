// What begins and ends while a run goes on: flanges that touch, stops that are met.
#include <cmath>

#include "multibody/equations.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

// Steeper contact is the flange's [rad]. The root of an S1002 passes it within 0.1 mm of lateral
// way, so the number hardly matters.
constexpr double flange_angle = 0.7;

// The contacts of wheelsets that are alike share their profiles.
std::vector<contact::FlangeClearance> find_flanges(const ContactModel& model) {
  std::vector<contact::FlangeClearance> flanges;
  for (std::size_t i = 0; i < model.profiles.size(); ++i) {
    std::size_t same = 0;
    while (same < i && model.profiles[same].wheels != model.profiles[i].wheels) ++same;
    flanges.push_back(same < i ? contact::FlangeClearance(flanges[same])
                               : contact::find_flange_clearance(
                                     model.profiles[i].wheels->wheelset(), flange_angle));
  }
  // Half an axle has one flange.
  for (std::size_t i = 0; i < model.profiles.size(); ++i) {
    if (!model.profiles[i].has_wheel[0]) flanges[i].left = std::numeric_limits<double>::infinity();
    if (!model.profiles[i].has_wheel[1]) flanges[i].right = std::numeric_limits<double>::infinity();
  }
  for (const contact::TextbookContact& textbook : model.textbook) {
    const double clearance = textbook.flange_stiffness > 0.0
                                 ? textbook.flange_clearance
                                 : std::numeric_limits<double>::infinity();
    flanges.push_back({clearance, clearance});
  }
  return flanges;
}

}  // namespace

void System::list_watches() {
  flanges_ = find_flanges(contact_);
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    for (const char* side : {"/left/flange", "/right/flange"})
      watch_names_.push_back(model_->bodies.body(body).given.name + side);
  }
  element::RelativeT<double> nominal;
  nominal.theta = nominal.v = nominal.w = Vec3::Zero();
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    nominal.d = model_->elements[i].nominal_d;
    if (!std::isfinite(model_->elements[i].law->calc_clearance(nominal))) continue;
    stops_.push_back(i);
    watch_names_.push_back(model_->elements[i].name + "/stop");
  }
}

void System::calc_events(double t, const integrate::ConstVecRef& y, Workspace& ws,
                         integrate::VecRef g) const {
  if (!stops_.empty()) calc_frames(t, ws);
  calc_watched_place(t, y, ws);
  calc_limits(ws, g.data());
  double* next = g.data() + limit_count();
  calc_flange_watches(ws, next);
  calc_stop_watches(ws, next);
}

// Lateral place of the axle's middle against each rail and the clearance there.
void System::calc_flange_watches(const Workspace& ws, double*& g) const {
  constexpr double nothing = 1.0;  // where there is no flange to touch
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    const multibody::BodyWorkspace& b = ws.bodies.bodies[body];
    double y_l = b.p_TB.y() - model_->bodies.body(body).given.nominal.y(), y_r = y_l;
    if (!contact_.profiles.empty()) {
      const double y = (b.p_TB + b.R_TC * contact_.profiles[i].middle_C).y();
      y_l = y - ws.profile_contacts[i].rails[0].y;
      y_r = y - ws.profile_contacts[i].rails[1].y;
    }
    *g++ = std::isfinite(flanges_[i].left) ? flanges_[i].left - y_l : nothing;
    *g++ = std::isfinite(flanges_[i].right) ? flanges_[i].right + y_r : nothing;
  }
}

void System::calc_stop_watches(Workspace& ws, double*& g) const {
  if (stops_.empty()) return;
  calc_carriers(ws);
  for (const std::size_t i : stops_) {
    const vehicle::ElementInstance& element = model_->elements[i];
    const auto second = static_cast<std::size_t>(element.second);
    const Carrier a = element.first < 0 ? make_track_carrier(ws.frames[second], ws.origin_N)
                                        : ws.carriers[static_cast<std::size_t>(element.first)];
    *g++ = element.law->calc_clearance(
        calc_relative(a, element.at_first, ws.carriers[second], element.at_second));
  }
}

}  // namespace fourfoot::system
