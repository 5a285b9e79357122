#include "track/quality_limits.h"

#include <algorithm>

namespace fourfoot::track {

namespace {

SchemaPtr make_limit_schema() {
  const auto level = [](const char* key, const char* doc) {
    return number(key, "", doc).positive();
  };
  return std::make_shared<Schema>(Schema{
      "limit of track geometry",
      "Limits of one quantity up to a speed.",
      {text("quantity", "what is limited")
           .one_of({"level", "alignment", "twist", "gauge_wide", "gauge_narrow"})
           .required(),
       text("band", "of level and alignment").one_of({"D1", "D2", "D3"}).by_default("D1"),
       number("base", "m", "of twist").within(0.1, 100.0).by_default(3.0),
       number("speed", "m/s", "it holds up to this speed; default: always").positive(),
       text("of", "a peak, or the standard deviation of a section")
           .one_of({"peak", "deviation"})
           .by_default("peak"),
       level("alert", "alert limit, in m; of twist in m/m"),
       level("intervention", "intervention limit"), level("immediate", "immediate action limit"),
       text("trust", "where the numbers come from").by_default("unverified")},
      "",
      {}});
}

}  // namespace

SchemaPtr get_quality_limits_schema() {
  static const SchemaPtr schema = std::make_shared<Schema>(
      Schema{"track limits",
             "Limits of track geometry.",
             {text("format", "what this file is").one_of({"fourfoot track limits 1"}).required(),
              text("title", "name of the collection").by_default(""),
              text("edition", "of the standard").by_default(""),
              text("source", "where the numbers come from").by_default(""),
              nested("limit", Kind::tables, make_limit_schema(), "limits").up_to(1000)},
             "",
             {}});
  return schema;
}

QualityLimits read_quality_limits(const Table& table) {
  QualityLimits limits{table.text("title"), table.text("edition"), table.text("source"), {}};
  if (!table.has("limit")) return limits;
  for (const Table& t : table.tables("limit")) {
    QualityLimit limit;
    limit.quantity = t.text("quantity");
    limit.band = t.text("band");
    limit.base = t.number("base");
    limit.speed = t.number_or("speed", limit.speed);
    limit.is_deviation = t.text("of") == "deviation";
    limit.alert = t.number_or("alert", limit.alert);
    limit.intervention = t.number_or("intervention", limit.intervention);
    limit.immediate = t.number_or("immediate", limit.immediate);
    limit.trust = t.text("trust");
    limits.limits.push_back(std::move(limit));
  }
  return limits;
}

std::vector<QualityLimit> QualityLimits::find(double speed) const {
  std::vector<QualityLimit> found;
  for (const QualityLimit& limit : limits) {
    if (limit.speed < speed) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const QualityLimit& other) {
      const bool is_base = limit.quantity != "twist" || other.base == limit.base;
      return other.quantity == limit.quantity && other.band == limit.band && is_base &&
             other.is_deviation == limit.is_deviation;
    });
    if (same == found.end())
      found.push_back(limit);
    else if (limit.speed < same->speed)
      *same = limit;
  }
  return found;
}

}  // namespace fourfoot::track
