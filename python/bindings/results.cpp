#include <filesystem>
#include <mutex>
#include <tuple>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "results/mat_writer.h"
#include "results/output_file.h"
#include "results/results_reader.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

/// A results file; its reader answers one question after the other, whoever asks.
class SharedReader {
 public:
  explicit SharedReader(std::string file)
      : file_(std::move(file)),
        reader_(std::make_unique<results::ResultsReader>(file_)),
        channels_(reader_->channels()),
        size_(reader_->size()) {}
  const std::vector<Channel>& channels() const { return channels_; }
  std::size_t size() const { return size_; }
  template <class Ask>
  auto ask(Ask question) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    try {
      return question(*reader_);
    } catch (const InputError&) {
      // The process that reads ends with the thread that opened the file.
      reader_ = std::make_unique<results::ResultsReader>(file_);
      return question(*reader_);
    }
  }

 private:
  std::string file_;
  std::unique_ptr<results::ResultsReader> reader_;
  std::vector<Channel> channels_;
  std::size_t size_;
  std::mutex mutex_;
};

using Reader = results::ResultsReader;

std::shared_ptr<SharedReader> open_reader(const std::string& file) {
  const py::gil_scoped_release release;
  return std::make_shared<SharedReader>(file);
}

py::array read_channel(SharedReader& self, const std::string& name) {
  py::array values = take(self.ask([&](const Reader& reader) { return reader.read(name); }));
  values.attr("setflags")(py::arg("write") = false);
  return values;
}

py::list read_inputs(SharedReader& self) {
  py::list out;
  for (const SourceFile& file : self.ask([](const Reader& r) { return r.read_inputs(); }))
    out.append(py::make_tuple(file.name, file.text));
  return out;
}

py::dict read_table(SharedReader& self, const std::string& path) {
  results::ResultsTable table = self.ask([&](const Reader& r) { return r.read_table(path); });
  py::dict out;
  for (auto& column : table.columns) {
    if (column.texts.empty())
      out[py::str(column.name)] = take(std::move(column.values));
    else
      out[py::str(column.name)] = column.texts;
  }
  return out;
}

std::vector<double> list_numbers(
    const py::array_t<double, py::array::c_style | py::array::forcecast>& a) {
  if (a.ndim() != 1) throw py::value_error("a channel is an array of one dimension");
  return {a.data(), a.data() + a.size()};
}

// Columns: [(name, unit, numbers), ...].
void write_mat(const std::string& file, const py::list& columns, bool force) {
  using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
  std::vector<DataColumn> table;
  for (const py::handle& column : columns) {
    auto [name, unit, numbers] = column.cast<std::tuple<std::string, std::string, Numbers>>();
    table.push_back({std::move(name), std::move(unit), list_numbers(numbers)});
    if (table.back().values.size() != table.front().values.size())
      throw py::value_error("the columns have different lengths");
  }
  const py::gil_scoped_release release;
  results::check_outputs({{"-o", file, results::OutputKind::mat}}, {}, force);
  results::write_mat(file, table);
}

}  // namespace

void bind_results(py::module_& m) {
  py::class_<SharedReader, std::shared_ptr<SharedReader>>(m, "ResultsFile")
      .def(py::init(&open_reader), py::arg("file"))
      .def_property_readonly("channels",
                             [](const SharedReader& self) { return convert(self.channels()); })
      .def("__len__", &SharedReader::size)
      .def("read", &read_channel, py::arg("name"))
      .def(
          "read_meta",
          [](SharedReader& self, const std::string& name) {
            return self.ask([&](const Reader& reader) { return reader.read_meta(name); });
          },
          py::arg("name"))
      .def("read_numbers",
           [](SharedReader& self) {
             return self.ask([](const Reader& reader) { return reader.read_numbers(); });
           })
      .def("read_inputs", &read_inputs)
      .def("read_table", &read_table, py::arg("path"))
      .def("is_being_written", [](SharedReader& self) {
        return self.ask([](const Reader& reader) { return reader.is_being_written(); });
      });
  m.def("write_mat", &write_mat, py::arg("file"), py::arg("columns"), py::arg("force"));
}

}  // namespace fourfoot::python
