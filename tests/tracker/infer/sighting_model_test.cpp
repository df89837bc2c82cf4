#include "tracker/infer/sighting_model.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace octo;
using namespace octo::tracker::infer;

namespace {

const Face kRose("rose"), kLily("lily"), kOak("oak");
constexpr int kFlowers = 10;

ExpectedPiece piece(PieceId id, const Face& face, double x) { return {.id = id, .faces = {face}, .pose = {{x, 0}, 0}}; }
SeenPiece seen(const Face& face, double x) { return {{{face, 0.95}}, 1.0, {{x, 0}, 0}, 1.0}; }

}  // namespace

TEST_CASE("a table as expected differs nowhere, and is likelier than any other") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0), piece(2, kLily, 60)};
  Observation look;
  look.pieces = {seen(kLily, 61), seen(kRose, 1)};
  const SightingMatch match = model.match(expected, {}, kFlowers, look);
  CHECK(match.difference.news.empty());
  CHECK(match.difference.missing.empty());
  CHECK(match.unexplained == 0);
  const std::vector<ExpectedPiece> one{expected[0]}, turned{piece(1, kLily, 0), piece(2, kRose, 60)};
  CHECK(model.match(one, {}, kFlowers, look).likelihood < match.likelihood - 5);
  CHECK(model.match(turned, {}, kFlowers, look).likelihood < match.likelihood - 5);
}

TEST_CASE("a look differs by what is new, what is missing, and what shows another face") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0), piece(2, kLily, 60), piece(3, kLily, 120)};
  Observation look;
  look.pieces = {seen(kRose, 0), seen(kRose, 60), seen(kLily, -400)};
  const SightingMatch match = model.match(expected, {}, kFlowers, look);
  CHECK(match.difference.missing == std::vector<PieceId>{3});
  CHECK(match.difference.news == std::vector<const SeenPiece*>{&look.pieces[1], &look.pieces[2]});
  CHECK(match.unexplained > 5);
}

TEST_CASE("a face that a piece does not show stays new: another may lie just there") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation rose, lily;
  rose.pieces = {seen(kRose, 0)};
  lily.pieces = {seen(kLily, 0)};
  lily.pieces[0].faces[0].confidence = 0.99;
  PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, rose);
  for (int looks = 0; looks < 3; ++looks) {
    CHECK(model.match(expected, traces, kFlowers, lily).difference.news.size() == 1);
    traces = model.tracesAfter(expected, traces, kFlowers, lily);
  }
  CHECK(model.match(expected, traces, kFlowers, rose).difference.news.empty());
}

TEST_CASE("what cannot be read where pieces are read well is rather no piece") {
  const Parameters parameters;
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation look;
  look.pieces = {seen(Face::unknown(), 0)};
  const auto speaksForPiece = [&](double unread) {
    const SightingModel model(parameters, unread);
    return model.match(expected, {}, kFlowers, look).likelihood - model.match({}, {}, kFlowers, look).likelihood;
  };
  CHECK(speaksForPiece(0.3) > speaksForPiece(0.01) + 2);
  CHECK(speaksForPiece(0.01) > 5);
}

TEST_CASE("a doubtful sighting of nothing that becomes a clear one was none of those that come easily") {
  const Parameters parameters;
  const SightingModel model(parameters);
  Observation doubtful, clear;
  doubtful.pieces = {seen(kRose, 0)};
  clear = doubtful;
  doubtful.pieces[0].presence = 0.6;
  const auto afterBoth = [&](const Observation& first, const Observation& second) {
    return model.match({}, {}, kFlowers, first).likelihood +
           model.match({}, model.tracesAfter({}, {}, kFlowers, first), kFlowers, second).likelihood;
  };
  CHECK(afterBoth(doubtful, doubtful) > afterBoth(clear, clear) + 5);
  CHECK(std::abs(afterBoth(doubtful, clear) - afterBoth(clear, clear)) < 1);
}

