#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "contact/patch_cases.h"
#include "contact/tangential/plugin_law.h"
#include "contact/tangential/registry.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using contact::TangentialInput;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Arguments in the order of get_hertz_case_fields().
py::tuple calc_hertz(const std::vector<Array>& arrays, std::size_t count, int threads) {
  const std::vector<Field>& fields = contact::get_hertz_case_fields();
  if (arrays.size() != fields.size()) throw std::invalid_argument("hertz takes five arrays");
  std::vector<Column> in;
  for (std::size_t k = 0; k < fields.size(); ++k) {
    in.push_back(make_column(arrays[k], count, fields[k].key.c_str()));
    check_column(fields[k], in[k], count);
  }
  Array a = make_result(count), b = make_result(count), approach = make_result(count),
        pressure = make_result(count);
  double* const out[4] = {a.mutable_data(), b.mutable_data(), approach.mutable_data(),
                          pressure.mutable_data()};
  run_pieces(count, 4096, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const double x[5] = {in[0][i], in[1][i], in[2][i], in[3][i], in[4][i]};
      contact::HertzContact<double> r{no_number, no_number, no_number, no_number, no_number};
      if (!std::isnan(x[0] + x[1] + x[2] + x[3] + x[4]))
        r = contact::calc_hertz_case(x[0], x[1], x[2], x[3], x[4]);
      out[0][i] = r.a;
      out[1][i] = r.b;
      out[2][i] = r.approach;
      out[3][i] = r.pressure_max;
    }
  });
  return py::make_tuple(a, b, approach, pressure);
}

// One number or word that a law's field allows.
Value read_parameter(const Field& field, const py::handle& given) {
  const auto fail = [&](const std::string& hint) {
    const std::string text = py::repr(given).cast<std::string>();
    throw InputError(Finding{"out-of-range", {}, field.key + " cannot be " + text, hint});
  };
  if (field.kind == Kind::numbers) {
    const auto list = py::reinterpret_borrow<py::object>(given);
    const Array numbers = Array::ensure(list);
    if (!numbers) PyErr_Clear();
    if (!numbers || numbers.ndim() != 1) fail("expected a list of numbers");
    return {std::vector<double>(numbers.data(), numbers.data() + numbers.size()), {}};
  }
  if (field.kind == Kind::text || field.kind == Kind::path) {
    if (!py::isinstance<py::str>(given)) fail("expected a text");
    const std::string word = given.cast<std::string>();
    if (!field.choices.empty() &&
        std::find(field.choices.begin(), field.choices.end(), word) == field.choices.end())
      fail(suggest(word, field.choices));
    return {word, {}};
  }
  double value = no_number;
  try {
    value = given.cast<double>();
  } catch (const py::cast_error&) {
    fail("expected a number");
  }
  if (!std::isfinite(value)) fail("expected a finite number");
  if (field.kind == Kind::integer && value != std::floor(value)) fail("expected a whole number");
  check_column(field, {&value, 0}, 1);
  return {value, {}};
}

/// A law of one steel with its parameters, or exact theory.
class CreepLaw {
 public:
  CreepLaw(const std::string& name, double shear_modulus, double poisson, std::optional<int> grid,
           const py::dict& parameters)
      : name_(name), material_{shear_modulus, poisson} {
    const std::vector<Field>& fields = contact::get_creep_case_fields();
    const Field& law = find_case_field(fields, "law");
    const bool is_plugin = name == contact::plugin_law_name;
    if (!is_plugin && std::find(law.choices.begin(), law.choices.end(), name) == law.choices.end())
      throw InputError(Finding{
          "unknown-value", {}, "there is no law \"" + name + "\"", suggest(name, law.choices)});
    const double steel[2] = {shear_modulus, poisson};
    if (std::isnan(shear_modulus) || std::isnan(poisson))
      throw InputError(Finding{"out-of-range", {}, "the law's steel needs numbers, not nan"});
    check_column(find_case_field(fields, "shear_modulus"), {&steel[0], 0}, 1);
    check_column(find_case_field(fields, "poisson"), {&steel[1], 0}, 1);
    if (grid) read_parameter(find_case_field(fields, "grid"), py::int_(*grid));
    const bool is_exact = name == contact::exact_name;
    const std::vector<Field> own = is_exact    ? contact::get_exact_fields()
                                   : is_plugin ? list_plugin_fields()
                                               : contact::get_law_fields(name);
    Table table;
    if (is_plugin) table.put("law", Value{name, {}});
    if (!is_plugin && !is_exact) table = contact::make_law_table(name, grid, {});
    for (const auto& [key, value] : parameters) put_parameter(own, key, value, table);
    if (is_exact) {
      exact_ = contact::make_exact_options(table, grid, {});
      return;
    }
    if (is_plugin && !table.has("function"))
      throw InputError(
          Finding{"missing-key", {}, "\"function\" is missing", "name of the plug-in"});
    const py::gil_scoped_release release;  // a tabulated law is made now
    law_ = contact::make_tangential_law(table, material_);
  }

