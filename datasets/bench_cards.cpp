#include "datasets/bench_cards.h"

#include <chrono>
#include <iostream>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <vector>

#include "datasets/measure.h"
#include "vision/capture/picture.h"
#include "vision/read/cards/card_networks.h"
#include "vision/read/cards/card_reader.h"

namespace octo::datasets {
namespace {

double wallMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void benchCards(const std::string& file, int times) {
  const cv::Mat picture = vision::loadPicture(file);
  cv::Mat small;
  cv::resize(picture, small, {960, 544}, 0, 0, cv::INTER_AREA);
  vision::CardNetworks networks;
  std::vector<vision::CardIndex> indices = networks.detect(small);
  if (indices.empty()) throw std::runtime_error("bench: " + file + " shows no cards");
  const std::size_t found = indices.size();
  for (std::size_t i = 0; indices.size() < 16; ++i) indices.push_back(indices[i % found]);
  indices.resize(16);
  const auto print = [&](const std::string& stage, const std::function<void()>& work) {
    std::cout << measure("cards: " + stage, times, work, wallMs).dump() << std::endl;
  };
  const std::string detector = vision::CardNetworks::detectorFile();
  cv::dnn::Net baseline = cv::dnn::readNetFromONNX(detector.data(), detector.size());
  print("detector at 960x544 by OpenCV, baseline", [&] {
    baseline.setInput(cv::dnn::blobFromImage(small, 1.0 / 255));
    std::vector<cv::Mat> told;
    baseline.forward(told, baseline.getUnconnectedOutLayersNames());
  });
  print("detector at 960x544", [&] { networks.detect(small); });
  print("16 indices read", [&] { networks.read(small, indices); });
  print("16 outlines", [&] { networks.outlines(small, indices); });
  print("a live table's frame", [&] { vision::findCards(picture, vision::Effort::Frame); });
  print("a photograph, backs too", [&] { vision::readCards(picture); });
}

}  // namespace octo::datasets
