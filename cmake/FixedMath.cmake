# Logarithms, powers and their like with the same bits on every machine, whichever C library and processor it has:
# musl's, compiled without fused multiply-add. For x86-64 Debian's musl-dev has them so; installer/portable.sh compiles
# them for the processors it builds for. Elsewhere the C library's are taken, and last digits of what is computed with
# them may differ from machine to machine.
set(DUMPSCOPE_MATH_LIBRARY "" CACHE FILEPATH "Static library of logarithms, powers and their like; empty: musl-dev's, where it is installed")

# Into BUILD/lib/libfixedmath.a; sets DUMPSCOPE_MATH_LIBRARY.
function(dumpscope_extract_math musl)
    set(folder "${CMAKE_BINARY_DIR}/fixed_math")
    set(library "${folder}/libfixedmath.a")
    set(members "")
    foreach(name IN ITEMS log log_data log10 log1p log2 log2_data exp exp_data exp2 expm1 pow pow_data hypot tanh erf sin cos
            __sin __cos __rem_pio2 __rem_pio2_large __math_divzero __math_invalid __math_oflow __math_uflow __math_xflow)
        list(APPEND members ${name}.lo)
    endforeach()
    file(REMOVE_RECURSE "${folder}")
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${CMAKE_AR}" x "${musl}" ${members} WORKING_DIRECTORY "${folder}" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "${CMAKE_AR}" rcsD "${library}" ${members} WORKING_DIRECTORY "${folder}" COMMAND_ERROR_IS_FATAL ANY)
    set(DUMPSCOPE_MATH_LIBRARY "${library}" PARENT_SCOPE)
endfunction()

set(musl_library "/usr/lib/x86_64-linux-musl/libc.a")
if(NOT DUMPSCOPE_MATH_LIBRARY AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND EXISTS "${musl_library}")
    dumpscope_extract_math("${musl_library}")
    # They are for this program alone: libraries that it loads keep the C library's.
    set(DUMPSCOPE_MATH_OPTIONS "LINKER:--exclude-libs,libfixedmath.a")
endif()
