#include "ui/edition_archive.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "tests/vision/teach/drawn_cards.h"
#include "vision/edition/taught_edition.h"

using namespace octo;
using Catch::Contains;

namespace {

void writeEdition(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "edition.toml")
      << "name = \"Mine\"\ngame = \"oct8\"\n[[piece]]\npiece = \"red:3\"\n"
         "width_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\"a/b.png\"]\n";
  std::filesystem::create_directories(folder / "a");
  cv::imwrite((folder / "a" / "b.png").string(), octo::test::drawnCard(3));
}

/// A zip file of one stored file of that name, written by hand, since no library writes such ones.
std::string zipOf(const std::string& name, const std::string& text) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
  };
  std::uint32_t crc = 0xffffffffU;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320U : 0);
  }
  const auto size = static_cast<std::uint32_t>(text.size()), length = static_cast<std::uint32_t>(name.size());
  const std::string common = number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(~crc, 4) +
                             number(size, 4) + number(size, 4) + number(length, 2) + number(0, 2);
  const std::string local = "PK\x03\x04" + common + name + text;
  const std::string central = "PK\x01\x02" + number(20, 2) + common + number(0, 2) + number(0, 2) + number(0, 2) +
                              number(0, 4) + number(0, 4) + name;
  return local + central + "PK\x05\x06" + number(0, 4) + number(1, 2) + number(1, 2) +
         number(static_cast<std::uint32_t>(central.size()), 4) + number(static_cast<std::uint32_t>(local.size()), 4) +
         number(0, 2);
}

}  // namespace

TEST_CASE("an edition is packed and unpacked again") {
  const octo::test::TemporaryFolder folder;
  writeEdition(folder / "mine");
  ui::packEdition(folder / "mine", folder / "mine.zip");
  ui::unpackEdition(folder / "mine.zip", folder / "yours");
  CHECK(vision::TaughtEdition(folder / "yours").list().name == "Mine");
  CHECK_THROWS_WITH(ui::unpackEdition(folder / "mine.zip", folder / "yours"), Contains("is there already"));
}

TEST_CASE("taught editions that games are followed with are known by their folders, and broken ones are passed over") {
  const octo::test::TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  CHECK(ui::knownEditions().empty());
  writeEdition(ui::editionsFolder() / "second");
  writeEdition(ui::editionsFolder() / "first");
  std::filesystem::create_directories(ui::editionsFolder() / "empty");
  std::filesystem::create_directories(ui::editionsFolder() / "octa");
  std::ofstream(ui::editionsFolder() / "octa" / "edition.toml")
      << "name = \"Deck\"\ngame = \"octa\"\n[[piece]]\npiece = \"3H\"\n"
         "width_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\"a.png\"]\n";
  CHECK(ui::knownEditions() ==
        std::vector<ui::KnownEdition>{{"first", "Mine", GameId::Oct8}, {"second", "Mine", GameId::Oct8}});
  unsetenv("XDG_DATA_HOME");
}

TEST_CASE("what is no edition is not unpacked, and nothing is left of it") {
  const octo::test::TemporaryFolder folder;
  const auto refused = [&](const std::string& bytes, const char* why) {
    std::ofstream(folder / "bad.zip", std::ios::binary) << bytes;
    CHECK_THROWS_WITH(ui::unpackEdition(folder / "bad.zip", folder / "in"), Contains(why));
    CHECK_FALSE(std::filesystem::exists(folder / "in"));
    CHECK_FALSE(std::filesystem::exists(folder / "in.part"));
  };
  refused("no zip file", "bad.zip");
  refused(zipOf("readme.txt", "hello"), "edition.toml");
  refused(zipOf("../escaped.txt", "hello"), "leads out of the edition's folder");
  refused(zipOf("/tmp/escaped.txt", "hello"), "leads out of the edition's folder");
  refused(zipOf("edition.toml", "name = 3"), "edition.toml");
  CHECK_FALSE(std::filesystem::exists(folder / "escaped.txt"));
}
