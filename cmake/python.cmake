# The Python that the package is built for: -DPython_EXECUTABLE=…, else the first that has headers and numpy, the system's before those
# on PATH: it agrees with the system's libraries, and what the Debian package brings is for it.

function(fourfoot_is_python_usable python result)
  execute_process(COMMAND ${python} -c
    "import numpy, os, sys, sysconfig; sys.exit(sys.version_info < (3, 9) or not os.path.exists(sysconfig.get_path('include') + '/Python.h'))"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

if(NOT Python_EXECUTABLE)
  string(REPLACE ":" ";" folders "/usr/bin:$ENV{PATH}")
  foreach(folder IN LISTS folders)
    if(EXISTS ${folder}/python3)
      fourfoot_is_python_usable(${folder}/python3 usable)
      if(usable)
        set(Python_EXECUTABLE ${folder}/python3 CACHE FILEPATH "The Python that the package is built for")
        break()
      endif()
    endif()
  endforeach()
  if(NOT Python_EXECUTABLE)
    message(FATAL_ERROR "No Python 3.9 or newer with headers and numpy was found (Debian: python3-dev, python3-numpy).\n"
            "Install them, or name another with -DPython_EXECUTABLE=…, or go on with -DFOURFOOT_PYTHON_PACKAGE=OFF.")
  endif()
endif()
# Before pybind11, which otherwise looks for a Python of its own.
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG QUIET)
if(NOT pybind11_FOUND) # as pip brings it
  execute_process(COMMAND ${Python_EXECUTABLE} -m pybind11 --cmakedir OUTPUT_VARIABLE pybind11_DIR OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_package(pybind11 2.10 CONFIG QUIET)
endif()
if(NOT pybind11_FOUND)
  message(FATAL_ERROR "pybind11 was not found (Debian: pybind11-dev).\nInstall it, or go on with -DFOURFOOT_PYTHON_PACKAGE=OFF.")
endif()
message(STATUS "Python package for ${Python_EXECUTABLE} (${Python_VERSION}), pybind11 ${pybind11_VERSION}")
