#include "jobs/study_run.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace fourfoot::jobs {
namespace {

// Two long tasks one after the other: what is told within them adds up, and never falls.
TEST(StudyRun, TellsHowFarItsTasksAre) {
  const auto file = std::filesystem::temp_directory_path() / "fourfoot_study_run_test.csv";
  std::filesystem::remove(file);
  StudyJob job;
  job.key = "key";
  job.header = "a";
  job.count = 2;
  job.work = [](std::size_t, const std::function<void(double)>& on_progress) {
    for (const double part : {0.25, 0.5, 0.4, 3.0}) on_progress(part);
    return StudyJob::Rows{"1"};
  };
  std::vector<double> told;
  StudyRunOptions options;
  options.output = file.string();
  options.threads = 1;
  options.on_progress = [&](double part) { told.push_back(part); };
  EXPECT_EQ(run_study(job, options).computed, 2u);
  EXPECT_EQ(told, (std::vector<double>{0.125, 0.25, 0.25, 0.5, 0.5, 0.625, 0.75, 0.75, 1.0, 1.0}));
  told.clear();
  EXPECT_EQ(run_study(job, options).computed, 0u);  // all is there
  EXPECT_TRUE(told.empty());
  options.force = true;
  EXPECT_EQ(run_study(job, options).computed, 2u);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace fourfoot::jobs
