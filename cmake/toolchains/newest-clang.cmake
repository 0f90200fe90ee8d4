# The newest clang++ from 16 on. Debian 12's default, clang 14, cannot compile parts of libstdc++ 12.
if(NOT CMAKE_CXX_COMPILER)
    foreach(version RANGE 16 40)
        list(PREPEND names clang++-${version})
    endforeach()
    find_program(DUMPSCOPE_CLANG NAMES ${names})
    if(NOT DUMPSCOPE_CLANG)
        message(FATAL_ERROR "clang++ 16 or newer is needed: apt-get install clang-16 libclang-rt-16-dev, "
            "or name one with -DCMAKE_CXX_COMPILER=")
    endif()
    set(CMAKE_CXX_COMPILER "${DUMPSCOPE_CLANG}")
endif()
