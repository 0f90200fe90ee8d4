// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_edits.h"

#include "common/core_text.h"
#include "io/atomic_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

void PairingEdits::pair(const QString& target, const QString& golden)
{
    unpaired.removeAll({target, true});
    unpaired.removeAll({golden, false});
    if (!isSaid(target, golden))
        pairs.append({target, golden});
}

void PairingEdits::unpair(const QString& target, const QString& golden)
{
    const auto isSame = [&](const Pair& pair) { return pair.target == target && pair.golden == golden; };
    if (pairs.removeIf(isSame) > 0)
        return;
    if (const Unpaired bar {target, true}; !unpaired.contains(bar))
        unpaired.append(bar);
}

bool PairingEdits::isSaid(const QString& target, const QString& golden) const
{
    return std::ranges::any_of(
        pairs, [&](const Pair& pair) { return pair.target == target && pair.golden == golden; });
}

QByteArray PairingEdits::toJson() const
{
    QJsonArray pairList, unpairedList, ruleList;
    for (const Pair& one : pairs) {
        QJsonObject pair = one.more;
        pair.insert(u"target"_s, one.target);
        pair.insert(u"golden"_s, one.golden);
        pairList.append(pair);
    }
    for (const Unpaired& one : unpaired)
        unpairedList.append(QJsonObject {{one.isTarget ? u"target"_s : u"golden"_s, one.name}});
    for (const Rule& one : rules) {
        QJsonObject rule = one.more;
        rule.insert(u"target"_s, one.target);
        rule.insert(u"golden"_s, one.golden);
        ruleList.append(rule);
    }
    QJsonObject object {{u"version"_s, 1}};
    if (!pairList.isEmpty())
        object.insert(u"pairs"_s, pairList);
    if (!unpairedList.isEmpty())
        object.insert(u"unpaired"_s, unpairedList);
    if (!ruleList.isEmpty() || (pairList.isEmpty() && unpairedList.isEmpty()))
        object.insert(u"rules"_s, ruleList);
    return QJsonDocument(object).toJson(QJsonDocument::Indented);
}

std::optional<PairingEdits> PairingEdits::fromJson(const QJsonObject& object)
{
    if (!object.contains("pairs"_L1) && !object.contains("unpaired"_L1) && !object.contains("rules"_L1))
        return std::nullopt;
    PairingEdits edits;
    for (const QJsonValue& one : object.value("pairs"_L1).toArray()) {
        QJsonObject pair = one.toObject();
        const QString target = pair.take("target"_L1).toString(), golden = pair.take("golden"_L1).toString();
        edits.pairs.append({target, golden, pair});
    }
    for (const QJsonValue& one : object.value("unpaired"_L1).toArray()) {
        if (one.toObject().contains("target"_L1))
            edits.unpaired.append({one["target"_L1].toString(), true});
        if (one.toObject().contains("golden"_L1))
            edits.unpaired.append({one["golden"_L1].toString(), false});
    }
    for (const QJsonValue& one : object.value("rules"_L1).toArray()) {
        QJsonObject rule = one.toObject();
        const QString target = rule.take("target"_L1).toString(), golden = rule.take("golden"_L1).toString();
        edits.rules.append({target, golden, rule});
    }
    return edits;
}

core::Result<void> PairingEdits::save(const QString& path) const
{
    return core::writeFileAtomically(path.toStdString(), asText(toJson()));
}

PairingEdits::Rule ruleFromPair(const QString& target, const QString& golden)
{
    static const QRegularExpression digits(u"\\d+"_s);
    constexpr int kMostGroups = 9;
    QList<QRegularExpressionMatch> numbers, goldenNumbers;
    QStringList words;
    for (auto matches = digits.globalMatch(target); matches.hasNext() && numbers.size() < kMostGroups;) {
        numbers.append(matches.next());
        words.append(numbers.last().captured());
    }
    // Which number of the target each of golden's is; -1: none.
    QList<qsizetype> meant;
    qsizetype next = 0;
    for (auto matches = digits.globalMatch(golden); matches.hasNext();) {
        goldenNumbers.append(matches.next());
        const QString word = goldenNumbers.last().captured();
        // Numbers keep their order mostly, so the search begins behind the last one found.
        qsizetype number = words.indexOf(word, next);
        if (number < 0)
            number = words.indexOf(word);
        if (number >= 0)
            next = number + 1;
        meant.append(number);
    }
    const bool hasOwn = meant.contains(-1);
    QString pattern;
    QList<qsizetype> groups; // numbers of the target
    qsizetype end = 0;
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        pattern += QRegularExpression::escape(target.mid(end, numbers[i].capturedStart() - end));
        end = numbers[i].capturedEnd();
        if (hasOwn && !meant.contains(i)) {
            pattern += words[i];
            continue;
        }
        pattern += u"(\\d+)"_s;
        groups.append(i);
    }
    pattern += QRegularExpression::escape(target.mid(end));
    // QRegularExpression escapes more than the engine's expressions know how to read back.
    pattern.replace(u"\\/"_s, u"/"_s).replace(u"\\-"_s, u"-"_s).replace(u"\\_"_s, u"_"_s);
    QString made;
    end = 0;
    for (qsizetype i = 0; i < goldenNumbers.size(); ++i) {
        made += QString(golden.mid(end, goldenNumbers[i].capturedStart() - end)).replace(u'$', u"$$"_s);
        made += meant[i] < 0 ? goldenNumbers[i].captured() : u"$%1"_s.arg(groups.indexOf(meant[i]) + 1);
        end = goldenNumbers[i].capturedEnd();
    }
    made += QString(golden.mid(end)).replace(u'$', u"$$"_s);
    return {groups.isEmpty() ? target : u'/' + pattern + u'/', made, {}};
}

} // namespace dumpscope::gui
