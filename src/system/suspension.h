#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "system/flexible_carrier.h"
#include "system/provider.h"

namespace fourfoot::system {

struct SuspensionSlice : SliceOf<SuspensionSlice> {
  SuspensionSlice(std::size_t carrier_count, std::size_t pair_count, std::size_t element_count,
                  const std::vector<FlexiblePoint>& points)
      : carriers(carrier_count),
        pairs(pair_count),
        motions(element_count),
        outputs(element_count),
        pair_wrenches(pair_count),
        wrenches(carriers.size()),
        sums(carriers.size()),
        state_derivatives(element_count),
        point_maps(points.begin(), points.end()) {}

  Vec3 origin_N = Vec3::Zero();  ///< that the carriers' positions count from
  /// Of each body, in the inertial frame, then of the axles that elements are fixed to, then of
  /// points of bodies with modes (t, q, u).
  std::vector<Carrier> carriers;
  std::vector<PairMotion> pairs;                   ///< of each pair (t, q, u)
  std::vector<element::Input> motions;             ///< of each element (t, q, u, z)
  std::vector<element::Output> outputs;            ///< of each element (t, q, u, z)
  std::vector<CarrierWrench> pair_wrenches;        ///< of each pair (t, q, u, z)
  std::vector<CarrierWrench> wrenches;             ///< on each carrier (t, q, u, z)
  ElementSums sums;                                ///< by the carriers' motions (t, q, u, z)
  std::vector<StateDerivative> state_derivatives;  ///< of each element with states (t, q, u, z)
  std::vector<FlexibleMaps> point_maps;            ///< of each flexible point (t, q, u, z)
  /// When the elements' derivatives were made that the sums hold [s].
  double t_sums = std::numeric_limits<double>::quiet_NaN();
  bool keeps_sums = false;  ///< the present Jacobian takes them as they are
};

/// The elements between the bodies, and between bodies and track. Watches the stops among them.
class Suspension : public Provider {
 public:
  std::unique_ptr<Slice> make_slice() const override;
  int state_count() const override { return model().state_count; }
  void list_states(std::vector<OwnState>& states) const override;
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const override;
  void get_state_rates(const Workspace& ws, integrate::VecRef rates) const override;
  std::vector<double> list_corner_times() const override;
  std::vector<Work> list_derivative_stages() const override;
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void add_state_derivatives(const Workspace& ws, MatX& jacobian) const override;
  void mark(PatternMarker& marker) const override;
  void list_channels(ChannelTable& table) const override;
  std::vector<WatchRow> list_watches() const override;
  void begin_watches(Workspace& ws) const override;
  bool do_watches_need_frames() const override { return !stops_.empty(); }

  /// End B's point from end A's of an element, as computed last [m].
  const Vec3& get_distance(const Workspace& ws, std::size_t element) const;

 protected:
  void prepare() override;

 private:
  SuspensionSlice& get(Workspace& ws) const;
  const SuspensionSlice& get(const Workspace& ws) const;
  /// What an end of an element hangs on, by its index in the carriers (the carrier of a body, the
  /// axle itself with its spin, a point of a body with modes; -1: the track), and where on it. The
  /// axle's angle does not matter, since what is fixed to it acts about its own line.
  struct End {
    int carrier = -1;
    Vec3 at = Vec3::Zero();  ///< [m]
  };
  /// Carriers that elements join; `first` -1: the track under the body of the other.
  struct Pair {
    int first = -1;
    std::size_t second = 0;
  };
  End make_end(const vehicle::ElementInstance& element, int body, const Vec3& at,
               const multibody::ModeShape& shape);
  std::size_t first_point() const { return 2 * model().bodies.body_count(); }
  void calc_carriers(Workspace& ws) const;
  /// A pair's carrier A; `track` is where that of the track is computed.
  const Carrier& get_first(const Pair& pair, const Workspace& ws, Carrier& track) const;
  void add_pair_wrenches(Workspace& ws) const;
  /// Of a stop.
  double calc_clearance(std::size_t element, const Workspace& ws) const;
  void add_carrier_wrenches(Workspace& ws) const;
  void calc_carrier_maps(Workspace& ws) const;
  /// Of the elements first to last - 1.
  void add_element_blocks(std::size_t first, std::size_t last, Workspace& ws) const;

  std::vector<std::size_t> axles_;           ///< bodies with elements that are fixed to their axle
  std::vector<std::size_t> stops_;           ///< elements that are stops
  std::vector<End> firsts_, seconds_;        ///< ends A and B of each element
  std::vector<FlexiblePoint> points_;        ///< the carriers from first_point() on
  std::vector<std::size_t> carrier_bodies_;  ///< of each carrier
  std::vector<std::pair<std::size_t, std::size_t>> with_states_;  ///< elements, number of states
  std::vector<Pair> pairs_;
  std::vector<std::size_t> pair_of_;  ///< of each element
};

}  // namespace fourfoot::system
