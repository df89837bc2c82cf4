#include "vision/read/rounds/likeness_maps.h"

#include <array>
#include <opencv2/core/hal/intrin.hpp>

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

Channels spectraOf(Channels channels, int side) {
  for (cv::Mat& each : channels) each = spectrumOf(each, side);
  return channels;
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

/// The columns of each line that a disc covers: one stretch, from the first to behind the last.
std::vector<cv::Range> runsOf(const cv::Mat& disc) {
  std::vector<cv::Range> runs;
  for (int y = 0; y < disc.rows; ++y) {
    cv::Range run(0, 0);
    for (int x = 0; x < disc.cols; ++x) {
      if (disc.at<float>(y, x) == 0) continue;
      if (run.empty()) run.start = x;
      run.end = x + 1;
    }
    runs.push_back(run);
  }
  return runs;
}

/// At each place, so many of them, the sum over a disc of such runs that begins there.
cv::Mat sumsOver(const std::vector<cv::Range>& runs, const cv::Mat& channel, cv::Size size) {
  constexpr int kLanes = cv::v_float32x4::nlanes;
  cv::Mat before = cv::Mat::zeros(channel.rows, channel.cols + 1, CV_32F), sums = cv::Mat::zeros(size, CV_32F);
  for (int y = 0; y < channel.rows; ++y) {
    const auto* from = channel.ptr<float>(y);
    auto* to = before.ptr<float>(y);
    for (int x = 0; x < channel.cols; ++x) to[x + 1] = to[x] + from[x];
  }
  for (int y = 0; y < size.height; ++y)
    for (int line = 0; line < static_cast<int>(runs.size()); ++line) {
      const cv::Range& run = runs[static_cast<std::size_t>(line)];
      const auto *first = before.ptr<float>(y + line) + run.start, *end = before.ptr<float>(y + line) + run.end;
      auto* to = sums.ptr<float>(y);
      int x = 0;
      for (; x + kLanes <= size.width; x += kLanes)
        cv::v_store(to + x, cv::v_load(to + x) + cv::v_load(end + x) - cv::v_load(first + x));
      for (; x < size.width; ++x) to[x] += end[x] - first[x];
    }
  return sums;
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
  const std::vector<cv::Range> runs = runsOf(disc);
  std::vector<Channels> drawn;
  for (const DrawnDisc& each : drawings) drawn.push_back(spectraOf(channelsOf(each.picture), side));
  const double count = cv::sum(disc)[0];
  const cv::Scalar mean = cv::mean(bgr);  // large numbers leave less of what differs
  const int across = (size.width + step - 1) / step, down = (size.height + step - 1) / step;
  cv::parallel_for_({0, across * down}, [&](const cv::Range& range) {
    for (int n = range.start; n < range.end; ++n) {
      const cv::Point from(n % across * step, n / across * step);
      const cv::Rect here = cv::Rect(from, cv::Size(step, step)) & cv::Rect({}, size);
      const cv::Mat part = bgr(cv::Rect(from, cv::Size(side, side)) & cv::Rect({}, bgr.size())) - mean;
      const Channels channels = channelsOf(part), spectra = spectraOf(channels, side);
      const cv::Mat squares =
          channels[0].mul(channels[0]) + channels[1].mul(channels[1]) + channels[2].mul(channels[2]);
      cv::Mat spread = sumsOver(runs, squares, here.size());
      for (const cv::Mat& each : channels) {
        const cv::Mat sum = sumsOver(runs, each, here.size());
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
