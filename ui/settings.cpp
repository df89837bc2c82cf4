#include "ui/settings.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/json.h"
#include "ui/history/write_file.h"
#include "ui/window/text_scale.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

fs::path folderFrom(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path folder = value ? value : "";
  return folder.is_absolute() ? folder : fs::path();
}

bool isSpoken(const std::string& language) {
  const auto& all = tracker::languages();
  return std::find(all.begin(), all.end(), language) != all.end();
}

}  // namespace

std::string systemLanguage() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* locale = std::getenv(variable);
    if (!locale || !*locale) continue;
    const std::string language = std::string(locale).substr(0, 2);
    return isSpoken(language) ? language : "en";
  }
  return "en";
}

fs::path settingsFile() {
  const auto name = fs::path("octoscope") / "settings.json";
  if (const auto config = folderFrom("XDG_CONFIG_HOME"); !config.empty()) return config / name;
  if (const auto home = folderFrom("HOME"); !home.empty()) return home / ".config" / name;
  return {};
}

Settings readSettings(const fs::path& file) {
  Settings settings;
  std::ifstream in(file);
  if (!in) return settings;
  try {
    const Json text = Json::parse(in);
    if (!text.is_object()) throw Malformed("an object was expected");
    if (text.contains("look") && text["look"] == "light") settings.look = Look::Light;
    if (text.contains("language") && text["language"].is_string() && isSpoken(text["language"]))
      settings.language = text["language"];
    if (text.contains("sound") && text["sound"].is_boolean()) settings.sound = text["sound"];
    if (text.contains("speech") && text["speech"].is_boolean()) settings.speech = text["speech"];
    if (text.contains("text_size") && text["text_size"].is_number())
      for (const double size : kTextSizes)
        if (text["text_size"] == size) settings.textSize = size;
    if (text.contains("form")) settings.form = StartForm::fromJson(text["form"]);
  } catch (const std::exception&) {
    spdlog::warn("{}: is not what settings look like; the defaults are used", file.string());
  }
  return settings;
}

void writeSettings(const fs::path& file, const Settings& settings) {
  if (file.empty()) return;
  try {
    fs::create_directories(file.parent_path());
    Json text{{"look", settings.look == Look::Light ? "light" : "dark"},
              {"sound", settings.sound},
              {"speech", settings.speech},
              {"text_size", settings.textSize},
              {"form", settings.form.toJson()}};
    if (!settings.language.empty()) text["language"] = settings.language;
    writeFile(file, text.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  } catch (const std::exception& error) {
    spdlog::warn("the settings could not be kept: {}", error.what());
  }
}

}  // namespace octo::ui
