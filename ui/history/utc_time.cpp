#include "ui/history/utc_time.h"

#include <array>
#include <ctime>

#include "ui/standing/words.h"

namespace octo::ui {
namespace {

std::string formatted(const std::tm& time, const char* format) {
  std::array<char, 64> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), format, &time);
  return {text.data(), length};
}

}  // namespace

std::string utcText(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return formatted(parts, "%Y-%m-%dT%H:%M:%SZ");
}

std::string utcDay(std::chrono::system_clock::time_point time) { return utcText(time).substr(0, 10); }

std::string localText(const std::string& utc, const Words& words) {
  std::tm parts{};
  const char* end = strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (!end || *end) return utc;
  const std::time_t seconds = timegm(&parts);
  std::tm local{};
  localtime_r(&seconds, &local);
  return words.say("date", {{"day", std::to_string(local.tm_mday)},
                            {"month", words.say("date." + std::to_string(local.tm_mon + 1))},
                            {"year", formatted(local, "%Y")},
                            {"time", formatted(local, "%H:%M")}});
}

}  // namespace octo::ui
