#include "ui/settings.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"
#include "ui/window/text_scale.h"

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

TEST_CASE("the language that was chosen is kept; the system's counts where none was, and English where it is unknown") {
  const TemporaryFolder folder;
  const auto file = folder / "settings.json";
  CHECK(ui::readSettings(file).language.empty());
  ui::writeSettings(file, {ui::Look::Light, "ja"});
  CHECK(ui::readSettings(file).language == "ja");
  CHECK(ui::readSettings(file).look == ui::Look::Light);
  std::ofstream(file) << R"({"look":"light","language":"tlh"})";
  CHECK(ui::readSettings(file).language.empty());
  setenv("LC_ALL", "nl_NL.UTF-8", 1);
  CHECK(ui::systemLanguage() == "nl");
  setenv("LC_ALL", "C.UTF-8", 1);
  CHECK(ui::systemLanguage() == "en");
  unsetenv("LC_ALL");
}

TEST_CASE("the text size that was chosen is kept, and one that is not offered is the ordinary one") {
  const TemporaryFolder folder;
  const auto file = folder / "settings.json";
  ui::Settings settings;
  settings.textSize = 1.5;
  ui::writeSettings(file, settings);
  CHECK(ui::readSettings(file).textSize == 1.5);
  for (const char* text :
       {R"({"text_size":17})", R"({"text_size":"2"})", R"({"text_size":-1})", R"({"text_size":1e99})"}) {
    std::ofstream(file) << text;
    CHECK(ui::readSettings(file).textSize == 1);
  }
}

TEST_CASE("text is as large as chosen where the design still has its least room, and never smaller than ordinary") {
  CHECK(ui::textScale(1.25, 1280, 800) == Approx(1.25));
  CHECK(ui::textScale(2, 1600, 900) == Approx(1.4));
  CHECK(ui::textScale(2, 2048, 1280) == Approx(2));
  CHECK(ui::textScale(2, 1024, 640) == Approx(1));
  CHECK(ui::textScale(1.5, 960, 600) == Approx(1));
  CHECK(ui::textScale(1, 1920, 1200) == Approx(1));
  CHECK(ui::textScale(1, 3840, 1080) == Approx(1));
  CHECK(ui::textScale(1, 3840, 2160) == Approx(2));
  CHECK(ui::textScale(1.5, 3840, 2160) == Approx(3));
  CHECK(ui::textScale(2, 3840, 2160) == Approx(3.35));
}

TEST_CASE("broken settings are the defaults, not an error") {
  const TemporaryFolder folder;
  for (const char* text :
       {"", "{", "[]", "{\"look\":7}", R"({"look":"dark","language":7})", "null", R"({"form":"octa"})",
        R"({"form":{"game":7}})", "\xff\xfe", R"({"sound":3})", R"({"language":"d\u0000"})"}) {
    std::ofstream(folder / "settings.json") << text;
    CHECK(ui::readSettings(folder / "settings.json").look == ui::Look::Dark);
    CHECK(ui::readSettings(folder / "settings.json").form == ui::StartForm());
  }
  CHECK_NOTHROW(ui::writeSettings(folder / "settings.json/impossible/x.json", {}));
}

TEST_CASE("the form of the last start is kept beside look and language; one broken part leaves the others") {
  const TemporaryFolder folder;
  const auto file = folder / "settings.json";
  CHECK(ui::readSettings(file).sound);
  ui::Settings settings{ui::Look::Light, "de"};
  settings.sound = false;
  settings.speech = true;
  settings.form.choose(GameId::Oct8);
  settings.form.names[0] = "\xff broken bytes";
  settings.form.names[1] = "Ben";
  ui::writeSettings(file, settings);
  const ui::Settings again = ui::readSettings(file);
  CHECK(again.form.game == GameId::Oct8);
  CHECK(again.form.names[1] == "Ben");
  CHECK(again.language == "de");
  CHECK_FALSE(again.sound);
  CHECK(again.speech);
  std::ofstream(file) << R"({"look":[],"language":"it","form":{"game":"octa","players":"two"}})";
  CHECK(ui::readSettings(file).language == "it");
  CHECK(ui::readSettings(file).form.game == GameId::Octa);
}
