#pragma once

#include "base/schema.h"

namespace fourfoot::scenario {

/// The table `contact` of a scenario: `model` chooses textbook, profiles or none.
SchemaPtr get_contact_schema();

/// The table `drive`: what supplies the force for the motion along the line.
SchemaPtr get_drive_schema();

}  // namespace fourfoot::scenario
