#include "cli/gif_writer.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.h"

namespace fourfoot::cli {

namespace {

constexpr int transparent = 255, code_bits = 8;

int get_channel(std::uint32_t colour, int channel) {
  return static_cast<int>((colour >> (8 * channel)) & 0xff);
}

struct Counted {
  std::uint32_t colour;
  std::size_t count;
};

/// Colours of a box of the colour cube, and along which channel it is longest.
struct ColourBox {
  std::vector<Counted> colours;
  int channel = 0, length = 0;
  explicit ColourBox(std::vector<Counted> all) : colours(std::move(all)) {
    for (int k = 0; k < 3; ++k) {
      int low = 255, high = 0;
      for (const Counted& c : colours) {
        low = std::min(low, get_channel(c.colour, k));
        high = std::max(high, get_channel(c.colour, k));
      }
      if (high - low > length) channel = k, length = high - low;
    }
  }
  std::uint32_t calc_mean() const {
    double sum[3] = {0, 0, 0}, count = 0;
    for (const Counted& c : colours) {
      for (int k = 0; k < 3; ++k) sum[k] += static_cast<double>(c.count) * get_channel(c.colour, k);
      count += static_cast<double>(c.count);
    }
    std::uint32_t mean = 0;
    for (int k = 0; k < 3; ++k)
      mean |= static_cast<std::uint32_t>(std::lround(sum[k] / count)) << (8 * k);
    return mean;
  }
};

std::vector<Counted> count_colours(const std::vector<Image>& samples) {
  std::unordered_map<std::uint32_t, std::size_t> counts;
  for (const Image& image : samples)
    for (const std::uint32_t pixel : image.pixels) ++counts[pixel & 0xf8f8f8];
  std::vector<Counted> all;
  for (const auto& [colour, count] : counts) all.push_back({colour, count});
  std::sort(all.begin(), all.end(),
            [](const Counted& a, const Counted& b) { return a.colour < b.colour; });
  return all;
}

}  // namespace

GifPalette::GifPalette(const std::vector<Image>& samples) : known_(1 << 15, -1) {
  std::vector<ColourBox> boxes{ColourBox(count_colours(samples))};
  while (boxes.size() < transparent) {
    const auto longest = std::max_element(
        boxes.begin(), boxes.end(),
        [](const ColourBox& a, const ColourBox& b) { return a.length < b.length; });
    if (longest->length == 0) break;
    std::vector<Counted> low = longest->colours;
    const int channel = longest->channel;
    std::stable_sort(low.begin(), low.end(), [&](const Counted& a, const Counted& b) {
      return get_channel(a.colour, channel) < get_channel(b.colour, channel);
    });
    const auto middle = low.begin() + static_cast<std::ptrdiff_t>(low.size() / 2);
    std::vector<Counted> high(middle, low.end());
    low.erase(middle, low.end());
    *longest = ColourBox(std::move(low));
    boxes.emplace_back(std::move(high));
  }
  for (const ColourBox& box : boxes) colours_.push_back(box.calc_mean());
}

std::uint8_t GifPalette::find(std::uint32_t colour) {
  const std::size_t key = ((colour >> 9) & 0x7c00) | ((colour >> 6) & 0x3e0) | ((colour >> 3) & 31);
  if (known_[key] >= 0) return static_cast<std::uint8_t>(known_[key]);
  int best = 0, least = 1 << 30;
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    int far = 0;
    for (int k = 0; k < 3; ++k) {
      const int d = get_channel(colour, k) - get_channel(colours_[i], k);
      far += d * d;
    }
    if (far < least) least = far, best = static_cast<int>(i);
  }
  known_[key] = static_cast<std::int16_t>(best);
  return static_cast<std::uint8_t>(best);
}

