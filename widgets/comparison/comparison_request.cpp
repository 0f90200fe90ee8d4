// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_request.h"

#include "common/core_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace dumpscope::gui {

namespace {

bool isSame(const core::LimitRule& a, const core::LimitRule& b)
{
    return a.metric == b.metric && a.op == b.op && a.value == b.value && a.verdict == b.verdict
        && a.when == b.when;
}

/// One number each is what the command line can say; in one root, equations say the rest.
std::optional<std::int64_t> onlyNumber(
    const std::vector<std::int64_t>& target, const std::vector<std::int64_t>& golden, bool isOneRoot)
{
    return target.size() == 1 && (!isOneRoot || target == golden) ? std::optional(target.front())
                                                                  : std::nullopt;
}

std::vector<std::string> equationTexts(const std::vector<std::pair<std::int64_t, std::int64_t>>& equations)
{
    std::vector<std::string> texts;
    for (const auto& [left, right] : equations) {
        if (left != right)
            texts.push_back(std::to_string(left) + '=' + std::to_string(right));
    }
    return texts;
}

} // namespace

core::CompareRequest measuringOf(const ComparisonSetup& setup)
{
    core::CompareRequest request;
    request.metrics = setup.metrics.toStdString();
    request.atol = setup.atol;
    request.rtol = setup.rtol;
    request.top = setup.top;
    request.blocks = setup.blocks;
    request.models = setup.models;
    request.parallel = setup.pairing.findsAssemblies ? "auto" : "off";
    request.layout = setup.pairing.layout ? setup.pairing.layout->text() : std::string();
    request.environment = setup.targetEnvironment;
    request.goldenEnvironment = setup.goldenEnvironment;
    request.truth = setup.truth;
    return request;
}

void setMeasuring(ComparisonSetup& setup, const core::CompareRequest& request)
{
    setup.metrics = QString::fromStdString(request.metrics);
    setup.atol = request.atol;
    setup.rtol = request.rtol;
    setup.top = request.top;
    setup.blocks = request.blocks;
    setup.models = request.models;
    setup.pairing.findsAssemblies = request.parallel == "auto";
    const auto layout = core::SaidLayout::parse(request.layout);
    setup.pairing.layout = layout && !request.layout.empty() ? std::optional(*layout) : std::nullopt;
    setup.targetEnvironment = request.environment;
    setup.goldenEnvironment = request.goldenEnvironment;
    setup.truth = request.truth;
}

bool setLimits(core::CompareRequest& request, const core::Limits& limits)
{
    for (const core::LimitPreset& preset : core::limitPresets()) {
        const auto known = core::presetLimits(preset.name);
        if (!known || known->rules.size() > limits.rules.size()
            || !std::equal(known->rules.rbegin(), known->rules.rend(), limits.rules.rbegin(), isSame))
            continue;
        std::vector<std::string> own;
        const auto count = static_cast<std::ptrdiff_t>(limits.rules.size() - known->rules.size());
        bool isSayable = true;
        for (auto rule = limits.rules.begin(); rule != limits.rules.begin() + count; ++rule) {
            core::LimitRule plain = *rule;
            plain.when.clear();
            std::string said = plain.text();
            std::erase(said, ' ');
            if (!rule->when.empty())
                said += '@' + rule->when;
            const auto read = core::parseLimit(said);
            isSayable = isSayable && read && isSame(*read, *rule);
            own.push_back(std::move(said));
        }
        if (!isSayable)
            continue;
        request.limits = preset.name;
        request.ownLimits = std::move(own);
        return true;
    }
    // A name that is no preset's is that of the file the rules are in.
    if (limits.name.empty() || core::presetLimits(limits.name))
        return false;
    request.limits = limits.name;
    request.ownLimits.clear();
    return true;
}

UnsavedSettings unsavedSettings(const ComparisonSetup& setup)
{
    core::CompareRequest unused;
    return {!setup.edits.isEmpty() && setup.edits.file.isEmpty(), !setLimits(unused, setup.limits)};
}

