#include "ui/app.h"

#include <GLFW/glfw3.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "ui/calibration.h"
#include "ui/demo_recording.h"
#include "ui/edition_archive.h"
#include "ui/frame_pace.h"
#include "ui/history/utc_time.h"
#include "ui/trouble.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// Seconds. A blinking cursor wants a frame now and then; otherwise the window sleeps until something
/// happens.
constexpr double kNap = 0.25;
/// Frames after the last change: ImGui settles hovering and opens popups a frame or two late.
constexpr int kFramesAfterChange = 4;
/// A camera that is plugged in while the form is open appears after that time.
constexpr std::chrono::seconds kLookForCameras{2};
/// A stored game that another window follows is read again.
constexpr std::chrono::seconds kLookOnEvery{2};
/// A window lets go of a game and its camera at once, or hangs.
constexpr std::chrono::seconds kLetsGoWithin{4};
/// A deleted game can be had back for so long.
constexpr int kDaysToChangeOnesMind = 30;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

App::App(AppOptions options)
    : options_(std::move(options)),
      settings_(readSettings(settingsFile())),
      canvas_("Octoscope", options_.width, options_.height),
      theme_(settings_.look, canvas_.scale()),
      screens_(canvas_.scale()),
      library_(options_.database, Canvas::wake),
      errands_(Canvas::wake),
      previews_(Canvas::wake) {
  theme_.apply();
  screens_.remember(settings_.form);
  scene_.sound = settings_.sound;
  scene_.speech = settings_.speech;
  scene_.textSize = settings_.textSize;
  scene_.language = settings_.language.empty() ? systemLanguage() : settings_.language;
  library_.tidy(kDaysToChangeOnesMind);
  library_.list();
  library_.backUp();
  if (options_.start) carryOut(*options_.start);
}

/// The threads that wake the window end before it does.
App::~App() {
  live_.reset();
  teaching_.reset();
}

void App::run() {
  const auto now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  FramePace pace;
  long stirred = canvas_.stirred();
  while (!canvas_.closing()) {
    canvas_.wait(canvas_.visible() ? std::min(pace.due(now()).value_or(kNap), kNap) : kNap);
    lookAround();
    if (takeNews()) pace.news();
    if (canvas_.stirred() != stirred) pace.stirred();
    stirred = canvas_.stirred();
    const bool blinks = ImGui::GetIO().WantTextInput && !pace.due(now());
    if (!canvas_.visible() || (!blinks && pace.due(now()) != 0.0)) continue;
    pace.drawn(now());
    drawFrame();
  }
  spdlog::debug("the window drew {} frames", frames_);
}

cv::Mat App::runUntil(const std::function<bool(const Scene&)>& done, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  cv::Mat picture;
  while (!canvas_.closing() && std::chrono::steady_clock::now() < end && !done(scene_)) {
    canvas_.wait(kNap);
    if (takeNews()) drawFrame();
  }
  for (int i = 0; i < kFramesAfterChange; ++i) drawFrame(&picture);
  return picture;
}

/// While the start form is shown: which cameras there are, what the chosen one sees, what was dropped on the window.
void App::lookAround() {
  for (const std::string& path : canvas_.dropped()) {
    screens_.drop(path);
    scene_.screen = Screen::Start;
  }
  // Whoever goes elsewhere can go on with the edition later.
  if (scene_.screen != Screen::Teach) {
    teaching_.reset();
    scene_.taught.reset();
  }
  previews_.show(screens_.toPreview(scene_));
  const auto now = std::chrono::steady_clock::now();
  if (scene_.screen == Screen::Replay && scene_.opened && !scene_.opened->result.over &&
      now - lookedOn_ >= kLookOnEvery) {
    lookedOn_ = now;
    library_.lookOn();
  }
  if (scene_.screen != Screen::Start || now - looked_ < kLookForCameras) return;
  looked_ = now;
  errands_.lookForCameras();
  errands_.lookForEditions();
}

