#include "tracker/octa/move.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octa/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

bool isMalformed(const std::string& line) {
  const Match match(header());
  try {
    match.check(Event::fromJson(Json::parse(line)));
    return false;
  } catch (const Malformed&) {
    return true;
  }
}

}  // namespace

TEST_CASE("Octa's header needs two players, a pot of eight number cards and two action cards") {
  CHECK_NOTHROW(Match(header()));
  CHECK_NOTHROW(Match(header({{"jack_card", "discard"}, {"extend", "own"}, {"unknown", 1}})));
  CHECK_THROWS_AS(Match(header({{"jack_card", "stock"}})), Malformed);
  CHECK_THROWS_AS(Match(header({{"extend", nullptr}})), Malformed);
  CHECK_THROWS_AS(Match(header({}, {"AC", "3H"})), Malformed);
  CHECK_THROWS_AS(Match(header({}, {"AC", "3H", "4H", "4D", "6S", "8D", "2S", "JH"})), Malformed);
  CHECK_THROWS_AS(Match(header({}, {"AC", "3H", "4H", "4D", "6S", "8D", "2S", "?"})), Malformed);
  CHECK_THROWS_AS(Match(header({}, {"AC", "AC", "AC", "4D", "6S", "8D", "2S", "6H"})), Malformed);
  CHECK_THROWS_AS(Match(header({}, kPot, {"KS"})), Malformed);
  CHECK_THROWS_AS(Match(header({}, kPot, {"KS", "10H"})), Malformed);
  GameHeader three = header();
  three.players.push_back("Cas");
  CHECK_THROWS_AS(Match(three), Malformed);
  GameHeader bare = header();
  bare.setup = Json::object();
  CHECK_THROWS_AS(Match(bare), Malformed);
}

TEST_CASE("lines of Octa that are well formed") {
  const std::string line = GENERATE(as<std::string>{},                            //
                                    R"({"player":0,"do":"draw","note":"kept"})",  //
                                    R"({"do":"restock"})", R"({"player":1,"do":"reshuffle-actions"})",
                                    R"({"player":0,"do":"king","from":"stock"})",                             //
                                    R"({"player":0,"do":"meld","cards":[]})",                                 //
                                    R"({"player":0,"do":"discard","cards":[]})",                              //
                                    R"({"player":0,"do":"discard","cards":["?","5H"]})",                      //
                                    R"({"player":0,"do":"take-line","line":"left","fill":[]})",               //
                                    R"({"player":0,"do":"take-line","line":"left","fill":["5H","6H"]})",      //
                                    R"({"player":0,"do":"take-run","fill":[]})",                              //
                                    R"({"player":0,"do":"jack","run":"r99999999999999999999","card":"5H"})",  //
                                    R"({"player":0,"do":"swap","pot":8,"give":"AS","claim":[8,7,6]})");
  INFO(line);
  CHECK_FALSE(isMalformed(line));
}

TEST_CASE("lines of Octa that are malformed") {
  const std::string line = GENERATE(as<std::string>{},              //
                                    R"({"player":0,"do":"play"})",  //
                                    R"({"do":"draw"})", R"({"player":2,"do":"draw"})", R"({"player":7,"do":"restock"})",
                                    R"({"player":0,"do":"action","card":"JH"})",                       //
                                    R"({"player":0,"do":"action","card":"JH","onto":2})",              //
                                    R"({"player":0,"do":"action","card":"JH","onto":"0"})",            //
                                    R"({"player":0,"do":"action","card":"10H","onto":0})",             //
                                    R"({"player":0,"do":"action","card":"?","onto":0})",               //
                                    R"({"player":0,"do":"jack","run":"r0","card":"5H"})",              //
                                    R"({"player":0,"do":"jack","run":"r01","card":"5H"})",             //
                                    R"({"player":0,"do":"jack","run":"1","card":"5H"})",               //
                                    R"({"player":0,"do":"jack","run":"r1","card":"JH"})",              //
                                    R"({"player":0,"do":"queen","take":[1],"fill":["5H","6H"]})",      //
                                    R"({"player":0,"do":"queen","take":[0,1],"fill":["5H","6H"]})",    //
                                    R"({"player":0,"do":"queen","take":[8,9],"fill":["5H","6H"]})",    //
                                    R"({"player":0,"do":"queen","take":[1,2],"fill":["5H"]})",         //
                                    R"({"player":0,"do":"queen","take":[1,2],"fill":["5H","?"]})",     //
                                    R"({"player":0,"do":"queen","take":[1.0,2],"fill":["5H","6H"]})",  //
                                    R"({"player":0,"do":"king","from":"hand"})",                       //
                                    R"({"player":0,"do":"king","from":"discard"})",                    //
                                    R"({"player":0,"do":"king","from":"discard","cards":["5H"]})",     //
                                    R"({"player":0,"do":"meld","cards":["5H","6H","JH"]})",            //
                                    R"({"player":0,"do":"meld","cards":["5H","6H","?"]})",             //
                                    R"({"player":0,"do":"meld","cards":"5H"})",                        //
                                    R"({"player":0,"do":"meld","cards":["5H"],"token":1})",            //
                                    R"({"player":0,"do":"meld","cards":["5H"],"token":null})",         //
                                    R"({"player":0,"do":"take-line","line":"middle","fill":[]})",      //
                                    R"({"player":0,"do":"take-line","line":"top"})",                   //
                                    R"({"player":0,"do":"take-run","fill":null})",                     //
                                    R"({"player":0,"do":"take-run","fill":[],"take":[]})",             //
                                    R"({"player":0,"do":"take-run","fill":[],"take":null})",           //
                                    R"({"player":0,"do":"take-run","fill":[],"take":[1,2,9]})",        //
                                    R"({"player":0,"do":"swap","pot":9,"give":"5H"})",                 //
                                    R"({"player":0,"do":"swap","pot":-1,"give":"5H"})",                //
                                    R"({"player":0,"do":"swap","pot":18446744073709551615,"give":"5H"})",
                                    R"({"player":0,"do":"swap","pot":1,"give":"5H","claim":[]})",        //
                                    R"({"player":0,"do":"swap","pot":1,"give":"5H","claim":null})",      //
                                    R"({"player":0,"do":"swap","pot":1,"give":"5H","claim":[1,2,11]})",  //
                                    R"({"player":0,"do":"extend","run":"r1","cards":[]})",               //
                                    R"({"player":0,"do":"replace","run":"r1","card":5})",                //
                                    R"({"player":0,"do":"discard","cards":["KH"]})",                     //
                                    R"({"player":0,"do":"discard"})");
  INFO(line);
  CHECK(isMalformed(line));
}

