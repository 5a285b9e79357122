#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fourfoot::results {

/// Values as bytes, for two processes of one machine. A text or an array has its count before it.
class ByteWriter {
 public:
  void put(std::uint64_t number) { put_bytes(&number, sizeof number); }
  void put(double number) { put_bytes(&number, sizeof number); }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    put_bytes(text.data(), text.size());
  }
  void put(const std::vector<double>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    put_bytes(values.data(), values.size() * sizeof(double));
  }
  std::string take() { return std::move(bytes_); }

 private:
  void put_bytes(const void* from, std::size_t size) {
    bytes_.append(static_cast<const char*>(from), size);
  }
  std::string bytes_;
};

/// Reads them back; no count is believed before the bytes are there. Throws std::out_of_range.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t get_count() {
    std::uint64_t number = 0;
    get_bytes(&number, sizeof number);
    return number;
  }
  double get_number() {
    double number = 0.0;
    get_bytes(&number, sizeof number);
    return number;
  }
  std::string get_text() {
    const std::uint64_t size = get_count();
    if (size > bytes_.size()) fail();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }
  std::vector<double> get_numbers() {
    const std::uint64_t count = get_count();
    if (count > bytes_.size() / sizeof(double)) fail();
    std::vector<double> values(count);
    get_bytes(values.data(), count * sizeof(double));
    return values;
  }

 private:
  [[noreturn]] static void fail() { throw std::out_of_range("a message was cut off"); }
  void get_bytes(void* to, std::size_t size) {
    if (size > bytes_.size()) fail();
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  std::string_view bytes_;
};

}  // namespace fourfoot::results