/// True where a thread has put something new into a slot.
bool App::takeNews() {
  bool news = false;
  const auto take = [&](auto& slot, auto& target) {
    if (auto value = slot.take()) {
      target = std::move(value);
      news = true;
    }
  };
  take(library_.games, scene_.history);
  take(library_.opened, scene_.opened);
  take(library_.counted, scene_.statistics);
  take(errands_.cameras, scene_.cameras);
  take(errands_.editions, scene_.editions);
  take(errands_.halfTaught, scene_.halfTaught);
  take(errands_.folder, scene_.folder);
  news = previews_.take(scene_.previewed) || news;
  if (live_) take(live_->snapshots, scene_.live);
  if (teaching_) take(teaching_->snapshots, scene_.taught);
  if (scene_.taught) takeTaught();
  if (scene_.live && scene_.live->game && screens_.noticeBreach(*scene_.live->game) && settings_.sound) chime_.ring();
  if (news && settings_.speech && scene_.live && scene_.live->game)
    if (const std::string text = screens_.toSay(scene_); !text.empty()) speaker_.say(text, scene_.language);
  if (scene_.live && scene_.live->game && screens_.noticeEnd(*scene_.live->game, scene_.notShown)) scene_.score = true;
  if (scene_.live && any(scene_.live->camera.trouble) && (!scene_.live->game || scene_.live->takenOver)) giveUpStart();
  if (scene_.live && scene_.live->refusals > refusals_) {
    refusals_ = scene_.live->refusals;
    const Words words(scene_.live->game ? scene_.live->game->header.game : GameId::Octagone, scene_.language);
    scene_.message = words.say("refused", {{"why", words.say(scene_.live->refused)}});
  }
  if (const auto looked = live_ ? live_->looked.take() : nullptr) {
    using Looked = LiveGame::Looked;
    scene_.done = Words(GameId::Octagone, scene_.language)
                      .say(*looked == Looked::Same      ? "looked.same"
                           : *looked == Looked::Changed ? "looked.changed"
                                                        : "looked.anew");
    scene_.doneFolder.clear();
    news = true;
  }
  if (const auto done = library_.done.take()) {
    scene_.done = Words(GameId::Octagone, scene_.language).say("history.saved", {{"file", done->string()}});
    scene_.doneFolder = done->parent_path();
    news = true;
  }
  if (const auto written = errands_.written.take()) {
    scene_.done = written->sentence;
    scene_.doneFolder = written->file.parent_path();
    news = true;
  }
  for (Mailbox<Trouble>* slot : {&library_.trouble(), &errands_.trouble()})
    if (const auto trouble = slot->take()) {
      scene_.message = Words(GameId::Octagone, scene_.language).trouble(*trouble);
      news = true;
    }
  return news;
}

/// What was taken is heard, what is asked for is said, what went wrong is shown; a finished edition is played with.
void App::takeTaught() {
  const EnrolmentSnapshot& taught = *scene_.taught;
  const Words words(taught.game, scene_.language);
  if (taught.taken > std::exchange(taken_, taught.taken) && settings_.sound) chime_.ring();
  if (taught.asked && taught.asked != std::exchange(asked_, taught.asked) && settings_.speech)
    speaker_.say(taughtPieceName(taught.pieces[*taught.asked].face, words), scene_.language);
  if (taught.failures > std::exchange(failures_, taught.failures))
    (taught.pieces.empty() ? scene_.startTrouble : scene_.message) = words.trouble(taught.failed);
  if (!taught.finished && !(taught.pieces.empty() && taught.failures > 0)) return;
  if (taught.finished) {
    scene_.doneFolder = editionsFolder() / taught.folder;
    scene_.done = words.say("teach.finished", {{"title", taught.title}, {"file", scene_.doneFolder.string()}});
    screens_.playWith(taught.game, taught.folder);
    errands_.lookForEditions();
  }
  teaching_.reset();
  scene_.taught.reset();
  scene_.screen = Screen::Start;
}

/// The source or the game could not be opened: back to the form, with the reason.
void App::giveUpStart() {
  scene_.startTrouble = Words(GameId::Octagone, scene_.language).trouble(scene_.live->camera.trouble);
  scene_.screen = Screen::Start;
  live_.reset();
  scene_.live.reset();
  library_.list();
}

void App::loadLetters() {
  const bool sized = theme_.setTextSize(settings_.textSize, canvas_.size());
  if (sized) theme_.apply();
  if (!theme_.typefaces().note(screens_.texts(scene_)) && !sized) return;
  theme_.typefaces().load();
  canvas_.reloadFonts();
}

void App::drawFrame(cv::Mat* picture) {
  ++frames_;
  Requests requests;
  try {
    loadLetters();
    canvas_.frame(
        theme_.colours().ground,
        [&] {
          requests = screens_.draw(theme_, canvas_.size(), scene_);
          for (Request& request : shortcuts()) requests.push_back(std::move(request));
        },
        picture);
  } catch (const std::exception& error) {
    spdlog::error("a frame could not be drawn: {}", error.what());
    scene_.message = error.what();
  }
  for (const Request& request : requests) carryOut(request);
}

