# A toolchain file: C and C++ are compiled by gisel, for the Linux target that GISEL_TARGET names.
set(GISEL gisel CACHE STRING "The compiler")
set(GISEL_TARGET riscv64-linux-gnu CACHE STRING "The target triple: riscv64-linux-gnu or aarch64-linux-gnu")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GISEL GISEL_TARGET)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${GISEL_TARGET})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${GISEL} cc)
set(CMAKE_CXX_COMPILER ${GISEL} c++)
set(CMAKE_ASM_COMPILER ${GISEL} cc)
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET ${GISEL_TARGET})
endforeach()
# Tests of the project run under qemu-user.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR} -L /usr/${GISEL_TARGET})
