#include "vision/edition/edition.h"

#include <cairo.h>

#include <cmath>
#include <map>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>

#include "vision/edition/oct8_edition.h"
#include "vision/edition/octa_edition.h"
#include "vision/edition/octagone_edition.h"
#include "vision/edition/octal_edition.h"
#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

/// Cairo's pixels are BGRA in memory on a little-endian machine, with the colours multiplied by alpha.
cv::Mat straightAlpha(cv::Mat premultiplied) {
  premultiplied.forEach<cv::Vec4b>([](cv::Vec4b& pixel, const int*) {
    const int alpha = pixel[3];
    if (alpha == 0 || alpha == 255) return;
    for (int channel = 0; channel < 3; ++channel)
      pixel[channel] = cv::saturate_cast<uchar>((pixel[channel] * 255 + alpha / 2) / alpha);
  });
  return premultiplied;
}

/// What `make` makes, when it is first asked for.
template <std::unique_ptr<Edition> (*make)()>
const Edition& theOne() {
  static const std::unique_ptr<Edition> edition = make();
  return *edition;
}

}  // namespace

const Edition& printEdition(GameId game) {
  static const std::map<GameId, const Edition& (*)()> editions{{GameId::Octagone, theOne<makeOctagoneEdition>},
                                                               {GameId::Octal, theOne<makeOctalEdition>},
                                                               {GameId::Oct8, theOne<makeOct8Edition>},
                                                               {GameId::Octa, theOne<makeOctaEdition>}};
  const auto found = editions.find(game);
  if (found == editions.end()) throw std::out_of_range(std::string(title(game)) + " has no print edition yet");
  return found->second();
}

std::vector<int> playersWithGround(const Edition& edition) {
  constexpr int kMostPlayers = 6;
  std::vector<int> found;
  for (int players = 2; players <= kMostPlayers; ++players) try {
      (void)edition.art(edition.ground(players));
      found.push_back(players);
    } catch (const std::out_of_range&) {  // none for so many
    }
  return found;
}

Face groundFor(const Edition& edition, int players) {
  return edition.ground(players > 0 ? players : playersWithGround(edition).front());
}

cv::Mat drawFace(const Edition& edition, const Face& face, double pixelsPerMm) {
  const FaceArt& art = edition.art(face);
  const int width = static_cast<int>(std::ceil(art.widthMm * pixelsPerMm - 1e-6));
  const int height = static_cast<int>(std::ceil(art.heightMm * pixelsPerMm - 1e-6));
  cv::Mat picture(height, width, CV_8UC4, cv::Scalar::all(0));
  const std::unique_ptr<cairo_surface_t, CairoDestroy> surface(cairo_image_surface_create_for_data(
      picture.data, CAIRO_FORMAT_ARGB32, width, height, static_cast<int>(picture.step)));
  const std::unique_ptr<cairo_t, CairoDestroy> context(cairo_create(surface.get()));
  cairo_scale(context.get(), pixelsPerMm, pixelsPerMm);
  edition.draw(context.get(), face);
  cairo_surface_flush(surface.get());
  if (cairo_status(context.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("drawing " + face.text() + ": " + cairo_status_to_string(cairo_status(context.get())));
  return straightAlpha(std::move(picture));
}

}  // namespace octo::vision
