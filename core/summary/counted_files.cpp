// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

#include "readers/format_registry.h"

#include <algorithm>

namespace dumpscope::core {

Message CountedFiles::filesText() const
{
    return files == 1 ? phrase("%1 file", files) : phrase("%1 files", files);
}

Message CountedFiles::rowsText() const
{
    return rows == 1 ? phrase("%1 tensor", rows) : phrase("%1 tensors", rows);
}

bool CountedKind::isMeant(const DumpIndex& index, FileId id) const
{
    const Reader* reader = index.readerOf(id);
    const bool isRead = reader != nullptr
        && (m_sort.readers.empty()
            || std::ranges::find(m_sort.readers, reader->info().id) != m_sort.readers.end());
    const FolderFacts& folder = index.folder(index.file(id).folder).facts;
    if (!isRead || (!m_sort.layout.empty() && folder.layout != m_sort.layout))
        return false;
    const std::string_view name = index.text(index.file(id).name);
    return m_sort.grammar.empty() || index.formats().parseName(name, folder).grammar == m_sort.grammar;
}

bool CountedKind::counts(const TensorRow& row) const
{
    switch (m_sort.rows) {
    case Sort::Rows::Parameters:
        return row.io == Io::Parameter;
    case Sort::Rows::InputsAndOutputs:
        return row.io == Io::Input || row.io == Io::Output;
    case Sort::Rows::All:
        break;
    }
    return true;
}

std::optional<KindFinding> CountedKind::recognise(const DumpIndex& index) const
{
    CountedFiles counted;
    std::size_t meant = 0;
    for (std::size_t i = 0; i < index.fileCount(); ++i) {
        const FileId id(i);
        if (!isMeant(index, id))
            continue;
        const auto rows = index.tensorsOfFile(id);
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(rows, [&](TensorId row) { return counts(index.tensor(row)); }));
        counted.rows += count;
        counted.files += count > 0 ? 1U : 0U;
        ++meant;
    }
    if (counted.rows == 0 && (meant == 0 || !m_sort.evenWithout))
        return std::nullopt;
    KindFinding finding;
    finding.id = m_sort.id;
    finding.title = m_sort.title;
    finding.producer = m_sort.producer;
    finding.confidence = m_sort.confidence;
    finding.evidence = m_sort.evidence(counted);
    return finding;
}

} // namespace dumpscope::core