  const std::string& name() const { return name_; }
  const contact::Material& material() const { return material_; }

  TangentialInput make_input(const std::vector<Column>& in, std::size_t i) const {
    return {in[0][i], in[1][i], in[2][i], in[3][i], in[4][i], in[5][i], in[6][i], in[7][i]};
  }

  py::tuple calc(const std::vector<Array>& arrays, std::size_t count, bool with_derivatives,
                 int threads) const;

 private:
  static void put_parameter(const std::vector<Field>& fields, const py::handle& name,
                            const py::handle& value, Table& table) {
    const std::string key = py::str(name).cast<std::string>();
    std::vector<std::string> keys;
    for (const Field& field : fields) keys.push_back(field.key);
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw InputError(
          Finding{"unknown-key", {}, "the law has no \"" + key + "\"", suggest(key, keys)});
    table.put(key, read_parameter(find_case_field(fields, key), value));
  }

  std::string name_;
  contact::Material material_;
  contact::ExactOptions exact_;
  std::unique_ptr<contact::TangentialLaw> law_;  ///< none: exact
};

// What the arrays of a call mean, in their order.
constexpr const char* creep_keys[8] = {"a",    "b",    "normal", "friction",
                                       "nu_x", "nu_y", "spin",   "speed"};

py::tuple CreepLaw::calc(const std::vector<Array>& arrays, std::size_t count, bool with_derivatives,
                         int threads) const {
  if (arrays.size() != std::size(creep_keys)) throw std::invalid_argument("creep takes 8 arrays");
  if (with_derivatives && !law_)
    throw InputError(Finding{
        "no-derivatives", {}, "exact theory has no derivatives", "take the law \"exact-table\""});
  std::vector<Column> in;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    in.push_back(make_column(arrays[k], count, creep_keys[k]));
    check_column(find_case_field(contact::get_creep_case_fields(), creep_keys[k]), in[k], count);
  }
  Array fx = make_result(count), fy = make_result(count), mz = make_result(count),
        slip = make_result(count), jacobian = make_result(with_derivatives ? 18 * count : 0);
  double* const out[4] = {fx.mutable_data(), fy.mutable_data(), mz.mutable_data(),
                          slip.mutable_data()};
  double* const by = jacobian.mutable_data();
  run_pieces(count, law_ ? 512 : 1, threads, [&](std::size_t first, std::size_t last) {
    contact::TangentialJacobian d;
    for (std::size_t i = first; i < last; ++i) {
      const TangentialInput x = make_input(in, i);
      contact::TangentialForce f{no_number, no_number, no_number, no_number};
      d.setConstant(no_number);
      if (!std::isnan(x.a + x.b + x.normal + x.friction + x.nu_x + x.nu_y + x.spin + x.speed))
        f = !law_              ? contact::calc_exact_case(x, material_, exact_).force
            : with_derivatives ? law_->calc(x, d)
                               : law_->calc(x);
      out[0][i] = f.fx + 0.0;  // -0 becomes 0
      out[1][i] = f.fy + 0.0;
      out[2][i] = f.mz + 0.0;
      out[3][i] = f.slip_share;
      for (Eigen::Index k = 0; with_derivatives && k < 18; ++k)
        by[18 * i + static_cast<std::size_t>(k)] = d(k / 6, k % 6);
    }
  });
  return py::make_tuple(fx, fy, mz, slip, jacobian);
}

py::list describe_laws() {
  py::list laws;
  for (const contact::TangentialMethod& method : contact::get_tangential_methods()) {
    py::list keys;
    for (const Field& field : method.fields) keys.append(field.key);
    laws.append(py::make_tuple(method.name, method.doc, keys));
  }
  py::list keys;
  for (const Field& field : contact::get_exact_fields()) keys.append(field.key);
  laws.append(py::make_tuple(contact::exact_name, "exact theory (Kalker), no derivatives", keys));
  return laws;
}

}  // namespace

void bind_contact(py::module_& m) {
  m.def("hertz", &calc_hertz, py::arg("arrays"), py::arg("count"), py::arg("threads"));
  m.def("list_creep_laws", &describe_laws);
  m.def(
      "make_creep_law",
      [](const std::string& law, double shear_modulus, double poisson, std::optional<int> grid,
         const py::dict& parameters) {
        return std::make_unique<CreepLaw>(law, shear_modulus, poisson, grid, parameters);
      },
      py::arg("law"), py::arg("shear_modulus"), py::arg("poisson"), py::arg("grid"),
      py::arg("parameters"));
  py::class_<CreepLaw> made(m, "CreepLaw");
  forbid_new(made);
  made.def_property_readonly("name", &CreepLaw::name)
      .def_property_readonly("shear_modulus",
                             [](const CreepLaw& law) { return law.material().shear_modulus; })
      .def_property_readonly("poisson", [](const CreepLaw& law) { return law.material().poisson; })
      .def("calc", &CreepLaw::calc, py::arg("arrays"), py::arg("count"), py::arg("derivatives"),
           py::arg("threads"));
  bind_contact_geometry(m);
}

}  // namespace fourfoot::python
