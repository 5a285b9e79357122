#include "integrate/partitioned_lu.h"

#include <algorithm>

namespace fourfoot::integrate {

PartitionedLu::PartitionedLu(const Partition& partition, Eigen::Index size)
    : n_q_(partition.n_q < size ? partition.n_q : 0),
      n_r_(size - n_q_),
      a_rq_(MatX::Zero(n_r_, n_q_)),
      s_(MatX::Zero(n_r_, n_r_)),
      lu_(n_r_),
      x_q_(VecX::Zero(n_q_)),
      x_r_(VecX::Zero(n_r_)) {
  begins_.reserve(static_cast<std::size_t>(n_q_) + 1);
  begins_before_.reserve(static_cast<std::size_t>(n_q_) + 1);
}

// Diagonal blocks of A_qq: a block ends where neither its rows nor its columns reach further.
void PartitionedLu::find_blocks(const MatX& a) {
  begins_.clear();
  Eigen::Index reach = -1;
  for (Eigen::Index i = 0; i < n_q_; ++i) {
    if (i > reach) begins_.push_back(i);
    reach = std::max(reach, i);
    for (Eigen::Index k = n_q_ - 1; k > reach; --k) {
      if (a(i, k) != 0.0 || a(k, i) != 0.0) reach = k;
    }
  }
  begins_.push_back(n_q_);
  if (begins_ == begins_before_) return;
  // A new layout, which happens once: room for everything.
  blocks_.assign(begins_.size() - 1, {});
  for (std::size_t b = 0; b + 1 < begins_.size(); ++b) {
    Block& block = blocks_[b];
    block.begin = begins_[b];
    block.count = begins_[b + 1] - begins_[b];
    block.columns.reserve(static_cast<std::size_t>(n_r_));
    block.rows.setZero(block.count, n_r_);
    block.lu = Eigen::PartialPivLU<MatX>(block.count);
  }
  begins_before_ = begins_;
}

void PartitionedLu::eliminate(Block& block, const MatX& a) {
  block.lu.compute(a.block(block.begin, block.begin, block.count, block.count));
  block.columns.clear();
  for (Eigen::Index k = 0; k < n_r_; ++k) {
    const auto column = a.col(n_q_ + k).segment(block.begin, block.count);
    if ((column.array() == 0.0).all()) continue;
    const auto at = static_cast<Eigen::Index>(block.columns.size());
    block.rows.col(at) = block.lu.solve(column);
    s_.col(k).noalias() -= a_rq_.middleCols(block.begin, block.count) * block.rows.col(at);
    block.columns.push_back(k);
  }
}

bool PartitionedLu::compute(const MatX& a) {
  a_rq_ = a.bottomLeftCorner(n_r_, n_q_);
  s_ = a.bottomRightCorner(n_r_, n_r_);
  find_blocks(a);
  bool is_regular = true;
  for (Block& block : blocks_) {
    eliminate(block, a);
    is_regular &= (block.lu.matrixLU().diagonal().array() != 0.0).all();
  }
  lu_.compute(s_);
  return is_regular && (lu_.matrixLU().diagonal().array() != 0.0).all();
}

void PartitionedLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  for (const Block& block : blocks_) {
    x_q_.segment(block.begin, block.count) = block.lu.solve(b.segment(block.begin, block.count));
  }
  s_.col(0) = b.tail(n_r_);  // S is in its factors; its memory is free
  if (n_q_ > 0) s_.col(0).noalias() -= a_rq_ * x_q_;
  x_r_ = lu_.solve(s_.col(0));
  for (const Block& block : blocks_) {
    for (std::size_t k = 0; k < block.columns.size(); ++k) {
      x_q_.segment(block.begin, block.count) -=
          block.rows.col(static_cast<Eigen::Index>(k)) * x_r_[block.columns[k]];
    }
  }
  x.head(n_q_) = x_q_;
  x.tail(n_r_) = x_r_;
}

}  // namespace fourfoot::integrate
