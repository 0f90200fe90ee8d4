// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/keymap.h"

#include "common/actions.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kVersion = 1;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Keymap)
};

/// Nothing when a text names no key.
std::optional<QList<QKeySequence>> keysOf(const QJsonArray& texts)
{
    QList<QKeySequence> keys;
    for (const QJsonValue& text : texts) {
        const QKeySequence key = QKeySequence::fromString(text.toString(), QKeySequence::PortableText);
        // What Qt does not know it reads as an unknown key.
        if (key.isEmpty() || key.toString(QKeySequence::PortableText).isEmpty()
            || key[0].key() == Qt::Key_unknown)
            return std::nullopt;
        keys.append(key);
    }
    return keys;
}

KeymapImport refused(const QString& why)
{
    return {why, {}, 0};
}

} // namespace

QByteArray keymapText(const ActionRegistry& actions)
{
    QJsonObject all;
    for (const ActionInfo& line : actionTable()) {
        QJsonArray keys;
        for (const QKeySequence& key : actions.action(line.id)->shortcuts())
            keys.append(key.toString(QKeySequence::PortableText));
        all.insert(QLatin1String(line.id), keys);
    }
    return QJsonDocument(QJsonObject {{u"version"_s, kVersion}, {u"keys"_s, all}}).toJson();
}

bool isKeymap(const QByteArray& text)
{
    const QJsonObject root = QJsonDocument::fromJson(text).object();
    return root.value("version"_L1).isDouble() && root.value("keys"_L1).isObject();
}

KeymapImport importKeymap(const QByteArray& text, ActionRegistry& actions)
{
    QJsonParseError problem;
    const QJsonObject root = QJsonDocument::fromJson(text, &problem).object();
    if (problem.error != QJsonParseError::NoError)
        return refused(
            Words::tr("This is not a keymap: from byte %1 on it is not JSON.").arg(problem.offset));
    if (root.value("version"_L1).toInt() != kVersion || !root.value("keys"_L1).isObject())
        return refused(Words::tr("This is not a keymap of version %1.").arg(kVersion));

    // Tried on actions of nobody first, because a clash may be with a key that changes as well.
    ActionRegistry tried;
    KeymapImport result;
    const QJsonObject keys = root.value("keys"_L1).toObject();
    for (auto line = keys.begin(); line != keys.end(); ++line) {
        const QByteArray id = line.key().toUtf8();
        if (!tried.action(id)) {
            result.unknown.append(line.key());
            continue;
        }
        const auto wanted = keysOf(line.value().toArray());
        if (!line.value().isArray() || !wanted)
            return refused(Words::tr("The keys of %1 cannot be understood.").arg(line.key()));
        tried.remap(id, *wanted);
    }
    if (const auto clashes = tried.allConflicts(); !clashes.isEmpty()) {
        const auto& [one, other] = clashes.first();
        return refused(
            Words::tr("%1 and %2 would have the same key.").arg(actions.title(one), actions.title(other)));
    }
    for (const ActionInfo& line : actionTable()) {
        const QList<QKeySequence> wanted = tried.action(line.id)->shortcuts();
        if (actions.action(line.id)->shortcuts() == wanted)
            continue;
        actions.remap(line.id, wanted);
        ++result.changed;
    }
    return result;
}

} // namespace dumpscope::gui