TEST_CASE("a piece that lay off is expected where it was seen, and so is one laid beside it") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation look;
  look.pieces = {seen(kRose, 12)};
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, look);
  REQUIRE(traces.size() == 1);
  CHECK(traces[0].at->at.x == 12);
  expected.push_back(piece(2, kLily, 60));
  expected[1].beside = {Beside{.piece = 1, .x = 60}};
  Observation moved = look, straight = look;
  moved.pieces.push_back(seen(kLily, 72));
  straight.pieces.push_back(seen(kLily, 60));
  CHECK(model.match(expected, traces, kFlowers, moved).likelihood >
        model.match(expected, traces, kFlowers, straight).likelihood + 1);
}

TEST_CASE("what lies beside a piece that is seen a little elsewhere was not moved with it, but where that was pushed") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> first{piece(1, kRose, 0)};
  std::vector<ExpectedPiece> expected{first[0], piece(2, kLily, 60)};
  expected[1].beside = {Beside{.piece = 1, .x = 60}};
  Observation look;
  look.pieces = {seen(kRose, 0)};
  const PieceTraces traces = model.tracesAfter(first, {}, kFlowers, look);
  const auto likelihood = [&](double rose, double lily) {
    look.pieces = {seen(kRose, rose), seen(kLily, lily)};
    return model.match(expected, traces, kFlowers, look).likelihood;
  };
  CHECK(likelihood(5, 60) > likelihood(5, 65) + 0.5);
  CHECK(likelihood(20, 80) > likelihood(20, 60) + 0.5);
}

TEST_CASE("where people differ in how neat they are, a piece laid off its place is less of a surprise") {
  Parameters alike, differ;
  alike.laidSpread = 0, alike.badly = differ.badly = 0;
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  const auto likelihood = [&](const Parameters& parameters, double x) {
    Observation look;
    look.pieces = {seen(kRose, x)};
    return SightingModel(parameters).match(expected, {}, kFlowers, look).likelihood;
  };
  const double off = 4 * alike.laid;
  CHECK(likelihood(differ, off) > likelihood(alike, off) + 2);
  CHECK(likelihood(differ, 0) > likelihood(alike, 0));
}

TEST_CASE("a strip of which a hand hides some is hardly seen, a whole piece often is") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  expected[0].shown = {-30, 0, 30, 20};
  Observation look;
  look.hidden = {{-30, 0, -10, 20}};
  const auto likelihood = [&](double visible) {
    expected[0].visible = visible;
    return model.match(expected, {}, kFlowers, look).likelihood;
  };
  CHECK(likelihood(0.28) > std::log(0.75));
  CHECK(likelihood(1) < std::log(0.45));
}

TEST_CASE("beside a forearm that still lies there pieces are missed more often") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  const auto missed = [&](double x, bool stayed) {
    Observation look;
    look.forearms = {{.from = Side::Near, .confidence = 1, .reached = {x, 40}, .entered = TablePoint{x, -200}}};
    look.forearms[0].stayed = stayed;
    return model.match(expected, {}, kFlowers, look).likelihood;
  };
  CHECK(missed(20, true) > missed(20, false) + 1);
  CHECK(missed(300, true) == missed(300, false));
}

TEST_CASE("a piece missed once is missed again more likely, and a stray seen once is seen again") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation empty, stray;
  stray.pieces = {seen(kRose, 0), seen(kLily, 200)};
  const PieceTraces missed = model.tracesAfter(expected, {}, kFlowers, empty);
  CHECK(model.match(expected, missed, kFlowers, empty).likelihood >
        model.match(expected, {}, kFlowers, empty).likelihood + 1);
  const PieceTraces strayed = model.tracesAfter(expected, {}, kFlowers, stray);
  CHECK(strayed.size() == 2);
  CHECK(model.match(expected, strayed, kFlowers, stray).likelihood >
        model.match(expected, {}, kFlowers, stray).likelihood + 5);
}

TEST_CASE("what was no piece is no other one after a hand has hidden it, and meanwhile differs from nothing") {
  const Parameters parameters;
  const SightingModel model(parameters);
  Observation stray, hidden;
  stray.pieces = {seen(kLily, 200)};
  hidden.hidden = {{150, -50, 250, 50}};
  const PieceTraces before = model.tracesAfter({}, {}, kFlowers, stray);
  const PieceTraces meanwhile = model.tracesAfter({}, before, kFlowers, hidden);
  CHECK(model.match({}, meanwhile, kFlowers, stray).likelihood ==
        Approx(model.match({}, before, kFlowers, stray).likelihood));
  CHECK(model.unexplained({}, before).size() == 1);
  CHECK(model.unexplained({}, meanwhile).empty());
  const PieceTraces gone = model.tracesAfter({}, before, kFlowers, Observation());
  CHECK(model.match({}, gone, kFlowers, stray).likelihood < model.match({}, before, kFlowers, stray).likelihood - 5);
}

