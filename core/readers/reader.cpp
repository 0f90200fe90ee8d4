// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader.h"

namespace dumpscope::core {

Result<TensorView> Reader::open(const FileContext& file, std::uint32_t, TaskContext&) const
{
    return fail(Code::Unsupported, phrase("files of the format %1 hold no tensor values", info().id),
        {.file = file.source.displayPath()});
}

Result<GraphDocument> Reader::readGraph(const FileContext& file, TaskContext&) const
{
    return fail(Code::Unsupported, phrase("files of the format %1 hold no graph", info().id),
        {.file = file.source.displayPath()});
}

Description Reader::describe(const FileContext&, std::uint32_t, TaskContext&) const
{
    return {};
}

} // namespace dumpscope::core
