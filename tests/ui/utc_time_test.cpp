#include "ui/history/utc_time.h"

#include <catch2/catch.hpp>

#include "ui/standing/words.h"

using namespace octo;

TEST_CASE("times are written in UTC to the second") {
  const auto time = std::chrono::sys_days{std::chrono::year{2026} / 11 / 21} + std::chrono::hours(9);
  CHECK(ui::utcText(std::chrono::time_point_cast<std::chrono::system_clock::duration>(time)) == "2026-11-21T09:00:00Z");
}

TEST_CASE("a text that is no time is shown as it is") {
  const ui::Words words(GameId::Octal, "en");
  CHECK(ui::localText("yesterday", words) == "yesterday");
  CHECK(ui::localText("", words) == "");
}

TEST_CASE("a day is written as people who speak that language write it") {
  const auto said = [](const char* language) {
    return ui::localText("2026-03-21T12:30:00Z", ui::Words(GameId::Octal, language));
  };
  CHECK(said("en").find("21 Mar 2026, ") == 0);
  CHECK(said("de").find("21. März 2026, ") == 0);
  CHECK(said("ja").find("2026年3月21日 ") == 0);
}

TEST_CASE("statistics call a rule by its name, not by its id") {
  CHECK(ui::Words(GameId::Octagone, "en").rule("octagone.colour") == "wrong colour");
  CHECK(ui::Words(GameId::Octagone, "de").rule("octagone.turn") == "nicht an der Reihe");
  CHECK(ui::Words(GameId::Octagone, "en").rule("octagone.not-a-rule") == "octagone.not-a-rule");
}
