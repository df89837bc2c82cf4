#include "datasets/allocations.h"

#ifndef OCTO_COUNT_ALLOCATIONS

std::optional<std::int64_t> octo::datasets::allocations() { return std::nullopt; }

#else

#include <cerrno>
#include <cstdlib>

// In place of the C library's own, which are called by their other names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

thread_local std::int64_t asked = 0;

}  // namespace

extern "C" {
void* malloc(std::size_t size) noexcept {
  ++asked;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++asked;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) noexcept {
  ++asked;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++asked;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  *block = aligned_alloc(alignment, size);
  return *block ? 0 : ENOMEM;
}
}

std::optional<std::int64_t> octo::datasets::allocations() { return asked; }

#endif