TEST_CASE("a move of Octa written as an event is parsed as the same again") {
  const std::string line =
      GENERATE(as<std::string>{}, R"({"player":0,"do":"draw"})",                           //
               R"({"player":1,"do":"action","card":"QH","onto":1})",                       //
               R"({"player":0,"do":"jack","run":"r2","card":"5H"})",                       //
               R"({"player":0,"do":"queen","take":[2,7],"fill":["5H","10S"]})",            //
               R"({"player":0,"do":"king","from":"stock"})",                               //
               R"({"player":0,"do":"king","from":"discard","cards":["5H","AS"]})",         //
               R"({"player":0,"do":"meld","cards":["5H","6H","7H"],"token":true})",        //
               R"({"player":0,"do":"meld","cards":["5H","6H","7H"]})",                     //
               R"({"player":0,"do":"take-line","line":"left","fill":["5H","10S","2C"]})",  //
               R"({"player":0,"do":"take-run","fill":["5H","10S","2C"]})",                 //
               R"({"player":0,"do":"take-run","fill":["5H","10S","2C"],"take":[2,1,3]})",  //
               R"({"player":0,"do":"swap","pot":3,"give":"5H"})",                          //
               R"({"player":0,"do":"swap","pot":3,"give":"5H","claim":[2,3,5]})",          //
               R"({"player":0,"do":"extend","run":"r1","cards":["AH"]})",                  //
               R"({"player":0,"do":"replace","run":"r1","card":"AH"})",                    //
               R"({"player":0,"do":"discard","cards":["?","2C"]})",                        //
               R"({"player":0,"do":"end-turn"})", R"({"do":"restock"})", R"({"do":"reshuffle-actions"})");
  const Event event = Event::fromJson(Json::parse(line));
  CHECK(eventOf(event.player, parseMove(event, header())).toJson().dump() == line);
}

namespace {

Json position() {
  return Json::parse(
      R"({"do":"position","pot":["AC","3H",null,"4D","6S","8D","2S","6H"],"runs":[[["5S","back","7S"]],[["9C","10C","AC"]]],)"
      R"("tokens":[{"pot":[1,2]},{"run":"r2"}],"actions":["KS","JH"],"discard":["?","9H"],"turn":1})");
}

}  // namespace

TEST_CASE("a position of Octa is written as the event that it was read from") {
  const Event event = Event::fromJson(position());
  CHECK(eventOf(event.player, parseMove(event, header())) == event);
}

TEST_CASE("a position that Octa cannot have is malformed") {
  CHECK_FALSE(isMalformed(position().dump()));
  const Json whole = position();
  for (const auto& [key, value] : whole.items()) {
    if (key == "do") continue;
    for (const char* wrong : {"null", "7", "\"red\"", "{}", "[7]", "[[7],[7]]"}) {
      Json other = position();
      other[key] = Json::parse(wrong);
      INFO(other);
      CHECK(isMalformed(other.dump()));
    }
    Json other = position();
    other.erase(key);
    CHECK(isMalformed(other.dump()));
  }
  for (const char* run : {R"([])", R"(["back","back","back"])", R"(["5S","back","8S"])", R"(["5S","back","7H"])",
                          R"(["JS","QS","KS"])", R"(["9S","10S","back","2S"])"}) {
    Json other = position();
    other["runs"][1].push_back(Json::parse(run));
    INFO(other);
    CHECK(isMalformed(other.dump()));
  }
  for (const char* token : {R"({"run":"r2"})", R"({"run":"r0"})", R"({"pot":[]})", R"({"pot":[9]})", R"("away")"}) {
    Json other = position();
    other["tokens"][0] = Json::parse(token);
    INFO(other);
    CHECK(isMalformed(other.dump()));
  }
}
