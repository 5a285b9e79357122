# Run at every build: writes the version header anew only if version or commit changed.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE FOURFOOT_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(${SOURCE_DIR}/src/base/version.h.in ${OUTPUT} @ONLY)
