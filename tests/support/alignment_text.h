#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "input/alignment_file.h"
#include "track/alignment.h"

namespace fourfoot::test {

/// Reads alignments of one format from texts.
struct AlignmentText {
  const char* file;  ///< a name, for messages

  track::Alignment read(const std::string& text, track::AlignmentRequest request = {}) const {
    request.path = file;
    return input::read_alignment_file(std::make_shared<SourceFile>(SourceFile{file, text}),
                                      request);
  }
  /// What a user would see; empty if the text is read.
  std::string find_message(const std::string& text,
                           const track::AlignmentRequest& request = {}) const {
    try {
      read(text, request);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

/// The line alone; it begins where the file says, or at 0.
inline track::TrackDescription describe_alignment(const track::Alignment& a) {
  track::TrackDescription d;
  d.measure = track::LengthMeasure::plan;
  d.horizontal = a.horizontal;
  d.cant = a.cant;
  d.vertical = a.vertical;
  d.start_position = a.position.value_or(Vec3::Zero());
  d.start_heading = a.heading;
  d.cant_rotation = a.cant_rotation.value_or(track::CantRotation::centre_line);
  return d;
}

}  // namespace fourfoot::test
