// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/code_edit.h"
#include "config/config_kind.h"
#include "config/operators_pointer.h"
#include "kit/sentence_list.h"

#include <QCoreApplication>

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

using ConfigKindsPointer = std::shared_ptr<const core::ConfigKinds>;

/// Everything a configuration editor shows of one text. Immutable; made by a task.
class ConfigVerdict {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::ConfigVerdict)

public:
    core::ConfigText config;
    const core::ConfigKind* kind = nullptr; ///< of `kinds`; null: nobody knows the text
    ConfigKindsPointer kinds;
    core::ConfigReport report;
    std::vector<core::ConfigField> fields;
    std::vector<core::Message> lines; ///< what it captures, in sentences
    std::optional<core::DumpEstimate> estimate;
    std::optional<std::uint64_t> freeBytes; ///< where it writes

    /// `kindId` empty: what the text looks like. Looks at the disk.
    [[nodiscard]] static std::shared_ptr<const ConfigVerdict> of(ConfigKindsPointer kinds,
        const std::string& kindId, const core::ConfigText& config, const OperatorsPointer& operators);

    /// "About 12 operators, 24 files, 3.5 MiB at each step."
    [[nodiscard]] static QString estimateText(const core::DumpEstimate& estimate);

    [[nodiscard]] std::vector<CodeEdit::Mark> marks() const;
    /// The verdict, problems with a link to their place, what it captures, the estimate.
    [[nodiscard]] std::vector<Sentence> sentences(const std::vector<core::ConfigLoss>& lost,
        const std::function<void(int line, int column)>& goTo) const;

private:
    [[nodiscard]] Sentence verdictSentence() const;
    [[nodiscard]] Sentence estimateSentence() const;
    [[nodiscard]] static Sentence problemSentence(
        const core::ConfigProblem& problem, const std::function<void(int, int)>& goTo);
};

} // namespace dumpscope::gui
