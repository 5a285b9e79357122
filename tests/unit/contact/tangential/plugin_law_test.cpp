#include "contact/tangential/plugin_law.h"

#include <gtest/gtest.h>

#include <random>

#include "contact/tangential/registry.h"

namespace fourfoot::contact {
namespace {

const Material plugin_steel;

// Hands on to a law of the program, so that both must agree.
int call_polach(const double* in, const double*, double* out, double* derivatives, void* context) {
  const auto& law = *static_cast<const TangentialLaw*>(context);
  TangentialJacobian d;
  const TangentialForce f = law.calc({in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]}, d);
  const double values[4] = {f.fx, f.fy, f.mz, f.slip_share};
  std::copy_n(values, 4, out);
  if (derivatives == nullptr) return FOURFOOT_OK;
  for (int i = 0; i < 18; ++i) derivatives[i] = d(i / 6, i % 6);
  return FOURFOOT_OK;
}
int call_without_derivatives(const double* in, const double* p, double* out, double*,
                             void* context) {
  call_polach(in, p, out, nullptr, context);
  return FOURFOOT_NO_DERIVATIVES;
}

Table choose_plugin(const std::string& name) {
  Table table;
  table.put("law", {std::string(plugin_law_name), {}});
  table.put("function", {name, {}});
  return table;
}

TEST(PluginLaw, GivesWhatTheBuiltInLawGives) {
  const auto polach = make_tangential_law("polach", plugin_steel);
  add_plugin({"own-polach", FOURFOOT_CREEP, 0, 0, &call_polach, polach.get()});
  add_plugin({"own-polach-only", FOURFOOT_CREEP, 0, 0, &call_without_derivatives, polach.get()});
  const auto own = make_tangential_law(choose_plugin("own-polach"), plugin_steel);
  const auto plain = make_tangential_law(choose_plugin("own-polach-only"), plugin_steel);
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> r(0.2, 1.0);
  for (int trial = 0; trial < 50; ++trial) {
    const TangentialInput in{8e-3 * r(engine), 8e-3 * r(engine), 1e5 * r(engine), 0.3,
                             4e-3 * r(engine), 3e-3 * r(engine), 0.3 * r(engine), 20.0};
    TangentialJacobian expected, found, differences;
    const TangentialForce f = polach->calc(in, expected);
    EXPECT_EQ(own->calc(in, found).fx, f.fx);
    EXPECT_EQ(own->calc(in).fy, f.fy);
    EXPECT_TRUE(found == expected);
    plain->calc(in, differences);
    for (int i = 0; i < 6; ++i)
      // Differences over 6e-6 of each number bend by the square of that, and carry 1e-10 of rounding.
      EXPECT_LT((differences - expected).col(i).norm(), 1e-6 * expected.col(i).norm()) << i;
  }
  EXPECT_TRUE(get_tangential_schema()->variants.count(plugin_law_name));
}

}  // namespace
}  // namespace fourfoot::contact
