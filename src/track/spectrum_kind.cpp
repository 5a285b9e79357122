// [[irregularity]] type = "spectrum".
#include <stdexcept>

#include "base/error.h"
#include "track/irregularity_kinds.h"
#include "track/spectrum_irregularity.h"
#include "track/spectrum_table.h"

namespace fourfoot::track {

namespace {

SchemaPtr make_rational_schema() {
  return make_irregularity_schema(
      "spectrum coefficients", "S = sum n_i Omega^i / sum d_i Omega^i in m2/(rad/m), one-sided.",
      {numbers("numerator", "", "n_0, n_1, ... of powers of Omega [rad/m]").up_to(20).required(),
       numbers("denominator", "", "d_0, d_1, ...").up_to(20).required()});
}

constexpr const char* component_keys[4] = {"alignment", "vertical", "gauge", "cross_level"};

SpectrumSet read_spectra(const Table& table, const ColumnReader& read) {
  const std::string& name = table.text("spectrum");
  SpectrumSet set = find_spectra(name);
  if (name == "table") {
    if (!table.has("file"))
      throw InputError({"missing-key", table.where_is("spectrum"), "the spectrum has no file",
                        "file = \"spectrum.csv\", as fourfoot track --spectrum writes it"});
    set = read_spectrum_table(table.text("file"), table.where_is("file"), read);
  }
  bool has_own = false;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!table.has(component_keys[i])) continue;
    const Table& own = table.table(component_keys[i]);
    set[i] = make_rational_spectrum(own.numbers("numerator"), own.numbers("denominator"));
    has_own = true;
  }
  if (name == "coefficients" && !has_own)
    throw InputError({"irregularity-coefficients", table.where_is("spectrum"),
                      "the spectrum has no coefficients",
                      "give vertical = { numerator = [...], denominator = [...] } or another one"});
  if (!table.has("components")) return set;
  SpectrumSet kept;
  for (const std::string& wanted : table.texts("components")) {
    bool found = false;
    for (std::size_t i = 0; i < 4; ++i)
      if (wanted == component_keys[i]) {
        kept[i] = set[i];
        found = true;
      }
    if (!found)
      throw InputError({"bad-choice", table.where_is("components"),
                        "\"components\" cannot hold \"" + wanted + "\"",
                        suggest(wanted, {component_keys, component_keys + 4})});
  }
  return kept;
}

}  // namespace

SchemaPtr make_spectrum_schema() {
  std::vector<std::string> names = get_spectrum_names();
  names.push_back("coefficients");
  names.push_back("table");
  std::vector<Field> fields = {
      text("spectrum", "name of the spectra, coefficients, or table").one_of(names).required(),
      path("file", "file of spectrum = \"table\": CSV with columns Omega and densities"),
      integer("seed",
              "seed of the random numbers; the same seed gives the same track on any machine")
          .by_default(1.0),
      number("wavelength_min", "m", "shortest wave").within(1e-3, 1e4).by_default(3.0),
      number("wavelength_max", "m", "longest wave").within(1e-3, 1e5).by_default(100.0),
      number("period", "m", "the random track repeats after this length")
          .positive()
          .by_default(10000.0),
      number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0),
      number("from", "m", "chainage where it begins; default: everywhere"),
      number("to", "m", "chainage where it ends; default: everywhere"),
      number("fade", "m", "length over which it fades in at `from` and out at `to`")
          .non_negative()
          .by_default(0.0),
      texts("components", "only these of alignment, vertical, gauge, cross_level").up_to(100)};
  for (const char* key : {"alignment", "vertical", "gauge", "cross_level"})
    fields.push_back(nested(key, Kind::table, make_rational_schema(),
                            "coefficients of this deviation's spectrum"));
  return make_irregularity_schema("random irregularity", "A random track of given spectra.",
                                  std::move(fields));
}

IrregularityPtr build_spectrum(const Table& table, const IrregularityContext& context) {
  SpectrumOptions o;
  o.spectra = read_spectra(table, context.read);
  o.seed = static_cast<std::uint64_t>(table.integer("seed"));
  o.wavelength_min = table.number("wavelength_min");
  o.wavelength_max = table.number("wavelength_max");
  o.period = table.number("period");
  o.scale = table.number("scale");
  if (table.has("from")) o.window.begin = table.number("from");
  if (table.has("to")) o.window.end = table.number("to");
  if (table.has("from")) o.window.fade_in = table.number("fade");
  if (table.has("to")) o.window.fade_out = table.number("fade");
  if (!(o.window.begin < o.window.end))
    throw InputError({"irregularity-spectrum", table.where_is("to"),
                      "the irregularity ends before it begins", "\"to\" must be above \"from\""});
  try {
    return std::make_shared<SpectrumIrregularity>(o);
  } catch (const std::invalid_argument& fault) {
    throw InputError({"irregularity-spectrum", table.where, fault.what(), ""});
  }
}

}  // namespace fourfoot::track
