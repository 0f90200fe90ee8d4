// SPDX-License-Identifier: GPL-3.0-or-later
#include "version.h"

#include "base/library_versions.h"

#include <CLI/Version.hpp>

namespace dumpscope::cli {

std::string versionText()
{
    std::string text = "dumpscope-cli " DUMPSCOPE_VERSION "\n";
    for (const auto& [library, version] : core::libraryVersions())
        text += library + ' ' + version + '\n';
    text += "CLI11 " CLI11_VERSION "\n";
    text += "ONNX Runtime " DUMPSCOPE_ONNXRUNTIME_VERSION " (loaded by the CPU device)\n";
    return text;
}

} // namespace dumpscope::cli
