# What is installed where, and the package for Debian. installer/package.sh drives it.
string(TIMESTAMP DUMPSCOPE_DATE "%Y-%m-%d" UTC) # follows SOURCE_DATE_EPOCH
string(TIMESTAMP DUMPSCOPE_LONG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)

# The programs look for their private libraries and data beside themselves, wherever they are put.
set(private_folder lib/dumpscope)
set(doc_folder share/doc/dumpscope)

# DT_RPATH, not DT_RUNPATH: in the archive it has to reach the libraries of libraries, too. From the start: CMake would
# keep room for it with empty entries, and an empty entry is the current folder, whoever filled that.
set_target_properties(dumpscope-cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${private_folder}" BUILD_WITH_INSTALL_RPATH ON)
target_link_options(dumpscope-cli PRIVATE -Wl,--disable-new-dtags)
install(TARGETS dumpscope-cli RUNTIME DESTINATION bin)
install(TARGETS dumpscope_cpu_device LIBRARY DESTINATION ${private_folder})
if(DUMPSCOPE_ONNXRUNTIME_LIBRARY)
    file(REAL_PATH "${DUMPSCOPE_ONNXRUNTIME_LIBRARY}" library)
    install(FILES "${library}" DESTINATION ${private_folder})
    get_filename_component(folder "${library}" DIRECTORY)
    install(FILES "${folder}/LICENSE" "${folder}/ThirdPartyNotices.txt" DESTINATION ${doc_folder}/onnxruntime OPTIONAL)
endif()
# What is the same for every processor: installer/cli-package.sh takes these alone.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME data)
# As archives: dpkg cannot unpack names as long as MindSpore's, and the program opens archives like folders.
install(FILES resources/sample/README.md "${CMAKE_BINARY_DIR}/package/target.tar" "${CMAKE_BINARY_DIR}/package/golden.tar"
    DESTINATION share/dumpscope/sample)
install(DIRECTORY resources/schemas DESTINATION share/dumpscope FILES_MATCHING PATTERN "*.schema.json")
install(DIRECTORY resources/names DESTINATION share/dumpscope FILES_MATCHING PATTERN "*.json")
install(FILES README.md DESTINATION ${doc_folder})
install(FILES installer/linux/copyright DESTINATION ${doc_folder})
configure_file(installer/linux/changelog.in package/changelog @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/package/changelog.gz" DESTINATION ${doc_folder})

# The built program writes these itself, so they never lag behind it.
add_custom_target(package_files
    COMMAND ${CMAKE_COMMAND} -E make_directory package
    COMMAND dumpscope-cli completion bash > package/completion.bash
    COMMAND dumpscope-cli completion zsh > package/completion.zsh
    COMMAND dumpscope-cli completion fish > package/completion.fish
    COMMAND dumpscope-cli help --man > package/dumpscope-cli.1
    COMMAND gzip -9nf package/dumpscope-cli.1
    COMMAND gzip -9nkf package/changelog
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" VERBATIM)
foreach(side IN ITEMS target golden)
    add_custom_command(TARGET package_files POST_BUILD
        COMMAND tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@0 --format=gnu
            -cf package/${side}.tar -C "${CMAKE_SOURCE_DIR}/resources/sample/${side}" .
        WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" VERBATIM)
endforeach()
set(package "${CMAKE_BINARY_DIR}/package")
install(FILES "${package}/completion.bash" DESTINATION share/bash-completion/completions RENAME dumpscope-cli)
install(FILES "${package}/completion.zsh" DESTINATION share/zsh/vendor-completions RENAME _dumpscope-cli)
install(FILES "${package}/completion.fish" DESTINATION share/fish/vendor_completions.d RENAME dumpscope-cli.fish)
install(FILES "${package}/dumpscope-cli.1.gz" DESTINATION share/man/man1)
unset(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME)

if(DUMPSCOPE_BUILD_WINDOW)
    set_target_properties(dumpscope PROPERTIES INSTALL_RPATH "$ORIGIN/../${private_folder}" BUILD_WITH_INSTALL_RPATH ON)
    target_link_options(dumpscope PRIVATE -Wl,--disable-new-dtags)
    install(TARGETS dumpscope RUNTIME DESTINATION bin)
    configure_file(installer/linux/dumpscope.1.in package/dumpscope.1 @ONLY)
    configure_file(installer/linux/org.dumpscope.dumpscope.metainfo.xml.in
        package/org.dumpscope.dumpscope.metainfo.xml @ONLY)
    add_executable(render_icons EXCLUDE_FROM_ALL installer/render_icons.cpp)
    target_link_libraries(render_icons PRIVATE Qt6::Svg)
    set(icons "${CMAKE_SOURCE_DIR}/resources/icons")
    add_custom_command(TARGET package_files POST_BUILD
        COMMAND gzip -9nkf package/dumpscope.1
        COMMAND render_icons "${icons}/dumpscope.svg" "${icons}/dumpscope-small.svg" package/icons
        WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" VERBATIM)
    add_dependencies(package_files render_icons)
    install(FILES "${package}/dumpscope.1.gz" DESTINATION share/man/man1)
    install(FILES "${package}/org.dumpscope.dumpscope.metainfo.xml" DESTINATION share/metainfo)
    install(FILES installer/linux/dumpscope.desktop DESTINATION share/applications)
    install(FILES installer/linux/dumpscope.mime.xml DESTINATION share/mime/packages RENAME dumpscope.xml)
    install(FILES "${icons}/dumpscope.svg" DESTINATION share/icons/hicolor/scalable/apps)
    install(DIRECTORY "${package}/icons/" DESTINATION share/icons/hicolor)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME dumpscope)
set(CPACK_PACKAGE_CONTACT "The Dumpscope authors <dumpscope@users.noreply.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib/dumpscope")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-noto-cjk, fonts-noto-mono, graphviz, qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Shows what the operators of a neural network on an Ascend NPU computed:
opens dump folders as they are, compares two runs down to the first operator
and element that went wrong with the numbers of the official tools, and
captures new dumps on a device or on the CPU device that comes with it.")
set(CPACK_OUTPUT_FILE_PREFIX "${CMAKE_BINARY_DIR}/packages")
include(CPack)
