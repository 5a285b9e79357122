// Names that other rooms ask for before there is a record.
#include <set>

#include "evaluate/evaluation.h"

namespace fourfoot::evaluate {

const std::vector<std::string>& list_figure_names() {
  static const std::vector<std::string> names{"sum_Y",
                                              "Y_Q",
                                              "Q",
                                              "unloading",
                                              "Y_qst",
                                              "Q_qst",
                                              "instability",
                                              "body_y",
                                              "body_z",
                                              "body_y_rms",
                                              "body_z_rms",
                                              "body_y_safety",
                                              "body_y_qst",
                                              "bogie_y",
                                              "Y_Q_max",
                                              "Y_Q_duration",
                                              "overturning",
                                              "twist_Y_Q",
                                              "twist_unloading",
                                              "N_MV",
                                              "N_VA",
                                              "N_VD",
                                              "C_Cy",
                                              "C_Cz",
                                              "P_CT_standing",
                                              "P_CT_seated",
                                              "P_DE_standing",
                                              "P_DE_seated",
                                              "a_wx",
                                              "a_wy",
                                              "a_wz",
                                              "a_v",
                                              "Wz_y",
                                              "Wz_z",
                                              "sway_left",
                                              "sway_right",
                                              "rise",
                                              "drop",
                                              "T_gamma",
                                              "friction_work",
                                              "energy_per_metre",
                                              "curve_resistance",
                                              "wear_rate",
                                              "mild",
                                              "severe",
                                              "catastrophic",
                                              "rcf_index",
                                              "shakedown",
                                              "shakedown_share"};
  return names;
}

bool is_judged(const std::string& channel) {
  const std::size_t slash = channel.rfind('/');
  if (slash == std::string::npos)
    return channel == "time" || channel == "s" || channel == "speed" || channel == "curvature";
  static const std::set<std::string> words{"Y", "Q", "a_x", "a_y", "a_z", "t_gamma", "d_y", "d_z"};
  static const std::set<std::string> of_patches{"N",  "nu_x", "nu_y", "spin", "fx",
                                                "fy", "mz",   "a",    "b"};
  const std::string word = channel.substr(slash + 1);
  if (channel.find("/patch_") != std::string::npos) return of_patches.contains(word);
  return words.contains(word);
}

}  // namespace fourfoot::evaluate
