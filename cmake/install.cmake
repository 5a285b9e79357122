# `cmake --install` lays down headers, libraries and a package that other programs use by find_package(fourfoot).

include(CMakePackageConfigHelpers)
get_property(rooms GLOBAL PROPERTY fourfoot_rooms)
add_library(fourfoot_all INTERFACE)
add_library(fourfoot::fourfoot ALIAS fourfoot_all)
set_target_properties(fourfoot_all PROPERTIES EXPORT_NAME fourfoot)
foreach(room ${rooms})
  target_link_libraries(fourfoot_all INTERFACE fourfoot_${room})
endforeach()
install(TARGETS fourfoot_all EXPORT fourfoot)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fourfoot)
install(EXPORT fourfoot NAMESPACE fourfoot:: FILE fourfootTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/fourfootConfig.cmake.in ${CMAKE_BINARY_DIR}/fourfootConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/fourfootConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/fourfootConfig.cmake ${CMAKE_BINARY_DIR}/fourfootConfigVersion.cmake
              cmake/libraries.cmake
        DESTINATION ${package_dir})

# The manual, where ./dev manual has built it.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/build/manual/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/manual OPTIONAL)
