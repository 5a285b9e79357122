#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "contact/exact/exact_patch.h"
#include "contact/normal/hertz.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// One patch by itself, as `fourfoot hertz` and `fourfoot creep` and the Python package ask for it:
/// what a case consists of, with units and ranges, and the answer.

const std::vector<Field>& get_hertz_case_fields();
HertzContact<double> calc_hertz_case(double normal, double curvature_x, double curvature_y,
                                     double young, double poisson);

/// Exact theory can be asked for by this name, too. It is no law of the registry: it has no
/// derivatives and costs milliseconds.
inline constexpr const char* exact_name = "exact";

const std::vector<Field>& get_creep_case_fields();

/// The fields of a law's own parameters; throws std::logic_error for a name that is none.
const std::vector<Field>& get_law_fields(const std::string& law);

/// `table` with `law`, and its grid (strips and cells) where one is given. Throws InputError
/// (no-grid, at `where`) if the law has none.
Table make_law_table(const std::string& law, std::optional<int> grid, const SourceLocation& where);

/// What exact theory can be asked for: friction_ratio, friction_decay, dundurs (exact_patch.h).
const std::vector<Field>& get_exact_fields();
/// `parameters`: of get_exact_fields(); `grid` cells each way, or the default. Throws InputError
/// (out-of-range, at `where`) for a grid it cannot take.
ExactOptions make_exact_options(const Table& parameters, std::optional<int> grid,
                                const SourceLocation& where);
/// By exact theory. Throws RunError if it does not converge.
ExactForce calc_exact_case(const TangentialInput& in, const Material& material,
                           const ExactOptions& options);

}  // namespace fourfoot::contact
