# dumpscope_messages(<name> <folder>): a library of the messages that FOLDER's .proto files describe; foo/bar.proto is
# included as foo/bar.pb.h. Its objects, as nothing of it is a library of its own where it is installed.
function(dumpscope_messages name folder)
    file(GLOB_RECURSE messages CONFIGURE_DEPENDS "${folder}/*.proto")
    set(place "${CMAKE_CURRENT_BINARY_DIR}/messages")
    file(MAKE_DIRECTORY "${place}")
    add_library(${name} OBJECT)
    foreach(message IN LISTS messages)
        cmake_path(RELATIVE_PATH message BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE header)
        string(REPLACE ".proto" ".pb" header "${place}/${header}")
        add_custom_command(OUTPUT "${header}.cc" "${header}.h"
            COMMAND protobuf::protoc "--proto_path=${folder}" "--cpp_out=${place}" "${message}"
            DEPENDS ${messages} VERBATIM)
        target_sources(${name} PRIVATE "${header}.cc" "${header}.h")
    endforeach()
    target_include_directories(${name} SYSTEM PUBLIC "${place}")
    target_link_libraries(${name} PUBLIC protobuf::libprotobuf-lite)
endfunction()
