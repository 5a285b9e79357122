#pragma once

#include <vector>

#include "contact/textbook/textbook.h"
#include "system/provider.h"

namespace fourfoot::system {

/// Wheelsets on conical or curved treads with creep laws of textbooks (contact/textbook): one of
/// each wheelset, from the front. Lateral, longitudinal and yaw forces; nothing vertical.
class TextbookContacts : public Provider {
 public:
  explicit TextbookContacts(std::vector<contact::TextbookContact> contacts)
      : contacts_(std::move(contacts)) {}

  std::unique_ptr<Slice> make_slice() const override;
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const override;
  std::vector<Work> list_derivative_stages() const override { return {Work::small}; }
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void list_channels(ChannelTable& table) const override;
  std::vector<WatchRow> list_watches() const override;

 private:
  struct Forces : SliceOf<Forces> {
    std::vector<contact::TextbookForces<double>> wheelsets;  ///< (t, q, u)
  };
  std::size_t get_body(std::size_t wheelset) const {
    return static_cast<std::size_t>(model().wheelsets[wheelset].body);
  }
  const std::string& get_name(std::size_t wheelset) const {
    return model().bodies.body(get_body(wheelset)).given.name;
  }
  /// Way of the wheelset until the flange of a side touches [m].
  double calc_flange_gap(std::size_t wheelset, std::size_t side, const Workspace& ws) const;

  std::vector<contact::TextbookContact> contacts_;
};

}  // namespace fourfoot::system