std::string limitsTitle(const core::Limits& limits)
{
    if (!limits.name.empty())
        return limits.name;
    std::string rules;
    for (const core::LimitRule& rule : limits.rules)
        rules += (rules.empty() ? "" : "; ") + rule.text();
    return rules;
}

QString unsavedText(const UnsavedSettings& unsaved)
{
    const auto words = [](const char* text) {
        return QCoreApplication::translate("dumpscope::gui::UnsavedSettings", text);
    };
    if (unsaved.pairing && unsaved.limits)
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::UnsavedSettings",
            "Without the pairing and the limits edited here: save both, and the command names their files."));
    if (unsaved.pairing)
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::UnsavedSettings",
            "Without the pairing edited here: save it, and the command names its file."));
    if (unsaved.limits)
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::UnsavedSettings",
            "Without the limits edited here: save them, and the command names their file."));
    return {};
}

std::optional<core::CompareRequest> comparisonRequest(const ComparisonSetup& setup)
{
    if (!setup.target.root || !setup.golden.root)
        return std::nullopt;
    const bool isOneRoot = setup.target.root == setup.golden.root;
    core::CompareRequest request = measuringOf(setup);
    request.target = setup.target.root->path().toStdString();
    request.golden = setup.golden.root->path().toStdString();
    for (const OpenedRoot* root : {setup.golden.root.data(), setup.target.root.data()}) {
        if (!root->raw().dtype.empty())
            request.raw = root->raw();
    }
    request.raw.besideOthers = true;
    request.profile = setup.profile.toStdString();
    request.maps = setup.pairing.ruleFiles;
    if (!setup.edits.isEmpty() && !setup.edits.file.isEmpty())
        request.maps.push_back(setup.edits.file.toStdString());
    request.filter = setup.filter.toStdString();
    const core::SideRestriction &target = setup.target.restriction, &golden = setup.golden.restriction;
    request.run = target.run;
    request.goldenRun = golden.run;
    request.step = onlyNumber(target.steps, golden.steps, isOneRoot);
    request.rank = onlyNumber(target.ranks, golden.ranks, isOneRoot);
    request.pairSteps = equationTexts(setup.pairing.steps);
    request.pairRanks = equationTexts(setup.pairing.ranks);
    setLimits(request, setup.limits);
    return request;
}

QString comparisonCommand(const ComparisonSetup& setup, const QString& rows)
{
    auto request = comparisonRequest(setup);
    if (!request)
        return {};
    request->rows = rows.toStdString();
    return fromCore(core::commandText(*request));
}

core::Result<ComparisonSetup> setupOf(const core::CompareRequest& request, Session& session)
{
    TRY_ASSIGN(core::ComparisonOptions options, core::comparisonOptions(request));
    ComparisonSetup setup;
    setup.target.root = session.open(QString::fromStdString(request.target), request.raw);
    setup.golden.root = session.open(QString::fromStdString(request.golden), request.raw);
    setup.target.restriction = core::restrictionOf(request, options.pairing, true);
    setup.golden.restriction = core::restrictionOf(request, options.pairing, false);
    setup.profile = QString::fromStdString(request.profile);
    setup.limits = std::move(options.limits);
    if (!core::presetLimits(setup.limits.name))
        setup.limits.name
            = QFileInfo(QString::fromStdString(setup.limits.name)).absoluteFilePath().toStdString();
    setup.pairing = std::move(options.pairing);
    for (std::string& file : setup.pairing.ruleFiles)
        file = QFileInfo(QString::fromStdString(file)).absoluteFilePath().toStdString();
    setup.filter = QString::fromStdString(request.tensorFilter());
    setMeasuring(setup, request);
    for (std::string* path : {&setup.targetEnvironment, &setup.goldenEnvironment, &setup.truth}) {
        if (!path->empty())
            *path = QFileInfo(QString::fromStdString(*path)).absoluteFilePath().toStdString();
    }
    return setup;
}

} // namespace dumpscope::gui
