#include "db/embedded_sql.h"

#include <stdexcept>
#include <string>

namespace octo::db {

std::string_view statement(std::string_view name) {
  for (const EmbeddedSql& sql : embeddedStatements())
    if (sql.name == name) return sql.text;
  throw std::out_of_range("no SQL statement named " + std::string(name));
}

}  // namespace octo::db
