// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "readers/reader.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The present row of a table. Valid during the call that gets it.
class SqliteRow {
public:
    explicit SqliteRow(void* statement)
        : m_statement(statement)
    {
    }
    [[nodiscard]] std::optional<std::int64_t> integer(int column) const; ///< nothing for NULL and text
    [[nodiscard]] std::optional<double> real(int column) const;          ///< the same
    [[nodiscard]] std::string_view text(int column) const;               ///< empty for NULL

private:
    void* m_statement;
};

/// Tables of a SQLite database in memory, whole rows in the file's order. The database is never written, and
/// no other file is opened for writing; views and triggers of the file are not run (docs/formats/llm-era.md
/// 9). Not thread-safe.
class SqliteFile {
public:
    /// What a write-ahead log beside the file changes is read with it, and what this means is among the
    /// problems. Errors: Code::BadHeader for other files, Code::Limit for one that is too large.
    [[nodiscard]] static Result<SqliteFile> open(
        const FileContext& context, std::vector<Diagnostic>& problems);

    /// Whether pages that the header counts are beyond the end of the file.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// Names of the columns of a table; none where there is no such table.
    [[nodiscard]] std::vector<std::string> columns(std::string_view table) const;
    /// Gives the wanted columns of all rows; false from `take` ends it. Columns are those of `columns`.
    /// Errors: Code::BadSyntax for damage, Code::Cancelled.
    [[nodiscard]] Result<void> forRows(std::string_view table, const std::vector<std::string>& columns,
        TaskContext& task, const std::function<bool(const SqliteRow&)>& take) const;

private:
    struct Closer {
        void operator()(void* database) const;
    };
    SqliteFile() = default;

    Bytes m_bytes;
    bool m_isCut = false;
    std::shared_ptr<std::vector<std::byte>> m_copy; ///< where the header had to be changed
    std::unique_ptr<void, Closer> m_database;
};

/// Whether the bytes begin such a database.
[[nodiscard]] bool hasSqliteMagic(ByteSpan head);

} // namespace dumpscope::core