Requests App::shortcuts() const {
  const ImGuiIO& io = ImGui::GetIO();
  Requests requests;
  if (io.KeyCtrl && ImGui::IsKeyPressed(GLFW_KEY_Q)) requests.push_back(Quit{});
  if (io.WantTextInput) return requests;
  if (scene_.screen == Screen::Live && io.KeyCtrl && ImGui::IsKeyPressed(GLFW_KEY_Z, false)) {
    if (io.KeyShift)
      requests.push_back(Redo{});
    else
      requests.push_back(Undo{});
  }
  if (scene_.screen == Screen::Live && io.KeyCtrl && ImGui::IsKeyPressed(GLFW_KEY_Y, false)) requests.push_back(Redo{});
  if (ImGui::IsKeyPressed(GLFW_KEY_F1, false)) requests.push_back(ShowKeys{});
  const bool ofGame = scene_.screen == Screen::Live || scene_.screen == Screen::Replay;
  if (ofGame && ImGui::IsKeyPressed(GLFW_KEY_F2, false)) requests.push_back(ShowScore{});
  // Presenters send Page Down, which a breach that is asked about takes. The space bar presses a button that was walked
  // to by keys.
  const bool turnDone = (ImGui::IsKeyPressed(GLFW_KEY_SPACE, false) && !io.NavVisible) ||
                        (ImGui::IsKeyPressed(GLFW_KEY_PAGE_DOWN, false) && !screens_.asksAboutBreach());
  if (scene_.screen == Screen::Live && turnDone && !popupIsOpen()) requests.push_back(TurnDone{});
  return requests;
}

void App::start(LiveSetup setup) {
  live_.reset();
  scene_.live.reset();
  scene_.startTrouble.clear();
  refusals_ = 0;
  scene_.notShown.clear();
  scene_.score = false;
  setup.database = options_.database;
  setup.calibrations = calibrationsFile();
  previews_.show({});  // the feed waits until the source is free
  if (!options_.doubts.empty()) setup.doubts = options_.doubts / utcText(std::chrono::system_clock::now());
  live_ = std::make_unique<LiveGame>(std::move(setup), Canvas::wake);
  scene_.screen = Screen::Live;
}

void App::teach(const TeachEdition& edition) {
  live_.reset();
  scene_.live.reset();
  teaching_.reset();
  scene_.taught.reset();
  scene_.startTrouble.clear();
  taken_ = failures_ = 0;
  asked_.reset();
  previews_.show({});  // the feed waits until the source is free
  teaching_ = std::make_unique<LiveEnrolment>(
      EnrolmentSetup{edition.game, edition.title, edition.folder, edition.views, teachingFolder(), editionsFolder()},
      edition.source, Canvas::wake);
  scene_.screen = Screen::Teach;
}

void App::teachStep(const TeachStep& step) {
  if (!teaching_) return;
  teaching_->post([step](Enrolment& enrolment) {
    using What = TeachStep::What;
    switch (step.what) {
      case What::Anyway:
        return enrolment.takeAnyway();
      case What::Again:
        return enrolment.again();
      case What::Skip:
        return enrolment.skip();
      case What::Back:
        return enrolment.back();
      case What::Show:
        return enrolment.askFor(step.face.value());
      case What::Arrow:
        return enrolment.turnArrow();
      case What::Copies:
        return enrolment.setCopies(step.face.value(), step.copies);
      case What::Finish:
        return enrolment.finish();
    }
  });
}

/// A game that another window follows is let go of there before it goes on here.
void App::goOnWith(const ContinueGame& game) {
  LiveSetup setup{game.id, game.source, {}, {}};
  setup.edition = game.edition;
  if (game.takeOver) {
    setup.claim = db::GameClaim::takeOver(options_.database, game.id, kLetsGoWithin);
    if (!setup.claim) {
      scene_.startTrouble = Words(GameId::Octagone, scene_.language).say("store.not-let-go");
      return;
    }
  }
  start(std::move(setup));
}

