#include "vision/read/rounds/likeness_maps.h"

#include <array>

namespace octo::vision {
namespace {

using Channels = std::array<cv::Mat, 3>;

Channels channelsOf(const cv::Mat& bgr) {
  Channels channels;
  cv::split(bgr, channels.data());
  return channels;
}

/// What it holds in its top left corner, all of it so many pixels each way.
cv::Mat spectrumOf(const cv::Mat& channel, int side) {
  cv::Mat square = cv::Mat::zeros(side, side, CV_32F);
  channel.copyTo(square(cv::Rect({}, channel.size())));
  cv::dft(square, square, 0, channel.rows);
  return square;
}

Channels spectraOf(const cv::Mat& bgr, int side) {
  Channels spectra = channelsOf(bgr);
  for (cv::Mat& each : spectra) each = spectrumOf(each, side);
  return spectra;
}

/// The spectrum of how well one goes together with the other at every place.
cv::Mat together(const cv::Mat& one, const cv::Mat& other) {
  cv::Mat both;
  cv::mulSpectrums(one, other, both, 0, true);
  return both;
}

/// What a spectrum says of the places in the top left corner.
cv::Mat placesOf(const cv::Mat& spectrum, cv::Size size) {
  cv::Mat places;
  cv::dft(spectrum, places, cv::DFT_INVERSE | cv::DFT_SCALE | cv::DFT_REAL_OUTPUT, size.height);
  return places(cv::Rect({}, size));
}

}  // namespace

/// A spectrum of a part of the picture serves all drawings, and parts are small enough for a processor's cache.
std::vector<cv::Mat> likenessMaps(const cv::Mat& bgr, const std::vector<DrawnDisc>& drawings, double leastContrast) {
  std::vector<cv::Mat> maps(drawings.size());
  if (drawings.empty()) return maps;
  const cv::Mat& disc = drawings.front().disc;
  const cv::Size size(bgr.cols - disc.cols + 1, bgr.rows - disc.rows + 1);
  if (size.width <= 0 || size.height <= 0) return maps;
  for (cv::Mat& map : maps) map.create(size, CV_32F);
  const int side = cv::getOptimalDFTSize(5 * disc.cols), step = side - disc.cols + 1;
  const cv::Mat discSpectrum = spectrumOf(disc, side);
  std::vector<Channels> drawn;
  for (const DrawnDisc& each : drawings) drawn.push_back(spectraOf(each.picture, side));
  const double count = cv::sum(disc)[0];
  const cv::Scalar mean = cv::mean(bgr);  // large numbers leave less of what differs
  const int across = (size.width + step - 1) / step, down = (size.height + step - 1) / step;
  cv::parallel_for_({0, across * down}, [&](const cv::Range& range) {
    for (int n = range.start; n < range.end; ++n) {
      const cv::Point from(n % across * step, n / across * step);
      const cv::Rect here = cv::Rect(from, cv::Size(step, step)) & cv::Rect({}, size);
      const cv::Mat part = bgr(cv::Rect(from, cv::Size(side, side)) & cv::Rect({}, bgr.size())) - mean;
      const Channels channels = channelsOf(part), spectra = spectraOf(part, side);
      const cv::Mat squares =
          channels[0].mul(channels[0]) + channels[1].mul(channels[1]) + channels[2].mul(channels[2]);
      cv::Mat spread = placesOf(together(spectrumOf(squares, side), discSpectrum), here.size());
      for (const cv::Mat& each : spectra) {
        const cv::Mat sum = placesOf(together(each, discSpectrum), here.size());
        spread -= sum.mul(sum) / count;
      }
      cv::sqrt(cv::max(spread, 3 * count * leastContrast * leastContrast), spread);
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const cv::Mat all =
            together(spectra[0], drawn[i][0]) + together(spectra[1], drawn[i][1]) + together(spectra[2], drawn[i][2]);
        cv::divide(placesOf(all, here.size()), spread, maps[i](here));
      }
    }
  });
  return maps;
}

}  // namespace octo::vision
