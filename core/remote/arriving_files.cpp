// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/arriving_files.h"

#include "base/text.h"
#include "io/byte_text.h"

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kKeptInMemory = 16U << 20;

ByteSpan bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

} // namespace

Result<void> ArrivingFiles::add(const RemotePiece& piece)
{
    if (piece.file >= m_plan.files.size() || !m_plan.files[piece.file].file.isOutput)
        return fail(Code::BadSyntax, phrase("the other machine sends a file that nobody asked for"));
    const RemotePlan::LocalFile& file = m_plan.files[piece.file];
    if (file.file.isFolder)
        return addToFolder(file, piece);
    auto open = m_files.find(piece.file);
    if (open == m_files.end()) {
        TRY_ASSIGN(AtomicFile made, AtomicFile::create(file.path));
        open = m_files.emplace(piece.file, std::move(made)).first;
    }
    TRY_VOID(open->second.write(bytesOf(piece.bytes)));
    if (!piece.isLast)
        return {};
    TRY_VOID(open->second.commit());
    m_files.erase(open);
    ++m_arrived;
    return {};
}

Result<void> ArrivingFiles::addToFolder(const RemotePlan::LocalFile& file, const RemotePiece& piece)
{
    if (!isPlainRelative(piece.name))
        return fail(Code::BadSyntax,
            phrase("the other machine sends a file with an invalid name: %1", printable(piece.name)));
    auto folder = m_folders.find(piece.file);
    if (folder == m_folders.end()) {
        TRY_ASSIGN(OutputFolder made, OutputFolder::open(file.path));
        folder = m_folders.emplace(piece.file, std::move(made)).first;
    }
    if (!m_spool && !m_failure)
        m_spool.emplace(kKeptInMemory, folder->second.realPath());
    if (m_spool) {
        if (auto kept = m_spool->write(bytesOf(piece.bytes)); !kept) {
            m_failure = kept.error();
            m_failure->place.file = file.path + '/' + piece.name;
            m_spool.reset();
        }
    }
    if (!piece.isLast)
        return {};
    const auto written = m_failure ? Result<OutputFolder::Written>(fail(*m_failure))
                                   : writeSpooled(folder->second, piece.name);
    m_spool.reset();
    m_failure.reset();
    if (!written) {
        m_problems.push_back(written.error());
        return {};
    }
    ++m_arrived;
    m_unchanged += written->unchanged ? 1 : 0;
    return {};
}

Result<OutputFolder::Written> ArrivingFiles::writeSpooled(const OutputFolder& folder, const std::string& name)
{
    TRY_ASSIGN(const Bytes bytes, m_spool->map());
    const std::size_t slash = name.rfind('/');
    const bool isNested = slash != std::string::npos;
    return folder.write(isNested ? name.substr(0, slash) : "", isNested ? name.substr(slash + 1) : name,
        m_plan.replaces ? OutputFolder::Existing::Replace : OutputFolder::Existing::Keep,
        [&bytes](const ByteSink& sink) { return sink(bytes.span()); });
}

} // namespace dumpscope::core
