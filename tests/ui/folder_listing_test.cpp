#include "ui/folder_listing.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"
#include "tests/ui/read_trouble.h"

using namespace octo;
using octo::test::read;
using octo::test::TemporaryFolder;

TEST_CASE("a folder lists folders and videos by name and counts pictures; all else and what is hidden is left out") {
  const TemporaryFolder folder;
  for (const char* name : {"zebra", "Alpen", "旅行", ".hidden"}) std::filesystem::create_directory(folder / name);
  for (const char* name : {"b.MP4", "a.mkv", "notes.txt", "1.png", "2.JPG", ".c.mp4", "movie"})
    std::ofstream(folder / name) << name;
  const ui::FolderListing listing = ui::listFolder(folder.path());
  CHECK(listing.folder == folder.path());
  CHECK(listing.folders == std::vector<std::string>{"Alpen", "zebra", "旅行"});
  CHECK(listing.videos == std::vector<std::string>{"a.mkv", "b.MP4"});
  CHECK(listing.pictures == 2);
  CHECK_FALSE(ui::any(listing.trouble));
}

TEST_CASE("a folder that cannot be read says so, and the way up from it still leads somewhere") {
  const TemporaryFolder folder;
  const ui::FolderListing gone = ui::listFolder(folder / "not/there");
  CHECK(read(gone.trouble).find("not/there") != std::string::npos);
  CHECK(gone.folder.parent_path() == folder / "not");
  std::ofstream(folder / "file.mp4") << "x";
  CHECK(ui::any(ui::listFolder(folder / "file.mp4").trouble));
  CHECK(ui::listFolder("/").folder.parent_path() == "/");
  CHECK(ui::listFolder({}).folder == ui::homeFolder());
}
