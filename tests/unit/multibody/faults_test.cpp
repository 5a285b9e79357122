// Faults that vehicle files cannot reach, because they are checked before: a program that builds a
// model itself can.
#include <gtest/gtest.h>

#include "base/error.h"
#include "multibody/model.h"

namespace fourfoot::multibody {
namespace {

ModelDescription make_one_body() {
  ModelDescription description;
  BodyDescription body;
  body.name = "car";
  body.mass = 1.0;
  description.bodies = {body};
  return description;
}

std::string find_description_fault(ModelDescription description) {
  try {
    Model model(std::move(description));
  } catch (const InputError& error) {
    return error.findings().front().id + ": " + error.findings().front().message;
  }
  return "";
}

TEST(ModelFaults, AJointWithABodyThatIsNotThere) {
  ModelDescription description = make_one_body();
  JointDescription joint;
  joint.name = "pivot";
  joint.body_a = "car";
  joint.body_b = "bogie";
  description.joints = {joint};
  EXPECT_EQ(
      find_description_fault(description),
      std::string("unknown-body") + ": \"pivot\" names the body \"bogie\", which does not exist");
}

TEST(ModelFaults, ARelationOfASpeedThatIsNotThere) {
  ModelDescription description = make_one_body();
  SpeedRelation relation;
  relation.name = "roll";
  relation.terms = {{"car", 6, 1.0}};
  description.relations = {relation};
  EXPECT_EQ(find_description_fault(description),
            std::string("relation") + ": relation \"roll\": a speed's component must be 0 to 5");
}

}  // namespace
}  // namespace fourfoot::multibody
