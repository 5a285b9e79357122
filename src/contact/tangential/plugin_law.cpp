#include "contact/tangential/plugin_law.h"

namespace fourfoot::contact {

PluginLaw::PluginLaw(const Material& material, PluginCall call)
    : TangentialLaw(plugin_law_name, material), call_(std::move(call)) {
  // nu_x, nu_y, spin, normal, a, b; the last three are never zero.
  call_.set_plan({{4, 5, 6, 2, 0, 1}, {1e-4, 1e-4, 1e-2, 0.0, 0.0, 0.0}, {0, 1, 2}});
}

std::array<double, 10> PluginLaw::make_input(const TangentialInput& in) const {
  return {in.a,
          in.b,
          in.normal,
          in.friction,
          in.nu_x,
          in.nu_y,
          in.spin,
          in.speed,
          material().shear_modulus,
          material().poisson};
}

TangentialForce PluginLaw::do_calc(const TangentialInput& in) const {
  double out[4];
  call_.calc(make_input(in).data(), out);
  return {out[0], out[1], out[2], out[3]};
}

TangentialForce PluginLaw::do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const {
  double out[4], by[18];
  call_.calc(make_input(in).data(), out, by);
  jacobian = Eigen::Map<const Eigen::Matrix<double, 3, 6, Eigen::RowMajor>>(by);
  return {out[0], out[1], out[2], out[3]};
}

SchemaPtr get_plugin_law_schema() {
  auto schema = std::make_shared<Schema>();
  schema->name = plugin_law_name;
  schema->doc = "A law of your own: a function of a shared library, or of Python";
  schema->fields = list_plugin_fields();
  return schema;
}

std::unique_ptr<TangentialLaw> make_plugin_law(const Material& material, const Table& table) {
  return std::make_unique<PluginLaw>(material, PluginCall::read(table, {FOURFOOT_CREEP}));
}

}  // namespace fourfoot::contact
