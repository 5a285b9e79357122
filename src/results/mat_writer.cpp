#include "results/mat_writer.h"

#include <matio.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>

#include "base/error.h"
#include "results/output_file.h"

namespace fourfoot::results {

namespace {

// MATLAB takes letters, digits and "_", at most 63 of them, beginning with a letter.
std::string make_variable_name(const std::string& channel, std::set<std::string>& taken) {
  std::string name;
  for (const char c : channel) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) name = "c_" + name;
  name.resize(std::min<std::size_t>(name.size(), 58));
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

void write_variable(mat_t* file, matvar_t* created, const std::filesystem::path& path) {
  const std::unique_ptr<matvar_t, void (*)(matvar_t*)> variable(created, Mat_VarFree);
  if (!variable || Mat_VarWrite(file, variable.get(), MAT_COMPRESSION_NONE) != 0)
    throw RunError("\"" + path.string() + "\" could not be written (disk full?)");
}

}  // namespace

void write_mat(const std::filesystem::path& path, const std::vector<DataColumn>& columns) {
  OutputFile output(path);
  std::unique_ptr<mat_t, int (*)(mat_t*)> file(
      Mat_CreateVer(output.draft().c_str(), nullptr, MAT_FT_MAT5), Mat_Close);
  if (!file) throw RunError("\"" + path.string() + "\" could not be written (disk full?)");
  std::set<std::string> taken = {"channel_names"};
  for (const DataColumn& column : columns) {
    std::size_t dims[2] = {column.values.size(), 1};
    const std::string name = make_variable_name(column.name, taken);
    write_variable(file.get(),
                   Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims,
                                 const_cast<double*>(column.values.data()), MAT_F_DONT_COPY_DATA),
                   path);
  }
  // matio does not tell that a disk is full; the size of the closed file does.
  file.reset();
  std::uintmax_t least = 0;
  for (const DataColumn& column : columns) least += column.values.size() * sizeof(double);
  std::error_code error;
  if (std::filesystem::file_size(output.draft(), error) < least || error) {
    throw RunError("\"" + path.string() + "\" could not be written (disk full?)");
  }
  output.commit();
}

}  // namespace fourfoot::results
