# One library per room of src/. A room's sources are all .cpp files in its folder; which rooms it may link is written
# in its own CMakeLists.txt and held against the include graph by tools/check_layers.

# Test programs spend their time in the library; their own code is built fast rather than fast code.
set(test_optimisation $<$<CONFIG:Release>:-O1>)
# So are rooms that a run passes once, and does not spend its time in: a third less to compile.
set(cold_optimisation ${test_optimisation})

# People open results files of others: should a reader have a fault, it ends the program instead of taking it over.
option(FOURFOOT_HARDEN "Stack protector, fortified library calls, read-only relocations, as Debian builds its packages" ON)

function(fourfoot_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast
                         -Wnon-virtual-dtor -Wdouble-promotion)
  # Nobody asks errno about a root or a sine, traps an operation on NaN, or puts functions of his own in the place of
  # ours: the same numbers, in fewer instructions.
  target_compile_options(${target} PRIVATE -fno-math-errno -fno-trapping-math -fno-semantic-interposition)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees these where they are not, in std::string and std::variant (GCC bugs 105651, 105593, 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized
                           -Wno-stringop-overflow -Wno-array-bounds)
    # Its memory is looked through for what is no longer needed only above 600 MB: a tenth of the time to compile.
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=600000)
  endif()
  if(FOURFOOT_HARDEN AND NOT FOURFOOT_SANITIZE)
    target_compile_options(${target} PRIVATE -fstack-protector-strong
                           $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
    target_link_options(${target} PRIVATE LINKER:-z,relro,-z,now)
  endif()
  if(FOURFOOT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(FOURFOOT_SANITIZE AND FOURFOOT_SANITIZE_ROOMS AND target MATCHES "^fourfoot_" AND NOT target IN_LIST FOURFOOT_SANITIZE_ROOMS)
    target_compile_options(${target} PRIVATE -O0)
  elseif(FOURFOOT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${FOURFOOT_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${FOURFOOT_SANITIZE})
  endif()
endfunction()

# Eigen takes seconds to read and every room reads it, so it is read once. Off in the debug preset, where a file that forgets an
# include of its own is found out.
option(FOURFOOT_PCH "Precompile the headers that every room includes" ON)
if(FOURFOOT_PCH)
  set(pch_source ${CMAKE_BINARY_DIR}/pch/empty.cpp)
  if(NOT EXISTS ${pch_source})
    file(WRITE ${pch_source} "")
  endif()
  add_library(fourfoot_pch OBJECT ${pch_source})
  target_link_libraries(fourfoot_pch PRIVATE Eigen3::Eigen)
  fourfoot_options(fourfoot_pch)
  target_precompile_headers(fourfoot_pch PRIVATE <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <Eigen/Cholesky>
    <unsupported/Eigen/AutoDiff> <algorithm> <array> <cmath> <complex> <functional> <limits> <map>
    <memory> <numbers> <optional> <span> <string> <variant> <vector>)
  # g++ takes the optimisation of what a precompiled header holds from the header: rooms that are built fast have their own. It
  # also has what most of them read to say and to write something; g++ wants the same definitions where it is used.
  function(fourfoot_cold_headers target)
    foreach(library fmt::fmt nlohmann_json::nlohmann_json)
      target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
      target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    endforeach()
  endfunction()
  add_library(fourfoot_cold_pch OBJECT ${pch_source})
  target_link_libraries(fourfoot_cold_pch PRIVATE Eigen3::Eigen)
  fourfoot_options(fourfoot_cold_pch)
  target_compile_options(fourfoot_cold_pch PRIVATE ${cold_optimisation})
  fourfoot_cold_headers(fourfoot_cold_pch)
  get_target_property(pch_headers fourfoot_pch PRECOMPILE_HEADERS)
  target_precompile_headers(fourfoot_cold_pch PRIVATE ${pch_headers} <fmt/format.h> <nlohmann/json.hpp> <chrono> <filesystem>
    <fstream> <mutex> <set> <sstream> <thread>)
  if(FOURFOOT_TESTS)
    # A program, as the tests are, so that both are position-independent in the same way.
    set(test_pch_source ${CMAKE_BINARY_DIR}/pch/main.cpp)
    if(NOT EXISTS ${test_pch_source})
      file(WRITE ${test_pch_source} "int main() {}\n")
    endif()
    add_executable(fourfoot_test_pch ${test_pch_source})
    target_link_libraries(fourfoot_test_pch PRIVATE Eigen3::Eigen GTest::gtest)
    fourfoot_options(fourfoot_test_pch)
    target_compile_options(fourfoot_test_pch PRIVATE ${test_optimisation})
    target_precompile_headers(fourfoot_test_pch PRIVATE <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <Eigen/Cholesky>
      <unsupported/Eigen/AutoDiff> <gtest/gtest.h> <algorithm> <cmath> <functional> <map> <memory> <string> <vector>)
  endif()
endif()

# Eigen's templates cost more to instantiate than to read, and every file asks for the same ones: several files a compilation
# share them. Off in the debug preset, where each file must stand on its own, and for who edits a room again and again.
option(FOURFOOT_UNITY "Compile the files of a room or test program together" ON)
function(fourfoot_unity target size)
  if(FOURFOOT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# The fuzzed readers call rooms, and files of their own rooms, that they do not look into; those come from another build as they are.
set(FOURFOOT_BORROW "" CACHE PATH "A build tree whose libraries serve for what is not sanitized")
function(fourfoot_borrow target name)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${FOURFOOT_BORROW}/src/${name}/libfourfoot_${name}.a)
  target_include_directories(${target} INTERFACE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} INTERFACE ${ARGN})
endfunction()

# fourfoot_room(name LINKS rooms and libraries that users of the room see too  PRIVATE libraries behind its headers
#               READERS the files that fuzzing looks into; default: all  BATCH files a compilation; default: 15; 1: each for itself
#               COLD: built fast rather than fast code  COLD_FILES: only these patterns are)
function(fourfoot_room name)
  cmake_parse_arguments(room "COLD" "BATCH" "LINKS;PRIVATE;READERS;COLD_FILES" ${ARGN})
  if(NOT room_BATCH)
    set(room_BATCH 15)
  endif()
  if(FOURFOOT_BORROW AND NOT fourfoot_${name} IN_LIST FOURFOOT_SANITIZE_ROOMS)
    fourfoot_borrow(fourfoot_${name} ${name} ${room_LINKS} ${room_PRIVATE})
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  if(FOURFOOT_BORROW AND room_READERS)
    # What these files need of the rest of their room; where both have a symbol, theirs comes first.
    set(sources ${room_READERS})
    fourfoot_borrow(fourfoot_${name}_rest ${name} ${room_LINKS} ${room_PRIVATE})
    list(PREPEND room_PRIVATE fourfoot_${name}_rest)
  endif()
  set(parts fourfoot_${name})
  if(room_COLD_FILES AND NOT FOURFOOT_BORROW)
    file(GLOB cold CONFIGURE_DEPENDS ${room_COLD_FILES})
    list(REMOVE_ITEM sources ${cold})
    add_library(fourfoot_${name}_cold OBJECT ${cold})
    list(APPEND parts fourfoot_${name}_cold)
    list(APPEND sources $<TARGET_OBJECTS:fourfoot_${name}_cold>)
  endif()
  add_library(fourfoot_${name} STATIC ${sources})
  add_library(fourfoot::${name} ALIAS fourfoot_${name})
  set_target_properties(fourfoot_${name} PROPERTIES EXPORT_NAME ${name})
  foreach(part ${parts})
    target_compile_features(${part} PUBLIC cxx_std_20)
    target_include_directories(${part} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
    target_link_libraries(${part} PUBLIC ${room_LINKS} PRIVATE ${room_PRIVATE})
    fourfoot_options(${part})
    set(pch fourfoot_pch)
    if(room_COLD OR part MATCHES "_cold$")
      target_compile_options(${part} PRIVATE ${cold_optimisation})
      set(pch fourfoot_cold_pch)
      if(FOURFOOT_PCH)
        fourfoot_cold_headers(${part})
      endif()
    endif()
    if(FOURFOOT_PCH AND NOT name STREQUAL "base" AND NOT fourfoot_${name} IN_LIST FOURFOOT_SANITIZE_ROOMS)
      target_precompile_headers(${part} REUSE_FROM ${pch})
    endif()
    if(room_BATCH GREATER 1)
      fourfoot_unity(${part} ${room_BATCH})
    endif()
  endforeach()
  install(TARGETS fourfoot_${name} EXPORT fourfoot_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY fourfoot_rooms ${name})
endfunction()

# fourfoot_tests(name LINKS rooms): one GoogleTest program of all *_test.cpp files in the current folder.
function(fourfoot_tests name)
  cmake_parse_arguments(tests "" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_test.cpp)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${tests_LINKS} Eigen3::Eigen GTest::gtest_main
                        fourfoot_rapidcheck)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE FOURFOOT_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
                             FOURFOOT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  fourfoot_options(${name})
  target_compile_options(${name} PRIVATE ${test_optimisation})
  if(FOURFOOT_PCH)
    target_precompile_headers(${name} REUSE_FROM fourfoot_test_pch)
  endif()
  fourfoot_unity(${name} 10)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${test_seconds})
endfunction()
