#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fourfoot::results::h5 {

constexpr std::uint64_t no_address = ~std::uint64_t{0};

/// Part of an HDF5 file as it goes to the disk, by the format specification: numbers of
/// 8 bytes where it lets us choose, the least byte first. It grows at its end.
class FileBytes {
 public:
  std::uint64_t size() const { return bytes_.size(); }
  const std::string& get() const { return bytes_; }
  char* data(std::uint64_t at) { return bytes_.data() + at; }

  FileBytes& put(std::uint64_t value, int count) {
    char digits[8];
    for (int i = 0; i < count; ++i) digits[i] = static_cast<char>(value >> (8 * i) & 0xff);
    bytes_.append(digits, static_cast<std::size_t>(count));
    return *this;
  }
  FileBytes& put(std::string_view text) {
    bytes_.append(text);
    return *this;
  }
  FileBytes& put_zeros(std::uint64_t count) {
    bytes_.append(count, '\0');
    return *this;
  }
  /// Up to a multiple of 8 behind `begin`.
  FileBytes& align(std::uint64_t begin = 0) { return put_zeros((8 - (size() - begin) % 8) % 8); }
  /// Text that ends with a zero, filled up to a multiple of 8.
  FileBytes& put_name(std::string_view text) { return put(text).put_zeros(8 - text.size() % 8); }

 private:
  std::string bytes_;
};

/// A number in bytes that are there already.
inline void set_number(char* at, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) at[i] = static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace fourfoot::results::h5
