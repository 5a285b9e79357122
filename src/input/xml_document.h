#pragma once

#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/error.h"

namespace fourfoot::input {

/// An XML file, parsed with limits that hold before memory is taken: no document type (so no
/// entities of its own), tags at most 100 deep, at most 750 000 elements. Every fault and every node
/// knows its line.
class XmlDocument {
 public:
  explicit XmlDocument(std::shared_ptr<const SourceFile> source);

  pugi::xml_node root() const { return document_.document_element(); }
  SourceLocation locate(pugi::xml_node node) const;
  const SourceFile& source() const { return *source_; }

 private:
  SourceLocation locate_offset(std::size_t offset, int width) const;
  void check_structure() const;

  std::shared_ptr<const SourceFile> source_;
  std::vector<std::size_t> line_starts_;
  pugi::xml_document document_;
};

/// Whether the node is called so, whatever its namespace prefix.
bool is_named(pugi::xml_node node, const char* name);
/// The first child of that name; an empty node if there is none.
pugi::xml_node find_child(pugi::xml_node node, const char* name);

/// Finite numbers of an attribute or a text; an InputError at the node if they are something else.
std::optional<double> read_number(const XmlDocument& xml, pugi::xml_node node,
                                  const char* attribute);
double require_number(const XmlDocument& xml, pugi::xml_node node, const char* attribute);
std::vector<double> read_numbers(const XmlDocument& xml, pugi::xml_node node);

}  // namespace fourfoot::input
