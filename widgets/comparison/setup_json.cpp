// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/setup_json.h"

#include "common/core_text.h"
#include "comparison/comparison_request.h"
#include "comparison/comparison_run.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostLimitBytes = std::size_t {4} << 20U;

QJsonObject objectOf(const std::string& json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QJsonArray numbers(const std::vector<std::int64_t>& values)
{
    QJsonArray array;
    for (const std::int64_t value : values)
        array.append(static_cast<qint64>(value));
    return array;
}

std::vector<std::int64_t> numbersOf(const QJsonValue& array)
{
    std::vector<std::int64_t> values;
    for (const QJsonValue& value : array.toArray())
        values.push_back(value.toInteger());
    return values;
}

QJsonArray equations(const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs)
{
    QJsonArray array;
    for (const auto& [target, golden] : pairs)
        array.append(numbers({target, golden}));
    return array;
}

std::vector<std::pair<std::int64_t, std::int64_t>> equationsOf(const QJsonValue& array)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const QJsonValue& value : array.toArray()) {
        if (const auto two = numbersOf(value); two.size() == 2)
            pairs.emplace_back(two[0], two[1]);
    }
    return pairs;
}

QJsonObject sideObject(const ComparisonSetup::Side& side)
{
    QJsonObject object {{u"path"_s, side.root ? side.root->path() : QString()}};
    const core::SideRestriction& part = side.restriction;
    if (!part.steps.empty())
        object.insert(u"steps"_s, numbers(part.steps));
    if (!part.ranks.empty())
        object.insert(u"ranks"_s, numbers(part.ranks));
    if (!part.tensor.empty())
        object.insert(u"tensor"_s, fromCore(part.tensor));
    if (!part.filter.empty())
        object.insert(u"filter"_s, fromCore(part.filter));
    if (!part.run.empty())
        object.insert(u"run"_s, fromCore(part.run));
    return object;
}

ComparisonSetup::Side sideOf(const QJsonObject& object, Session& session)
{
    ComparisonSetup::Side side;
    const QString path = object.value("path"_L1).toString();
    if (!path.isEmpty())
        side.root = session.open(path);
    side.restriction.steps = numbersOf(object.value("steps"_L1));
    side.restriction.ranks = numbersOf(object.value("ranks"_L1));
    side.restriction.tensor = object.value("tensor"_L1).toString().toStdString();
    side.restriction.filter = object.value("filter"_L1).toString().toStdString();
    side.restriction.run = object.value("run"_L1).toString().toStdString();
    return side;
}

} // namespace

core::Result<void> saveLimits(const core::Limits& limits, const QString& file)
{
    return core::writeFileAtomically(file.toStdString(), core::limitsJson(limits));
}

core::Result<core::Limits> loadLimits(const QString& file)
{
    TRY_ASSIGN(const std::string text, core::readSmallFile(file.toStdString(), kMostLimitBytes));
    auto limits = core::parseLimits(text, file.toStdString());
    if (!limits)
        return core::fail(core::ofFile(limits.error(), file.toStdString()));
    return limits;
}

