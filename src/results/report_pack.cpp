#include "results/report_pack.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace fourfoot::results {

namespace {

bool is_linear(const std::vector<double>& values, double& first, double& step) {
  const std::size_t n = values.size();
  if (n == 0) return false;
  first = values.front();
  step = n > 1 ? (values.back() - first) / static_cast<double>(n - 1) : 0.0;
  const double tolerance =
      1e-12 * std::max({std::abs(first), std::abs(values.back()), std::abs(values.back() - first)});
  if (!std::isfinite(first) || !std::isfinite(step)) return false;
  for (std::size_t i = 0; i < n; ++i) {
    // Written so that nan does not pass.
    if (!(std::abs(values[i] - (first + static_cast<double>(i) * step)) <= tolerance)) return false;
  }
  return true;
}

bool fits_single(const std::vector<double>& values) {
  for (const double v : values) {
    if (std::abs(v) > static_cast<double>(std::numeric_limits<float>::max()) && std::isfinite(v))
      return false;
  }
  return true;
}

template <class Word>
void difference(std::vector<Word>& words) {
  for (std::size_t i = words.size(); i-- > 1;)
    words[i] = static_cast<Word>(words[i] - words[i - 1]);
}

// Bits that the numbers take, differences counted as signed.
template <class Word>
std::size_t count_bits(const std::vector<Word>& words) {
  std::size_t bits = 0;
  for (const Word w : words) {
    const Word folded = (w >> (8 * sizeof(Word) - 1)) != 0 ? static_cast<Word>(~w) : w;
    bits += static_cast<std::size_t>(std::bit_width(folded));
  }
  return bits;
}

template <class Word>
int choose_order(std::vector<Word>& words) {
  std::vector<Word> best = words, next = words;
  int order = 0;
  std::size_t least = count_bits(words);
  for (int i = 1; i <= 2; ++i) {
    difference(next);
    const std::size_t bits = count_bits(next);
    if (bits >= least) continue;
    least = bits;
    order = i;
    best = next;
  }
  words = std::move(best);
  return order;
}

// All lowest bytes, then all second-lowest, …: like stands with like, which deflate needs.
template <class Word>
std::vector<std::uint8_t> shuffle(const std::vector<Word>& words) {
  std::vector<std::uint8_t> bytes(words.size() * sizeof(Word));
  std::size_t at = 0;
  for (std::size_t b = 0; b < sizeof(Word); ++b)
    for (const Word w : words) bytes[at++] = static_cast<std::uint8_t>(w >> (8 * b));
  return bytes;
}

std::vector<std::uint8_t> deflate_all(const std::vector<std::uint8_t>& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::vector<std::uint8_t> out(size);
  if (compress2(out.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), 6) != Z_OK)
    throw std::runtime_error("zlib could not compress");
  out.resize(size);
  return out;
}

template <class Word>
void pack_words(std::vector<Word> words, PackedArray& packed) {
  packed.order = choose_order(words);
  packed.base64 = encode_base64(deflate_all(shuffle(words)));
}

}  // namespace

std::string encode_base64(const std::vector<std::uint8_t>& bytes) {
  static constexpr char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t group = (std::uint32_t{bytes[i]} << 16) |
                                (left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0u) |
                                (left > 2 ? std::uint32_t{bytes[i + 2]} : 0u);
    text += letters[group >> 18];
    text += letters[(group >> 12) & 63];
    text += left > 1 ? letters[(group >> 6) & 63] : '=';
    text += left > 2 ? letters[group & 63] : '=';
  }
  return text;
}

PackedArray pack(const std::vector<double>& values, Precision precision) {
  PackedArray packed;
  packed.count = values.size();
  if (precision == Precision::exact && is_linear(values, packed.first, packed.step)) {
    packed.form = PackedArray::Form::linear;
  } else if (precision == Precision::single_is_enough && fits_single(values)) {
    packed.form = PackedArray::Form::f32;
    std::vector<std::uint32_t> words;
    words.reserve(values.size());
    for (const double v : values)
      words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(v)));
    pack_words(std::move(words), packed);
  } else {
    packed.form = PackedArray::Form::f64;
    std::vector<std::uint64_t> words;
    words.reserve(values.size());
    for (const double v : values) words.push_back(std::bit_cast<std::uint64_t>(v));
    pack_words(std::move(words), packed);
  }
  return packed;
}

ArraySummary summarise(const std::vector<double>& values) {
  ArraySummary summary;
  double sum = 0.0, squares = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double v = values[i];
    if (!std::isfinite(v)) {
      ++summary.not_finite;
      continue;
    }
    if (summary.empty || v < summary.min) summary.min = v, summary.min_at = i;
    if (summary.empty || v > summary.max) summary.max = v, summary.max_at = i;
    if (summary.empty) summary.first = v;
    summary.empty = false;
    summary.last = v;
    sum += v;
    squares += v * v;
    ++count;
  }
  if (count > 0) {
    summary.mean = sum / static_cast<double>(count);
    summary.rms = std::sqrt(squares / static_cast<double>(count));
  }
  return summary;
}

}  // namespace fourfoot::results
