// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

#include "base/counted.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace dumpscope::core {

Message CountedFiles::filesText() const
{
    return countedFiles(files);
}

Message CountedFiles::rowsText() const
{
    return countedTensors(rows);
}

Message CountedFiles::allText() const
{
    return countedTensors(rows + others);
}

namespace {

/// Asks once for each reader and folder instead of for each file: there may be a million.
class MeantFiles {
public:
    MeantFiles(const DumpIndex& index, const CountedKind::Sort& sort)
        : m_index(index)
        , m_grammar(sort.grammar)
    {
        for (const auto& reader : index.formats().readers())
            m_isReader.push_back(sort.readers.empty()
                || std::ranges::find(sort.readers, reader->info().id) != sort.readers.end());
        for (std::size_t i = 0; i < index.folderCount(); ++i)
            m_isFolder.push_back(
                sort.layout.empty() || index.folder(FolderId(i)).facts.layout == sort.layout);
    }
    [[nodiscard]] bool has(FileId id) const
    {
        const FileRow& row = m_index.file(id);
        if (row.reader >= m_isReader.size() || !m_isReader[row.reader] || !m_isFolder[row.folder.value()])
            return false;
        const FolderFacts& folder = m_index.folder(row.folder).facts;
        return m_grammar.empty()
            || m_index.formats().parseName(m_index.text(row.name), folder).grammar == m_grammar;
    }
    /// Of no reader or folder: then there is no such file.
    [[nodiscard]] bool isEmpty() const
    {
        return std::ranges::count(m_isReader, true) == 0 || std::ranges::count(m_isFolder, true) == 0;
    }

private:
    const DumpIndex& m_index;
    std::string_view m_grammar;
    std::vector<bool> m_isReader, m_isFolder;
};

} // namespace

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
    const MeantFiles files(index, m_sort);
    const std::size_t all = files.isEmpty() ? 0 : index.fileCount();
    for (std::size_t i = 0; i < all; ++i) {
        const FileId id(i);
        if (!files.has(id))
            continue;
        const auto rows = index.tensorsOfFile(id);
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(rows, [&](TensorId row) { return counts(index.tensor(row)); }));
        counted.rows += count;
        counted.files += count > 0 ? 1U : 0U;
        counted.others += count > 0 ? rows.size() - count : 0;
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
