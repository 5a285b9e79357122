# Writes the file of limits as a C++ raw string.
file(READ ${FILE} text)
file(WRITE ${OUTPUT} "#include \"evaluate/limits.h\"\n\nstd::string_view fourfoot::evaluate::get_default_limits() {\n"
     "  return R\"fourfoot-limits(")
file(APPEND ${OUTPUT} "${text}")
file(APPEND ${OUTPUT} ")fourfoot-limits\";\n}\n")
