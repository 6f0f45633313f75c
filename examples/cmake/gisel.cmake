# Included after `project`: C and C++ sources are compiled by clang to bitcode, and that by gisel to an object.
set(GISEL gisel CACHE STRING "The compiler of bitcode")
foreach(language C CXX)
  set(CMAKE_${language}_COMPILE_OBJECT
    "<CMAKE_${language}_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -emit-llvm -o <OBJECT>.bc -c <SOURCE>"
    "${GISEL} -O2 -filetype=obj -relocation-model=pic -o <OBJECT> <OBJECT>.bc")
endforeach()
