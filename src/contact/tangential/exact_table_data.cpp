#include "contact/tangential/exact_table_data.h"

// FOURFOOT_EXACT_TABLE is the path of exact_table.bin (CMakeLists.txt). Three megabytes as C++ text
// would take longer to compile than the rest of the room.
#if defined(__APPLE__)
#define FOURFOOT_SECTION ".const_data\n"
#define FOURFOOT_SYMBOL "_fourfoot_exact_table"
#else
#define FOURFOOT_SECTION ".section .rodata\n"
#define FOURFOOT_SYMBOL "fourfoot_exact_table"
#endif

__asm__(FOURFOOT_SECTION ".balign 16\n" FOURFOOT_SYMBOL
                         "_begin:\n"
                         ".globl " FOURFOOT_SYMBOL
                         "_begin\n"
                         ".incbin \"" FOURFOOT_EXACT_TABLE "\"\n" FOURFOOT_SYMBOL
                         "_end:\n"
                         ".globl " FOURFOOT_SYMBOL
                         "_end\n"
                         ".byte 0\n.text\n");

extern "C" {
extern const unsigned char fourfoot_exact_table_begin[];
extern const unsigned char fourfoot_exact_table_end[];
}

namespace fourfoot::contact {

const unsigned char* get_exact_table_data() {
  return fourfoot_exact_table_begin;
}
std::size_t get_exact_table_size() {
  return static_cast<std::size_t>(fourfoot_exact_table_end - fourfoot_exact_table_begin);
}

}  // namespace fourfoot::contact
