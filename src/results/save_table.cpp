#include "results/save_table.h"

#include "base/error.h"
#include "results/file_lock.h"
#include "results/hdf5.h"
#include "results/hdf5_table.h"
#include "results/output_file.h"
#include "results/results_reader.h"

namespace fourfoot::results {

namespace {

void add_table(const std::filesystem::path& copy, const ResultsTable& table) {
  const auto lock = h5::lock_library();
  h5::prepare();
  const h5::Handle access = h5::make_file_access();
  const h5::Handle file(H5Fopen(copy.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose);
  if (!file.valid()) throw RunError("\"" + copy.string() + "\" could not be opened for writing");
  if (H5Lexists(file.get(), table.path.c_str(), H5P_DEFAULT) > 0)
    H5Ldelete(file.get(), table.path.c_str(), H5P_DEFAULT);
  h5::write_table(file.get(), table);
  if (H5Fflush(file.get(), H5F_SCOPE_GLOBAL) < 0)
    throw RunError("\"" + copy.string() + "\" could not be written (disk full?)");
}

}  // namespace

void save_table(const std::filesystem::path& file, const ResultsTable& table) {
  {
    const ResultsReader check(file);  // apart, so that a damaged file is found before HDF5 opens it
    if (check.is_being_written())
      throw InputError(Finding{"output-busy",
                               {},
                               "a run is writing \"" + file.string() + "\"",
                               "evaluate it again when the run is done"});
  }
  OutputFile output(file);
  std::error_code error;
  std::filesystem::copy_file(output.target(), output.draft(),
                             std::filesystem::copy_options::overwrite_existing, error);
  if (error) throw RunError("\"" + file.string() + "\" could not be copied: " + error.message());
  add_table(output.draft(), table);
  output.commit();
}

}  // namespace fourfoot::results
