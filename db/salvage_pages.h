#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace octo::db {

/// Reading rows out of a damaged SQLite file, page by page, without the tree that leads to them. Debian's SQLite has
/// neither the recovery extension nor `.recover`. File format: https://www.sqlite.org/fileformat2.html

/// NULL, a whole number, a real number, or a text (blobs too, as they are).
using SalvagedValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SalvagedRow {
  /// Of a table with rowids; nothing where the key is among the values (WITHOUT ROWID).
  std::optional<std::int64_t> rowid;
  std::vector<SalvagedValue> values;
};

/// The pages as the write-ahead log has them after its last whole transaction; the file as it is where the log is
/// empty, of another file, or broken from its first frame on.
std::string withLogApplied(std::string file, std::string_view log);

/// Every row that can still be read on any page that is in use, in the order of the pages. `page size` and all else
/// in the file's head may be wrong. Never throws on any bytes; overflowing rows are given up where their chain breaks.
std::vector<SalvagedRow> rowsIn(std::string_view file);

}  // namespace octo::db
