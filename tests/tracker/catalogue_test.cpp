#include "tracker/messages/catalogue.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>

TEST_CASE("a message that no language has is a mistake of ours and says its key") {
  CHECK_THROWS_WITH(octo::tracker::sentence("octagone", {"no-such-key", {}}), Catch::Contains("no-such-key"));
}

TEST_CASE("every question and every refusal of the followers' code is in the catalogue") {
  namespace fs = std::filesystem;
  const std::regex key(R"re("((ask|refused)\.[a-z.-]+)")re");
  std::size_t found = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(OCTO_SOURCE_DIR) / "tracker")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    const std::string code{std::istreambuf_iterator<char>(in), {}};
    const std::string folder = entry.path().parent_path().filename().string();
    // What all games' followers share says what any of them may say.
    const std::string game = folder == "follow" ? "octal" : folder;
    for (std::sregex_iterator match(code.begin(), code.end(), key), end; match != end; ++match, ++found) {
      INFO(entry.path().string() << ": " << (*match)[1]);
      CHECK((octo::tracker::hasSentence(game, (*match)[1].str()) || (*match)[1].str().ends_with('.')));
    }
  }
  CHECK(found > 15);
}
