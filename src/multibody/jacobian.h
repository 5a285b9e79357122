#pragma once

#include <memory>
#include <vector>

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// How the applied wrenches depend on the bodies, handed over by the caller as blocks
/// dW_i/dx_j: (force_T, torque_C) of body i by the local perturbation of body j,
///
///   x_j = (dp_T [3], dtheta_C [3], dv_T [3], dw_C [3])
///
/// dtheta_C: right perturbation of the carrier, R_TC exp(dtheta_C); dw_C: of w_TB_C. What depends
/// on the angular velocity of the carrier (an axle box, a spring on the axle) uses
/// calc_carrier_spin: d(w_TC_C) = carrier_map dw_C + calc_carrier_spin dtheta_C.
///
/// Bodies with modes have blocks of their own beside these, which stay of fixed size: most bodies
/// are rigid.
class WrenchDerivatives {
 public:
  explicit WrenchDerivatives(std::size_t body_count)
      : count_(body_count),
        used_(body_count * body_count, 0),
        index_(body_count * body_count, -1),
        blocks_(new Matrix6x12[body_count * body_count]) {
    pairs_.reserve(body_count * body_count);
  }
  WrenchDerivatives(const WrenchDerivatives& other) { *this = other; }
  WrenchDerivatives(WrenchDerivatives&&) = default;
  WrenchDerivatives& operator=(const WrenchDerivatives& other);
  WrenchDerivatives& operator=(WrenchDerivatives&&) = default;
  ~WrenchDerivatives() = default;
  explicit WrenchDerivatives(const Model& model);

  /// What the modal coordinates of one body or of both bring in.
  struct ModeBlock {
    std::size_t i, j;
    MatX by_modes;  ///< 6 x 2 n_j: wrench of body i by (eta, eta') of body j
    MatX forces;    ///< n_i x (12 + 2 n_j): modal forces of body i by x_j, then by (eta, eta') of j
    bool is_used = false;
  };

  void clear();
  /// The block to add to.
  Matrix6x12& at(std::size_t i, std::size_t j) {
    const std::size_t pair = i * count_ + j;
    if (used_[pair] == 0) begin_block(pair);
    return blocks_[static_cast<std::size_t>(index_[pair])];
  }
  bool has(std::size_t i, std::size_t j) const { return used_[i * count_ + j] != 0; }
  const Matrix6x12& get(std::size_t i, std::size_t j) const {
    return blocks_[static_cast<std::size_t>(index_[i * count_ + j])];
  }
  /// The block to add to; one of the bodies has modes.
  ModeBlock& at_modes(std::size_t i, std::size_t j) {
    ModeBlock& block = mode_blocks_[static_cast<std::size_t>(mode_index_[i * count_ + j])];
    block.is_used = true;
    return block;
  }
  const std::vector<ModeBlock>& mode_blocks() const { return mode_blocks_; }

 private:
  void begin_block(std::size_t pair);

  std::size_t count_ = 0;
  std::vector<char> used_;
  // Room for all pairs, of which a train uses few: blocks follow each other as their pairs first come,
  // and nothing is written into the others.
  std::vector<int> index_;          ///< of each pair among the blocks; -1: none yet
  std::vector<std::size_t> pairs_;  ///< that have a block
  std::unique_ptr<Matrix6x12[]> blocks_;
  std::vector<ModeBlock> mode_blocks_;
  std::vector<int> mode_index_;  ///< of the pairs; -1: both rigid. Empty: all are
};

/// d(w_TC_C)/d(dtheta_C) at fixed w_TB_C: zero for a body; for a wheelset the carrier's pitch rate
/// w_z tan(phi) depends on roll.
Mat3 calc_carrier_spin(const Model& model, const MotionWorkspace& ws, std::size_t body);

/// Scratch of the Jacobian; allocates at construction only.
struct JacobianWorkspace {
  explicit JacobianWorkspace(const Model& model);

  using Rows6 = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 7>;
  using Rows7 = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 7, 7>;
  struct BodyPart {
    Rows6 turn_q;          ///< (dp_T, dtheta of the body in C's axes, spin included) by q
    Rows6 pose_q;          ///< (dp_T, dtheta_C) by q
    Rows6 twist_q;         ///< (dv_T, dw_C) by q
    Rows6 twist_u;         ///< (dv_T, dw_C) by u
    Rows6 bias_q, bias_u;  ///< of the relative acceleration at fixed u'
    Rows7 reduction_q;     ///< d(twist_u)^T reaction by q
    Rows7 qdot_q, qdot_u;  ///< of q'
    Rows7 mass_inverse;    ///< of Theta's block
  };
  std::vector<BodyPart> bodies;
  /// d(free-body force - M speeds')/d(q, speeds), all bodies; empty where all speeds are twists and free
  MatX residual;

  // --- joints and relations ---
  /// Of one group: its rows see the coordinates and speeds of its own bodies only.
  struct GroupPart {
    std::vector<int> columns;  ///< of (q, speeds), those of q first
    int q_count = 0;
    MatX solved;  ///< m of the group x columns: A_d^-1 of rows
  };
  std::vector<GroupPart> groups;
  MatX rows_d;     ///< m x nq: d(violation')/dq at fixed speeds
  MatX rows_dd;    ///< m x (nq + speeds): d(violation'')/d(q, speeds) at fixed accelerations
  MatX rows;       ///< m x nq: d(violation)/dq
  MatX dependent;  ///< m x nq: d(dependent speeds)/dq at fixed u
  MatX packed;     ///< n x (nq + speeds)
  MatX reduced;    ///< (n - m) x (nq + speeds)
  MatX full;       ///< (nq + u) x (nq + speeds)
  std::vector<int> used_rows;  ///< of a column of `full`
  MatX multipliers, closed;  ///< s x (nq + speeds): d(lambda) of the surfaces, open and closed loop
};

/// d(q', u')/d(q, u), exactly, into `jacobian` (q_count + u_count square). Needs
/// calc_acceleration at the same state. The derivatives of the applied wrenches are the caller's.
/// `is_zero`: so is `jacobian`, and only where bodies act on each other it is written.
void calc_jacobian(const Model& model, Frames frames, const MotionWorkspace& ws, const ConstVec& q,
                   const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                   Eigen::Ref<MatX> jacobian, bool is_zero = false);

/// d(u')/dz of extra states z: dW = d(force_T, torque_C) of one body by z, 6 x n, and below them
/// rows of its modal forces. Adds to `udot_z` (u_count x n). Needs calc_jacobian at the same state.
void add_wrench_sensitivity(const Model& model, const MotionWorkspace& ws,
                            const JacobianWorkspace& jw, std::size_t body,
                            const Eigen::Ref<const MatX>& dW, Eigen::Ref<MatX> udot_z);

}  // namespace fourfoot::multibody