TEST_CASE("what was taken for no piece at one look may have been a new one then, unless people said that it was none") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> before{piece(1, kRose, 0)}, after{piece(1, kRose, 0), piece(2, kLily, 200)};
  Observation look, moved;
  look.pieces = {seen(kRose, 0), seen(kLily, 200)};
  moved.pieces = {seen(kRose, 0), seen(kLily, 230)};
  PieceTraces strayed = model.tracesAfter(before, {}, kFlowers, look);
  const auto speaksForPiece = [&](const Observation& now) {
    return model.match(after, strayed, kFlowers, now).likelihood -
           model.match(before, strayed, kFlowers, now).likelihood;
  };
  const double atOnce =
      model.match(after, {}, kFlowers, look).likelihood - model.match(before, {}, kFlowers, look).likelihood;
  CHECK(speaksForPiece(look) == Approx(atOnce).margin(5));
  CHECK(speaksForPiece(moved) < speaksForPiece(look));
  Observation turned = look;
  turned.pieces[1].pose.angle = 8;
  CHECK(speaksForPiece(turned) < speaksForPiece(look));
  SightingModel::deny(strayed);
  CHECK(speaksForPiece(look) < 0);
}

TEST_CASE("a piece that lay covered was not missed: it is seen as ever once it shows") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> alone{piece(1, kRose, 0)};
  std::vector<ExpectedPiece> covered{alone[0], piece(2, kLily, 0)};
  covered[0].visible = 0.02;
  Observation rose, lily;
  rose.pieces = {seen(kRose, 0)};
  lily.pieces = {seen(kLily, 0)};
  const PieceTraces before = model.tracesAfter(alone, {}, kFlowers, rose);
  const PieceTraces after = model.tracesAfter(covered, before, kFlowers, lily);
  CHECK(model.match(alone, after, kFlowers, rose).likelihood >
        model.match(alone, before, kFlowers, rose).likelihood - 0.1);
}

TEST_CASE("a piece that lies covered mostly goes along where what lies on it is moved") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> covered{piece(1, kRose, 0), piece(2, kLily, 0)};
  covered[0].visible = 0.02;
  covered[0].beside = {Beside{.piece = 2}};
  covered[1].beside = {Beside{.piece = 1}};
  const std::vector<ExpectedPiece> alone{covered[0]};
  Observation look;
  look.pieces = {seen(kRose, 0)};
  PieceTraces traces = model.tracesAfter(alone, {}, kFlowers, look);
  const auto newsAt = [&](double x) {
    Observation both;
    both.pieces = {seen(kLily, 100), seen(kRose, x)};
    return model.match(covered, traces, kFlowers, both).difference.news.size();
  };
  for (const double x : {0.0, 100.0}) {
    look.pieces = {seen(kLily, x)};
    traces = model.tracesAfter(covered, traces, kFlowers, look);
  }
  CHECK(newsAt(100) == 0);
  CHECK(newsAt(0) == 1);
  // One that was only straightened may have left it where it was.
  const std::vector<ExpectedPiece> bared{piece(1, kRose, 0)};
  const auto likelihood = [&](double x) {
    look.pieces = {seen(kRose, x)};
    return model.match(bared, traces, kFlowers, look).likelihood;
  };
  CHECK(likelihood(100) > likelihood(0) + 1);
  CHECK(likelihood(0) > likelihood(50) + 1);
}

