// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_versions.h"

#include <archive.h>
#include <fmt/core.h>
#include <google/protobuf/stubs/common.h>
#include <nettle/version.h>
#include <oneapi/tbb/version.h>
#include <simdjson.h>
#include <sqlite3.h>
#include <tl/expected.hpp>
#include <xlsxwriter.h>
#include <zlib.h>

#include <string_view>

namespace dumpscope::core {

namespace {

std::string dotted(int major, int minor, int patch)
{
    return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

} // namespace

std::vector<std::pair<std::string, std::string>> libraryVersions()
{
    return {
        {"oneTBB", TBB_runtime_version()},
        {"Highway", HIGHWAY_VERSION},
        {"simdjson",
            dotted(simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                simdjson::SIMDJSON_VERSION_REVISION)},
        {"fast_float", FAST_FLOAT_VERSION},
        {"fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"tl-expected",
            dotted(TL_EXPECTED_VERSION_MAJOR, TL_EXPECTED_VERSION_MINOR, TL_EXPECTED_VERSION_PATCH)},
        {"RE2", RE2_VERSION},
        {"protobuf",
            dotted(GOOGLE_PROTOBUF_VERSION / 1000000, GOOGLE_PROTOBUF_VERSION / 1000 % 1000,
                GOOGLE_PROTOBUF_VERSION % 1000)},
        {"nettle", std::to_string(NETTLE_VERSION_MAJOR) + "." + std::to_string(NETTLE_VERSION_MINOR)},
        {"zlib", zlibVersion()},
        {"yaml-cpp", YAML_CPP_VERSION},
        {"SQLite", sqlite3_libversion()},
        {"libxlsxwriter", lxw_version()},
        {"libarchive", std::string(std::string_view(archive_version_string()).substr(sizeof("libarchive")))},
    };
}

} // namespace dumpscope::core
