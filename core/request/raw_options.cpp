// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/raw_options.h"

#include "io/archive_kind.h"
#include "readers/raw_reader.h"

#include <filesystem>

namespace dumpscope::core {

Result<std::shared_ptr<const FormatRegistry>> RawOptions::formatsFor(const std::string& path) const
{
    if (dtype.empty())
        return builtinFormats();
    RawRequest request;
    TRY_ASSIGN(request.interpretation, parseRawInterpretation(dtype, shape, offset));
    request.names = files;
    std::error_code ignored;
    request.overOthers = !files.empty()
        || (!besideOthers && std::filesystem::is_regular_file(path, ignored) && !isArchive(path));
    return formatsWithRaw(std::move(request));
}

} // namespace dumpscope::core
