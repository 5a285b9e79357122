#pragma once

#include <cstdint>

namespace fourfoot::results::h5 {

/// Where the superblock says that the file ends, and to say it; 0 or false where it cannot be read.
std::uint64_t read_end(int file);
bool write_end(int file, std::uint64_t end);

/// While HDF5 flushes a file, it writes the indices of data sets first and the superblock, which
/// says where the file ends, last. A program that is killed in between leaves indices that lead
/// beyond that end, and HDF5 reads such a file no more. So the superblock says a later end before
/// the flush begins, as long as this object lives. If HDF5 has not said its own end until then, the
/// former one is put back: HDF5 cuts the file there when it closes it. Knows the superblocks of
/// versions 0 and 1, which HDF5 writes for files that all its versions read; does nothing with
/// others.
class LaterEnd {
 public:
  /// `file`: descriptor; `end`: a size that the file has [bytes].
  LaterEnd(int file, std::uint64_t end);
  ~LaterEnd();
  LaterEnd(const LaterEnd&) = delete;
  LaterEnd& operator=(const LaterEnd&) = delete;

 private:
  int file_;
  int offset_ = 0;  ///< of the end in the superblock; 0: not known
  std::uint64_t end_, former_ = 0;
};

}  // namespace fourfoot::results::h5
