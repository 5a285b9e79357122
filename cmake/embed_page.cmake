# Writes PAGE to OUTPUT as a C++ raw string that FUNCTION of HEADER returns: quick to compile, and the same on any compiler.
file(READ ${PAGE} text)
string(FIND "${text}" ")fourfoot-page\"" end)
if(NOT end EQUAL -1)
  message(FATAL_ERROR "${PAGE} holds the mark that ends the string")
endif()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nstd::string_view ${FUNCTION}() {\n"
     "  static constexpr char page[] = R\"fourfoot-page(")
file(APPEND ${OUTPUT} "${text}")
file(APPEND ${OUTPUT} ")fourfoot-page\";\n  return {page, sizeof page - 1};\n}\n")
