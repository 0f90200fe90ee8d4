// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing_draft.h"
#include "compare/pairing/pairing_file.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Which operators of a place are paired by a rule of a pairing file. That depends on names alone, so it
/// is cached in the place: the next pairing evaluates new rules only. The place must outlive this.
class RuleLinks {
public:
    explicit RuleLinks(const PlacePair& place)
        : m_place(place)
    {
    }
    /// Operators of equal occurrence, sorted by target, then golden. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const OperatorLinks>> of(
        const PairingFile::Rule& rule, TaskContext& task);

private:
    using Operators = std::vector<std::uint32_t>;
    [[nodiscard]] Result<OperatorLinks> found(const PairingFile::Rule& rule, TaskContext& task);
    void readGolden();
    /// Golden's operators of that name, or else spelt like that, ascending. Thread-safe.
    [[nodiscard]] Operators named(std::string_view name);
    [[nodiscard]] Operators calledOrSpelt(const std::string& name, bool isSpelt);
    void readSpellings();

    const PlacePair& m_place;
    std::vector<std::pair<StringId, std::uint32_t>> m_names; ///< golden's, ascending
    std::once_flag m_readSpellings;
    std::unordered_map<std::string, Operators> m_spellings; ///< where they differ from the names
};

} // namespace dumpscope::core
