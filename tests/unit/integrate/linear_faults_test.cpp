#include <gtest/gtest.h>

#include "base/error.h"
#include "integrate/linear/linear_method.h"

namespace fourfoot::integrate::linear {
namespace {

TEST(LinearMethod, AnUnknownNameIsAFaultOfTheInput) {
  LinearSystem system;
  system.mass = system.damping = system.stiffness = MatX::Identity(1, 1);
  try {
    make_linear_method("newmrak", system, 1e-3);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings().front().id, "unknown-linear-method");
    EXPECT_EQ(error.findings().front().hint, "did you mean \"newmark\"?");
  }
}

}  // namespace
}  // namespace fourfoot::integrate::linear