TEST_CASE("where a piece was taken out of a row, those after it are pushed up, or stay where they lay") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> row{piece(1, kRose, 0), piece(2, kLily, 22), piece(3, kRose, 44)};
  std::vector<ExpectedPiece> left{row[0], piece(3, kRose, 22)};
  left[1].beside = {{1, 22, 0}};
  Observation before, closed, open;
  before.pieces = {seen(kRose, 0), seen(kLily, 22), seen(kRose, 44)};
  closed.pieces = {seen(kRose, 0), seen(kRose, 23)};
  open.pieces = {seen(kRose, 0), seen(kRose, 44)};
  const PieceTraces traces = model.tracesAfter(row, {}, kFlowers, before);
  const auto likelihood = [&](const Observation& look) { return model.match(left, traces, kFlowers, look).likelihood; };
  const double noGap = likelihood(closed), asBefore = likelihood(open);
  left[1].gaps = 1;
  CHECK(likelihood(closed) > noGap + 3);
  CHECK(likelihood(open) > asBefore - 1);
  // Only at the look after it was taken out.
  const PieceTraces after = model.tracesAfter(left, traces, kFlowers, open);
  CHECK(model.match(left, after, kFlowers, closed).likelihood < likelihood(closed) - 3);
}

TEST_CASE("a piece seen in part lies where it was seen while no more of it is seen") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation part;
  part.pieces = {seen(kRose, 30)};
  part.pieces[0].visible = 0.2;
  Observation whole = part, apart = part;
  whole.pieces[0].visible = 1;
  apart.pieces[0].pose.at.x = 10;
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, part);
  const auto likelihood = [&](const Observation& look) {
    return model.match(expected, traces, kFlowers, look).likelihood;
  };
  CHECK(likelihood(part) > likelihood(whole) + 0.5);
  Observation wholeApart = apart;
  wholeApart.pieces[0].visible = 1;
  CHECK(likelihood(wholeApart) > likelihood(apart) + 2);
}

TEST_CASE("a strip of a piece just laid is missed more often than one that was seen") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  expected[0].visible = 0.25;
  Observation look;
  look.pieces = {seen(kRose, 0)};
  look.pieces[0].visible = 0.25;
  const PieceTraces seenOnce = model.tracesAfter(expected, {}, kFlowers, look);
  const auto missed = [&](const PieceTraces& traces) { return model.match(expected, traces, kFlowers, {}).likelihood; };
  CHECK(missed({}) > missed(seenOnce) + 0.5);
}

TEST_CASE("what shows of a covered piece shows again, and may show under one more") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  expected[0].visible = 0.05;
  Observation look;
  look.pieces = {seen(kRose, 0)};
  look.pieces[0].visible = 0.2;
  const PieceTraces peeking = model.tracesAfter(expected, {}, kFlowers, look);
  const auto gains = [&](double visible) {
    expected[0].visible = visible;
    return model.match(expected, peeking, kFlowers, look).likelihood -
           model.match(expected, peeking, kFlowers, {}).likelihood;
  };
  CHECK(gains(0.05) > gains(0.04) + 2);
  expected[0].visible = 0.05;
  const PieceTraces covered = model.tracesAfter(expected, {}, kFlowers, {});
  const double again = model.match(expected, covered, kFlowers, look).likelihood;
  expected[0].visible = 0.04;
  CHECK(model.match(expected, peeking, kFlowers, look).likelihood > again + 2);
}

TEST_CASE("what comes and goes may come at any look, and once it lies there it stays") {
  const Parameters parameters;
  const SightingModel model(parameters);
  Observation empty, laid;
  laid.pieces = {seen(kRose, 0)};
  const auto gained = [&](bool comesAndGoes, const Observation& first, const Observation& then) {
    std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
    expected[0].lies = 0.01;
    expected[0].comesAndGoes = comesAndGoes;
    const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, first);
    return model.match(expected, traces, kFlowers, then).likelihood -
           model.match(expected, {}, kFlowers, then).likelihood;
  };
  CHECK(gained(true, empty, laid) == Approx(0).margin(1e-9));
  CHECK(gained(false, empty, laid) < -3);
  CHECK(gained(true, laid, laid) > gained(false, laid, laid) + 3);
}

