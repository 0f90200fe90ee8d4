// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "compare/tables/pair_table.h"

#include <memory>
#include <optional>
#include <string>

namespace dumpscope::core {

/// Finished pairs of a comparison in an SQLite file (`--resume`): a killed run continues where it stopped,
/// and a later run measures only what changed. The key of a pair is its roots, ids, content (ContentStamps),
/// how it is read, and the measuring options; every record has a checksum. Transactions are short and
/// journalled, so a kill at any moment loses at most the pairs of the last one. Thread-safe.
class ResultStore {
public:
    /// Opens or makes the file. `settings` is settingsText(); results of other settings
    /// stay in the file but are not used. Errors: Code::Usage for no database, one of another program
    /// or of an unknown version (nothing is written to them); Code::Io, Code::NoSpace.
    [[nodiscard]] static Result<std::unique_ptr<ResultStore>> open(
        const std::string& path, const std::string& settings);
    ~ResultStore();

    /// The figures of a pair that did not change; the caller sets pair and verdict. A
    /// damaged record is reported and not used.
    [[nodiscard]] std::optional<PairResult> find(
        const PairTable& table, const TensorPair& pair, Diagnostics& diagnostics);
    /// Stores the figures; pairs that came from the store are not written again. A failure (disk full) is
    /// reported once; nothing is stored after it, and the comparison continues.
    void keep(const PairTable& table, const PairResult& result, Diagnostics& diagnostics);
    void flush(Diagnostics& diagnostics); ///< ends the open transaction

private:
    struct Database;
    explicit ResultStore(std::unique_ptr<Database> database);
    std::unique_ptr<Database> m_database;
};

/// The settings of ResultStore::open: both roots and everything that changes the figures.
[[nodiscard]] std::string settingsText(
    const ComparisonSide& target, const ComparisonSide& golden, const MeasureOptions& options);

} // namespace dumpscope::core
