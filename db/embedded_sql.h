#pragma once

#include <span>
#include <string_view>

namespace octo::db {

/// A file of SQL that was compiled into the program.
struct EmbeddedSql {
  std::string_view name;
  std::string_view text;
};

/// `schema/*.sql` in order: step i brings a file from version i to i + 1.
std::span<const EmbeddedSql> schemaSteps();
/// `sql/*.sql`, by name without folder and ending.
std::span<const EmbeddedSql> embeddedStatements();

/// The statement of that name. Throws std::out_of_range.
std::string_view statement(std::string_view name);

}  // namespace octo::db
