#include "db/salvage_pages.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

namespace octo::db {
namespace {

constexpr std::size_t kFileHead = 100;
constexpr std::size_t kSmallestPage = 512;
constexpr std::size_t kLargestPage = 65536;
constexpr std::size_t kUsualPage = 4096;
/// A row of ours has a dozen columns; what claims more is no row of ours.
constexpr std::size_t kMostColumns = 64;
/// Bytes of one row: an event is some hundred, a header a few thousand.
constexpr std::size_t kLongestRow = 1 << 20;

enum PageKind : unsigned char { kIndexInner = 0x02, kIndexLeaf = 0x0a, kTableLeaf = 0x0d };

using Bytes = std::string_view;

/// A big-endian number of `bytes` bytes; nothing beyond the end.
std::optional<std::uint64_t> number(Bytes data, std::size_t at, std::size_t bytes) {
  if (at > data.size() || data.size() - at < bytes) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(data[at + i]);
  return value;
}

/// SQLite's variable-length number of one to nine bytes; `at` moves behind it.
std::optional<std::uint64_t> varint(Bytes data, std::size_t& at) {
  std::uint64_t value = 0;
  for (int i = 0; i < 9; ++i) {
    if (at >= data.size()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(data[at++]);
    if (i == 8) return value << 8 | byte;
    value = value << 7 | (byte & 0x7f);
    if (!(byte & 0x80)) return value;
  }
  return std::nullopt;
}

bool isPageSize(std::size_t size) { return size >= kSmallestPage && size <= kLargestPage && std::has_single_bit(size); }

std::size_t pageSizeOf(Bytes file) {
  const std::size_t said = number(file, 16, 2).value_or(0);
  const std::size_t size = said == 1 ? kLargestPage : said;
  return isPageSize(size) ? size : kUsualPage;
}

class Pages {
 public:
  explicit Pages(Bytes file) : file_(file), size_(pageSizeOf(file)), reserved_(number(file, 20, 1).value_or(0)) {
    if (reserved_ > 64) reserved_ = 0;  // we write none
    findFree();
  }

  std::size_t count() const { return (file_.size() + size_ - 1) / size_; }
  std::size_t usable() const { return size_ - reserved_; }
  bool isFree(std::size_t page) const { return free_.contains(page); }
  /// From 1; shorter at the end of a file that is cut off, empty beyond it.
  Bytes page(std::size_t number) const {
    const std::size_t at = (number - 1) * size_;
    return number == 0 || at >= file_.size() ? Bytes() : file_.substr(at, size_);
  }

 private:
  /// Pages on the list of free ones may hold rows that were deleted.
  void findFree() {
    std::size_t trunk = number(file_, 32, 4).value_or(0);
    while (trunk && trunk <= count() && free_.insert(trunk).second) {
      const Bytes data = page(trunk);
      const std::size_t leaves = number(data, 4, 4).value_or(0);
      for (std::size_t i = 0; i < std::min(leaves, size_ / 4); ++i)
        if (const auto leaf = number(data, 8 + 4 * i, 4); leaf) free_.insert(*leaf);
      trunk = number(data, 0, 4).value_or(0);
    }
  }

  Bytes file_;
  std::size_t size_;
  std::size_t reserved_;
  std::set<std::size_t> free_;
};

/// Bytes of a row that stand on its own page; the rest is on a chain of overflow pages.
std::size_t localBytes(std::size_t payload, std::size_t usable, bool table) {
  const std::size_t most = table ? usable - 35 : (usable - 12) * 64 / 255 - 23;
  if (payload <= most) return payload;
  const std::size_t least = (usable - 12) * 32 / 255 - 23;
  const std::size_t fitting = least + (payload - least) % (usable - 4);
  return fitting <= most ? fitting : least;
}

/// The whole row that begins on this page at `at`; nothing where a part of it is missing.
std::optional<std::string> payloadAt(const Pages& pages, Bytes page, std::size_t at, std::size_t length, bool table) {
  const std::size_t local = localBytes(length, pages.usable(), table);
  if (at > page.size() || page.size() - at < local) return std::nullopt;
  std::string row(page.substr(at, local));
  if (local == length) return row;
  auto next = number(page, at + local, 4);
  for (std::set<std::size_t> seen; next && *next && row.size() < length;) {
    if (!seen.insert(*next).second) return std::nullopt;
    const Bytes overflow = pages.page(*next);
    const std::size_t take = std::min(length - row.size(), pages.usable() - 4);
    if (overflow.size() < 4 + take) return std::nullopt;
    row += overflow.substr(4, take);
    next = number(overflow, 0, 4);
  }
  return row.size() == length ? std::optional(row) : std::nullopt;
}

std::int64_t withSign(std::uint64_t value, std::size_t bytes) {
  const auto shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

/// The value that a serial type says; nothing where the row is too short for it. `at` moves behind it.
std::optional<SalvagedValue> valueAt(Bytes row, std::uint64_t type, std::size_t& at) {
  static constexpr std::size_t kWholeBytes[] = {0, 1, 2, 3, 4, 6, 8};
  if (type == 0) return SalvagedValue();
  if (type == 8 || type == 9) return SalvagedValue(static_cast<std::int64_t>(type - 8));
  if (type <= 7) {
    const std::size_t bytes = type == 7 ? 8 : kWholeBytes[type];
    const auto value = number(row, at, bytes);
    if (!value) return std::nullopt;
    at += bytes;
    if (type == 7) return SalvagedValue(std::bit_cast<double>(*value));
    return SalvagedValue(withSign(*value, bytes));
  }
  if (type < 12) return std::nullopt;
  const std::uint64_t bytes = (type - 12) / 2;
  if (at > row.size() || row.size() - at < bytes) return std::nullopt;
  at += bytes;
  return SalvagedValue(std::string(row.substr(at - bytes, bytes)));
}

std::optional<std::vector<SalvagedValue>> valuesIn(Bytes row) {
  std::size_t at = 0;
  const auto head = varint(row, at);
  if (!head || *head > row.size() || *head < at) return std::nullopt;
  std::vector<std::uint64_t> types;
  while (at < *head) {
    const auto type = varint(row, at);
    if (!type || types.size() == kMostColumns) return std::nullopt;
    types.push_back(*type);
  }
  std::vector<SalvagedValue> values;
  for (const std::uint64_t type : types) {
    auto value = valueAt(row, type, at);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return values;
}

std::optional<SalvagedRow> rowAt(const Pages& pages, Bytes page, std::size_t at, PageKind kind) {
  SalvagedRow row;
  if (kind == kIndexInner) at += 4;  // the page with the smaller keys
  const auto length = varint(page, at);
  if (!length || *length == 0 || *length > kLongestRow) return std::nullopt;
  if (kind == kTableLeaf) {
    const auto rowid = varint(page, at);
    if (!rowid) return std::nullopt;
    row.rowid = static_cast<std::int64_t>(*rowid);
  }
  const auto payload = payloadAt(pages, page, at, *length, kind == kTableLeaf);
  if (!payload) return std::nullopt;
  auto values = valuesIn(*payload);
  if (!values) return std::nullopt;
  row.values = std::move(*values);
  return row;
}

void addRowsOf(const Pages& pages, std::size_t number_, std::vector<SalvagedRow>& rows) {
  const Bytes page = pages.page(number_);
  const std::size_t start = number_ == 1 ? kFileHead : 0;
  const auto kind = number(page, start, 1);
  const auto cells = number(page, start + 3, 2);
  if (!kind || !cells || (*kind != kIndexInner && *kind != kIndexLeaf && *kind != kTableLeaf)) return;
  const std::size_t pointers = start + (*kind == kIndexInner ? 12 : 8);
  for (std::size_t i = 0; i < *cells; ++i) {
    const auto at = number(page, pointers + 2 * i, 2);
    if (!at) return;
    if (auto row = rowAt(pages, page, *at, static_cast<PageKind>(*kind))) rows.push_back(std::move(*row));
  }
}

/// SQLite's checksum of the log, over words of four bytes in the order that its magic number says.
struct LogChecksum {
  bool bigEndian;
  std::uint32_t a = 0, b = 0;

  void add(Bytes data) {
    for (std::size_t at = 0; at + 8 <= data.size(); at += 8) {
      a += word(data, at) + b;
      b += word(data, at + 4) + a;
    }
  }
  std::uint32_t word(Bytes data, std::size_t at) const {
    const auto value = static_cast<std::uint32_t>(*number(data, at, 4));
    return bigEndian ? value : __builtin_bswap32(value);
  }
  bool is(Bytes data, std::size_t at) const { return number(data, at, 4) == a && number(data, at + 4, 4) == b; }
};

}  // namespace

std::string withLogApplied(std::string file, std::string_view log) {
  constexpr std::size_t kLogHead = 32, kFrameHead = 24;
  constexpr std::uint64_t kLogMagic = 0x377f0682;
  const auto magic = number(log, 0, 4);
  const std::size_t size = number(log, 8, 4).value_or(0);
  if (log.size() < kLogHead || (*magic & ~std::uint64_t{1}) != kLogMagic || !isPageSize(size)) return file;
  LogChecksum sum{(*magic & 1) != 0};
  sum.add(log.substr(0, 24));
  if (!sum.is(log, 24)) return file;
  std::string now = file;
  for (std::size_t at = kLogHead; log.size() - at >= kFrameHead + size; at += kFrameHead + size) {
    const Bytes page = log.substr(at + kFrameHead, size);
    sum.add(log.substr(at, 8));
    sum.add(page);
    const std::size_t place = static_cast<std::size_t>(*number(log, at, 4));
    // A log is used again from its beginning on: later frames may be of a time before.
    if (log.substr(at + 8, 8) != log.substr(16, 8) || !sum.is(log, at + 16)) break;
    if (place == 0 || place > (file.size() + log.size()) / size + 1) break;
    if (now.size() < place * size) now.resize(place * size);
    now.replace((place - 1) * size, size, page);
    if (const std::uint64_t pagesAfter = *number(log, at + 4, 4)) {  // the end of a transaction
      if (pagesAfter <= now.size() / size) now.resize(pagesAfter * size);
      file = now;
    }
  }
  return file;
}

std::vector<SalvagedRow> rowsIn(std::string_view file) {
  std::vector<SalvagedRow> rows;
  const Pages pages(file);
  for (std::size_t page = 1; page <= pages.count(); ++page)
    if (!pages.isFree(page)) addRowsOf(pages, page, rows);
  return rows;
}

}  // namespace octo::db
