#include "ui/edition_archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <system_error>

#include "db/store.h"
#include "vision/edition/taught_edition.h"
#include "vision/read/reader.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;
using vision::EditionError;

constexpr int kMostEntries = 2500;
constexpr std::uintmax_t kMostBytes = 512ULL << 20;

struct CloseReader {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
struct CloseWriter {
  void operator()(archive* writer) const { archive_write_free(writer); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

std::string saidBy(archive* any) {
  const char* text = archive_error_string(any);
  return text ? text : "unknown error";
}

/// Within the folder, whatever the name: no way up, none from the root.
bool isPlain(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && name.size() <= 200 && path.is_relative() && name.find('\\') == std::string::npos &&
         std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".." || part == "."; });
}

/// A new folder beside the one wanted, which goes unless it is kept.
class Workplace {
 public:
  explicit Workplace(const fs::path& wanted) : wanted_(wanted), folder_(wanted.string() + ".part") {
    std::error_code error;
    if (fs::exists(wanted, error)) throw EditionError(wanted.string() + ": is there already");
    fs::remove_all(folder_, error);
    fs::create_directories(folder_, error);
    if (error) throw EditionError(folder_.string() + ": " + error.message());
  }
  ~Workplace() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const fs::path& folder() const { return folder_; }
  void keep() const {
    std::error_code error;
    fs::rename(folder_, wanted_, error);
    if (error) throw EditionError(wanted_.string() + ": " + error.message());
  }

 private:
  fs::path wanted_, folder_;
};

class Unpacker {
 public:
  Unpacker(const fs::path& zip, const fs::path& folder) : zip_(zip), folder_(folder) {}

  void unpack() {
    const std::unique_ptr<archive, CloseReader> reader(archive_read_new());
    archive_read_support_format_zip(reader.get());
    if (archive_read_open_filename(reader.get(), zip_.c_str(), 1 << 16) != ARCHIVE_OK)
      throw EditionError(zip_.string() + ": " + saidBy(reader.get()));
    archive_entry* entry = nullptr;
    for (;;) {
      const int result = archive_read_next_header(reader.get(), &entry);
      if (result == ARCHIVE_EOF) return;
      if (result != ARCHIVE_OK)
        throw EditionError(zip_.string() + ": no zip file of an edition (" + saidBy(reader.get()) + ")");
      take(*reader, *entry);
    }
  }

 private:
  void take(archive& reader, archive_entry& entry) {
    const char* given = archive_entry_pathname(&entry);
    const std::string name = given ? given : "";
    if (++entries_ > kMostEntries) throw wrong(name, "more than " + std::to_string(kMostEntries) + " files");
    if (archive_entry_filetype(&entry) == AE_IFDIR) return;
    if (archive_entry_filetype(&entry) != AE_IFREG || archive_entry_symlink(&entry) || archive_entry_hardlink(&entry))
      throw wrong(name, "is no plain file");
    if (!isPlain(name)) throw wrong(name, "leads out of the edition's folder");
    if (!names_.insert(name).second) throw wrong(name, "is there twice");
    std::error_code error;
    fs::create_directories((folder_ / name).parent_path(), error);
    std::ofstream out(folder_ / name, std::ios::binary);
    std::array<char, 1 << 16> bytes{};
    for (;;) {
      // Counted as it comes: what the header says of sizes may be false.
      const la_ssize_t got = archive_read_data(&reader, bytes.data(), bytes.size());
      if (got < 0) throw wrong(name, saidBy(&reader));
      if (got == 0) break;
      if ((bytes_ += static_cast<std::uintmax_t>(got)) > kMostBytes) throw wrong(name, "more than 512 MB in all");
      out.write(bytes.data(), got);
    }
    if (!out.flush()) throw wrong(name, "cannot be written");
  }

  EditionError wrong(const std::string& name, const std::string& what) const {
    return EditionError(zip_.string() + ": \"" + name + "\": " + what);
  }

  fs::path zip_, folder_;
  int entries_ = 0;
  std::uintmax_t bytes_ = 0;
  std::set<std::string> names_;
};

void addFile(archive& writer, const fs::path& file, const std::string& name) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw EditionError(file.string() + ": cannot be read");
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  if (archive_write_header(&writer, entry.get()) != ARCHIVE_OK ||
      archive_write_data(&writer, bytes.data(), bytes.size()) != static_cast<la_ssize_t>(bytes.size()))
    throw EditionError(name + ": " + saidBy(&writer));
}

std::vector<fs::path> foldersIn(const fs::path& parent) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(parent, error))
    if (entry.is_directory() && !entry.path().filename().string().starts_with('.')) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<KnownEdition> followedIn(const std::vector<fs::path>& folders) {
  std::vector<KnownEdition> known;
  for (const fs::path& folder : folders) try {
      const vision::EditionList list = vision::readEditionList(folder);
      if (vision::followsTaught(list.game)) known.push_back({folder.filename().string(), list.name, list.game});
    } catch (const EditionError&) {
      continue;  // `octoscope edition list` says what is wrong with it
    }
  return known;
}

}  // namespace

fs::path teachingFolder() { return db::defaultFile().parent_path() / "teaching"; }

fs::path editionsFolder() { return db::defaultFile().parent_path() / "editions"; }

std::vector<fs::path> editionFolders() { return foldersIn(editionsFolder()); }

fs::path editionNamed(const std::string& text) {
  std::error_code error;
  if (fs::is_directory(text, error)) return text;
  if (isPlain(text))
    if (const fs::path named = editionsFolder() / text; fs::is_directory(named, error)) return named;
  throw EditionError(text +
                     ": no such edition (expected \"print\", a folder, or a name that `octoscope edition list` tells)");
}

std::vector<KnownEdition> knownEditions() { return followedIn(editionFolders()); }

std::vector<KnownEdition> halfTaughtEditions() { return followedIn(foldersIn(teachingFolder())); }

void packEdition(const fs::path& folder, const fs::path& zip) {
  const vision::TaughtEdition edition(folder);  // nothing that could not be unpacked again
  const fs::path part = zip.string() + ".part";
  {
    const std::unique_ptr<archive, CloseWriter> writer(archive_write_new());
    archive_write_set_format_zip(writer.get());
    if (archive_write_open_filename(writer.get(), part.c_str()) != ARCHIVE_OK)
      throw EditionError(zip.string() + ": " + saidBy(writer.get()));
    addFile(*writer, folder / "edition.toml", "edition.toml");
    std::set<std::string> added;
    for (const vision::TaughtFace& face : edition.list().faces)
      for (const std::string& picture : face.pictures)
        if (added.insert(picture).second) addFile(*writer, folder / picture, picture);
    if (archive_write_close(writer.get()) != ARCHIVE_OK) throw EditionError(zip.string() + ": " + saidBy(writer.get()));
  }
  std::error_code error;
  fs::rename(part, zip, error);
  if (error) throw EditionError(zip.string() + ": " + error.message());
}

void unpackEdition(const fs::path& zip, const fs::path& folder) {
  std::error_code error;
  if (!fs::is_regular_file(zip, error)) throw EditionError(zip.string() + ": no such file");
  const Workplace workplace(folder);
  Unpacker(zip, workplace.folder()).unpack();
  (void)vision::TaughtEdition(workplace.folder());
  workplace.keep();
}

}  // namespace octo::ui
