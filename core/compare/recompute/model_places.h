// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace dumpscope::core {

/// Where models and the runtime for their nodes are searched for.
struct ModelPlaces {
    std::vector<std::string> models; ///< ONNX files in addition to those in the opened folders
    std::vector<std::string>
        runtimes; ///< libraries of ONNX Runtime, the first that is there is used; none: nodes are not run
};

} // namespace dumpscope::core
