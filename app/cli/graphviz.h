// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace dumpscope::cli {

/// Draws a graph in the language of Graphviz as SVG with the program `dot`. Code::NotFound when it is
/// not installed, Code::Io when it fails, Code::Cancelled. Its memory and time are bounded.
[[nodiscard]] core::Result<std::string> drawSvg(std::string_view dotSource, const std::stop_token& stop);

} // namespace dumpscope::cli
