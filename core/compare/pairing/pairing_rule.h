// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing_draft.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Under this name among PairingOptions::ruleTexts stands what somebody decided pair by pair, not a file.
inline constexpr std::string_view kByHand = "pairing";

/// A file given with `--map`, read but not yet understood.
struct RuleFile {
    std::string path;
    std::string text;
};

/// One way of finding pairs. Rules run by ascending order(); each sees only what those before it left.
/// Stateless; thread-safe.
///
/// A file `foo_pairing_rule.cpp` in core/compare/pairing defines
/// `void register_foo_pairing_rule(PairingRules&)`; CMake lists and calls them.
class PairingRule {
public:
    virtual ~PairingRule() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual int order() const = 0;
    /// How surely a rule file is for this rule, 0 = not; the highest claim gets the file.
    [[nodiscard]] virtual int claim(const RuleFile& file) const;
    /// `files` are those this rule claimed. Errors are those of the files, or Code::Cancelled.
    [[nodiscard]] virtual Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const = 0;
};

/// Orders of the rules: rule files, what opening two single files implies, names, similarity.
namespace pairing_order {
inline constexpr int kPairingFile = 20, kFusion = 30, kMapping = 40, kManifest = 50, kSingle = 55,
                     kBuiltinMapping = 60, kExact = 70, kNormalised = 80, kAlignment = 90, kGraphOrder = 100,
                     kFingerprint = 110;
} // namespace pairing_order

class PairingRules {
public:
    void add(std::unique_ptr<PairingRule> rule) { m_rules.push_back(std::move(rule)); }
    /// By ascending order, then id.
    [[nodiscard]] std::vector<const PairingRule*> sorted() const;

private:
    std::vector<std::unique_ptr<PairingRule>> m_rules;
};

/// Generated: calls every register_*_pairing_rule function.
void registerPairingRules(PairingRules& registry);

} // namespace dumpscope::core
