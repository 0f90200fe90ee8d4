// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/json_document.h"

#include "io/byte_text.h"

#include <utility>

namespace dumpscope::core {

Result<std::optional<JsonValue>> readJsonDocument(
    const FileContext& file, FileContents& contents, Severity severity)
{
    TRY_ASSIGN(const Bytes bytes, file.source.map());
    auto root = parseJson(asText(bytes.span()));
    TRY_VOID(bytes.check());
    if (root)
        return std::optional(std::move(*root));
    contents.problems.push_back({severity, root.error().code, root.error().place, root.error().message});
    return std::nullopt;
}

} // namespace dumpscope::core
