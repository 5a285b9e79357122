#pragma once

#include <memory>
#include <string>

namespace fourfoot {

/// A text the user wrote: a file, or an override given on the command line.
struct SourceFile {
  std::string name;  ///< as the user would name it: a path, or "--set"
  std::string text;
};

/// Where something stands in what the user wrote. Every description keeps one, so that a fault
/// found late still points to its line. Cheap to copy; an empty location (no file) is allowed.
struct SourceLocation {
  std::shared_ptr<const SourceFile> file;
  int line = 0;    ///< from 1
  int column = 0;  ///< from 1, in characters
  int width = 1;   ///< characters to underline

  bool known() const { return file != nullptr && line > 0; }
  std::string name() const { return file ? file->name : std::string(); }
  /// The text of the line, without its end; empty if unknown.
  std::string get_line_text() const;
};

}  // namespace fourfoot
