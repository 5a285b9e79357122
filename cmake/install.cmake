# What `cmake --install` and the Debian packages lay down: the program with its man pages and completions, models and examples, the
# documentation, the library for other programs (find_package(fourfoot)), and, where it is built, the Python package (python/).

# --- the library: one shared file that needs nothing else, and the static libraries of the rooms ---
include(CMakePackageConfigHelpers)
add_library(fourfoot_shared SHARED $<TARGET_OBJECTS:fourfoot_api> $<TARGET_OBJECTS:fourfoot_base>)
target_link_libraries(fourfoot_shared PRIVATE fourfoot_results)
target_include_directories(fourfoot_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(fourfoot_shared INTERFACE cxx_std_20)
fourfoot_options(fourfoot_shared)
set_target_properties(fourfoot_shared PROPERTIES OUTPUT_NAME fourfoot EXPORT_NAME fourfoot LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS fourfoot_shared EXPORT fourfoot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

add_library(fourfoot_static INTERFACE)
target_link_libraries(fourfoot_static INTERFACE fourfoot_api)
target_include_directories(fourfoot_static INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(fourfoot_static PROPERTIES EXPORT_NAME static)
install(TARGETS fourfoot_static EXPORT fourfoot_static)
get_property(rooms GLOBAL PROPERTY fourfoot_rooms)
list(TRANSFORM rooms PREPEND fourfoot_)
add_custom_target(fourfoot_install DEPENDS fourfoot fourfoot_shared fourfoot_texts ${rooms}) # all that is installed

install(FILES src/api/simulation.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fourfoot)
install(FILES src/base/plugin.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fourfoot) # the C interface of plug-ins
foreach(name channel error source_location version)
  install(FILES src/base/${name}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fourfoot/base)
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fourfoot)
install(EXPORT fourfoot NAMESPACE fourfoot:: FILE fourfootTargets.cmake DESTINATION ${package_dir})
install(EXPORT fourfoot_static NAMESPACE fourfoot:: FILE fourfootStaticTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/fourfootConfig.cmake.in ${CMAKE_BINARY_DIR}/fourfootConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/fourfootConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/fourfootConfig.cmake ${CMAKE_BINARY_DIR}/fourfootConfigVersion.cmake
              cmake/libraries.cmake
        DESTINATION ${package_dir})

# --- the program's own texts, written by itself ---
set(texts ${CMAKE_BINARY_DIR}/texts)
set(fourfoot_run ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:fourfoot>)
add_custom_command(OUTPUT ${texts}/man/fourfoot.1 ${texts}/bash ${texts}/zsh ${texts}/fish
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${texts}
  COMMAND ${fourfoot_run} man ${texts}/man
  COMMAND ${fourfoot_run} completions bash > ${texts}/bash
  COMMAND ${fourfoot_run} completions zsh > ${texts}/zsh
  COMMAND ${fourfoot_run} completions fish > ${texts}/fish
  DEPENDS fourfoot COMMENT "man pages and completions")
add_custom_target(fourfoot_texts ALL DEPENDS ${texts}/man/fourfoot.1)
install(DIRECTORY ${texts}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${texts}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME fourfoot)
install(FILES ${texts}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _fourfoot)
install(FILES ${texts}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME fourfoot.fish)

# --- models, examples, documentation ---
install(DIRECTORY models examples DESTINATION ${CMAKE_INSTALL_DATADIR}/fourfoot
        PATTERN "*.h5" EXCLUDE PATTERN "*.html" EXCLUDE PATTERN "build" EXCLUDE)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The manual as a site, where ./dev manual has built it.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/build/manual/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/manual OPTIONAL)
install(FILES README.md CHANGELOG.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})

# --- ./dev package ---
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Fourfoot authors")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Fourfoot authors")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # the packages of the libraries it links
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # ./dev package builds what it needs, not the tests
if(FOURFOOT_PYTHON_PACKAGE) # a package of its own; models and examples are those of the other
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING IGNORE)
  set(CPACK_COMPONENTS_ALL Unspecified python)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME fourfoot)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-fourfoot)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Open simulator of railway vehicle dynamics, for Python 3")
  math(EXPR next_python "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_python}), python3-numpy, fourfoot (= ${PROJECT_VERSION})")
endif()
include(CPack)
