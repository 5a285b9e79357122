#pragma once

#include <string>
#include <vector>

#include "evaluate/limits.h"

namespace fourfoot::evaluate {

/// One number that a norm asks for, with how it was found.
struct Figure {
  std::string norm = {};       ///< of list_norms(): "en14363"
  std::string name = {};       ///< "sum_Y"
  std::string subject = {};    ///< "wheelset_1", "wheelset_1/left", "floor_front"
  std::string zone = {};       ///< of the track; empty: the whole record
  double value = no_number;    ///< the norm's figure; nan if there is too little data
  double largest = no_number;  ///< largest value of a section, where there are sections
  std::string unit = {};
  double limit = no_number;  ///< nan if there is none
  int sections = 0;          ///< that were found
  std::string filter = {}, window = {}, percentile = {};
  std::string note = {};   ///< why there is no value, what was assumed
  std::string trust = {};  ///< of filter and limit, as the file of limits says

  /// "within", "exceeds", "no limit", "no data"; by the value, or the largest section without one.
  std::string get_verdict() const;
  /// "estimate", "largest section", "record" or "" : what the verdict is by.
  std::string get_basis() const;
};

/// Patches of a wheel in the shakedown diagram, some hundreds along the record.
struct ShakedownPoints {
  std::string subject;
  std::vector<double> traction;  ///< sqrt(fx^2 + fy^2) / N
  std::vector<double> load;      ///< largest pressure over the yield stress in shear
};

/// Largest value of the whole record, filtered as the norm says, with its time: what a summary shows
/// besides the figures, which are of sections.
struct Peak {
  std::string subject;  ///< "wheelset_1/left", "floor_front"
  std::string name;     ///< "Q_max", "Q_min", "Y", "Y_Q", "sum_Y", "body_y", "body_z", "bogie_y"
  double value = no_number;
  double time = no_number;  ///< [s]
  std::string unit;
  std::string filter;  ///< and window
};

struct Evaluation {
  std::vector<Figure> figures;
  std::vector<std::string> notes;
  std::vector<ShakedownPoints> shakedown = {};
  std::vector<Peak> peaks = {};
};

}  // namespace fourfoot::evaluate
