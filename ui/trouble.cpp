#include "ui/trouble.h"

#include <string>
#include <string_view>

#include "db/store.h"
#include "ui/history/write_file.h"

namespace octo::ui {
namespace {

std::string_view keyOf(db::StoreError::Kind kind) {
  using enum db::StoreError::Kind;
  switch (kind) {
    case Missing:
      return "missing";
    case Directory:
      return "folder";
    case NotDatabase:
    case NotOurs:
      return "not-ours";
    case TooNew:
      return "too-new";
    case TooOld:
      return "too-old";
    case ReadOnly:
      return "write-protected";
    case Locked:
      return "in-use";
    case Damaged:
      return "damaged";
    case Full:
      return "no-room";
    case NoSuchGame:
      return "no-such-game";
    case NameTaken:
      return "name-taken";
    case Followed:
      return "followed";
    case Other:
      break;
  }
  return "other";
}

std::string_view keyOf(const std::error_code& error) {
  if (error == std::errc::no_space_on_device) return "no-room";
  if (error == std::errc::permission_denied || error == std::errc::operation_not_permitted) return "not-allowed";
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return "not-there";
  if (error == std::errc::read_only_file_system) return "write-protected";
  if (error == std::errc::is_a_directory) return "folder";
  return "other";
}

}  // namespace

Trouble troubleOf(const std::filesystem::path& file, const std::error_code& error) {
  return {"window.file." + std::string(keyOf(error)), {{"file", file.string()}, {"why", error.message()}}};
}

Trouble troubleOf(const std::exception& error) {
  if (const auto* source = dynamic_cast<const vision::SourceError*>(&error))
    return troubleOf(source->fault(), source->values());
  if (const auto* store = dynamic_cast<const db::StoreError*>(&error))
    return {"window.store." + std::string(keyOf(store->kind())),
            {{"file", store->file().string()}, {"why", store->what()}}};
  if (const auto* file = dynamic_cast<const FileError*>(&error)) return troubleOf(file->file(), file->code());
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return troubleOf(file->path1(), file->code());
  return {"window.trouble", {{"why", error.what()}}};
}

}  // namespace octo::ui
