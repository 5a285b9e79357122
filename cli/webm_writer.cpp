#include "cli/webm_writer.h"

#include "base/error.h"

#ifdef FOURFOOT_VPX
#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "cli/webm_file.h"
#include "results/output_file.h"
#endif

namespace fourfoot::cli {

void need_libvpx() {
  if (!get_libvpx_version().empty()) return;
  throw InputError(Finding{"no-libvpx",
                           {},
                           "this fourfoot was built without libvpx, which WebM video needs",
                           "choose a name that ends with .gif; or install libvpx-dev and build "
                           "again; the report page saves WebM, too"});
}

#ifdef FOURFOOT_VPX

namespace {

/// Share of the light in the red, green and blue of a pixel and the two differences of colour
/// (ITU-R BT.601, video range: Y' 16 to 235, C 16 to 240).
constexpr double luma[4] = {65.481, 128.553, 24.966, 16.0};
constexpr double chroma_blue[4] = {-37.797, -74.203, 112.0, 128.0};
constexpr double chroma_red[4] = {112.0, -93.786, -18.214, 128.0};

unsigned char mix_colour(const double (&share)[4], const double (&rgb)[3]) {
  const double sum = (share[0] * rgb[0] + share[1] * rgb[1] + share[2] * rgb[2]) / 255.0 + share[3];
  return static_cast<unsigned char>(std::clamp(std::lround(sum), 0L, 255L));
}

/// Mean of a block of pixels; the colour planes have one value for two by two.
void calc_mean(const Image& image, int x, int y, int size, double (&rgb)[3]) {
  rgb[0] = rgb[1] = rgb[2] = 0.0;
  int count = 0;
  for (int j = y; j < std::min(y + size, image.height); ++j)
    for (int i = x; i < std::min(x + size, image.width); ++i, ++count) {
      const std::uint32_t pixel = image.pixels[static_cast<std::size_t>(j * image.width + i)];
      for (int k = 0; k < 3; ++k) rgb[k] += (pixel >> (8 * (2 - k))) & 0xff;
    }
  for (double& value : rgb) value /= count;
}

void convert_picture(const Image& image, vpx_image_t& planes) {
  double rgb[3];
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      calc_mean(image, x, y, 1, rgb);
      planes.planes[VPX_PLANE_Y][y * planes.stride[VPX_PLANE_Y] + x] = mix_colour(luma, rgb);
    }
  for (int y = 0; y < image.height; y += 2)
    for (int x = 0; x < image.width; x += 2) {
      calc_mean(image, x, y, 2, rgb);
      planes.planes[VPX_PLANE_U][y / 2 * planes.stride[VPX_PLANE_U] + x / 2] =
          mix_colour(chroma_blue, rgb);
      planes.planes[VPX_PLANE_V][y / 2 * planes.stride[VPX_PLANE_V] + x / 2] =
          mix_colour(chroma_red, rgb);
    }
}

/// VP8 at constant quality on one thread: the same pictures make the same file.
class WebmWriter : public MovieWriter {
 public:
  WebmWriter(const std::filesystem::path& file, int width, int height, int rate)
      : file_(file), output_(file), width_(width), height_(height), rate_(rate) {
    vpx_codec_enc_cfg_t setup;
    check(vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &setup, 0));
    setup.g_w = static_cast<unsigned>(width);
    setup.g_h = static_cast<unsigned>(height);
    setup.g_timebase = {1, rate};
    setup.g_threads = 1;
    setup.g_lag_in_frames = 0;
    setup.rc_end_usage = VPX_CQ;
    setup.rc_target_bitrate = 20000;  // kbit/s, an upper bound
    setup.rc_min_quantizer = 4;
    setup.rc_max_quantizer = 40;
    setup.kf_max_dist = static_cast<unsigned>(2 * rate);  // 2 s: where players can jump to
    check(vpx_codec_enc_init(&codec_, vpx_codec_vp8_cx(), &setup, 0));
    check(vpx_codec_control(&codec_, VP8E_SET_CQ_LEVEL, 16));
    check(vpx_codec_control(&codec_, VP8E_SET_CPUUSED, 2));
    if (vpx_img_alloc(&planes_, VPX_IMG_FMT_I420, setup.g_w, setup.g_h, 16) == nullptr)
      throw RunError("not enough memory for a picture");
  }
  ~WebmWriter() override {
    vpx_img_free(&planes_);
    vpx_codec_destroy(&codec_);
  }
  WebmWriter(const WebmWriter&) = delete;
  WebmWriter& operator=(const WebmWriter&) = delete;

  void add(const Image& image) override {
    convert_picture(image, planes_);
    encode(&planes_);
  }

  void finish() override {
    encode(nullptr);
    const std::string all = pack_webm(frames_, width_, height_, rate_);
    std::ofstream out(output_.draft(), std::ios::binary | std::ios::trunc);
    out.write(all.data(), static_cast<std::streamsize>(all.size()));
    out.close();
    if (!out) throw RunError("\"" + file_.string() + "\" could not be written (disk full?)");
    output_.commit();
  }

 private:
  static void check(vpx_codec_err_t code) {
    if (code != VPX_CODEC_OK)
      throw RunError(std::string("libvpx: ") + vpx_codec_err_to_string(code));
  }
  /// A picture, or nothing: what the encoder still holds.
  void encode(const vpx_image_t* picture) {
    check(vpx_codec_encode(&codec_, picture, count_++, 1, 0, VPX_DL_GOOD_QUALITY));
    vpx_codec_iter_t at = nullptr;
    while (const vpx_codec_cx_pkt_t* packet = vpx_codec_get_cx_data(&codec_, &at))
      if (packet->kind == VPX_CODEC_CX_FRAME_PKT)
        frames_.push_back(
            {std::string(static_cast<const char*>(packet->data.frame.buf), packet->data.frame.sz),
             (packet->data.frame.flags & VPX_FRAME_IS_KEY) != 0});
  }
  std::filesystem::path file_;
  results::OutputFile output_;
  int width_, height_, rate_;
  vpx_codec_pts_t count_ = 0;
  vpx_codec_ctx_t codec_ = {};
  vpx_image_t planes_ = {};
  std::vector<WebmFrame> frames_;
};

}  // namespace

std::unique_ptr<MovieWriter> make_webm_writer(const std::filesystem::path& file, int width,
                                              int height, int rate) {
  return std::make_unique<WebmWriter>(file, width, height, rate);
}

std::string get_libvpx_version() {
  return vpx_codec_version_str();
}

#else

std::unique_ptr<MovieWriter> make_webm_writer(const std::filesystem::path&, int, int, int) {
  need_libvpx();
  return {};
}

std::string get_libvpx_version() {
  return {};
}

#endif

}  // namespace fourfoot::cli
