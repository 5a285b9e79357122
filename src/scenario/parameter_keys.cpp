#include "scenario/parameter_keys.h"

#include <fmt/format.h>

#include "base/error.h"

namespace fourfoot::scenario {

std::vector<std::string> read_keys(const Table& parameter) {
  if (parameter.has("key") == parameter.has("keys") ||
      (parameter.has("keys") && parameter.texts("keys").empty()))
    throw InputError(Finding{"missing-key", parameter.where,
                             "a parameter has a key, or keys, and not both",
                             "for example key = \"contact.conicity\""});
  return parameter.has("key") ? std::vector<std::string>{parameter.text("key")}
                              : parameter.texts("keys");
}

std::vector<double> read_for_each_key(const Table& parameter, const char* list, double otherwise,
                                      std::size_t keys) {
  if (!parameter.has(list)) return std::vector<double>(keys, otherwise);
  const std::vector<double>& values = parameter.numbers(list);
  if (values.size() == keys) return values;
  throw InputError(Finding{"list-length", parameter.where_is(list),
                           fmt::format("{} has {} values for {} keys", list, values.size(), keys),
                           "expected one for each key"});
}

}  // namespace fourfoot::scenario
