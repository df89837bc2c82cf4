#pragma once

#include <filesystem>

#include <string>

#include "ui/start_form.h"
#include "ui/window/palette.h"

namespace octo::ui {

/// What the window remembers between runs.
struct Settings {
  Look look = Look::Dark;
  /// Of `tracker::languages()`; empty for the system's.
  std::string language = {};
  /// A breach is heard.
  bool sound = true;
  /// Turns, breaches and results are said aloud.
  bool speech = false;
  /// As the start form was when a game was last started.
  StartForm form = {};
  /// How large the letters are, of `kTextSizes`.
  double textSize = 1;
};

/// octoscope/settings.json under $XDG_CONFIG_HOME, by default ~/.config. Empty where there is no such place.
std::filesystem::path settingsFile();

/// What can be read of the file, and the defaults for all else; a file that is no settings is said in the log.
Settings readSettings(const std::filesystem::path& file);
/// Makes the folder if need be. A failure is said in the log: settings are never worth an error.
void writeSettings(const std::filesystem::path& file, const Settings& settings);

/// The language of the system's locale (LC_ALL, LC_MESSAGES, LANG; the first that is set counts) where the window
/// speaks it, otherwise English.
std::string systemLanguage();

}  // namespace octo::ui
