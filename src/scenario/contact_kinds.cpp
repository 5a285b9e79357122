#include "scenario/contact_kinds.h"

#include <stdexcept>

#include "scenario/build_contact.h"

namespace fourfoot::scenario {

namespace {

constexpr ContactKind contact_kinds[] = {
    {.model = ""},
    {.model = "none"},
    {.model = "textbook", .build = build_textbook_contacts},
    // Elastic wheels on rails that do not give have hardly any damping, and dry rails make them
    // vibrate (docs/theory/dry-rails.md).
    {.model = "profiles",
     .normal = "elastic",
     .has_profiles = true,
     .carries_weight = true,
     .wants_soft_rails = true,
     .build = build_elastic_contacts},
    {.model = "profiles",
     .normal = "strips",
     .has_profiles = true,
     .carries_weight = true,
     .wants_soft_rails = true,
     .build = build_elastic_contacts},
    {.model = "profiles",
     .normal = "kik-piotrowski",
     .has_profiles = true,
     .carries_weight = true,
     .wants_soft_rails = true,
     .build = build_elastic_contacts},
    // Rigid treads have no contact resonance.
    {.model = "profiles",
     .normal = "constraint",
     .has_profiles = true,
     .carries_weight = true,
     .has_reference = false,
     .build = build_constraint_contacts}};

}  // namespace

const ContactKind& get_contact_kind(const Table& contact) {
  for (const ContactKind& kind : contact_kinds)
    if (contact.text_or("model", "") == kind.model && contact.text_or("normal", "") == kind.normal)
      return kind;
  throw std::logic_error("a contact that passed its check is of no kind");
}

}  // namespace fourfoot::scenario