QJsonObject setupJson(const ComparisonSetup& setup)
{
    QJsonObject object {{u"target"_s, sideObject(setup.target)}, {u"golden"_s, sideObject(setup.golden)},
        {u"profile"_s, setup.profile}};
    // A preset by its name, so that it may become better with the program.
    const auto preset = core::presetLimits(setup.limits.name);
    if (preset && core::limitsJson(*preset) == core::limitsJson(setup.limits))
        object.insert(u"limits"_s, fromCore(setup.limits.name));
    else
        object.insert(u"limits"_s, objectOf(core::limitsJson(setup.limits)));
    if (!setup.filter.isEmpty())
        object.insert(u"filter"_s, setup.filter);
    if (const QJsonObject measuring = objectOf(core::requestJson(measuringOf(setup))); !measuring.isEmpty())
        object.insert(u"measuring"_s, measuring);
    QJsonArray maps;
    for (const std::string& file : setup.pairing.ruleFiles)
        maps.append(QFileInfo(fromCore(file)).absoluteFilePath());
    if (!maps.isEmpty())
        object.insert(u"maps"_s, maps);
    QJsonArray texts;
    for (const auto& [name, text] : setup.pairing.ruleTexts)
        texts.append(QJsonObject {{u"name"_s, fromCore(name)}, {u"text"_s, fromCore(text)}});
    if (!texts.isEmpty())
        object.insert(u"map_texts"_s, texts);
    if (!setup.edits.isEmpty())
        object.insert(u"pairing"_s, QJsonDocument::fromJson(setup.edits.toJson()).object());
    if (!setup.pairing.steps.empty())
        object.insert(u"pair_steps"_s, equations(setup.pairing.steps));
    if (!setup.pairing.ranks.empty())
        object.insert(u"pair_ranks"_s, equations(setup.pairing.ranks));
    return object;
}

ComparisonSetup setupFrom(const QJsonObject& json, Session& session)
{
    ComparisonSetup setup;
    setup.target = sideOf(json.value("target"_L1).toObject(), session);
    setup.golden = sideOf(json.value("golden"_L1).toObject(), session);
    const QString profile = json.value("profile"_L1).toString();
    if (core::builtinMetrics()->findProfile(profile.toStdString()))
        setup.profile = profile;
    const QJsonValue limits = json.value("limits"_L1);
    const auto read = limits.isString()
        ? core::presetLimits(limits.toString().toStdString())
        : core::parseLimits(
            QJsonDocument(limits.toObject()).toJson(QJsonDocument::Compact).toStdString(), {});
    if (read)
        setup.limits = *read;
    setup.filter = json.value("filter"_L1).toString();
    const QByteArray measuring
        = QJsonDocument(json.value("measuring"_L1).toObject()).toJson(QJsonDocument::Compact);
    if (const auto asked = core::readRequest<core::CompareRequest>(asText(measuring)))
        setMeasuring(setup, *asked);
    for (const QJsonValue& file : json.value("maps"_L1).toArray())
        setup.pairing.ruleFiles.push_back(file.toString().toStdString());
    for (const QJsonValue& text : json.value("map_texts"_L1).toArray())
        setup.pairing.ruleTexts.emplace_back(
            text["name"_L1].toString().toStdString(), text["text"_L1].toString().toStdString());
    if (const auto edits = PairingEdits::fromJson(json.value("pairing"_L1).toObject()))
        setup.edits = *edits;
    setup.pairing.steps = equationsOf(json.value("pair_steps"_L1));
    setup.pairing.ranks = equationsOf(json.value("pair_ranks"_L1));
    return setup;
}

ComparisonSetup setupFrom(const core::Bundle& bundle, Session& session)
{
    ComparisonSetup setup;
    setup.target.root = session.open(fromCore(bundle.target));
    setup.golden.root = session.open(fromCore(bundle.golden));
    if (core::builtinMetrics()->findProfile(bundle.settings.profile))
        setup.profile = fromCore(bundle.settings.profile);
    if (!bundle.settings.limits.rules.empty())
        setup.limits = bundle.settings.limits;
    // What was said in the window can be edited again; files of others stay as they are.
    for (const auto& rule : bundle.settings.rules) {
        const auto edits
            = rule.first == kEditsName ? PairingEdits::fromJson(objectOf(rule.second)) : std::nullopt;
        if (edits)
            setup.edits = *edits;
        else
            setup.pairing.ruleTexts.push_back(rule);
    }
    if (!objectOf(bundle.pairing).value("pairs"_L1).toArray().isEmpty())
        setup.pairing.ruleTexts.emplace_back("bundle", bundle.pairing);
    return setup;
}

} // namespace dumpscope::gui
