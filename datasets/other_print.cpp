#include "datasets/other_print.h"

#include <cairo.h>

namespace octo::datasets {
namespace {

/// Light of 2700 K beside daylight, BGR, and what is left of it at dusk.
const cv::Scalar kLamp(0.42, 0.76, 1.04);
constexpr double kDusk = 0.3, kDuskNoise = 4.0;
/// What a faded print keeps of its contrast, and the grey that the rest is.
constexpr double kKept = 0.6, kFadedTo = 0.62;

class OtherPrint final : public vision::Edition {
 public:
  OtherPrint(Print print, const vision::Edition& edition) : print_(print), edition_(edition) {}

  const std::vector<vision::FaceArt>& faces() const override { return edition_.faces(); }
  const vision::FaceArt& art(const Face& face) const override { return edition_.art(face); }
  void draw(cairo_t* c, const Face& face) const override {
    cairo_save(c);
    cairo_push_group(c);
    edition_.draw(c, face);
    cairo_pattern_t* drawn = cairo_pop_group(c);
    cairo_set_source(c, drawn);
    cairo_paint(c);
    if (print_ == Print::Grey) {
      cairo_set_operator(c, CAIRO_OPERATOR_HSL_SATURATION);
      cairo_set_source_rgb(c, 0.5, 0.5, 0.5);
      cairo_mask(c, drawn);
    }
    if (print_ == Print::Faded) {
      cairo_set_operator(c, CAIRO_OPERATOR_ATOP);
      cairo_set_source_rgb(c, kFadedTo, kFadedTo, kFadedTo);
      cairo_paint_with_alpha(c, 1 - kKept);
    }
    cairo_pattern_destroy(drawn);
    cairo_restore(c);
  }
  void fillBleed(cairo_t* c, const Face& face) const override { edition_.fillBleed(c, face); }
  std::vector<vision::PrintedMark> marks() const override { return edition_.marks(); }
  std::vector<vision::PrintedMark> marksOf(const Face& ground) const override { return edition_.marksOf(ground); }
  Face ground(int players) const override { return edition_.ground(players); }
  Face backOf(const Face& face, int copy) const override { return edition_.backOf(face, copy); }
  std::optional<Grid> boxes() const override { return edition_.boxes(); }
  double boxAcrossMm() const override { return edition_.boxAcrossMm(); }

 private:
  Print print_;
  const vision::Edition& edition_;
};

}  // namespace

std::optional<Print> parsePrint(std::string_view name) {
  if (name == "own") return Print::Own;
  if (name == "grey") return Print::Grey;
  if (name == "faded") return Print::Faded;
  if (name == "warm") return Print::Warm;
  if (name == "dusk") return Print::Dusk;
  return std::nullopt;
}

std::unique_ptr<vision::Edition> printedAs(Print print, const vision::Edition& edition) {
  return std::make_unique<OtherPrint>(print, edition);
}

void lightAs(Print print, cv::Mat& bgr, std::uint64_t seed) {
  if (print == Print::Warm) cv::multiply(bgr, kLamp, bgr);
  if (print != Print::Dusk) return;
  cv::Mat dark, noise(bgr.size(), CV_32FC3);
  bgr.convertTo(dark, CV_32F, kDusk);
  cv::RNG(seed).fill(noise, cv::RNG::NORMAL, 0, kDuskNoise);
  dark += noise;
  dark.convertTo(bgr, CV_8U);
}

}  // namespace octo::datasets