TEST_CASE("a piece held against a look before fits it just as well again, where nothing else is known of it") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0), piece(2, kLily, 60)}, fewer{piece(1, kRose, 0)},
      another{piece(1, kRose, 5), piece(2, kRose, 60)};
  Observation look, before;
  look.pieces = {seen(kLily, 61), seen(kRose, 1), seen(kLily, 200)};
  before.pieces = {seen(kLily, 58), seen(kLily, 2), seen(kLily, 200)};
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, before);
  HeldPieces held;
  for (const auto& pieces : {expected, fewer, another, expected})
    for (const PieceTraces& known : {PieceTraces(), traces}) {
      const SightingMatch again = model.match(pieces, known, kFlowers, look, held);
      const SightingMatch anew = model.match(pieces, known, kFlowers, look);
      CHECK(again.likelihood == anew.likelihood);
      CHECK(again.unexplained == anew.unexplained);
    }
}

TEST_CASE("when pieces were pushed together, all of them lie elsewhere at once") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> expected;
  Observation look, pushed;
  for (PieceId k = 0; k < 6; ++k) {
    expected.push_back(piece(k, Face("card:" + std::to_string(k)), 25.0 * k));
    look.pieces.push_back(seen(expected.back().faces.front(), 25.0 * k));
    pushed.pieces.push_back(seen(expected.back().faces.front(), 15.0 * k));
  }
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, look);
  Parameters never = parameters;
  never.tidied = 1e-9;
  CHECK(model.match(expected, traces, kFlowers, pushed).likelihood >
        SightingModel(never).match(expected, traces, kFlowers, pushed).likelihood + 5);
}

TEST_CASE("a piece laid badly is set straight rather than pushed as far the other way") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0)};
  Observation askew, straight, worse;
  askew.pieces = {seen(kRose, 7)};
  askew.pieces[0].pose.angle = 18;
  straight.pieces = {seen(kRose, 1)};
  worse.pieces = {seen(kRose, 13)};
  worse.pieces[0].pose.angle = 36;
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, askew);
  CHECK(model.match(expected, traces, kFlowers, straight).likelihood >
        model.match(expected, traces, kFlowers, worse).likelihood + 3);
}

TEST_CASE("while pieces are pushed, one that others covered may show, and nobody just laid it") {
  const Parameters parameters;
  Parameters never = parameters;
  never.bared = 1e-9;
  const SightingModel model(parameters), withoutBare(never);
  std::vector<ExpectedPiece> expected{piece(1, kRose, 0), piece(2, kLily, 0)};
  Observation first, covered, pushed;
  first.pieces = {seen(kRose, 0)};
  covered.pieces = {seen(kLily, 0)};
  pushed.pieces = {seen(kRose, 60), seen(kLily, 0)};
  PieceTraces traces = model.tracesAfter({expected.data(), 1}, {}, kFlowers, first);
  expected[0].visible = 0.02;
  traces = model.tracesAfter(expected, traces, kFlowers, covered);
  const double once = model.match(expected, traces, kFlowers, pushed).likelihood;
  CHECK(once > withoutBare.match(expected, traces, kFlowers, pushed).likelihood + 3);
  // And seen so once, it is so at the next look.
  traces = model.tracesAfter(expected, traces, kFlowers, pushed);
  CHECK(model.match(expected, traces, kFlowers, pushed).likelihood > once + 3);
}

namespace {

/// A row from which others are laid over all but a strip of each but the last.
std::vector<ExpectedPiece> fanned() {
  std::vector<ExpectedPiece> row{piece(1, kRose, 0), piece(2, kLily, 18), piece(3, kOak, 36)};
  for (ExpectedPiece& each : row) {
    if (each.id < 3) {
      each.visible = 0.28;
      each.shown = {-30, -40, -12, 40};
      each.whole = {-30, -40, 30, 40};
    }
    for (const ExpectedPiece& other : row)
      if (each.id != other.id)
        each.beside.push_back({other.id, each.pose.at.x - other.pose.at.x, 0, other.id < each.id});
  }
  return row;
}

SeenPiece strip(const Face& face, double x) { return {{{face, 0.95}}, 1.0, {{x, 0}, 0}, 0.28}; }

/// All of it, where the first lies there.
Observation rowAt(double x) {
  Observation look;
  look.pieces = {strip(kRose, x), strip(kLily, x + 18), seen(kOak, x + 36)};
  return look;
}

}  // namespace

