#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "db/store.h"
#include "tests/temporary_folder.h"

/// Sample games that the tests of the store share.
namespace octo::test {

inline GameHeader sampleHeader() {
  GameHeader header;
  header.players = {"Ann", "太郎"};
  header.options["part"] = 2;
  return header;
}

inline TrackedEvent sampleEvent(int n, bool legal = true) {
  TrackedEvent event;
  event.n = n;
  event.event = Event::fromJson(Json::parse(R"({"player":0,"do":"place","piece":"green","at":"e2","facing":"S"})"));
  event.event.fields["mark"] = n;
  event.verdict.legal = legal;
  if (!legal) {
    event.verdict.rule = "octagone.colour";
    event.verdict.because = "Row 2 is orange; the shield is green";
    event.verdict.applied = false;
  }
  event.time = n * 1.5;
  event.frame = n * 45;
  event.confidence = 0.97;
  return event;
}

inline Result sampleResult() {
  Result result;
  result.over = true;
  result.reason = "octagone.out";
  result.hands = {0, 3};
  result.scores = {0, 3};
  result.winners = {0};
  return result;
}

/// The kind of StoreError that `work` throws, and its message.
template <class Work>
std::pair<db::StoreError::Kind, std::string> storeErrorOf(Work&& work) {
  try {
    work();
  } catch (const db::StoreError& error) {
    return {error.kind(), error.what()};
  }
  throw std::runtime_error("no StoreError was thrown");
}

}  // namespace octo::test
