// Faults that the checks of files keep away from the program, but that a program that uses the
// library can make.
#include <gtest/gtest.h>

#include "base/error.h"
#include "element/registry.h"
#include "multibody/model.h"

namespace fourfoot {
namespace {

std::string get_message(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

multibody::BodyDescription make_body() {
  multibody::BodyDescription body;
  body.name = "box";
  body.mass = 1.0;
  body.inertia = Mat3::Identity();
  return body;
}

std::string build(std::vector<multibody::BodyDescription> bodies) {
  return get_message([&] {
    multibody::ModelDescription description;
    description.bodies = std::move(bodies);
    multibody::Model model(std::move(description));
  });
}

TEST(LibraryMessages, Bodies) {
  EXPECT_EQ(build({make_body(), make_body()}),
            "error[duplicate-name]: there are two bodies named \"box\"\n");
  multibody::BodyDescription weightless = make_body();
  weightless.mass = 0.0;
  EXPECT_EQ(build({weightless}), "error[mass]: body \"box\": mass must be positive\n");
  multibody::BodyDescription led = make_body();
  led.coordinates[0].kind = multibody::CoordinateRule::Kind::prescribed;
  EXPECT_EQ(build({led}),
            "error[prescribed]: body \"box\": a prescribed coordinate has no motion\n");
}

TEST(LibraryMessages, ElementTypes) {
  EXPECT_EQ(get_message([] { element::build_element("spring-dampr", {}, {}); }),
            "error[unknown-element]: there is no element type \"spring-dampr\"\n"
            "  did you mean \"spring-damper\"?\n");
}

}  // namespace
}  // namespace fourfoot
