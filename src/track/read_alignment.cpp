#include "base/error.h"
#include "track/alignment.h"

namespace fourfoot::track {

namespace {

SchemaPtr make_columns_schema() {
  std::vector<Field> fields;
  for (const ColumnWanted& column : get_alignment_columns())
    fields.push_back(text(column.name, "name of the column of " + column.name));
  return std::make_shared<Schema>(Schema{
      "columns of an alignment", "Columns whose names are not known.", std::move(fields), "", {}});
}

AlignmentRequest read_request(const Table& table) {
  AlignmentRequest request;
  request.path = table.text("file");
  request.where = table.where_is("file");
  request.name = table.text_or("name", "");
  if (table.has("columns"))
    for (const auto& [key, value] : table.table("columns").entries())
      request.columns[key] = table.table("columns").text(key);
  if (table.has("chord")) request.chord = table.number("chord");
  request.left = table.text("positive") == "left" ? 1.0 : -1.0;
  const std::string& raised = table.text("raised");
  request.raised = raised == "left"    ? RaisedRail::left
                   : raised == "right" ? RaisedRail::right
                                       : RaisedRail::outer;
  if (table.has("cant_unit")) request.cant_unit = table.text("cant_unit") == "mm" ? 1e-3 : 1.0;
  return request;
}

}  // namespace

SchemaPtr get_alignment_schema() {
  static const SchemaPtr schema = std::make_shared<Schema>(Schema{
      "alignment",
      "A line from a file of another program.",
      {path("file", "table (CSV, TSV), LandXML 1.2 (.xml) or IFC 4.3 (.ifc)").required(),
       text("name", "which of several alignments of a file; default: the only one"),
       nested("columns", Kind::table, make_columns_schema(),
              "names of the columns of a table: { curvature = \"name in the file\" }"),
       number("chord", "m", "chord over which the versines of a table were measured")
           .within(0.1, 1000.0),
       text("positive",
            "side to which curves of positive curvature, radius or versine turn, in a table")
           .one_of({"left", "right"})
           .by_default("left"),
       text("raised", "rail that a positive cant raises, in a table")
           .one_of({"outer", "left", "right"})
           .by_default("outer"),
       text("cant_unit", "unit of cant in LandXML; default: by the size of the values")
           .one_of({"mm", "m"}),
       text("coordinates",
            "local: the line begins at x = y = 0; file: where the file says, in its coordinates")
           .one_of({"local", "file"})
           .by_default("local")},
      "",
      {}});
  return schema;
}

void read_alignment(const Table& table, const DataReaders& readers, TrackDescription& d) {
  const Table& given = table.table("alignment");
  if (table.has("horizontal"))
    throw InputError(Finding{"contradiction", table.where_is("alignment"),
                             "the track has both an alignment and [[horizontal]] elements",
                             "keep one of them"});
  // Where no files are opened, this one is not there either.
  if (!readers.alignment)
    throw InputError(
        Finding{"file-not-found", given.where_is("file"), "no files are opened here", ""});
  Alignment a = readers.alignment(read_request(given));
  if (d.name.empty()) d.name = a.name;
  d.horizontal = std::move(a.horizontal);
  d.cant = std::move(a.cant);
  d.vertical = std::move(a.vertical);
  d.chainages = std::move(a.chainages);
  d.warnings.insert(d.warnings.end(), a.warnings.begin(), a.warnings.end());
  if (a.gauge && !table.has("gauge")) d.gauge = *a.gauge;
  d.is_gauge_given = d.is_gauge_given || a.gauge;
  if (!table.has("contact_distance"))
    d.contact_distance = a.contact_distance.value_or(d.gauge + rail_head_width);
  if (a.cant_rotation && !table.has("cant_rotation")) d.cant_rotation = *a.cant_rotation;
  if (!a.position || table.has("start")) return;
  d.start_heading = a.heading;
  d.start_position =
      given.text("coordinates") == "file" ? *a.position : Vec3(0.0, 0.0, a.position->z());
}

}  // namespace fourfoot::track
