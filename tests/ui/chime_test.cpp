#include "ui/chime.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/db/store_samples.h"
#include "tests/patience.h"

using namespace octo;
using octo::test::TemporaryFolder;

namespace {

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool comes(const std::function<bool()>& condition) {
  for (int i = 0; i < 250 * test::patience() && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return condition();
}

}  // namespace

TEST_CASE("the chime goes to the first player that plays it, whole, and nobody waits for it") {
  const TemporaryFolder folder;
  const std::string file = folder / "heard.wav";
  ui::Chime chime({{"/nonexistent/player"},
                   {"false"},
                   {"sh", "-c", "cat > '" + file + ".part' && mv '" + file + ".part' '" + file + "'"}});
  const auto before = std::chrono::steady_clock::now();
  chime.ring();
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::milliseconds(100) * test::patience());
  REQUIRE(comes([&] { return std::filesystem::exists(file); }));
  const std::string heard = textOf(file);
  CHECK(heard == ui::chimeWav());
  CHECK(heard.starts_with("RIFF"));
  CHECK(heard.size() == 44 + 2 * 2 * 3528);
}

TEST_CASE("where nothing plays sounds, nothing happens") {
  ui::Chime chime({{"/nonexistent/player"}});
  chime.ring();
  chime.ring();
  SUCCEED("no error");
}
