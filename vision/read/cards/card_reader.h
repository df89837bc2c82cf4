#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"
#include "vision/read/cards/deck_measure.h"
#include "vision/read/cards/index_search.h"
#include "vision/sighting.h"

namespace octo::vision {

/// The French-suited cards in a picture (8-bit BGR): faces with calibrated confidence and runners-up, `?` where the
/// reading is not sure, outlines also where part of the card is covered, ending where the picture ends. Cards of which
/// no index shows are not found, so backs are not. `table`: where it lies, if that is known. Any thread may call it.
std::vector<Sighting> readCards(const cv::Mat& bgr, const std::optional<TableView>& table = std::nullopt);

/// A table as a picture shows it, and how the cards on it measure, as far as that is known: what one look at them tells
/// helps the next.
struct TableOfCards {
  const TableView& view;
  DeckMeasure& measure;
  LettersSeen& letters;
};

/// The same before faces are chosen: what can be joined with other looks at the same table, where that is known.
/// `expected`: where indices stood at earlier looks.
std::vector<AssembledCard> findCards(const cv::Mat& bgr, Effort effort = Effort::Photograph,
                                     const std::optional<TableOfCards>& table = std::nullopt,
                                     std::span<const CardIndex> expected = {});
/// What such cards are in a picture of that size: faces by confidence, `?` first where the reading is not sure; unread
/// indices on cards that were read by their other one are left out.
std::vector<Sighting> cardSightings(std::span<const AssembledCard> cards, cv::Size size);

/// How likely each quadrangle of the picture, clockwise with a short side first, is a face-down card.
std::vector<double> backChances(const cv::Mat& bgr, std::span<const Corners> quads);

/// Where a card lies on the table, from its outline in the picture, which begins at its top left corner.
TablePose poseOf(const Sighting& card, const TableView& view);

}  // namespace octo::vision
