#include "ui/window/typefaces.h"

#include <spdlog/spdlog.h>

#include <string>

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

/// Points on an ordinary display, for reading at arm's length: running text, notes, headings, scores.
constexpr std::array kPoints{18.0f, 15.0f, 25.0f, 40.0f};

/// Noto's line is higher than DejaVu's for letters of the same size.
constexpr float kAsianShare = 1.25f;

/// Where Debian and its relatives keep the fonts; the first that is there is taken.
const std::vector<fs::path> kRegular{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                     "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"};
const std::vector<fs::path> kBold{"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                  "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
                                  "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"};
const std::vector<fs::path> kAsian{"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                   "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc"};
const std::vector<fs::path> kAsianBold{"/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
                                       "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc"};

/// Latin with accents, Greek, Cyrillic, punctuation, arrows, figures such as the crown: always there.
constexpr ImWchar kAlways[] = {0x20,   0x24f,  0x370,  0x3ff,  0x400,  0x4ff,  0x1e00, 0x1eff, 0x2010, 0x2044, 0x20a0,
                               0x20bf, 0x2190, 0x21ff, 0x25a0, 0x25ff, 0x2600, 0x26ff, 0x2713, 0x2717, 0};

std::string firstThere(const std::vector<fs::path>& files) {
  std::error_code ignored;
  for (const fs::path& file : files)
    if (fs::is_regular_file(file, ignored)) return file.string();
  return {};
}

/// The letters of a UTF-8 text; broken bytes are passed over.
template <class Visit>
void eachLetter(std::string_view text, Visit&& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || at + length > text.size()) {
      ++at;
      continue;
    }
    unsigned letter = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) letter = letter << 6 | (static_cast<unsigned char>(text[at + i]) & 63u);
    visit(letter);
    at += length;
  }
}

}  // namespace

Typefaces::Typefaces(float scale) : scale_(scale) {
  letters_.AddRanges(kAlways);
  load();
}

bool Typefaces::note(std::string_view text) {
  bool fresh = false;
  eachLetter(text, [&](unsigned letter) {
    if (letter > IM_UNICODE_CODEPOINT_MAX || letters_.GetBit(letter)) return;
    letters_.AddChar(static_cast<ImWchar>(letter));
    fresh = true;
  });
  return fresh;
}

void Typefaces::load() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ranges_.clear();
  letters_.BuildRanges(&ranges_);
  for (std::size_t i = 0; i < kPoints.size(); ++i) addSize(i, kPoints[i], i >= 2);
  if (!atlas.Build()) throw std::runtime_error("the fonts could not be loaded");
}

void Typefaces::addSize(std::size_t which, float points, bool bold) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const float pixels = std::round(points * scale_);
  const std::string latin = firstThere(bold ? kBold : kRegular);
  const std::string asian = firstThere(bold ? kAsianBold : kAsian);
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  if (latin.empty() && asian.empty()) {
    config.SizePixels = pixels;
    sizes_[which] = atlas.AddFontDefault(&config);
    return;
  }
  sizes_[which] = nullptr;
  for (const std::string& file : {latin, asian}) {
    if (file.empty()) continue;
    config.MergeMode = sizes_[which] != nullptr;
    const float size = file == asian ? std::round(pixels * kAsianShare) : pixels;
    ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), size, &config, ranges_.Data);
    if (!font) spdlog::warn("the font {} cannot be read", file);
    if (font && !config.MergeMode) sizes_[which] = font;
  }
  if (!sizes_[which]) sizes_[which] = atlas.AddFontDefault();
}

}  // namespace octo::ui
