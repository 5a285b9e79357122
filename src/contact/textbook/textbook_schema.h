#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "contact/textbook/textbook.h"

namespace fourfoot::contact {

/// The keys of `[contact]` with model = "textbook".
SchemaPtr get_textbook_schema();

/// One wheelset's contact from its checked table. Creep coefficients are those given, or Kalker's
/// for the Hertzian patch of a cone on a rail head of `rail_head_radius` under half the axle load.
/// `default_axle_load` [N] is used where the table has no axle_load. Throws InputError if the
/// entries contradict each other.
TextbookContact build_textbook(const Table& table, double radius, double pitch_inertia,
                               double default_axle_load);

}  // namespace fourfoot::contact
