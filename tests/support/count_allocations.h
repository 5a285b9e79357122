// Counts what a thread asks malloc for. For one file of a program, which defines malloc then: the C
// library's own is called under its other name. Not with sanitizers, which bring their own.
#pragma once

#include <cstdlib>

#if defined(__GLIBC__) && !defined(FOURFOOT_SANITIZED)
#define FOURFOOT_COUNTS_ALLOCATIONS 1
namespace {
thread_local long allocations = 0;
}
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#endif
