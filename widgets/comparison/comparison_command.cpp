// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_command.h"

#include "common/core_text.h"
#include "common/shell_text.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

bool isSame(const core::LimitRule& a, const core::LimitRule& b)
{
    return a.metric == b.metric && a.op == b.op && a.value == b.value && a.verdict == b.verdict
        && a.when == b.when;
}

QString option(const char* name, const QString& value)
{
    return QStringLiteral(" %1 %2").arg(QLatin1String(name), shellQuoted(value));
}

/// Numbers of both sides as options of the command line; one number each is what it can say.
QString placeOptions(const std::vector<std::int64_t>& target, const std::vector<std::int64_t>& golden,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& equations, bool isOneRoot, const char* only,
    const char* equation)
{
    QString text;
    if (target.size() == 1 && (!isOneRoot || target == golden))
        text += option(only, QString::number(target.front()));
    for (const auto& [left, right] : equations) {
        if (left != right)
            text += option(equation, QStringLiteral("%1=%2").arg(left).arg(right));
    }
    return text;
}

} // namespace

QString limitsOptions(const core::Limits& limits, const QString& file)
{
    for (const core::LimitPreset& preset : core::limitPresets()) {
        const auto known = core::presetLimits(preset.name);
        if (!known || known->rules.size() > limits.rules.size()
            || !std::equal(known->rules.rbegin(), known->rules.rend(), limits.rules.rbegin(), isSame))
            continue;
        QString text;
        const auto own = static_cast<std::ptrdiff_t>(limits.rules.size() - known->rules.size());
        bool isSayable = true;
        for (auto rule = limits.rules.begin(); rule != limits.rules.begin() + own; ++rule) {
            core::LimitRule plain = *rule;
            plain.when.clear();
            std::string said = plain.text();
            std::erase(said, ' ');
            if (!rule->when.empty())
                said += '@' + rule->when;
            const auto read = core::parseLimit(said);
            isSayable = isSayable && read && isSame(*read, *rule);
            text += option("--limit", fromCore(said));
        }
        if (!isSayable)
            continue;
        return preset.name == "precision" ? text : option("--limits", fromCore(preset.name)) + text;
    }
    return option("--limits", file);
}

QString comparisonCommand(const ComparisonSetup& setup)
{
    if (!setup.target.root || !setup.golden.root)
        return {};
    const bool isOneRoot = setup.target.root == setup.golden.root;
    QString line = QStringLiteral("dumpscope-cli compare %1 %2")
                       .arg(shellQuoted(setup.target.root->path()), shellQuoted(setup.golden.root->path()));
    if (setup.profile != QLatin1String("dumpscope"))
        line += option("--profile", setup.profile);
    for (const std::string& file : setup.pairing.ruleFiles)
        line += option("--map", fromCore(file));
    if (!setup.edits.isEmpty())
        line += option(
            "--map", setup.edits.file.isEmpty() ? QStringLiteral("pairing.json") : setup.edits.file);
    if (!setup.filter.isEmpty())
        line += option("--filter", setup.filter);
    const core::SideRestriction &target = setup.target.restriction, &golden = setup.golden.restriction;
    line += placeOptions(target.steps, golden.steps, setup.pairing.steps, isOneRoot, "--step", "--pair-step");
    line += placeOptions(target.ranks, golden.ranks, setup.pairing.ranks, isOneRoot, "--rank", "--pair-rank");
    return line + limitsOptions(setup.limits, QStringLiteral("limits.json"));
}

} // namespace dumpscope::gui
