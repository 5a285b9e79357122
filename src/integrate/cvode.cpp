#include "integrate/cvode.h"

#include <cvode/cvode.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/state_out_of_range.h"
#include "integrate/cvode_order.h"
#include "integrate/finite.h"
#include "integrate/jacobian.h"
#include "integrate/sundials_eigen.h"
#include "integrate/sundials_vector.h"

namespace fourfoot::integrate {
namespace {

SUNContext make_context() {
  SUNContext context = nullptr;
#ifdef SUN_COMM_NULL
  const int flag = SUNContext_Create(SUN_COMM_NULL, &context);
#else
  const int flag = SUNContext_Create(nullptr, &context);
#endif
  if (flag != 0) throw RunError("SUNDIALS: no context");
#if SUNDIALS_VERSION_MAJOR >= 7
  SUNContext_ClearErrHandlers(context);  // the library does not print
#endif
  return context;
}

std::string describe(int flag) {
  switch (flag) {
    case CV_ERR_FAILURE:
      return "step underflow (the error test fails with the smallest step)";
    case CV_CONV_FAILURE:
      return "step underflow (the corrector does not converge with the smallest step)";
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
      return "step underflow (the linear equations cannot be solved)";
    case CV_FIRST_RHSFUNC_ERR:
      return "the initial state is out of range";
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
      return "step underflow (the state stays out of range with the smallest step)";
    default:
      return fmt::format("CVODE gave up with code {}", flag);
  }
}

/// For steps of order 2 at most, the choice for vehicles on profiles: there a rate costs far more
/// than all the rest of a step. Newton's iteration ends at 0.3 of the tolerance (CVODE: a tenth)
/// and mostly needs one rate; and a step may grow by a fifth (CVODE: by half or not at all).
void spare_rates(void* cvode) {
  require(CVodeSetNonlinConvCoef(cvode, 0.3), "CVodeSetNonlinConvCoef");
  set_least_growth(cvode, least_growth);
}

}  // namespace

struct Cvode::Memory {
  explicit Memory(Cvode& owner_in)
      : owner(owner_in), jacobian(owner_in.problem_), context(make_context()) {}
  ~Memory() {
    CVodeFree(&cvode);
    if (solver) SUNLinSolFree(solver);
    if (matrix) SUNMatDestroy(matrix);
    order.reset();
    if (fixed_point) SUNNonlinSolFree(fixed_point);
    for (N_Vector v : {y, output, errors, weights}) {
      if (v) N_VDestroy(v);
    }
    SUNContext_Free(&context);
  }

  /// Runs `work`, keeps what it throws, and tells CVODE in its own way: 0 good, > 0 try a smaller
  /// step, < 0 give up.
  template <class Work>
  int guard(Work work) {
    try {
      return work();
    } catch (const StateOutOfRange& error) {
      last_range_error = error.what();
      return 1;
    } catch (...) {
      thrown = std::current_exception();
      return -1;
    }
  }
  static int calc_rate(sunrealtype t, N_Vector y, N_Vector rate, void* self) {
    auto& memory = *static_cast<Memory*>(self);
    const auto n = memory.owner.y_.size();
    return memory.guard([&] {
      const Eigen::Map<const VecX> state(N_VGetArrayPointer(y), n);
      Eigen::Map<VecX> result(N_VGetArrayPointer(rate), n);
      if (!are_finite(state)) return 1;
      memory.owner.calc_rate(t, state, result);
      return are_finite(result) ? 0 : 1;
    });
  }
  static int calc_weights(N_Vector y, N_Vector weights, void* self) {
    static_cast<Memory*>(self)->order->calc_weights(y, weights);
    return 0;
  }
  static int calc_jacobian(sunrealtype t, N_Vector y, N_Vector, SUNMatrix matrix, void* self,
                           N_Vector, N_Vector, N_Vector) {
    auto& memory = *static_cast<Memory*>(self);
    return memory.guard([&] {
      const Eigen::Map<const VecX> state(N_VGetArrayPointer(y), memory.owner.y_.size());
      Statistics& statistics = memory.owner.statistics_;
      ++statistics.jacobian_evaluations;
      if (const Entries* const entries = get_entries(matrix)) {
        statistics.rate_evaluations +=
            memory.jacobian.calc_entries(t, state, *entries, memory.whole);
        entries->get(memory.whole, get_values(matrix));
      } else {
        statistics.rate_evaluations += memory.jacobian.calc(t, state, get_whole(matrix));
      }
      return is_finite(matrix) ? 0 : 1;
    });
  }

