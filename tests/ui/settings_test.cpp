#include "ui/settings.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"

using namespace octo;
using octo::test::TemporaryFolder;

TEST_CASE("settings come back as they were written, into a folder that is made") {
  const TemporaryFolder folder;
  const auto file = folder / "octoscope/settings.json";
  CHECK(ui::readSettings(file).look == ui::Look::Dark);
  ui::writeSettings(file, {ui::Look::Light});
  CHECK(ui::readSettings(file).look == ui::Look::Light);
  ui::writeSettings(file, {ui::Look::Dark});
  CHECK(ui::readSettings(file).look == ui::Look::Dark);
}

TEST_CASE("broken settings are the defaults, not an error") {
  const TemporaryFolder folder;
  for (const char* text : {"", "{", "[]", "{\"look\":7}", "null"}) {
    std::ofstream(folder / "settings.json") << text;
    CHECK(ui::readSettings(folder / "settings.json").look == ui::Look::Dark);
  }
  CHECK_NOTHROW(ui::writeSettings(folder / "settings.json/impossible/x.json", {}));
}
