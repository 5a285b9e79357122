// What is recorded of the bodies: motion, and on request imaginary forces and reactions.
#include "multibody/equations.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

using multibody::BodyWorkspace;

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
    {"phi", "omega_x", "rad", "rad/s", "roll, > 0 left side up"},
    {"chi", "omega_y", "rad", "rad/s", "pitch, > 0 nose down; of a wheelset: rolling forward"},
    {"psi", "omega_z", "rad", "rad/s", "yaw, > 0 nose to the left"},
};

constexpr const char* axes[3] = {"x", "y", "z"};
constexpr const char* directions[3] = {"forward", "to the left", "up"};

/// One channel of a body's motion: the position along a coordinate, or its rate.
struct MotionRow {
  Channel channel;
  int coordinate;
  bool is_rate;
};

std::vector<MotionRow> make_motion_rows(const multibody::Body& body) {
  const std::string base = body.given.name + "/";
  const char* own = body.is_wheelset() ? "body without spin" : "body";
  std::vector<MotionRow> rows;
  for (int c = 0; c < 6; ++c) {
    if (!body.is_free(c)) continue;
    const CoordinateWords& words = coordinates[c];
    const std::string what =
        c < 3 ? std::string("velocity of the mass centre relative to the track frame, ") +
                    directions[c]
              : std::string(
                    "angular velocity relative to the track frame, about the body's own axis ") +
                    axes[c - 3];
    rows.push_back({{base + words.name, words.unit, "track", words.what}, c, false});
    rows.push_back({{base + words.rate, words.rate_unit, c < 3 ? "track" : own, what}, c, true});
  }
  return rows;
}

void list_motion(const multibody::Model& model, std::size_t index, ChannelTable& table) {
  const multibody::Body& body = model.body(index);
  const std::vector<MotionRow> rows = make_motion_rows(body);
  std::vector<Channel> channels;
  for (const MotionRow& row : rows) channels.push_back(row.channel);
  const bool turns = body.is_free(3) || body.is_free(4) || body.is_free(5);
  table.add_block(std::move(channels), [&model, index, rows, turns](const Moment& m, double*& out) {
    const BodyWorkspace& b = m.ws.bodies.bodies[index];
    const Vec3& nominal = model.body(index).given.nominal;
    const Vec3 angles =
        turns ? Vec3(multibody::calc_angles(model, m.ws.bodies, index)) : Vec3(Vec3::Zero());
    for (const MotionRow& row : rows) {
      const int c = row.coordinate;
      if (row.is_rate) {
        *out++ = c < 3 ? b.v_TB_T[c] : b.w_TB_C[c - 3];
      } else {
        *out++ = c < 3 ? b.p_TB[c] - nominal[c] : angles[c - 3];
      }
    }
  });
}

void list_modes(const multibody::Body& body, std::size_t index, ChannelTable& table) {
  for (int k = 0; k < body.mode_count; ++k) {
    const std::string name = body.given.name + "/mode_" + std::to_string(k + 1);
    table.add({name, "m", "body", "modal coordinate of the deformation, per shape of 1"},
              [index, k](const Moment& m) { return m.ws.bodies.bodies[index].eta[k]; });
    table.add({name + "_rate", "m/s", "body", "its rate"},
              [index, k](const Moment& m) { return m.ws.bodies.bodies[index].eta_d[k]; });
  }
}

void list_imaginary(const multibody::Body& body, std::size_t index, ChannelTable& table) {
  for (std::size_t group = 0; group < multibody::imaginary_group_words.size(); ++group) {
    const char* word = multibody::imaginary_group_words[group];
    const std::string base = body.given.name + "/imaginary/" + word + "/";
    for (int c = 0; c < 3; ++c) {
      table.add({base + "force_" + axes[c], "N", "track", std::string("imaginary force, ") + word},
                [index, group, c](const Moment& m) {
                  return m.ws.bodies.bodies[index].imaginary.force[group][c];
                });
    }
    for (int c = 0; c < 3; ++c) {
      table.add(
          {base + "torque_" + axes[c], "N m", "body", std::string("imaginary torque, ") + word},
          [index, group, c](const Moment& m) {
            return m.ws.bodies.bodies[index].imaginary.torque[group][c];
          });
    }
  }
}

constexpr VectorRow<BodyWorkspace> reaction_rows[] = {
    {"force", "N", "track", "force of locks and joints on the body",
     [](const BodyWorkspace& b) -> Vec3 { return b.reaction_force_T; }},
    {"torque", "N m", "body", "torque of locks and joints on the body",
     [](const BodyWorkspace& b) -> Vec3 { return b.reaction_torque_C; }}};

}  // namespace

void System::list_body_channels() {
  const multibody::Model& bodies = model().bodies;
  table_.add({"time", "s", "", "time"}, [](const Moment& m) { return m.t; });
  table_.add({"s", "m", "", "arc length of the vehicle's origin along the track"},
             [](const Moment& m) { return m.ws.travel.s; });
  table_.add({"speed", "m/s", "", "prescribed speed along the track"},
             [](const Moment& m) { return m.ws.travel.v; });
  for (std::size_t i = 0; i < bodies.body_count(); ++i) {
    list_motion(bodies, i, table_);
    list_modes(bodies.body(i), i, table_);
  }
  for (std::size_t i = 0; i < bodies.body_count() && options_.record_imaginary; ++i)
    list_imaginary(bodies.body(i), i, table_);
  for (std::size_t i = 0; i < bodies.body_count() && options_.record_reactions; ++i) {
    table_.add_vectors<reaction_rows>(
        bodies.body(i).given.name + "/reaction/",
        [i](const Moment& m) -> const BodyWorkspace& { return m.ws.bodies.bodies[i]; });
  }
}

}  // namespace fourfoot::system