TEST_CASE("a strip that is not seen is no surprise where what is seen whole lies on it") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> row = fanned();
  Observation covered, elsewhere;
  covered.pieces = {strip(kRose, 0), seen(kOak, 20)};
  elsewhere.pieces = {strip(kRose, 0), seen(kOak, 36)};
  const PieceTraces traces = model.tracesAfter(row, {}, kFlowers, rowAt(0));
  CHECK(model.match(row, traces, kFlowers, covered).difference.missing.empty());
  CHECK(model.match(row, traces, kFlowers, elsewhere).difference.missing == std::vector<PieceId>{2});
}

TEST_CASE("of a strip on which the next of its row lies farther than it should, hardly anything is expected to show") {
  const Parameters parameters;
  const SightingModel model(parameters);
  std::vector<ExpectedPiece> row = fanned();
  const PieceTraces traces = model.tracesAfter(row, {}, kFlowers, rowAt(0));
  Observation look;
  look.pieces = {strip(kLily, 5), seen(kOak, 36)};
  // A strip alone does not tell whether it lies above or below.
  CHECK(model.match(row, traces, kFlowers, look).difference.missing == std::vector<PieceId>{1});
  row[0].under = 2;
  CHECK(model.match(row, traces, kFlowers, look).difference.missing.empty());
}

TEST_CASE("a piece that lay bare while others were lifted off it may be covered wholly by them") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> row = fanned();
  Observation bare, covered;
  covered.pieces = {strip(kRose, 0), seen(kOak, 22)};
  bare.pieces = {strip(kRose, 0), seen(kLily, 18)};
  const PieceTraces traces = model.tracesAfter(row, model.tracesAfter(row, {}, kFlowers, covered), kFlowers, bare);
  CHECK(model.match(row, traces, kFlowers, covered).difference.missing.empty());
}

TEST_CASE("a look tells which pieces lie elsewhere than they did") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> expected{piece(1, kRose, 0), piece(2, kLily, 60)};
  Observation look;
  look.pieces = {seen(kRose, 0), seen(kLily, 60)};
  const PieceTraces traces = model.tracesAfter(expected, {}, kFlowers, look);
  CHECK(model.match(expected, traces, kFlowers, look).difference.moved.empty());
  look.pieces = {seen(kRose, 1), seen(kLily, 80)};
  const Difference moved = model.match(expected, traces, kFlowers, look).difference;
  CHECK_FALSE(moved.movedFrom(1));
  CHECK(moved.movedFrom(2) == TablePoint{60, 0});
}

TEST_CASE("a piece that was not seen is found again beside others that were laid elsewhere meanwhile") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> row = fanned();
  Observation without, found;
  without.pieces = {strip(kRose, 0), seen(kOak, 36)};
  PieceTraces traces = model.tracesAfter(row, {}, kFlowers, rowAt(0));
  traces = model.tracesAfter(row, traces, kFlowers, without);
  // Somebody laid the others anew, so they have other numbers.
  std::vector<ExpectedPiece> anew = row;
  const auto numberOf = [](PieceId id) { return id == 2 ? id : id + 10; };
  for (ExpectedPiece& each : anew) {
    each.id = numberOf(each.id);
    each.pose.at.x += 100;
    for (Beside& other : each.beside) other.piece = numberOf(other.piece);
  }
  const auto newsWith = [&](double x) {
    found.pieces = {strip(kRose, 100), strip(kLily, x), seen(kOak, 136)};
    return model.match(anew, traces, kFlowers, found).difference.news.size();
  };
  CHECK(newsWith(118) == 0);
  CHECK(newsWith(160) > 0);
}

TEST_CASE("what a hand hides goes along with what lies beside it") {
  const Parameters parameters;
  const SightingModel model(parameters);
  const std::vector<ExpectedPiece> row = fanned();
  const Observation after = rowAt(100);
  Observation hidden;
  hidden.pieces = {seen(kOak, 136)};
  hidden.hidden = {{-40, -50, 70, 50}};
  const auto likelihood = [&](const PieceTraces& traces) {
    return model.match(row, traces, kFlowers, after).likelihood;
  };
  const PieceTraces traces = model.tracesAfter(row, {}, kFlowers, rowAt(0));
  const PieceTraces still = model.tracesAfter(row, traces, kFlowers, after);
  const PieceTraces along = model.tracesAfter(row, traces, kFlowers, hidden);
  CHECK(likelihood(along) > likelihood(still) - 4);
}
