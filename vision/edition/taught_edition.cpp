#include "vision/edition/taught_edition.h"

#include <cairo.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <opencv2/imgproc.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "vision/capture/picture.h"
#include "vision/capture/picture_header.h"
#include "vision/capture/source.h"
#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

namespace fs = std::filesystem;

// What an edition may hold at most: several times what any of the four games has, and little for a machine.
constexpr std::uintmax_t kMostListBytes = 1 << 20, kMostPictureBytes = 16 << 20;
constexpr std::size_t kMostFaces = 200, kMostPictures = 12, kMostText = 200;
/// Of a piece, mm: smaller ones cannot be read, larger ones are no pieces; a board may be larger.
constexpr double kLeastMm = 10, kMostMm = 250, kMostBoardMm = 1500;
/// Of a picture: along its longer side, pixels.
constexpr int kMostSide = 4000;
/// Of all pictures together: 600 MB once decoded.
constexpr std::int64_t kMostPixels = 200'000'000;

constexpr std::array<std::pair<const char*, Shape>, 4> kShapes{
    {{"card", Shape::Card}, {"octagon", Shape::Octagon}, {"round", Shape::Round}, {"board", Shape::Board}}};

/// Reads the list, and says where in it something is not as it must be.
class ListReader {
 public:
  explicit ListReader(std::string name) : name_(std::move(name)) {}

  EditionList list(const toml::table& file) const {
    checkKeys(file, {"name", "game", "author", "licence", "piece"});
    EditionList list;
    list.name = text(file, "name");
    if (list.name.empty()) throw wrong(file, "name = \"…\"");
    const std::string game = text(file, "game");
    const auto known = parseGame(game);
    if (!known) throw wrong(file, "game = " + gameNames());
    list.game = *known;
    list.author = text(file, "author");
    list.licence = text(file, "licence");
    const toml::array* pieces = file["piece"].as_array();
    if (!pieces || pieces->empty() || pieces->size() > kMostFaces)
      throw wrong(file, "1 to " + std::to_string(kMostFaces) + " [[piece]] tables");
    std::set<Face> faces;
    for (const toml::node& each : *pieces) {
      const toml::table* table = each.as_table();
      if (!table) throw wrong(each, "[[piece]] tables");
      list.faces.push_back(face(*table, list.game));
      if (!faces.insert(list.faces.back().art.face).second)
        throw wrong(*table, "each piece once; \"" + list.faces.back().art.face.text() + "\" is there twice");
    }
    return list;
  }

  EditionError wrong(std::uint32_t line, const std::string& what) const {
    return EditionError(name_ + ":" + std::to_string(line) + ": " + what);
  }

 private:
  EditionError wrong(const toml::node& node, const std::string& expected) const {
    return wrong(node.source().begin.line, "expected " + expected);
  }

  void checkKeys(const toml::table& table, const std::set<std::string_view>& known) const {
    for (const auto& [key, value] : table)
      if (!known.contains(key.str()))
        throw wrong(value.source().begin.line, "\"" + std::string(key.str()) + "\" is no key of an edition");
  }

  /// Terminals, in which they are shown, would obey them.
  static bool hasControlCharacter(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  }

  /// Empty where it is absent.
  std::string text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (!node) return {};
    const auto value = node->value<std::string>();
    if (!node->is_string() || !value || value->size() > kMostText)
      throw wrong(*node, std::string(key) + " as a text of at most " + std::to_string(kMostText) + " bytes");
    if (hasControlCharacter(*value)) throw wrong(*node, std::string(key) + " without control characters");
    return *value;
  }

  TaughtFace face(const toml::table& table, GameId game) const {
    checkKeys(table, {"piece", "count", "width_mm", "height_mm", "shape", "pictures"});
    const Face shown(text(table, "piece"));
    if (!isFaceOf(game, shown))
      throw wrong(table, "a piece of " + std::string(title(game)) + "; it has no \"" + shown.text() + "\"");
    const Shape shape = shapeOf(table);
    if ((shape == Shape::Board) != (shown == Face("board")))
      throw wrong(table, "shape = \"board\" for the board alone");
    TaughtFace taught{{shown, shape, millimetres(table, "width_mm", shape), millimetres(table, "height_mm", shape)},
                      {}};
    if (const toml::node* node = table.get("count")) {
      const auto count = node->value<int>();
      if (!count || *count < 0 || *count > kMostCopies)
        throw wrong(*node, "count = 0 to " + std::to_string(kMostCopies));
      taught.art.copies = *count;
    }
    const toml::array* pictures = table["pictures"].as_array();
    if (!pictures || pictures->empty() || pictures->size() > kMostPictures)
      throw wrong(table, "pictures = [ 1 to " + std::to_string(kMostPictures) + " file names ]");
    for (const toml::node& each : *pictures) taught.pictures.push_back(fileName(each));
    return taught;
  }

  Shape shapeOf(const toml::table& table) const {
    const std::string given = text(table, "shape");
    for (const auto& [name, shape] : kShapes)
      if (given == name) return shape;
    throw wrong(table, "shape = one of \"card\", \"octagon\", \"round\", \"board\"");
  }

  double millimetres(const toml::table& table, std::string_view key, Shape shape) const {
    const double most = shape == Shape::Board ? kMostBoardMm : kMostMm;
    const auto value = table[key].value<double>();
    if (!value || !(*value >= kLeastMm) || *value > most)
      throw wrong(table, std::string(key) + " of " + std::to_string(static_cast<int>(kLeastMm)) + " to " +
                             std::to_string(static_cast<int>(most)));
    return *value;
  }

  /// Below the folder, and nothing but a name: no way leads out of it.
  std::string fileName(const toml::node& node) const {
    const auto value = node.value<std::string>();
    const fs::path path(value.value_or(""));
    const bool plain = value && !value->empty() && value->size() <= kMostText && path.is_relative() &&
                       value->find('\\') == std::string::npos && !hasControlCharacter(*value) &&
                       std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
    if (!plain || !hasPictureName(path)) throw wrong(node, "the name of a picture within the edition's folder");
    return *value;
  }

  std::string name_;
};

