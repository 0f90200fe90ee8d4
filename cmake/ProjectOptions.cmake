option(DUMPSCOPE_BUILD_TESTS "Build the tests (need Qt Test)" ON)
option(DUMPSCOPE_BUILD_WINDOW "Build the window (needs Qt Widgets and QCustomPlot)" ON)
option(DUMPSCOPE_BUILD_FUZZERS "Build libFuzzer targets (needs clang 16 or newer)" OFF)
option(DUMPSCOPE_PLAIN_THREADS "Use std::jthread instead of oneTBB (thread sanitizer)" OFF)
option(DUMPSCOPE_PRECOMPILE "Precompile the headers most files share: builds from scratch take less time" ON)
option(DUMPSCOPE_UNITY "Compile a dozen files of a folder at a time: builds from scratch take a third of the time" ON)
option(DUMPSCOPE_WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" OFF)
set(DUMPSCOPE_SANITIZE "" CACHE STRING "Value of -fsanitize= for all targets, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# The folder a checkout lies in leaves no trace in what users get: two builds of one commit are the same bytes.
add_compile_options("$<$<CONFIG:Release>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=>")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Applies language settings and warnings to one of our own targets; never to third-party code.
function(dumpscope_configure_target target)
    get_target_property(kind ${target} TYPE)
    if(kind STREQUAL "SHARED_LIBRARY") # BUILD_SHARED_LIBS: where the programs look for what is theirs
        set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/dumpscope")
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
        # Sums must give the same bits on every machine, so no fused multiply-add unless written.
        -ffp-contract=off
        $<$<BOOL:${DUMPSCOPE_WARNINGS_AS_ERRORS}>:-Werror>
        # With -O3 GCC 12 sees copies beyond the end in std::string's own operator+; preset dev has these warnings on.
        "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>")
    if(DUMPSCOPE_SANITIZE)
        target_compile_options(${target} PUBLIC
            -fsanitize=${DUMPSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${DUMPSCOPE_SANITIZE})
    endif()
    if(DUMPSCOPE_BUILD_FUZZERS)
        target_compile_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# Lets moc look through the files of a target.
function(dumpscope_automoc target)
    get_target_property(moc Qt6::moc IMPORTED_LOCATION)
    if(NOT moc)
        get_target_property(moc Qt6::moc IMPORTED_LOCATION_NONE)
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/own_headers_moc.sh.in" "${PROJECT_BINARY_DIR}/own_headers_moc.sh" @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    # With the compiler's own macros moc of Qt 6.4 trips over <concepts> and <compare>.
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_COMPILER_PREDEFINES OFF
        AUTOMOC_EXECUTABLE "${PROJECT_BINARY_DIR}/own_headers_moc.sh")
endfunction()

# Headers that nearly every file of a target includes. Files say what they include all the same: preset dev builds without.
function(dumpscope_precompile target)
    if(DUMPSCOPE_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
set(DUMPSCOPE_COMMON_HEADERS
    <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view> <vector>
    "${PROJECT_SOURCE_DIR}/core/base/result.h" "${PROJECT_SOURCE_DIR}/core/base/task.h" <fmt/format.h>)

# Files of one folder are compiled a dozen at a time, so what they name for themselves is unique in their folder.
function(dumpscope_unite target)
    if(NOT DUMPSCOPE_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A class that only its own file sees may have parts that only this file sees; here it looks like a header's.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(SORT sources)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        if(NOT DEFINED count_${folder})
            set(count_${folder} 0)
        endif()
        math(EXPR part "${count_${folder}} / 12")
        math(EXPR count_${folder} "${count_${folder}} + 1")
        set(group "${folder}_${part}")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
endfunction()

# dumpscope_release_level(<target> <level> <folder>...): in a release these folders of a target are compiled with this
# level of optimization, not with the target's own. Not a higher one: GCC 12 crashes behind a header that was precompiled
# with less. Called after dumpscope_unite, which says what is compiled together.
function(dumpscope_release_level target level)
    foreach(folder IN LISTS ARGN)
        file(GLOB_RECURSE sources "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
        foreach(source IN LISTS sources)
            get_source_file_property(group "${source}" UNITY_GROUP)
            get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
            if(group AND NOT alone)
                set(source "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx")
            endif()
            set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:${level}>")
        endforeach()
    endforeach()
endfunction()
