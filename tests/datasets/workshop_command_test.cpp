#include "datasets/play_arguments.h"
#include "tests/ui/run_program.h"

using Catch::Contains;
using octo::test::run;

TEST_CASE("a figure that the plan does not know is refused, and nothing is measured or written") {
  const octo::test::TemporaryFolder folder;
  std::ofstream(folder / "plan.toml") << R"(
about = "All of it."
[[section]]
title = "Times"
columns = [{title = "median", value = "ms"}]
[[section.figure]]
id = "known"
name = "Known"
command = "true"
)";
  const auto ran = run("evaluate all --plan " + (folder / "plan.toml").string() + " --page " +
                           (folder / "page.md").string() + " --only known,no-such-figure",
                       true);
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("--only: no-such-figure is no figure of "));
  CHECK_FALSE(std::filesystem::exists(folder / "page.md"));
}

TEST_CASE("a style in which no edition is invented is refused with those there are") {
  const auto ran = run("evaluate recognition --game octal --invented baroque", true);
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("baroque") && Contains("ornate, photographic and minimal"));
}

TEST_CASE("no edition of Octa is invented: it is played with decks that are real") {
  const auto ran = run("evaluate recognition --game octa --invented ornate", true);
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("Octa"));
}

TEST_CASE("games are played with one pair of decks after the other") {
  octo::datasets::PlayArguments play;
  const auto names = [&](std::uint64_t game) { return namesOf(editionsOf(play, game)); };
  CHECK(names(3).empty());
  play.editions = {{"a", nullptr, nullptr}, {"b", nullptr, nullptr}};
  CHECK(names(0) == "a+b");
  CHECK(names(3) == "a+b");
  play.editions.push_back({"c", nullptr, nullptr});
  play.editions.push_back({"d", nullptr, nullptr});
  CHECK(names(0) == "a+b");
  CHECK(names(1) == "c+d");
  CHECK(names(2) == "a+b");
}