std::string readList(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw EditionError(file.string() + ": no such file (expected an edition)");
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size > kMostListBytes)
    throw EditionError(file.string() + ": expected at most " + std::to_string(kMostListBytes) + " bytes");
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw EditionError(file.string() + ": cannot be read");
  return text;
}

/// A link may lead anywhere, so the real places are compared.
void checkPlace(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) throw EditionError(file.string() + ": no such file");
  const fs::path home = fs::canonical(folder, error);
  if (std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first != home.end())
    throw EditionError(file.string() + ": leads out of the edition's folder");
  if (!fs::is_regular_file(real, error)) throw EditionError(file.string() + ": no file (expected a picture)");
  if (fs::file_size(real, error) > kMostPictureBytes || error)
    throw EditionError(file.string() + ": expected at most " + std::to_string(kMostPictureBytes >> 20) + " MB");
}

/// How many pixels the picture's header promises: a small file may be a huge picture once decoded. 0 where there is no
/// header, which loading says better.
std::int64_t promisedPixels(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(in), {}};
  const auto header = readPictureHeader(bytes);
  if (!header) return 0;
  if (std::max(header->width, header->height) > kMostSide)
    throw EditionError(file.string() + ": expected at most " + std::to_string(kMostSide) + " pixels along a side");
  return header->width * header->height;
}

/// Everything that can be known of the files without decoding one.
void checkPictures(const fs::path& folder, const EditionList& list) {
  std::int64_t pixels = 0;
  for (const TaughtFace& face : list.faces)
    for (const std::string& picture : face.pictures) {
      checkPlace(folder, folder / picture);
      pixels += promisedPixels(folder / picture);
      if (pixels > kMostPixels)
        throw EditionError((folder / picture).string() + ": with this picture there are more than " +
                           std::to_string(kMostPixels / 1'000'000) + " million pixels in the edition");
    }
}

cv::Mat readPicture(const fs::path& file) {
  try {
    return loadPicture(file);
  } catch (const SourceError& problem) {
    throw EditionError(problem.what());
  }
}

/// The outline of a piece of that shape in its bounding box.
void outlinePath(cairo_t* context, const FaceArt& art) {
  const double w = art.widthMm, h = art.heightMm;
  if (art.shape == Shape::Round) {
    cairo_save(context);
    cairo_scale(context, w / 2, h / 2);
    cairo_arc(context, 1, 1, 1, 0, 2 * CV_PI);
    cairo_restore(context);
  } else if (art.shape == Shape::Octagon) {
    const double cut = 1 / (2 + std::sqrt(2.0)), x = w * cut, y = h * cut;
    const std::array<std::pair<double, double>, 8> corners{
        {{x, 0}, {w - x, 0}, {w, y}, {w, h - y}, {w - x, h}, {x, h}, {0, h - y}, {0, y}}};
    for (const auto& [cx, cy] : corners) cairo_line_to(context, cx, cy);
    cairo_close_path(context);
  } else {
    cairo_rectangle(context, 0, 0, w, h);
  }
}

std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

}  // namespace

