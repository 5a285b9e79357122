#include "integrate/entries.h"

namespace fourfoot::integrate {
namespace {

/// f(row, column, number of the entry).
template <class F>
void for_each(const Entries& entries, const F& f) {
  for (int column = 0; column < entries.size; ++column) {
    const auto at = static_cast<std::size_t>(column);
    for (int k = entries.begin[at]; k < entries.begin[at + 1]; ++k)
      f(entries.rows[static_cast<std::size_t>(k)], column, k);
  }
}

}  // namespace

Entries list_entries(const Pattern& pattern) {
  Entries entries;
  entries.size = static_cast<int>(pattern.rows());
  for (int column = 0; column < entries.size; ++column) {
    entries.begin.push_back(entries.count());
    for (int row = 0; row < entries.size; ++row) {
      if (row == column) entries.diagonal.push_back(entries.count());
      if (row == column || pattern(row, column)) entries.rows.push_back(row);
    }
  }
  entries.begin.push_back(entries.count());
  return entries;
}

void Entries::clear(MatX& matrix) const {
  for_each(*this, [&matrix](int row, int column, int) { matrix.coeffRef(row, column) = 0.0; });
}

void Entries::get(const MatX& matrix, VecX& values) const {
  for_each(*this,
           [&](int row, int column, int k) { values.coeffRef(k) = matrix.coeff(row, column); });
}

void Entries::put(const VecX& values, MatX& matrix) const {
  matrix.setZero(size, size);
  for_each(*this,
           [&](int row, int column, int k) { matrix.coeffRef(row, column) = values.coeff(k); });
}

}  // namespace fourfoot::integrate
