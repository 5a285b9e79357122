#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/error.h"

namespace fourfoot::input {

/// One argument of an instance in a STEP file (ISO 10303-21): nothing ($ or *), a number, text, an
/// enumeration (.LINE.), a reference (#12) or a list.
struct StepValue {
  struct Nothing {};
  struct Reference {
    std::uint64_t id;
  };
  struct Word {
    std::string text;
  };
  using List = std::vector<StepValue>;
  std::variant<Nothing, double, std::string, Word, Reference, List> data;
};

/// One instance: #12 = IFCALIGNMENT(...).
struct StepEntity {
  std::string type;
  std::vector<StepValue> arguments;
  SourceLocation where;
};

/// The instances of some types of a STEP file; others are passed over. An instance is parsed when it
/// is asked for, so that a building around an alignment costs nothing. Limits: 64 MB, 2 million
/// instances, lists 8 deep.
class StepFile {
 public:
  StepFile(std::shared_ptr<const SourceFile> source, const std::vector<std::string>& types);

  /// Ids of all instances of a type, in their order.
  const std::vector<std::uint64_t>& list(const std::string& type) const;
  /// The type of an instance; empty if it is none of the wanted ones.
  std::string find_type(std::uint64_t id) const;
  /// An InputError if there is no such instance of a wanted type.
  StepEntity get(std::uint64_t id) const;
  const SourceFile& source() const { return *source_; }

 private:
  struct Record {
    std::size_t begin;  ///< of its arguments: the bracket
    std::size_t type;   ///< index of types_
  };
  void index();
  SourceLocation locate(std::size_t offset, int width) const;

  std::shared_ptr<const SourceFile> source_;
  std::vector<std::string> types_;
  std::vector<std::vector<std::uint64_t>> ids_;  ///< by type
  std::unordered_map<std::uint64_t, Record> records_;
  mutable std::vector<std::size_t> line_starts_;
};

}  // namespace fourfoot::input
