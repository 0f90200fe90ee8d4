// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace dumpscope::cli {

/// Draws a graph in the language of Graphviz as SVG with the program `dot`. Code::NotFound when it is
/// not installed, Code::Io when it fails.
[[nodiscard]] core::Result<std::string> drawSvg(std::string_view dotSource);

} // namespace dumpscope::cli
