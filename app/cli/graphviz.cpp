// SPDX-License-Identifier: GPL-3.0-or-later
#include "graphviz.h"

#include "capture_host.h"

#include "io/child_process.h"

namespace dumpscope::cli {

core::Result<std::string> drawSvg(std::string_view dotSource, const std::stop_token& stop)
{
    constexpr std::uint64_t kMostMemory = 4ULL << 30U;
    constexpr std::uint64_t kMostSeconds = 600; // of computing
    core::ProgramCall call {
        .words = {"dot", "-Tsvg"}, .environment = inheritedEnvironment(), .input = dotSource};
    call.memoryBytes = kMostMemory;
    call.computingSeconds = kMostSeconds;
    auto svg = core::runProgram(call, stop);
    if (!svg && svg.error().code == core::Code::Cancelled)
        return core::fail(svg.error());
    if (!svg)
        return core::fail(core::Code::NotFound,
            core::phrase(
                "the program dot of Graphviz is needed to draw SVG and is not installed; install the package "
                "graphviz, or write --to dot and draw that elsewhere"));
    if (!svg->isSuccess() || svg->text.empty())
        return core::fail(core::Code::Io,
            core::phrase("the program dot of Graphviz could not draw the graph within 4 GiB of memory and "
                         "ten minutes; "
                         "choose a "
                         "part with --around, or write --to dot and draw that elsewhere"));
    return std::move(svg->text);
}

} // namespace dumpscope::cli
