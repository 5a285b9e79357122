#include "results/later_end.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fourfoot::results::h5 {

namespace {

using Bytes = std::array<unsigned char, 8>;  // of an address, the least first

bool read_end(int file, int offset, std::uint64_t& end) {
  Bytes bytes{};
  if (pread(file, bytes.data(), bytes.size(), offset) != static_cast<ssize_t>(bytes.size()))
    return false;
  end = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) end = end << 8 | bytes[i];
  return true;
}

bool write_end(int file, int offset, std::uint64_t end) {
  Bytes bytes{};
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(end & 0xff);
    end >>= 8;
  }
  return pwrite(file, bytes.data(), bytes.size(), offset) == static_cast<ssize_t>(bytes.size());
}

// Where the superblock holds the end of the file; 0 if it is not one of those we know.
int find_end(int file) {
  constexpr std::string_view mark = "\x89HDF\r\n\x1a\n";
  std::array<char, 16> begin{};
  if (pread(file, begin.data(), begin.size(), 0) != static_cast<ssize_t>(begin.size()) ||
      std::string_view(begin.data(), mark.size()) != mark || begin[13] != 8) {
    return 0;
  }
  return begin[8] == 0 ? 40 : begin[8] == 1 ? 44 : 0;
}

}  // namespace

std::uint64_t read_end(int file) {
  std::uint64_t end = 0;
  const int offset = find_end(file);
  return offset != 0 && read_end(file, offset, end) ? end : 0;
}

bool write_end(int file, std::uint64_t end) {
  const int offset = find_end(file);
  return offset != 0 && write_end(file, offset, end);
}

LaterEnd::LaterEnd(int file, std::uint64_t end) : file_(file), end_(end) {
  const int offset = find_end(file);
  if (offset == 0 || !read_end(file, offset, former_) || former_ >= end) return;
  if (write_end(file, offset, end)) offset_ = offset;
}

LaterEnd::~LaterEnd() {
  std::uint64_t now = 0;
  if (offset_ != 0 && read_end(file_, offset_, now) && now == end_)
    write_end(file_, offset_, former_);
}

}  // namespace fourfoot::results::h5