  void create(Family family);
  void count(Statistics& statistics) const;
  std::string describe_largest_error() const;

  Cvode& owner;
  JacobianSource jacobian;
  SUNContext context = nullptr;
  void* cvode = nullptr;
  N_Vector y = nullptr;  ///< on the memory of owner.y_
  mutable N_Vector output = nullptr;
  N_Vector errors = nullptr, weights = nullptr;
  std::unique_ptr<CvodeOrder> order;
  SUNMatrix matrix = nullptr;
  MatX whole;  ///< where the problem writes the matrix's entries; zero elsewhere
  SUNLinearSolver solver = nullptr;
  SUNNonlinearSolver fixed_point = nullptr;
  Statistics before_restart;  ///< CVODE's own counters begin at zero with each restart
  std::exception_ptr thrown;
  std::string last_range_error;
};

void Cvode::Memory::create(Family family) {
  const auto n = owner.y_.size();
  const Options& options = owner.options_;
  y = make_sun_vector(n, owner.y_.data(), context);
  output = make_sun_vector(n, nullptr, context);
  errors = make_sun_vector(n, nullptr, context);
  weights = make_sun_vector(n, nullptr, context);
  cvode = CVodeCreate(family == Family::bdf ? CV_BDF : CV_ADAMS, context);
  if (!cvode || !y || !output || !errors || !weights) throw RunError("CVODE: out of memory");
#if SUNDIALS_VERSION_MAJOR < 7
  const auto silent = [](int, const char*, const char*, char*, void*) {};
  require(CVodeSetErrHandlerFn(cvode, silent, nullptr), "CVodeSetErrHandlerFn");
#endif
  require(CVodeInit(cvode, calc_rate, 0.0, y), "CVodeInit");
  require(CVodeSetUserData(cvode, this), "CVodeSetUserData");
  VecX scales(n);
  owner.problem_.get_scales(scales);
  order = std::make_unique<CvodeOrder>();
  order->create(cvode, options, scales, context);
  require(CVodeWFtolerances(cvode, calc_weights), "CVodeWFtolerances");
  if (family == Family::bdf) {
    solver = make_sun_lu(owner.problem_, owner.statistics_, context);
    matrix = make_sun_matrix(owner.problem_, solver, context);
    if (get_entries(matrix)) whole.setZero(n, n);
    require(CVodeSetLinearSolver(cvode, solver, matrix), "CVodeSetLinearSolver");
    require(CVodeSetJacFn(cvode, calc_jacobian), "CVodeSetJacFn");
    // Orders 3 to 5 are unstable for hardly damped oscillations (a wheel on its contact spring) and
    // would hold the step at their limit: CVODE looks for that and lowers the order.
    require(CVodeSetStabLimDet(cvode, SUNTRUE), "CVodeSetStabLimDet");
    if (options.max_order == 1 || options.max_order == 2) spare_rates(cvode);
  } else {
    fixed_point = SUNNonlinSol_FixedPoint(y, 0, context);
    require(CVodeSetNonlinearSolver(cvode, fixed_point), "CVodeSetNonlinearSolver");
  }
  if (options.max_order > 0) {
    const int highest = family == Family::bdf ? 5 : 12;
    require(CVodeSetMaxOrd(cvode, std::min(options.max_order, highest)), "CVodeSetMaxOrd");
  }
  require(CVodeSetMinStep(cvode, options.min_step), "CVodeSetMinStep");
  if (std::isfinite(options.max_step)) {
    require(CVodeSetMaxStep(cvode, options.max_step), "CVodeSetMaxStep");
  }
}

void Cvode::Memory::count(Statistics& statistics) const {
  long error_tests = 0;
  long convergence = 0;
  long iterations = 0;
  CVodeGetNumErrTestFails(cvode, &error_tests);
  CVodeGetNumNonlinSolvConvFails(cvode, &convergence);
  CVodeGetNumNonlinSolvIters(cvode, &iterations);
  statistics.error_test_failures = before_restart.error_test_failures + error_tests;
  statistics.convergence_failures = before_restart.convergence_failures + convergence;
  statistics.nonlinear_iterations = before_restart.nonlinear_iterations + iterations;
  statistics.rejected_steps = statistics.error_test_failures + statistics.convergence_failures;
}

std::string Cvode::Memory::describe_largest_error() const {
  if (CVodeGetEstLocalErrors(cvode, errors) != CV_SUCCESS) return "";
  if (CVodeGetErrWeights(cvode, weights) != CV_SUCCESS) return "";
  const auto n = owner.y_.size();
  const Eigen::Map<const VecX> e(N_VGetArrayPointer(errors), n);
  const Eigen::Map<const VecX> w(N_VGetArrayPointer(weights), n);
  Eigen::Index largest = 0;
  const double error = e.cwiseProduct(w).cwiseAbs().maxCoeff(&largest);
  return std::isfinite(error) ? fmt::format(", largest error in state {}", largest) : "";
}

Cvode::Cvode(Family family, Problem& problem, const Options& options)
    : Integrator(problem, options), memory_(std::make_unique<Memory>(*this)) {
  memory_->create(family);
}

Cvode::~Cvode() = default;

void Cvode::do_restart(double first_step) {
  Memory& m = *memory_;
  m.before_restart = statistics_;
  require(CVodeReInit(m.cvode, t_, m.y), "CVodeReInit");
  if (first_step <= 0.0) first_step = options_.first_step;
  require(CVodeSetInitStep(m.cvode, std::min(first_step, options_.max_step)), "CVodeSetInitStep");
}

// Where the state goes on as it was only its rate may have a kink or a jump there: a step has ended at
// it, and the error test of the next one sees what the history does not know. A restart would cost some
// 15 short steps of first order; an entry into a curve has a kink for each body. After a jump that would
// shorten the next step to a tenth (the error test takes the third root of six times the error) the
// history is worth nothing.
bool Cvode::is_history_good() {
  constexpr double most = 100.0;  // change of the state in the next step, of the tolerance
  Memory& m = *memory_;
  const auto n = y_.size();
  const auto map = [n](N_Vector v) { return Eigen::Map<VecX>(N_VGetArrayPointer(v), n); };
  if (CVodeGetDky(m.cvode, t_, 0, m.output) != CV_SUCCESS || y_ != map(m.output)) return false;
  if (CVodeGetDky(m.cvode, t_, 1, m.output) != CV_SUCCESS) return false;
  if (CVodeGetErrWeights(m.cvode, m.weights) != CV_SUCCESS) return false;
  if (Memory::calc_rate(t_, m.y, m.errors, &m) != 0) {
    if (m.thrown) std::rethrow_exception(m.thrown);
    return false;
  }
  const double change =
      get_next_step() * (map(m.errors) - map(m.output)).cwiseProduct(map(m.weights)).norm();
  return change <= most * std::sqrt(static_cast<double>(n));
}

void Cvode::do_jump() {
  memory_->thrown = nullptr;
  if (!is_history_good()) do_restart(0.0);
}

void Cvode::do_step(double t_stop) {
  Memory& m = *memory_;
  require(CVodeSetStopTime(m.cvode, t_stop), "CVodeSetStopTime");
  m.thrown = nullptr;
  m.last_range_error.clear();
  double t = t_;
  m.order->guide();
  const int flag = CVode(m.cvode, t_stop, m.y, &t, CV_ONE_STEP);
  if (flag == CV_TOO_CLOSE) {  // nearer to t_stop than rounding can tell
    t_ = t_stop;
    return;
  }
  if (flag < 0) {
    if (m.thrown) std::rethrow_exception(m.thrown);
    CVodeGetDky(m.cvode, t_, 0, m.y);  // the last good state, for the message
    std::string reason = describe(flag) + m.describe_largest_error();
    if (!m.last_range_error.empty()) reason += " (" + m.last_range_error + ")";
    fail(reason);
  }
  t_ = t;
  m.count(statistics_);
}

void Cvode::interpolate(double t, VecRef y) const {
  if (t == t_ || t_previous_ == t_) {
    y = y_;
    return;
  }
  const int flag = CVodeGetDky(memory_->cvode, t, 0, memory_->output);
  require(flag, "CVodeGetDky");
  y = Eigen::Map<const VecX>(N_VGetArrayPointer(memory_->output), y_.size());
}

double Cvode::get_next_step() const {
  double h = 0.0;
  CVodeGetCurrentStep(memory_->cvode, &h);
  return h;
}

}  // namespace fourfoot::integrate
