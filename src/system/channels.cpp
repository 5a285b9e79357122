// Which quantities a run records, and how they are read off the workspace.
#include "multibody/equations.h"
#include "system/contact_channels.h"
#include "system/element_channels.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

struct CoordinateWords {
  const char* name;
  const char* rate;
  const char* unit;
  const char* rate_unit;
  const char* what;
};

constexpr CoordinateWords coordinates[6] = {
    {"x", "v_x", "m", "m/s", "displacement of the mass centre forward"},
    {"y", "v_y", "m", "m/s", "displacement of the mass centre to the left"},
    {"z", "v_z", "m", "m/s", "displacement of the mass centre up"},
    {"phi", "omega_x", "rad", "rad/s", "roll"},
    {"chi", "omega_y", "rad", "rad/s", "pitch"},
    {"psi", "omega_z", "rad", "rad/s", "yaw"},
};

constexpr const char* axes[3] = {"x", "y", "z"};

void add_imaginary_channels(const multibody::Model& model, std::vector<Channel>& channels) {
  for (const multibody::Body& body : model.bodies()) {
    for (const char* group : multibody::imaginary_group_words) {
      const std::string base = body.given.name + "/imaginary/" + group + "/";
      for (const char* axis : axes) {
        channels.push_back(
            {base + "force_" + axis, "N", "track", std::string("imaginary force, ") + group});
      }
      for (const char* axis : axes) {
        channels.push_back(
            {base + "torque_" + axis, "N m", "body", std::string("imaginary torque, ") + group});
      }
    }
  }
}

void add_reaction_channels(const multibody::Model& model, std::vector<Channel>& channels) {
  for (const multibody::Body& body : model.bodies()) {
    const std::string base = body.given.name + "/reaction/";
    for (const char* axis : axes) {
      channels.push_back(
          {base + "force_" + axis, "N", "track", "force of locks and joints on the body"});
    }
    for (const char* axis : axes) {
      channels.push_back(
          {base + "torque_" + axis, "N m", "body", "torque of locks and joints on the body"});
    }
  }
}

void record_imaginary(const multibody::Workspace& ws, std::vector<double>& row, std::size_t& i) {
  for (const multibody::BodyWorkspace& body : ws.bodies) {
    for (std::size_t group = 0; group < 4; ++group) {
      for (int c = 0; c < 3; ++c) row[i++] = body.imaginary.force[group][c];
      for (int c = 0; c < 3; ++c) row[i++] = body.imaginary.torque[group][c];
    }
  }
}

void record_reactions(const multibody::Workspace& ws, std::vector<double>& row, std::size_t& i) {
  for (const multibody::BodyWorkspace& body : ws.bodies) {
    for (int c = 0; c < 3; ++c) row[i++] = body.reaction_force_T[c];
    for (int c = 0; c < 3; ++c) row[i++] = body.reaction_torque_C[c];
  }
}

}  // namespace

void System::build_channels() {
  channels_.push_back({"time", "s", "", "time"});
  channels_.push_back({"s", "m", "", "arc length of the vehicle's origin along the track"});
  channels_.push_back({"speed", "m/s", "", "prescribed speed along the track"});
  for (const multibody::Body& body : model_->bodies.bodies()) {
    for (int c = 0; c < 6; ++c) {
      if (!body.is_free(c)) continue;
      const CoordinateWords& words = coordinates[c];
      const std::string base = body.given.name + "/";
      channels_.push_back({base + words.name, words.unit, "track", words.what});
      const char* own = body.is_wheelset() ? "body without spin" : "body";
      channels_.push_back({base + words.rate, words.rate_unit, c < 3 ? "track" : own,
                           c < 3
                               ? std::string("velocity relative to the track frame: ") + words.what
                               : std::string("angular velocity relative to the track frame, "
                                             "about the body's own axis ") +
                                     axes[c - 3]});
    }
  }
  if (options_.record_imaginary) add_imaginary_channels(model_->bodies, channels_);
  if (options_.record_reactions) add_reaction_channels(model_->bodies, channels_);
  const auto get_base = [&](std::size_t wheelset) {
    const auto body = static_cast<std::size_t>(model_->wheelsets[wheelset].body);
    return model_->bodies.body(body).given.name + "/";
  };
  for (std::size_t i = 0; i < contact_.textbook.size(); ++i)
    list_textbook_channels(get_base(i), channels_);
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i)
    list_profile_channels(get_base(i), contact_.profiles[i], channels_);
  list_track_channels();
  if (options_.control.body >= 0) {
    channels_.push_back(
        {"drive/force", "N", "track", "force that keeps the speed: traction > 0, braking < 0"});
  }
  list_marker_channels();
  for (const vehicle::ElementInstance& element : model_->elements) {
    list_element_channels(element, channels_);
  }
}

void System::record(double t, const integrate::ConstVecRef& y, Workspace& ws,
                    std::vector<double>& row) const {
  calc_rate(t, y, ws, ws.ydot);
  std::size_t i = 0;
  row[i++] = t;
  row[i++] = ws.travel.s;
  row[i++] = ws.travel.v;
  for (std::size_t b = 0; b < model_->bodies.body_count(); ++b) {
    const multibody::Body& body = model_->bodies.body(b);
    const multibody::BodyWorkspace& w = ws.bodies.bodies[b];
    const Vec3 place = w.p_TB - body.given.nominal;
    const Vec3 angles = multibody::calc_angles(model_->bodies, ws.bodies, b);
    for (int c = 0; c < 6; ++c) {
      if (!body.is_free(c)) continue;
      row[i++] = c < 3 ? place[c] : angles[c - 3];
      row[i++] = c < 3 ? w.v_TB_T[c] : w.w_TB_C[c - 3];
    }
  }
  if (options_.record_imaginary) record_imaginary(ws.bodies, row, i);
  if (options_.record_reactions) record_reactions(ws.bodies, row, i);
  for (std::size_t k = 0; k < contact_.textbook.size(); ++k)
    record_textbook(ws.contacts[k], row, i);
  for (std::size_t k = 0; k < contact_.profiles.size(); ++k)
    record_profile(contact_.profiles[k], ws.profile_contacts[k], row, i);
  record_track(ws, row, i);
  if (options_.control.body >= 0) row[i++] = calc_control_force(ws);
  record_markers(ws, row, i);
  for (std::size_t k = 0; k < model_->elements.size(); ++k) {
    record_element(model_->elements[k], ws.element_motions[k], y.tail(model_->state_count),
                   ws.element_outputs[k], row, i);
  }
}

}  // namespace fourfoot::system
