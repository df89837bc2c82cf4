#pragma once

#include <cstdint>
#include <string_view>

namespace SQLite {
class Database;
}

namespace octo::db {

/// A sum over the values of a row: FNV-1a of 64 bits over each value's kind, length and bytes. Every step of it can be
/// undone, so that two rows that differ in one byte never have the same sum; otherwise the odds are those of 64 bits.
/// It finds what a disk does to a file, not what somebody does who wants to deceive.
class RowSum {
 public:
  void addNull();
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);
  std::int64_t value() const { return static_cast<std::int64_t>(state_); }

 private:
  void byte(unsigned char value);
  void number(std::uint64_t value);
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

/// Of a row whose sum is another one.
inline constexpr const char* kNotAsWritten = "what stands there is not what was written";

/// Gives this connection the SQL function `octo_sum(…)`: the sum over its arguments.
void addSumFunction(SQLite::Database& database);

}  // namespace octo::db