std::vector<std::uint8_t> encode_lzw(const std::vector<std::uint8_t>& indices, int bits) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t buffer = 0;
  int held = 0, width = bits + 1, next = (1 << bits) + 2;
  const int clear = 1 << bits, end = clear + 1;
  const auto put = [&](int code) {
    buffer |= static_cast<std::uint32_t>(code) << held;
    for (held += width; held >= 8; held -= 8, buffer >>= 8)
      bytes.push_back(static_cast<std::uint8_t>(buffer));
  };
  std::unordered_map<int, int> table;  // prefix code and next index -> code
  put(clear);
  int prefix = -1;
  for (const std::uint8_t index : indices) {
    if (prefix < 0) {
      prefix = index;
      continue;
    }
    const int key = (prefix << 8) | index;
    if (const auto it = table.find(key); it != table.end()) {
      prefix = it->second;
      continue;
    }
    put(prefix);
    table[key] = next;
    if (next == (1 << width)) ++width;
    if (++next > 4095) {
      put(clear);
      table.clear();
      width = bits + 1;
      next = (1 << bits) + 2;
    }
    prefix = index;
  }
  if (prefix >= 0) put(prefix);
  put(end);
  if (held > 0) bytes.push_back(static_cast<std::uint8_t>(buffer));
  std::vector<std::uint8_t> blocks;
  for (std::size_t at = 0; at < bytes.size(); at += 255) {
    const std::size_t count = std::min<std::size_t>(255, bytes.size() - at);
    blocks.push_back(static_cast<std::uint8_t>(count));
    blocks.insert(blocks.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(at + count));
  }
  blocks.push_back(0);
  return blocks;
}

GifWriter::GifWriter(const std::filesystem::path& file, int width, int height, int delay,
                     GifPalette palette)
    : file_(file),
      output_(file),
      out_(output_.draft(), std::ios::binary | std::ios::trunc),
      palette_(std::move(palette)),
      width_(width),
      height_(height),
      delay_(delay) {
  write_header();
}

void GifWriter::write_word(int value) {
  out_.put(static_cast<char>(value & 0xff));
  out_.put(static_cast<char>(value >> 8));
}

void GifWriter::write_header() {
  out_ << "GIF89a";
  write_word(width_);
  write_word(height_);
  out_.put(static_cast<char>(0xf7)).put(0).put(0);  // 256 colours follow
  for (std::size_t i = 0; i < 256; ++i) {
    const std::uint32_t c = i < palette_.colours().size() ? palette_.colours()[i] : 0;
    for (int k = 2; k >= 0; --k) out_.put(static_cast<char>(get_channel(c, k)));
  }
  out_ << "\x21\xff\x0bNETSCAPE2.0";
  out_.put(3).put(1).put(0).put(0).put(0);  // for ever
}

void GifWriter::add(const Image& image) {
  std::vector<std::uint8_t> now(image.pixels.size());
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = palette_.find(image.pixels[i]);
  int left = 0, top = 0, right = width_ - 1, bottom = height_ - 1;
  const auto is_same = [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * width_ + x);
    return now[i] == last_[i];
  };
  const auto row_is_same = [&](int y) {
    for (int x = 0; x < width_; ++x)
      if (!is_same(x, y)) return false;
    return true;
  };
  const auto column_is_same = [&](int x) {
    for (int y = top; y <= bottom; ++y)
      if (!is_same(x, y)) return false;
    return true;
  };
  if (!last_.empty()) {
    while (top < bottom && row_is_same(top)) ++top;
    while (bottom > top && row_is_same(bottom)) --bottom;
    while (left < right && column_is_same(left)) ++left;
    while (right > left && column_is_same(right)) --right;
  }
  std::vector<std::uint8_t> part;
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x)
      part.push_back(!last_.empty() && is_same(x, y)
                         ? static_cast<std::uint8_t>(transparent)
                         : now[static_cast<std::size_t>(y * width_ + x)]);
  out_ << "\x21\xf9";
  out_.put(4).put(0x05);  // transparent colour, leave the picture in place
  write_word(delay_);
  out_.put(static_cast<char>(transparent)).put(0).put(0x2c);
  write_word(left);
  write_word(top);
  write_word(right - left + 1);
  write_word(bottom - top + 1);
  out_.put(0).put(code_bits);
  const std::vector<std::uint8_t> data = encode_lzw(part, code_bits);
  out_.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  last_ = std::move(now);
}

void GifWriter::finish() {
  out_.put(0x3b);
  out_.close();
  if (!out_) throw RunError("\"" + file_.string() + "\" could not be written (disk full?)");
  output_.commit();
}

}  // namespace fourfoot::cli
