#include "element/plugin_element.h"

#include "base/error.h"

namespace fourfoot::element {

namespace {

constexpr const char* mirror_key = "mirrored";  // of the program alone, no file has it

// Sizes below which differences do not get smaller.
constexpr double length_scale = 1e-3, angle_scale = 1e-3, speed_scale = 1e-2, state_scale = 1e-3;

Reflection get_reflection(const Table& table) {
  if (!table.has(mirror_key)) return {};
  const std::vector<double>& signs = table.numbers(mirror_key);
  return {signs.at(0), signs.at(1)};
}

using Numbers = std::array<double, PluginCall::most_outputs>;
using Gradients = std::array<double, PluginCall::most_outputs * PluginCall::most_inputs>;

}  // namespace

PluginLine::PluginLine(PluginCall call, Direction direction, double sense)
    : call_(std::move(call)), direction_(direction), sense_(sense) {
  DerivativePlan plan{{0, 1}, {length_scale, speed_scale}, {0}};
  for (std::size_t k = 0; k < call_.plugin().state_count; ++k) {
    plan.inputs.push_back(3 + k);
    plan.scales.push_back(state_scale);
    plan.outputs.push_back(3 + k);
  }
  call_.set_plan(std::move(plan));
}

std::array<double, PluginCall::most_inputs> PluginLine::make_input(
    const Direction::Motion<double>& m, const Input& in) const {
  std::array<double, PluginCall::most_inputs> x;
  x[0] = sense_ * m.x;
  x[1] = sense_ * m.v;
  x[2] = in.t;
  for (std::size_t k = 0; k < call_.plugin().state_count; ++k) x[3 + k] = in.z[k];
  return x;
}

void PluginLine::put_output(const Direction::Motion<double>& m, const double* from,
                            Output& out) const {
  Direction::put_force<double>(m, sense_ * from[0], out);
  out.energy = from[1];
  out.dissipated = from[2];
  for (std::size_t k = 0; k < call_.plugin().state_count; ++k) out.zdot[k] = from[3 + k];
}

void PluginLine::calc(const Input& in, Output& out) const {
  const Direction::Motion<double> m = direction_.measure<double>(in);
  Numbers y;
  call_.calc(make_input(m, in).data(), y.data());
  put_output(m, y.data(), out);
}

void PluginLine::calc_derivative(const Input& in, Output& out, Derivative& d) const {
  const Direction::Motion<double> m = direction_.measure<double>(in);
  Numbers y;
  Gradients by;
  call_.calc(make_input(m, in).data(), y.data(), by.data());
  put_output(m, y.data(), out);
  const auto n = static_cast<Eigen::Index>(call_.plugin().state_count);
  // x and x' by d and v; the sense meets itself in the force, not in the states.
  Vec3 turn = Vec3::Zero();  // x' by d: the line turns
  d.setZero();
  if (direction_.is_line()) {
    const double length = in.d.norm();
    turn = (in.v - m.n * m.v) / length;
    const double pull = sense_ * y[0];
    d.block<3, 3>(0, 0) = -pull / length * (Mat3::Identity() - m.n * m.n.transpose());
  }
  d.block<3, 3>(0, 0) -= m.n * (by[0] * m.n + by[1] * turn).transpose();
  d.block<3, 3>(0, 6) = -by[1] * m.n * m.n.transpose();
  for (Eigen::Index k = 0; k < n; ++k) {
    d.block<3, 1>(0, 12 + k) = -sense_ * by[static_cast<std::size_t>(2 + k)] * m.n;
    const double* const row = &by[static_cast<std::size_t>((1 + k) * (2 + n))];
    d.block<1, 3>(6 + k, 0) = sense_ * (row[0] * m.n + row[1] * turn).transpose();
    d.block<1, 3>(6 + k, 6) = sense_ * row[1] * m.n.transpose();
    for (Eigen::Index j = 0; j < n; ++j) d(6 + k, 12 + j) = row[2 + j];
  }
}

PluginBearing::PluginBearing(PluginCall call, const Vec3& d0, const Reflection& reflection)
    : call_(std::move(call)), d0_(d0) {
  DerivativePlan plan;
  constexpr double scales[4] = {length_scale, angle_scale, speed_scale, speed_scale};
  for (std::size_t k = 0; k < 12; ++k) {
    signs_[k] = reflection.six(static_cast<int>(k % 6));
    plan.inputs.push_back(k);
    plan.scales.push_back(scales[k / 3]);
    if (k < 6) plan.outputs.push_back(k);
  }
  for (std::size_t k = 0; k < call_.plugin().state_count; ++k) {
    plan.inputs.push_back(13 + k);
    plan.scales.push_back(state_scale);
    plan.outputs.push_back(8 + k);
  }
  call_.set_plan(std::move(plan));
}

std::array<double, PluginCall::most_inputs> PluginBearing::make_input(const Input& in) const {
  std::array<double, PluginCall::most_inputs> x;
  const Vec3 parts[4] = {in.d - d0_, in.theta, in.v, in.w};
  for (std::size_t k = 0; k < 12; ++k)
    x[k] = signs_[k] * parts[k / 3][static_cast<Eigen::Index>(k % 3)];
  x[12] = in.t;
  std::copy(in.z.begin(), in.z.end(), x.begin() + 13);
  return x;
}

void PluginBearing::put_output(const double* from, Output& out) const {
  for (std::size_t k = 0; k < 3; ++k) {
    const auto c = static_cast<Eigen::Index>(k);
    out.force[c] = signs_[k] * from[k];
    out.torque[c] = signs_[3 + k] * from[3 + k];
  }
  out.energy = from[6];
  out.dissipated = from[7];
  std::copy_n(from + 8, call_.plugin().state_count, out.zdot.begin());
}

void PluginBearing::calc(const Input& in, Output& out) const {
  Numbers y;
  call_.calc(make_input(in).data(), y.data());
  put_output(y.data(), out);
}

void PluginBearing::calc_derivative(const Input& in, Output& out, Derivative& d) const {
  Numbers y;
  Gradients by;
  call_.calc(make_input(in).data(), y.data(), by.data());
  put_output(y.data(), out);
  d.setZero();
  const std::size_t n = call_.plugin().state_count, columns = 12 + n;
  const auto get_sign = [&](std::size_t k, std::size_t last) { return k < last ? signs_[k] : 1.0; };
  for (std::size_t r = 0; r < 6 + n; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      d(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) =
          get_sign(r, 6) * get_sign(c, 12) * by[r * columns + c];
}

SchemaPtr get_plugin_schema() {
  static const SchemaPtr schema = [] {
    auto made = std::make_shared<Schema>();
    made->name = "plugin";
    made->doc = "A law of your own: a function of a shared library, or of Python";
    made->fields = list_plugin_fields();
    made->fields.push_back(Direction::field());
    return made;
  }();
  return schema;
}

std::unique_ptr<Element> build_plugin(const Table& table, const Nominal& nominal) {
  PluginCall call = PluginCall::read(table, {FOURFOOT_LINE, FOURFOOT_BEARING});
  const Reflection reflection = get_reflection(table);
  if (call.plugin().kind == FOURFOOT_BEARING)
    return std::make_unique<PluginBearing>(std::move(call), nominal.d, reflection);
  const std::string axis = table.text_or("axis", "line");
  if (axis == "line" && !(nominal.d.norm() > 0.0)) {
    throw InputError({"element-line", table.where,
                      "the two points coincide in the nominal position: the line has no direction",
                      "give the axis: x, y or z"});
  }
  const double sense = axis == "line" ? 1.0 : reflection.polar(axis[0] - 'x');
  return std::make_unique<PluginLine>(std::move(call), Direction(axis, nominal.d), sense);
}

void mirror_plugin(const Reflection& reflection, Table& table) {
  const Reflection before = get_reflection(table);
  table.put(mirror_key,
            Value{std::vector<double>{before.x * reflection.x, before.y * reflection.y}, {}});
}

}  // namespace fourfoot::element
