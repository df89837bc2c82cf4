// libFuzzer: any text as the window's settings and as kept corners: the defaults or what it says, nothing else.
// Seeds: tests/fuzz/corpus/settings.
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "ui/calibration.h"
#include "ui/settings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file = "/dev/shm/octo-settings-fuzz-" + std::to_string(getpid());
  spdlog::set_level(spdlog::level::off);
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  (void)octo::ui::readSettings(file);
  if (const auto kept = octo::ui::keptCalibration(file, "0", octo::GameId::Octagone))
    (void)octo::ui::cornersIn(*kept, {1280, 720});
  return 0;
}
