# Run at every build: writes the checksum of all files of src/ anew only if one of them changed.
file(GLOB_RECURSE files LIST_DIRECTORIES false ${SOURCE_DIR}/src/*)
set(sums "")
foreach(file ${files})
  file(SHA256 ${file} sum)
  string(APPEND sums ${sum})
endforeach()
string(SHA256 FOURFOOT_SOURCE_CHECKSUM "${sums}")
configure_file(${SOURCE_DIR}/src/jobs/source_checksum.h.in ${OUTPUT} @ONLY)
