# Brings ONNX Runtime, which the CPU device loads when it starts; nothing is linked to it. Sets
# DUMPSCOPE_ONNXRUNTIME_LIBRARY, empty where it cannot be had: everything builds and works without, and the device
# then says what is missing.
#
# It comes out of the Python wheel that cmake/onnxruntime.txt names with its hash, through pip as it is set up on
# this machine, once; later configures find the file and need no network. All build folders of a source tree share it.
set(DUMPSCOPE_ONNXRUNTIME fetch CACHE STRING "ONNX Runtime for the CPU device: fetch, off, or the path of libonnxruntime.so.1.28.0")
set(DUMPSCOPE_ONNXRUNTIME_VERSION 1.28.0)
set(onnxruntime_file libonnxruntime.so.${DUMPSCOPE_ONNXRUNTIME_VERSION})
set(onnxruntime_sha256 aa4079d18f4ea7a5f3a94d80cd4bbe0f2740436626622d64d793803a20381083)
set(onnxruntime_folder "${CMAKE_SOURCE_DIR}/build/deps/onnxruntime-${DUMPSCOPE_ONNXRUNTIME_VERSION}")

# Fetches into a folder of its own and moves what is wanted, so that an interrupted run leaves nothing half done.
function(dumpscope_fetch_onnxruntime)
    find_program(DUMPSCOPE_PYTHON NAMES python3)
    if(NOT DUMPSCOPE_PYTHON OR NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
        message(STATUS "ONNX Runtime: needs python3 with pip, on x86-64")
        return()
    endif()
    string(RANDOM LENGTH 8 part)
    set(part "${onnxruntime_folder}.${part}")
    message(STATUS "ONNX Runtime: fetching")
    execute_process(
        COMMAND "${DUMPSCOPE_PYTHON}" -m pip install --quiet --no-input --no-deps --only-binary=:all: --require-hashes
            --implementation cp --python-version 3.11 --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64
            --target "${part}" -r "${CMAKE_SOURCE_DIR}/cmake/onnxruntime.txt"
        RESULT_VARIABLE failed ERROR_VARIABLE why OUTPUT_VARIABLE why TIMEOUT 300)
    if(failed)
        string(STRIP "${why}" why)
        message(STATUS "ONNX Runtime: pip could not bring it: ${why}")
    else()
        file(MAKE_DIRECTORY "${onnxruntime_folder}")
        foreach(file IN ITEMS LICENSE ThirdPartyNotices.txt "capi/${onnxruntime_file}")
            get_filename_component(name "${file}" NAME)
            file(RENAME "${part}/onnxruntime/${file}" "${onnxruntime_folder}/${name}")
        endforeach()
    endif()
    file(REMOVE_RECURSE "${part}")
endfunction()

set(DUMPSCOPE_ONNXRUNTIME_LIBRARY "")
if(DUMPSCOPE_ONNXRUNTIME STREQUAL "fetch")
    if(NOT EXISTS "${onnxruntime_folder}/${onnxruntime_file}")
        dumpscope_fetch_onnxruntime()
    endif()
    set(DUMPSCOPE_ONNXRUNTIME_LIBRARY "${onnxruntime_folder}/${onnxruntime_file}")
elseif(DUMPSCOPE_ONNXRUNTIME)
    set(DUMPSCOPE_ONNXRUNTIME_LIBRARY "${DUMPSCOPE_ONNXRUNTIME}")
endif()
if(EXISTS "${DUMPSCOPE_ONNXRUNTIME_LIBRARY}")
    # Another release may carry an uploader (from 1.29 on) and gives other numbers.
    file(SHA256 "${DUMPSCOPE_ONNXRUNTIME_LIBRARY}" sum)
    if(NOT sum STREQUAL onnxruntime_sha256)
        message(FATAL_ERROR "${DUMPSCOPE_ONNXRUNTIME_LIBRARY} is not the ONNX Runtime 1.28.0 of cmake/onnxruntime.txt")
    endif()
else()
    set(DUMPSCOPE_ONNXRUNTIME_LIBRARY "")
    message(STATUS "ONNX Runtime: none; the CPU device will not run models (python3-pip and a package index, or -DDUMPSCOPE_ONNXRUNTIME=PATH)")
endif()
