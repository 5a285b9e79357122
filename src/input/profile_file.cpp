#include "input/profile_file.h"

#include "base/error.h"
#include "contact/geometry/wheel_rail_schema.h"
#include "profile/description.h"
#include "profile/reader.h"
#include "scenario/scenario.h"
#include "vehicle/schema.h"

namespace fourfoot::input {

namespace {

std::shared_ptr<const SourceFile> open_points(const std::string& path,
                                              const SourceLocation& where) {
  return read_source(path, where);
}

}  // namespace

profile::OpenPoints make_point_opener(std::vector<std::shared_ptr<const SourceFile>>& sources) {
  return [&sources](const std::string& path, const SourceLocation& where) {
    sources.push_back(read_source(path, where));
    return sources.back();
  };
}

profile::Profile read_profile_file(const std::filesystem::path& path,
                                   const profile::PointOptions& options) {
  if (path.extension() != ".toml") return profile::read_profile(read_source(path), options);
  const Document document = load_document(path, profile::get_profile_schema());
  profile::Profile p = profile::build_profile(document.root, open_points);
  if (options.kind && *options.kind != p.kind)
    throw InputError(Finding{"profile-kind", document.root.where_is("kind"),
                             p.kind == profile::ProfileKind::rail
                                 ? "this is a rail profile, a wheel was expected"
                                 : "this is a wheel profile, a rail was expected"});
  return p;
}

namespace {

contact::WheelsetOnTrack build_wheelset(const Table& root) {
  const Table& table = root.table("wheel_rail");
  const bool says_radius =
      table.has("radius") || (table.has("radius_left") && table.has("radius_right"));
  if (!says_radius && root.has("vehicle"))
    for (const vehicle::BodyEntry& body : vehicle::read_description(root.table("vehicle")).bodies)
      if (body.type == vehicle::BodyType::wheelset)
        return contact::build_wheelset_on_track(
            contact::read_wheel_rail_profiles(table, open_points), body.radius);
  return contact::build_wheelset_on_track(table, open_points);
}

}  // namespace

WheelRailFile read_wheel_rail(const std::filesystem::path& path,
                              const std::vector<Setting>& overrides) {
  // The scenario's own keys, none of them needed for geometry alone.
  Schema schema = *scenario::get_scenario_schema();
  for (Field& field : schema.fields) field.is_required = field.key == "wheel_rail";
  const Document document = load_document(path, schema, overrides);
  WheelRailFile file{build_wheelset(document.root), {}};
  if (!document.root.has("contact")) return file;
  const Table& steel = document.root.table("contact");
  if (steel.has("young") && steel.has("poisson"))
    file.material =
        contact::make_material_from_young(steel.number("young"), steel.number("poisson"));
  return file;
}

}  // namespace fourfoot::input
