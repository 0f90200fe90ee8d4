// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "model/folder_remarks.h"
#include "model/index_linker.h"
#include "model/operator_times.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Collects files and what readers found in them, then links it: loop occurrences, statistics rows with the
/// tensor files they describe, execution order, recovered operator names, and the contract's row order. Not
/// thread-safe; the result depends on the order of calls.
class DumpIndexBuilder {
public:
    DumpIndexBuilder(std::shared_ptr<const FileTree> tree, std::shared_ptr<const FormatRegistry> formats);
    ~DumpIndexBuilder();

    FolderId addFolder(std::string_view path, FolderFacts facts);
    /// Before contents are added.
    void setRun(FolderId folder, std::string run);
    FileId addFile(FolderId folder, const WalkedFile& file, std::string_view mappedName);

    /// Of a file that was added without (WalkedFile::isSized), before its contents are.
    void setSize(FileId file, std::uint64_t size, std::int64_t mtimeNs);
    /// Texts of folders and files that were added, for other threads to read while contents are added.
    [[nodiscard]] std::shared_ptr<const TextBlock> settleTexts() { return m_index->m_strings.settle(); }

    /// Contents that `readers()[reader]` found in the file; `facts` are those of the file's name.
    void addContents(FileId file, std::uint8_t reader, const NameFacts& facts, FileContents&& contents);
    void addUnrecognised(FileId file, const Message& reason);
    void addUnreadable(FileId file, const NameFacts& facts, const Error& error, std::uint8_t reader = 255);
    /// A file from its name alone (headers not read).
    void addNamed(FileId file, const NameFacts& facts);

    [[nodiscard]] const DumpIndex& partial() const { return *m_index; }
    /// `problems` are those of the whole opening; they go into the index.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> finish(
        std::vector<Diagnostic> problems, const Arena& arena);
    /// An index of what was added so far, also without the contents of some files; adding can continue.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> soFar(
        std::vector<Diagnostic> problems, const Arena& arena) const;

private:
    /// Interns the text of a column in which most rows say the same as the row before.
    class RepeatedText {
    public:
        StringId intern(StringPool& strings, std::string_view text)
        {
            if (strings.text(m_last) != text)
                m_last = strings.intern(text);
            return m_last;
        }

    private:
        StringId m_last {0U}; ///< the empty text
    };

    [[nodiscard]] DType dtypeOf(const NameFacts& facts, const TensorRecord& record);
    [[nodiscard]] MemoryFormat formatOf(const NameFacts& facts, const TensorRecord& record);
    [[nodiscard]] MemoryFormat formatOfToken(StringId token);
    [[nodiscard]] FolderId placeOf(
        FileId file, const std::optional<std::int64_t>& rank, const std::optional<std::int64_t>& step);
    TensorRow& addRow(FileId file, const NameFacts& facts, const TensorRecord& record);
    /// Ties together what was added.
    [[nodiscard]] Result<void> link(DumpIndex& index, bool isWhole, const Arena& arena) const;
    void numberEqualEntries(std::size_t first);
    void addRowsAlone();
    /// Steps of checkpoints whose names count them by epoch, which only all names together tell.
    void dateCheckpoints();
    void addStatisticRows(FileId file, std::shared_ptr<const StatisticTable> table);

    /// Folder, and the rank and step that some of its tensors have instead of its own.
    using Place = std::tuple<FolderId, std::optional<std::int64_t>, std::optional<std::int64_t>>;

    std::shared_ptr<DumpIndex> m_index;
    std::map<Place, FolderId> m_places;
    std::vector<PlacedScopes> m_scopes;
    std::vector<PlacedElsewhere> m_elsewhere;
    std::vector<FolderRemarks> m_remarks;
    std::vector<PlacedProfile> m_profiles;
    struct RowsAlone {
        FileId file;
        NameFacts facts;
        std::function<std::vector<TensorRecord>()> records;
    };
    std::vector<RowsAlone> m_rowsAlone;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_addresses; ///< by valueKey
    // What tokens of file names mean: few tokens, many files.
    std::unordered_map<StringId, MemoryFormat> m_formatTokens;
    std::unordered_map<StringId, DType> m_dtypeTokens;
    RepeatedText m_opType, m_entry, m_formatToken, m_dtypeToken;
};

} // namespace dumpscope::core
