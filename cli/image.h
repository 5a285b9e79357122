#pragma once

#include <cstdint>
#include <vector>

namespace fourfoot::cli {

/// A picture: 0xRRGGBB, row by row.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
};

/// A file of pictures that follow each other at a constant rate.
class MovieWriter {
 public:
  virtual ~MovieWriter() = default;
  /// All pictures have the size that the writer was made for.
  virtual void add(const Image& image) = 0;
  /// Completes the file. RunError if the disk is full.
  virtual void finish() = 0;
};

}  // namespace fourfoot::cli
