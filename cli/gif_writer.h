#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "cli/image.h"
#include "results/output_file.h"

namespace fourfoot::cli {

/// Up to 255 colours for pictures that look like the samples, by median cut.
class GifPalette {
 public:
  explicit GifPalette(const std::vector<Image>& samples);
  const std::vector<std::uint32_t>& colours() const { return colours_; }
  std::uint8_t find(std::uint32_t colour);

 private:
  std::vector<std::uint32_t> colours_;
  std::vector<std::int16_t> known_;  ///< by the upper five bits of each channel; -1: not asked yet
};

/// Writes an endless GIF89a with one palette. Of each picture only the rectangle that has
/// changed is stored, and in it unchanged points are transparent: what stands still costs nothing.
class GifWriter : public MovieWriter {
 public:
  /// delay: of each picture, in hundredths of a second. InputError output-unwritable.
  GifWriter(const std::filesystem::path& file, int width, int height, int delay,
            GifPalette palette);
  void add(const Image& image) override;
  void finish() override;

 private:
  void write_word(int value);
  void write_header();
  std::filesystem::path file_;
  results::OutputFile output_;
  std::ofstream out_;
  GifPalette palette_;
  int width_, height_, delay_;
  std::vector<std::uint8_t> last_;  ///< what is shown, by palette index
};

/// The bytes of an image's data by GIF's variable-length LZW, in sub-blocks; codes of `bits` bits to
/// begin with.
std::vector<std::uint8_t> encode_lzw(const std::vector<std::uint8_t>& indices, int bits);

}  // namespace fourfoot::cli
