// SPDX-License-Identifier: GPL-3.0-or-later
#include "raw_options.h"

#include "shell_quote.h"

#include "io/archive_kind.h"
#include "readers/raw_reader.h"

#include <filesystem>

namespace dumpscope::cli {

void RawOptions::define(CLI::App& app)
{
    CLI::Option* dtype = app.add_option(
        "--raw-dtype", m_dtype, "Type of the elements of files without a header, e.g. float16");
    app.add_option("--raw-shape", m_shape,
           "Their shape, e.g. 1,3,224,224; one extent may be -1 (default: one axis, as long as the file)")
        ->needs(dtype);
    app.add_option("--raw-offset", m_offset, "Bytes before the first element")->needs(dtype);
    app.add_option("--raw-files", m_files,
           "Names of such files in a folder, e.g. '*.raw' (default: files that nothing else recognises)")
        ->needs(dtype);
}

core::Result<std::shared_ptr<const core::FormatRegistry>> RawOptions::formatsFor(
    const std::string& path) const
{
    if (m_dtype.empty())
        return core::builtinFormats();
    core::RawRequest request;
    TRY_ASSIGN(request.interpretation, core::parseRawInterpretation(m_dtype, m_shape, m_offset));
    request.names = m_files;
    std::error_code ignored;
    request.overOthers = !m_files.empty()
        || (!m_besideOthers && std::filesystem::is_regular_file(path, ignored) && !core::isArchive(path));
    return core::formatsWithRaw(std::move(request));
}

std::string RawOptions::commandText() const
{
    std::string text;
    const auto add = [&](std::string_view option, const std::string& value) {
        if (!value.empty())
            text += ' ' + std::string(option) + ' ' + shellQuoted(value);
    };
    add("--raw-dtype", m_dtype);
    add("--raw-shape", m_shape);
    add("--raw-offset", m_offset == 0 ? "" : std::to_string(m_offset));
    add("--raw-files", m_files);
    return text;
}

} // namespace dumpscope::cli
