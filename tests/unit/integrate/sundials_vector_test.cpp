// Our operations on SUNDIALS' vectors give the bits of its own.
#include "integrate/sundials_vector.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fourfoot::integrate {
namespace {

struct Vectors {
  explicit Vectors(bool ours) {
#ifdef SUN_COMM_NULL
    SUNContext_Create(SUN_COMM_NULL, &context);
#else
    SUNContext_Create(nullptr, &context);
#endif
    std::mt19937 random(8);
    std::normal_distribution<double> normal;
    for (N_Vector* v : {&x, &y, &z}) {
      *v = ours ? make_sun_vector(n, nullptr, context) : N_VNew_Serial(n, context);
      for (sunindextype i = 0; i < n; ++i) N_VGetArrayPointer(*v)[i] = normal(random);
    }
  }
  Vectors(const Vectors&) = delete;
  Vectors& operator=(const Vectors&) = delete;
  ~Vectors() {
    for (N_Vector v : {x, y, z}) N_VDestroy(v);
    SUNContext_Free(&context);
  }
  std::vector<double> read(N_Vector v) const {
    return {N_VGetArrayPointer(v), N_VGetArrayPointer(v) + n};
  }

  static constexpr sunindextype n = 37;  // no multiple of a vector's width
  SUNContext context = nullptr;
  N_Vector x = nullptr, y = nullptr, z = nullptr;
};

TEST(SundialsVector, GivesTheBitsOfSundials) {
  const double factors[] = {1.0, -1.0, 0.3, -0.3, 1.7};
  for (const double a : factors) {
    for (const double b : factors) {
      Vectors ours(true), theirs(false);
      for (Vectors* v : {&ours, &theirs}) {
        N_VLinearSum(a, v->x, b, v->y, v->z);
        N_VLinearSum(a, v->x, b, v->y, v->y);  // on one of its own
        N_VLinearSum(a, v->x, b, v->z, v->x);
        N_VScale(b, v->x, v->x);
      }
      EXPECT_EQ(ours.read(ours.x), theirs.read(theirs.x)) << a << " " << b;
      EXPECT_EQ(ours.read(ours.y), theirs.read(theirs.y)) << a << " " << b;
      EXPECT_EQ(ours.read(ours.z), theirs.read(theirs.z)) << a << " " << b;
    }
  }
  Vectors ours(true), theirs(false);
  double norms[2] = {0.0, 0.0}, *norm = norms;
  for (Vectors* v : {&ours, &theirs}) {
    N_VAbs(v->x, v->x);
    N_VInv(v->x, v->y);
    N_VProd(v->x, v->z, v->z);
    *norm++ = N_VWrmsNorm(v->z, v->y);
  }
  EXPECT_EQ(ours.read(ours.y), theirs.read(theirs.y));
  EXPECT_EQ(ours.read(ours.z), theirs.read(theirs.z));
  EXPECT_EQ(norms[0], norms[1]);
}

}  // namespace
}  // namespace fourfoot::integrate
