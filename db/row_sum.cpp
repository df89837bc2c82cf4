#include "db/row_sum.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <bit>

namespace octo::db {
namespace {

void addValue(RowSum& sum, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      return sum.add(std::int64_t{sqlite3_value_int64(value)});
    case SQLITE_FLOAT:
      return sum.add(sqlite3_value_double(value));
    case SQLITE_NULL:
      return sum.addNull();
    default: {
      const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
      return sum.add(std::string_view(bytes ? bytes : "", static_cast<std::size_t>(sqlite3_value_bytes(value))));
    }
  }
}

void sumOf(sqlite3_context* context, int count, sqlite3_value** values) {
  RowSum sum;
  for (int i = 0; i < count; ++i) addValue(sum, values[i]);
  sqlite3_result_int64(context, sum.value());
}

}  // namespace

void RowSum::byte(unsigned char value) { state_ = (state_ ^ value) * 0x100000001b3U; }

void RowSum::number(std::uint64_t value) {
  for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(value >> (8 * i)));
}

void RowSum::addNull() { byte(0); }

void RowSum::add(std::int64_t value) {
  byte(1);
  number(static_cast<std::uint64_t>(value));
}

void RowSum::add(double value) {
  byte(2);
  number(std::bit_cast<std::uint64_t>(value));
}

void RowSum::add(std::string_view text) {
  byte(3);
  number(text.size());
  for (const char letter : text) byte(static_cast<unsigned char>(letter));
}

void addSumFunction(SQLite::Database& database) {
  constexpr int kAnyCount = -1;
  database.createFunction("octo_sum", kAnyCount, true, nullptr, &sumOf);
}

}  // namespace octo::db
