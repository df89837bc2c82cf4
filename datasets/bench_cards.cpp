#include "datasets/bench_cards.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "datasets/measure.h"
#include "vision/capture/picture.h"
#include "vision/capture/source.h"
#include "vision/read/cards/card_networks.h"
#include "vision/read/cards/card_reader.h"

namespace octo::datasets {
namespace {

std::vector<cv::Mat> picturesOf(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return {vision::loadPicture(path)};
  const auto folder = vision::openSource(path);
  std::vector<cv::Mat> pictures;
  for (vision::Frame frame; folder->next(frame);) pictures.push_back(frame.bgr.clone());
  return pictures;
}

/// Each network alone, and the first one as OpenCV runs it.
void benchNetworks(const cv::Mat& picture, int times) {
  cv::Mat small;
  cv::resize(picture, small, {960, 544}, 0, 0, cv::INTER_AREA);
  vision::CardNetworks networks;
  std::vector<vision::CardIndex> indices = networks.detect(small);
  if (indices.empty()) throw std::runtime_error("bench: the first picture shows no cards");
  const std::size_t found = indices.size();
  for (std::size_t i = 0; indices.size() < 16; ++i) indices.push_back(indices[i % found]);
  indices.resize(16);
  const auto stage = [&](const std::string& name, const std::function<void()>& work) {
    print(measure("cards: " + name, times, work, wallMs));
  };
  const std::string detector = vision::CardNetworks::detectorFile();
  cv::dnn::Net baseline = cv::dnn::readNetFromONNX(detector.data(), detector.size());
  stage("detector at 960x544 by OpenCV, baseline", [&] {
    baseline.setInput(cv::dnn::blobFromImage(small, 1.0 / 255));
    std::vector<cv::Mat> told;
    baseline.forward(told, baseline.getUnconnectedOutLayersNames());
  });
  stage("detector at 960x544", [&] { networks.detect(small); });
  stage("16 indices read", [&] { networks.read(small, indices); });
  stage("16 outlines", [&] { networks.outlines(small, indices); });
}

/// Each picture so many times, one after the other; then all of them together. Returns the median.
double benchPictures(const std::string& stage, const std::vector<cv::Mat>& pictures, int times,
                     const std::function<void(const cv::Mat&)>& read) {
  for (const cv::Mat& picture : pictures) read(picture);  // buffers are made the first time
  std::size_t next = 0;
  const Json figures = measure(
      stage, times * static_cast<int>(pictures.size()), [&] { read(pictures[next++ % pictures.size()]); }, wallMs);
  print(figures);
  return figures.at("median_ms");
}

cv::Mat noise(cv::Size size) {
  cv::Mat picture(size, CV_8UC3);
  cv::RNG random(1);
  random.fill(picture, cv::RNG::UNIFORM, 0, 256);
  return picture;
}

cv::Mat pageOfText(cv::Size size) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar::all(240));
  cv::RNG random(2);
  for (int y = 30; y < size.height; y += 26) {
    std::string line;
    for (int i = 0; i < 120; ++i) line += random.uniform(0, 6) == 0 ? ' ' : static_cast<char>(random.uniform('0', 'z'));
    cv::putText(picture, line, {20, y}, cv::FONT_HERSHEY_COMPLEX, 0.7, cv::Scalar::all(20), 1, cv::LINE_AA);
  }
  return picture;
}

/// White quadrangles of cards' size and shape that lie about, empty.
cv::Mat contours(cv::Size size, int many) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar(60, 90, 40));
  cv::RNG random(3);
  for (int i = 0; i < many; ++i) {
    const auto at = [&](int most) { return static_cast<float>(random.uniform(0, most)); };
    const cv::RotatedRect card({at(size.width), at(size.height)}, {63, 88}, at(360));
    std::array<cv::Point2f, 4> corners;
    card.points(corners.data());
    const std::vector<cv::Point> outline(corners.begin(), corners.end());
    cv::fillConvexPoly(picture, outline, cv::Scalar::all(random.uniform(150, 255)), cv::LINE_AA);
    cv::polylines(picture, outline, true, cv::Scalar::all(30), 1, cv::LINE_AA);
  }
  return picture;
}

/// What takes longest, by how many times the median for a pixel it takes.
void benchWorst(const cv::Mat& first, int times, double medianMs) {
  cv::Mat large;
  cv::resize(first, large, {4000, 3000}, 0, 0, cv::INTER_CUBIC);
  const double usual = medianMs / static_cast<double>(first.total());
  for (const auto& [name, picture] : {std::pair{"noise", noise(first.size())},
                                      {"a page of text", pageOfText(first.size())},
                                      {"500 empty quadrangles", contours(first.size(), 500)},
                                      {"12 megapixels", large}}) {
    Json figures = measure(
        "cards: worst case, " + std::string(name), times, [&picture = picture] { vision::readCards(picture); }, wallMs);
    const double median = figures.at("median_ms");
    figures["times_the_median_a_pixel"] = std::round(median / static_cast<double>(picture.total()) / usual * 100) / 100;
    print(figures);
  }
}

}  // namespace

void benchCards(const std::string& path, int times) {
  const std::vector<cv::Mat> pictures = picturesOf(path);
  benchNetworks(pictures.front(), times);
  benchPictures("cards: a live table's frame", pictures, times,
                [](const cv::Mat& picture) { vision::findCards(picture, vision::Effort::Frame); });
  const double median = benchPictures("cards: a photograph, looked at closely", pictures, times,
                                      [](const cv::Mat& picture) { vision::readCards(picture); });
  benchWorst(pictures.front(), times, median);
}

}  // namespace octo::datasets
