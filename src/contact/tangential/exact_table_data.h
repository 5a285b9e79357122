#pragma once

#include <cstddef>

namespace fourfoot::contact {

/// The bytes of exact_table.bin, which the assembler puts into the library.
const unsigned char* get_exact_table_data();
std::size_t get_exact_table_size();

}  // namespace fourfoot::contact
