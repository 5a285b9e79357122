#include "analysis/orbit_flow.h"

#include "analysis/endless_track.h"
#include "analysis/observed.h"
#include "analysis/steady_motion.h"

namespace fourfoot::analysis {

namespace {

/// What an orbit asks of an endless track besides.
class OrbitTrack : public EndlessTrack {
 public:
  using EndlessTrack::EndlessTrack;
  bool calc_rate_and_jacobian(double, const integrate::ConstVecRef& y, integrate::VecRef ydot,
                              MatX& jacobian) override {
    system_.calc_jacobian(t_, y, ws_, jacobian);
    ydot = ws_.ydot;
    return true;
  }
  /// Speeds and own states of the nominal state; positions do not go with the parameter.
  VecX calc_nominal() {
    VecX y = system_.calc_nominal_state(ws_);
    system_.set_time(t_, ws_);
    system_.edit(y).q.setZero();
    return y;
  }
  void calc_watches(const VecX& y, VecX& g) {
    VecX all(system_.limit_count() + static_cast<int>(system_.watches().size()));
    system_.calc_events(t_, y, ws_, all);
    g = all.tail(static_cast<Eigen::Index>(system_.watches().size()));
  }
};

class SystemFlow : public OrbitFlow {
 public:
  SystemFlow(std::shared_ptr<const system::System> system, double t, std::string observed)
      : system_(std::move(system)),
        t_(t),
        name_(std::move(observed)),
        problem_(*system_, t),
        motion_(*system_, t),
        observed_(*system_, name_, t),
        scales_(motion_.scales()) {
    // Speeds of hunting: 1 mm at 50 rad/s. Smaller ones would make of the wheels' vibration on their
    // rails, micrometres at 300 Hz, the largest part of the way from orbit to orbit.
    motion_.parts().edit(scales_).u.setConstant(50e-3);
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      if (observed_.is_wheelset(i)) wheelsets_.push_back(i);
    }
  }

  std::unique_ptr<OrbitFlow> copy() const override {
    return std::make_unique<SystemFlow>(system_, t_, name_);
  }
  integrate::Problem& problem() override { return problem_; }
  const VecX& scales() const override { return scales_; }
  MatX calc_basis(const VecX& y) override { return motion_.calc_basis(y); }
  VecX calc_difference(const VecX& base, const VecX& y) override {
    return motion_.calc_difference(base, y);
  }
  MatX calc_differences(const VecX& base, const MatX& changes) override {
    return motion_.calc_differences(base, changes);
  }
  VecX move(const VecX& y, const VecX& dx) override { return motion_.move(y, dx); }
  VecX calc_reference() override { return problem_.calc_nominal(); }
  double observe(const VecX& y) override { return observed_.calc(y).front().x; }
  std::vector<std::string> get_wheelset_names() const override {
    std::vector<std::string> names;
    for (const std::size_t i : wheelsets_) names.push_back(observed_.name(i));
    return names;
  }
  void calc_wheelsets(const VecX& y, VecX& lateral) override {
    const std::vector<Observed::Value>& values = observed_.calc(y);
    lateral.resize(static_cast<Eigen::Index>(wheelsets_.size()));
    for (std::size_t k = 0; k < wheelsets_.size(); ++k)
      lateral[static_cast<Eigen::Index>(k)] = values[wheelsets_[k]].x;
  }
  double calc_displacement(const VecX& x) const override {
    return motion_.get_displacements(x).cwiseAbs().maxCoeff();
  }
  std::vector<std::string> get_watch_names() const override {
    std::vector<std::string> names;
    for (const system::WatchRow& row : system_->watches()) {
      const bool is_flange = row.watch.kind == system::Watch::Kind::flange;
      names.push_back((is_flange ? "flange of " : "stop ") + row.watch.subject);
    }
    return names;
  }
  void calc_watches(const VecX& y, VecX& g) override { problem_.calc_watches(y, g); }

 private:
  std::shared_ptr<const system::System> system_;
  double t_;
  std::string name_;
  OrbitTrack problem_;
  SteadyMotion motion_;
  ObservedSet observed_;
  std::vector<std::size_t> wheelsets_;  ///< of what is observed
  VecX scales_;
};

}  // namespace

MatX OrbitFlow::calc_differences(const VecX& base, const MatX& changes) {
  MatX dx(size(), changes.cols());
  for (Eigen::Index j = 0; j < changes.cols(); ++j)
    dx.col(j) = calc_difference(base, base + changes.col(j));
  return dx;
}

FlowFamily make_flows(const scenario::Family& family, double t, const std::string& observed) {
  return [family, t, observed](double value) -> std::unique_ptr<OrbitFlow> {
    return std::make_unique<SystemFlow>(family(value).system, t, observed);
  };
}

}  // namespace fourfoot::analysis