bool isFaceOf(GameId game, const Face& face) {
  const Edition& print = printEdition(game);
  for (const FaceArt& art : print.faces()) {
    const bool piece = art.shape == Shape::Card || art.shape == Shape::Octagon || art.shape == Shape::Round;
    if ((piece || art.shape == Shape::Board) && art.face == face)
      return face.text() != "turn" && face.family() != "marker";
  }
  // Editions of The OCTAL differ in which numbers have which arrow.
  static const std::regex number("[1-8]:(greater|less|equal|different|multiple|divisor):(up|both)");
  return game == GameId::Octal && std::regex_match(face.text(), number);
}

EditionList parseEditionList(std::string_view toml, const std::string& name) {
  const ListReader reader(name);
  try {
    return reader.list(toml::parse(toml, name));
  } catch (const toml::parse_error& error) {
    throw reader.wrong(error.source().begin.line, std::string(error.description()));
  }
}

std::string editionToml(const EditionList& list) {
  std::ostringstream out;
  out << "name = " << quoted(list.name) << "\ngame = " << quoted(std::string(name(list.game))) << '\n';
  if (!list.author.empty()) out << "author = " << quoted(list.author) << '\n';
  if (!list.licence.empty()) out << "licence = " << quoted(list.licence) << '\n';
  for (const TaughtFace& each : list.faces) {
    const auto* shape =
        std::find_if(kShapes.begin(), kShapes.end(), [&](const auto& s) { return s.second == each.art.shape; });
    out << "\n[[piece]]\npiece = " << quoted(each.art.face.text()) << "\ncount = " << each.art.copies
        << "\nwidth_mm = " << toml::value<double>(each.art.widthMm)
        << "\nheight_mm = " << toml::value<double>(each.art.heightMm)
        << "\nshape = " << quoted(shape == kShapes.end() ? "card" : shape->first) << "\npictures = [";
    for (std::size_t i = 0; i < each.pictures.size(); ++i) out << (i ? ", " : "") << quoted(each.pictures[i]);
    out << "]\n";
  }
  return out.str();
}

EditionList readEditionList(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw EditionError(folder.string() + ": no such folder (expected an edition: a folder with edition.toml)");
  const fs::path file = folder / "edition.toml";
  return parseEditionList(readList(file), file.string());
}

TaughtEdition::TaughtEdition(const fs::path& folder)
    : list_(readEditionList(folder)), print_(printEdition(list_.game)) {
  checkPictures(folder, list_);
  for (const TaughtFace& face : list_.faces) {
    faces_.push_back(face.art);
    auto& pictures = pictures_[face.art.face];
    for (const std::string& picture : face.pictures) pictures.push_back(readPicture(folder / picture));
  }
  for (const FaceArt& art : print_.faces())
    if (!isFaceOf(list_.game, art.face) || (art.shape == Shape::Board && !isTaught(art.face))) faces_.push_back(art);
}

const FaceArt& TaughtEdition::art(const Face& face) const {
  const auto found = std::find_if(faces_.begin(), faces_.end(), [&](const FaceArt& each) { return each.face == face; });
  if (found == faces_.end()) throw std::out_of_range(list_.name + " has no " + face.text());
  return *found;
}

void TaughtEdition::draw(cairo_t* context, const Face& face) const {
  if (!isTaught(face)) return print_.draw(context, face);
  const FaceArt& art = this->art(face);
  cv::Mat bgra;
  cv::cvtColor(pictures(face).front(), bgra, cv::COLOR_BGR2BGRA);
  const std::unique_ptr<cairo_surface_t, CairoDestroy> surface(cairo_image_surface_create_for_data(
      bgra.data, CAIRO_FORMAT_RGB24, bgra.cols, bgra.rows, static_cast<int>(bgra.step)));
  cairo_save(context);
  outlinePath(context, art);
  cairo_clip(context);
  cairo_scale(context, art.widthMm / bgra.cols, art.heightMm / bgra.rows);
  cairo_set_source_surface(context, surface.get(), 0, 0);
  // Beyond its edge the picture goes on, so that no light seam shows there.
  cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD);
  cairo_paint(context);
  cairo_restore(context);
}

std::vector<PrintedMark> TaughtEdition::marks() const {
  return isTaught(Face("board")) ? std::vector<PrintedMark>() : print_.marks();
}

std::vector<PrintedMark> TaughtEdition::marksOf(const Face& ground) const {
  return isTaught(ground) ? std::vector<PrintedMark>() : print_.marksOf(ground);
}

Face TaughtEdition::ground(int players) const { return print_.ground(players); }

Face TaughtEdition::backOf(const Face& face, int copy) const { return print_.backOf(face, copy); }

std::optional<Grid> TaughtEdition::boxes() const { return print_.boxes(); }

double TaughtEdition::boxAcrossMm() const { return print_.boxAcrossMm(); }

}  // namespace octo::vision