void App::carryOut(const Request& request) {
  std::visit(Overloaded{
                 [&](const StartGame& game) {
                   LiveSetup setup{game.header, game.source, {}, {}, {}, game.firstTold};
                   setup.edition = game.edition;
                   start(std::move(setup));
                 },
                 [&](const TeachEdition& edition) { teach(edition); },
                 [&](const TeachStep& step) { teachStep(step); },
                 [&](const PlayDemo& demo) {
                   try {
                     const DemoRecording recording = demoRecording(demo.game);
                     start({recording.header, recording.video, {}, {}, {}, true});
                   } catch (const std::exception& error) {
                     scene_.startTrouble = Words(GameId::Octagone, scene_.language).trouble(troubleOf(error));
                   }
                 },
                 [&](const RememberForm& remembered) {
                   settings_.form = remembered.form;
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const LookForCameras&) { errands_.lookForCameras(); },
                 [&](const ListFolder& wanted) { errands_.list(wanted.folder); },
                 [&](const PrintEdition& print) {
                   errands_.print(
                       print.file, print.choices,
                       Words(print.choices.game, scene_.language).say("print.done", {{"file", print.file.string()}}));
                 },
                 [&](const ShowFolder& shown) { showFolder(shown.folder); },
                 [&](const ContinueGame& game) { goOnWith(game); },
                 [&](const StopGame&) {
                   live_.reset();
                   scene_.live.reset();
                   scene_.screen = Screen::Start;
                   library_.list();
                 },
                 [&](const CorrectBox& box) {
                   if (live_) live_->correct(box.correction);
                 },
                 [&](const TellPiece& piece) {
                   if (live_) live_->tell(piece.at, piece.face);
                 },
                 [&](const AnswerQuestion& answer) {
                   if (live_) live_->answer(answer.question, answer.face);
                 },
                 [&](const ShowCorners& shown) {
                   if (live_) live_->showCorners(shown.corners);
                 },
                 [&](const TurnDone&) {
                   if (live_) live_->turnDone();
                 },
                 [&](const Say& said) {
                   if (live_) live_->said(said.event);
                 },
                 [&](const SayTurn& turn) {
                   if (live_) live_->saidTurn(turn.player);
                 },
                 [&](const ChangeHeader& header) {
                   if (live_) live_->changeHeader(header.change);
                 },
                 [&](const NotShown& asked) { scene_.notShown.insert(asked.player); },
                 [&](const LookAgain&) {
                   if (live_) live_->lookAgain();
                 },
                 [&](const LookTwice&) {
                   if (live_) live_->lookTwice();
                 },
                 [&](const TakeTable&) {
                   if (live_) live_->takeTable();
                 },
                 [&](const Pause& pause) {
                   if (live_) live_->pause(pause.pause);
                 },
                 [&](const Undo&) {
                   if (live_) live_->undo();
                 },
                 [&](const Redo&) {
                   if (live_) live_->redo();
                 },
                 [&](const ShowStart&) {
                   scene_.score = false;
                   library_.list();
                   scene_.screen = Screen::Start;
                 },
                 [&](const ShowLive&) { scene_.screen = Screen::Live; },
                 [&](const ShowHistory&) {
                   library_.list();
                   library_.count();
                   scene_.screen = Screen::History;
                 },
                 [&](const OpenStored& game) {
                   scene_.opened.reset();
                   scene_.screen = Screen::Replay;
                   library_.open(game.id);
                 },
                 [&](const GoTo& step) { library_.goTo(step.played); },
                 [&](const SaveStored& save) { library_.save(save); },
                 [&](const DeleteGame& game) { library_.discard(game.id); },
                 [&](const RestoreGame& game) { library_.restore(game.id); },
                 [&](const PurgeDeleted&) { library_.purge(); },
                 [&](const NoteGame& note) { library_.note(note.id, note.text); },
                 [&](const RenamePlayer& player) { library_.rename(player.from, player.to); },
                 [&](const SwitchLook&) {
                   settings_.look = theme_.look() == Look::Dark ? Look::Light : Look::Dark;
                   theme_.setLook(settings_.look);
                   theme_.apply();
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const SwitchSound&) {
                   settings_.sound = scene_.sound = !settings_.sound;
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const SwitchSpeech&) {
                   settings_.speech = scene_.speech = !settings_.speech;
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const SetTextSize& text) {
                   settings_.textSize = scene_.textSize = text.size;
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const Speak& speak) {
                   settings_.language = scene_.language = speak.language;
                   writeSettings(settingsFile(), settings_);
                 },
                 [&](const ShowRules&) { scene_.rules = !scene_.rules; },
                 [&](const ShowKeys&) { scene_.keys = !scene_.keys; },
                 [&](const ShowScore&) {
                   scene_.score = !scene_.score;
                   scene_.scoreSeen = false;
                 },
                 [&](const ScoreTable&) { scene_.scoreSeen = !scene_.scoreSeen; },
                 [&](const Dismiss&) {
                   scene_.message.clear();
                   scene_.done.clear();
                   scene_.doneFolder.clear();
                 },
                 [&](const Quit&) { canvas_.close(); },
             },
             request);
}

}  // namespace octo::ui
