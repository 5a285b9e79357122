#include "input/units.h"

#include <udunits2.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace fourfoot::input {

namespace {

struct FreeUnit {
  void operator()(ut_unit* unit) const { ut_free(unit); }
};
using UnitPtr = std::unique_ptr<ut_unit, FreeUnit>;

// UDUNITS-2 keeps global state; reading files is not a hot path, so one lock guards it.
std::mutex& get_mutex() {
  static std::mutex mutex;
  return mutex;
}

ut_system* get_system() {
  static ut_system* const system = [] {
    ut_set_error_message_handler(ut_ignore);
    ut_system* read = ut_read_xml(nullptr);
    if (read == nullptr) throw std::runtime_error("the unit database of UDUNITS-2 cannot be read");
    // It knows "degree" only; everybody writes "deg", also in "deg/s".
    const UnitPtr degree(ut_get_unit_by_name(read, "degree"));
    ut_map_name_to_unit("deg", UT_ASCII, degree.get());
    return read;
  }();
  return system;
}

// Spellings of the trade that UDUNITS-2 does not know, or knows as something else.
std::string replace_alias(const std::string& unit) {
  static const std::map<std::string, std::string> aliases = {
      {"", "1"}, {"\xC2\xB0", "degree"}, {"\xE2\x80\xB0", "1e-3"}, {"permille", "1e-3"}};
  const auto it = aliases.find(unit);
  if (it != aliases.end()) return it->second;
  return unit.front() == '/' ? "1" + unit : unit;
}

// Symbols of the trade that are written without a space: kNs/m, MNm/rad, kNms/rad, kgm2. UDUNITS-2
// wants one between factors; a prefix stands before the first only, so "ms" after N is metre
// second.
std::string split_factors(const std::string& unit) {
  static const std::vector<std::string> first = {"N", "kg"}, rest = {"ms", "m", "s"};
  std::string split;
  for (std::size_t i = 0; i < unit.size();) {
    if (std::isalpha(static_cast<unsigned char>(unit[i])) == 0) {
      split += unit[i++];
      continue;
    }
    std::size_t end = i;
    while (end < unit.size() && std::isalpha(static_cast<unsigned char>(unit[end])) != 0) ++end;
    std::string run = unit.substr(i, end - i);
    i = end;
    for (const std::string& symbol : first) {
      const std::size_t at = run.find(symbol);
      const std::size_t after = at + symbol.size();
      if (at == std::string::npos || at > 1 || after >= run.size()) continue;
      if (std::find(rest.begin(), rest.end(), run.substr(after)) == rest.end()) continue;
      run.insert(after, " ");
      if (run.ends_with("ms")) run.insert(run.size() - 1, " ");
      break;
    }
    split += run;
  }
  return split;
}

UnitPtr parse_unit(const std::string& unit) {
  const std::string spelled = replace_alias(unit);
  UnitPtr parsed(ut_parse(get_system(), spelled.c_str(), UT_UTF8));
  if (!parsed) parsed.reset(ut_parse(get_system(), split_factors(spelled).c_str(), UT_UTF8));
  return parsed;
}

std::string trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// UDUNITS-2 would multiply "1 435 mm" out to 435 mm. Only "1/km" may begin with a digit.
bool begins_with_number(const std::string& unit) {
  if (unit.empty() || std::string_view("0123456789.,+-").find(unit[0]) == std::string_view::npos) {
    return false;
  }
  const std::size_t next = unit.find_first_not_of(" \t", 1);
  return !(unit[0] == '1' && next != std::string::npos && unit[next] == '/');
}

}  // namespace

std::optional<WrittenQuantity> parse_quantity(const std::string& text) {
  const std::string trimmed = trim(text);
  const char* begin = trimmed.data();
  const char* end = begin + trimmed.size();
  if (begin != end && *begin == '+') ++begin;
  WrittenQuantity quantity;
  const auto [rest, status] = std::from_chars(begin, end, quantity.value);
  if (status != std::errc() || rest == begin || !std::isfinite(quantity.value)) return std::nullopt;
  quantity.unit = trim(std::string(rest, end));
  return quantity;
}

const std::vector<KnownConversion>& list_known_conversions() {
  static const std::vector<KnownConversion> known = {{"mm", "m", 1e-3},
                                                     {"km", "m", 1e3},
                                                     {"ms", "s", 1e-3},
                                                     {"km/h", "m/s", 1e3 / 3600.0},
                                                     {"kN", "N", 1e3},
                                                     {"MN", "N", 1e6},
                                                     {"kN/m", "N/m", 1e3},
                                                     {"MN/m", "N/m", 1e6},
                                                     {"kN s/m", "N s/m", 1e3},
                                                     {"kN m/rad", "N m/rad", 1e3},
                                                     {"MN m/rad", "N m/rad", 1e6},
                                                     {"kN m s/rad", "N m s/rad", 1e3}};
  return known;
}

Conversion convert(const WrittenQuantity& quantity, const std::string& wanted) {
  static const std::vector<std::string> plain = {"m",   "s",     "kg",      "N",         "m/s",
                                                 "N/m", "N s/m", "N m/rad", "N m s/rad", "rad"};
  if (quantity.unit == wanted && std::find(plain.begin(), plain.end(), wanted) != plain.end())
    return {quantity.value, UnitFault::none};
  for (const KnownConversion& known : list_known_conversions())
    if (quantity.unit == known.written && wanted == known.wanted)
      return {known.factor * quantity.value, UnitFault::none};
  return convert_by_udunits(quantity, wanted);
}

Conversion convert_by_udunits(const WrittenQuantity& quantity, const std::string& wanted) {
  const std::lock_guard<std::mutex> lock(get_mutex());
  // A long unit is no unit; it would only cost UDUNITS-2's parser time.
  if (quantity.unit.size() > 64 || begins_with_number(quantity.unit))
    return {0.0, UnitFault::unknown_unit};
  const UnitPtr from = parse_unit(quantity.unit);
  if (!from) return {0.0, UnitFault::unknown_unit};
  const UnitPtr to = parse_unit(wanted);
  if (!to) throw std::logic_error("the program asks for an unknown unit: " + wanted);
  if (ut_are_convertible(from.get(), to.get()) == 0) return {0.0, UnitFault::wrong_dimension};
  cv_converter* converter = ut_get_converter(from.get(), to.get());
  if (converter == nullptr) return {0.0, UnitFault::wrong_dimension};
  const double value = cv_convert_double(converter, quantity.value);
  cv_free(converter);
  return {value, UnitFault::none};
}

std::string get_unit_example(const std::string& unit) {
  static const std::map<std::string, std::string> examples = {{"m", "1435 mm"},
                                                              {"kg", "32 t"},
                                                              {"m/s", "160 km/h"},
                                                              {"rad", "5 mrad"},
                                                              {"N/m", "0.5 MN/m"},
                                                              {"N s/m", "20 kN s/m"},
                                                              {"N", "60 kN"},
                                                              {"s", "10 s"},
                                                              {"kg m2", "56800 kg m2"},
                                                              {"N m/rad", "1 MN m/rad"},
                                                              {"N m s/rad", "2 kN m s/rad"},
                                                              {"1/m", "0.5 1/km"},
                                                              {"m/s2", "0.5 m/s2"},
                                                              {"Pa", "210 GPa"},
                                                              {"rad/s", "10 deg/s"},
                                                              {"Hz", "20 Hz"}};
  const auto it = examples.find(unit);
  return it == examples.end() ? std::string() : it->second;
}

}  // namespace fourfoot::input
