#include "tests/vision/table_picture.h"

#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/edition/edition.h"

namespace octo::vision::testing {
namespace {

constexpr double kWidthMm = 560, kHeightMm = 480;
constexpr double kRadians = std::numbers::pi / 180;

cv::Point2d pixelOf(TablePoint at) {
  return {(at.x + kWidthMm / 2) * kTableScale - 0.5, (kHeightMm / 2 - at.y) * kTableScale - 0.5};
}

/// Lays a face with its alpha on the table, turned about its centre.
void lay(cv::Mat& table, const std::string& name, TablePoint at, double angle) {
  const cv::Mat art = drawFace(printEdition(GameId::Octagone), Face(name), kTableScale);
  const cv::Point2f centre(static_cast<float>(art.cols - 1) / 2, static_cast<float>(art.rows - 1) / 2);
  cv::Mat turn = cv::getRotationMatrix2D(centre, -angle, 1.0);
  const cv::Point2d to = pixelOf(at);
  turn.at<double>(0, 2) += to.x - centre.x;
  turn.at<double>(1, 2) += to.y - centre.y;
  cv::Mat laid, alpha, inverse;
  cv::warpAffine(art, laid, turn, table.size(), cv::INTER_LINEAR);
  cv::extractChannel(laid, alpha, 3);
  cv::cvtColor(laid, laid, cv::COLOR_BGRA2BGR);
  laid.copyTo(table, alpha > 127);
}

cv::Matx33d imageFromTable(const Camera& c) {
  const double tilt = c.tilt * kRadians, azimuth = c.azimuth * kRadians, roll = c.roll * kRadians;
  // Table axes x right, y away, z up; the camera looks down along -z, turned about z, then tilted about its own x.
  const cv::Matx33d turn(std::cos(azimuth), std::sin(azimuth), 0, -std::sin(azimuth), std::cos(azimuth), 0, 0, 0, 1);
  const cv::Matx33d lean(1, 0, 0, 0, std::cos(tilt), -std::sin(tilt), 0, std::sin(tilt), std::cos(tilt));
  const cv::Matx33d flip(1, 0, 0, 0, -1, 0, 0, 0, -1);
  const cv::Matx33d swing(std::cos(roll), -std::sin(roll), 0, std::sin(roll), std::cos(roll), 0, 0, 0, 1);
  const cv::Matx33d rotation = swing * flip * lean.t() * turn;
  const double distance = 900, focal = 1000;
  const cv::Matx33d view(rotation(0, 0), rotation(0, 1), 0, rotation(1, 0), rotation(1, 1), 0, rotation(2, 0),
                         rotation(2, 1), distance);
  const cv::Matx33d raw = cv::Matx33d(focal, 0, 0, 0, focal, 0, 0, 0, 1) * view;
  // Zoom so that the board fills the picture.
  std::vector<cv::Point2f> corners;
  for (const double y : {191.0, -191.0})
    for (const double x : {-218.5, 218.5}) {
      const cv::Vec3d p = raw * cv::Vec3d(x, y, 1);
      corners.emplace_back(static_cast<float>(p[0] / p[2]), static_cast<float>(p[1] / p[2]));
    }
  const cv::Rect2f box = cv::boundingRect(corners);
  const double zoom =
      c.fill * std::min(c.size.width / static_cast<double>(box.width), c.size.height / static_cast<double>(box.height));
  const cv::Matx33d fit(zoom, 0, c.size.width / 2.0 - zoom * (box.x + box.width / 2.0F), 0, zoom,
                        c.size.height / 2.0 - zoom * (box.y + box.height / 2.0F), 0, 0, 1);
  return fit * raw;
}

/// Gain and balance over the table as it is lit, and the glare that is added.
cv::Vec3f litColour(const std::array<float, 256>& tone, cv::Vec3b colour, const cv::Vec3f& gain, float spot) {
  return {tone[colour[0]] * gain[0] + spot, tone[colour[1]] * gain[1] + spot, tone[colour[2]] * gain[2] + spot};
}

cv::Mat shaded(const cv::Mat& table, const Light& light) {
  std::array<float, 256> tone{};
  for (std::size_t i = 0; i < tone.size(); ++i)
    tone[i] = static_cast<float>(255 * std::pow(static_cast<double>(i) / 255, light.gamma));
  std::vector<cv::Vec3f> gains(static_cast<std::size_t>(table.cols));
  for (std::size_t x = 0; x < gains.size(); ++x) {
    const double across = (static_cast<double>(x) + 0.5) / table.cols, mm = (across - 0.5) * kWidthMm;
    gains[x] = light.balance * (light.gain * (1.0 - light.slope * across) * (mm < light.shadowAt ? 0.5 : 1.0));
  }
  cv::Mat lit(table.size(), CV_32FC3);
  for (int y = 0; y < table.rows; ++y)
    for (int x = 0; x < table.cols; ++x) {
      const double dx = (x - table.cols / 2.0) / kTableScale / 90, dy = (y - table.rows / 2.0) / kTableScale / 90;
      const double spot = light.glare > 0 ? light.glare * std::exp(-dx * dx - dy * dy) : 0.0;
      lit.at<cv::Vec3f>(y, x) =
          litColour(tone, table.at<cv::Vec3b>(y, x), gains[static_cast<std::size_t>(x)], static_cast<float>(spot));
    }
  return lit;
}

cv::Mat distorted(const cv::Mat& picture, double k) {
  if (k == 0) return picture;
  const double cx = picture.cols / 2.0, cy = picture.rows / 2.0, scale = cx;
  cv::Mat mapX(picture.size(), CV_32F), mapY(picture.size(), CV_32F), result;
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x) {
      const double u = (x + 0.5 - cx) / scale, v = (y + 0.5 - cy) / scale, factor = 1 - k * (u * u + v * v);
      mapX.at<float>(y, x) = static_cast<float>(cx + u * factor * scale - 0.5);
      mapY.at<float>(y, x) = static_cast<float>(cy + v * factor * scale - 0.5);
    }
  cv::remap(picture, result, mapX, mapY, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return result;
}

void sense(cv::Mat& bgr, const Sensor& sensor) {
  if (sensor.blur > 0) cv::GaussianBlur(bgr, bgr, {}, sensor.blur);
  cv::Mat noise(bgr.size(), CV_32FC3);
  cv::RNG random(sensor.seed * 7919 + 1);
  random.fill(noise, cv::RNG::NORMAL, 0, sensor.noise);
  bgr += noise;
  bgr.convertTo(bgr, CV_8UC3);
  if (sensor.jpeg == 0) return;
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", bgr, bytes, {cv::IMWRITE_JPEG_QUALITY, sensor.jpeg});
  bgr = cv::imdecode(bytes, cv::IMREAD_COLOR);
}

}  // namespace

cv::Mat drawTable(const std::vector<LaidShield>& shields, bool withBoard) {
  cv::Mat table(static_cast<int>(kHeightMm * kTableScale), static_cast<int>(kWidthMm * kTableScale), CV_8UC3,
                cv::Scalar(62, 88, 120));
  if (withBoard) lay(table, "board", {0, 0}, 0);
  for (const LaidShield& shield : shields) lay(table, shield.face, shield.at, shield.angle);
  return table;
}

Picture photograph(const cv::Mat& table, const Camera& camera, const Light& light, const Sensor& sensor) {
  const cv::Mat lit = shaded(table, light);
  cv::Mat large, bgr;
  const cv::Matx33d pixels = imageFromTable(camera);
  // From the drawing's pixels to twice the picture's, for smooth edges.
  const cv::Matx33d tableFromDrawing(1 / kTableScale, 0, 0.5 / kTableScale - kWidthMm / 2, 0, -1 / kTableScale,
                                     kHeightMm / 2 - 0.5 / kTableScale, 0, 0, 1);
  const cv::Matx33d twice(2, 0, -0.5, 0, 2, -0.5, 0, 0, 1);
  cv::warpPerspective(lit, large, twice * pixels * tableFromDrawing, camera.size * 2, cv::INTER_LINEAR,
                      cv::BORDER_REPLICATE);
  cv::resize(large, bgr, camera.size, 0, 0, cv::INTER_AREA);
  bgr = distorted(bgr, camera.distortion);
  sense(bgr, sensor);
  return {bgr, *TableView::fromHomography(pixels.inv())};
}

}  // namespace octo::vision::testing
