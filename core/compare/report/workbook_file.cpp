// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/workbook_file.h"

#include "io/archive_scan.h"
#include "io/byte_text.h"
#include "io/kernel_calls.h"
#include "io/mapped_file.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <cerrno>
#include <limits>

namespace dumpscope::core {

namespace {

/// Rows of all sheets; an error where a part of the workbook ends early.
Result<std::size_t> countRows(const Bytes& bytes, const std::string& folder, TaskContext& task)
{
    constexpr std::string_view kRowEnd = "</row>";
    ArchiveLimits limits;
    limits.ratio = std::numeric_limits<std::uint64_t>::max();
    limits.temporaryFolder = folder;
    TRY_ASSIGN(const ArchiveContents book, scanArchive(bytes, ArchiveKind::Zip, "workbook", limits, task));
    std::size_t found = 0;
    for (const ArchiveMember& member : book.members) {
        const bool isSheet = member.path.starts_with("xl/worksheets/sheet");
        const std::string_view part = asText(member.bytes.span());
        if (!part.substr(0, part.find_last_not_of("\r\n") + 1).ends_with(isSheet ? "</worksheet>" : ">"))
            return fail(Code::Io, phrase("the workbook was not written whole; is there room left?"));
        for (std::size_t at = 0; isSheet && (at = part.find(kRowEnd, at)) != part.npos; at += kRowEnd.size())
            ++found;
    }
    return found;
}

} // namespace

Result<WorkbookFile> WorkbookFile::begin(AtomicFile& output)
{
    WorkbookFile file(output);
    const Place place {output.path()};
    const std::string sibling = output.temporaryPath();
    file.m_folder = sibling.substr(0, sibling.rfind('/'));
    file.m_memory = makeMemoryFile(file.m_folder);
    if (!file.m_memory)
        return fail(systemError(errno, phrase("begin the workbook"), place));
    lxw_workbook_options options {};
    options.constant_memory = LXW_TRUE;
    options.tmpdir = file.m_folder.data();
    file.m_book = workbook_new_opt(fmt::format("/proc/self/fd/{}", file.m_memory.get()).c_str(), &options);
    if (file.m_book == nullptr)
        return fail(Code::OutOfMemory, phrase("the workbook could not be begun"), place);
    return file;
}

WorkbookFile::WorkbookFile(WorkbookFile&& other) noexcept
    : m_output(other.m_output)
    , m_folder(std::move(other.m_folder))
    , m_memory(std::move(other.m_memory))
    , m_book(std::exchange(other.m_book, nullptr))
{
}

WorkbookFile::~WorkbookFile()
{
    if (m_book != nullptr)
        workbook_close(m_book);
}

Result<void> WorkbookFile::copy(std::size_t rows, TaskContext& task)
{
    const std::string memory = fmt::format("/proc/self/fd/{}", m_memory.get());
    TRY_ASSIGN(const Bytes bytes, mapFile(memory, m_output->path()));
    TRY_ASSIGN(const std::size_t found, countRows(bytes, m_folder, task));
    if (found != rows)
        return fail(Code::Io, phrase("the workbook was not written whole; is there room left?"));
    return m_output->write(bytes.span());
}

Result<void> WorkbookFile::save(std::size_t rows, TaskContext& task)
{
    errno = 0;
    const lxw_error closed = workbook_close(std::exchange(m_book, nullptr));
    const int why = errno;
    const Place place {m_output->path()};
    if (closed != LXW_NO_ERROR) {
        if (why == ENOSPC || why == EDQUOT || why == ENOMEM)
            return fail(systemError(why, phrase("writing the workbook"), place));
        return fail(Code::Io, phrase("the workbook could not be written: %1", lxw_strerror(closed)), place);
    }
    if (auto copied = copy(rows, task); !copied) {
        Error error = std::move(copied).error();
        error.place = place;
        return fail(std::move(error));
    }
    return m_output->commit();
}

} // namespace dumpscope::core
