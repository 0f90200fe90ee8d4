// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace dumpscope::gui {

/// What the user says about the pairing: the content of a pairing file (docs/contract.md 6). A value type.
struct PairingEdits {
    struct Pair {
        QString target, golden; ///< operators or ids of tensors
        QJsonObject more = {};  ///< what else the file says of it: assembly, note
        bool operator==(const Pair&) const = default;
    };
    struct Unpaired {
        QString name; ///< operator or id of a tensor
        bool isTarget = true;
        bool operator==(const Unpaired&) const = default;
    };
    struct Rule {
        QString target, golden; ///< pattern and template
        QJsonObject more = {};  ///< what else the file says of it: io, slot, layout, assembly, note
        bool operator==(const Rule&) const = default;
    };
    QList<Pair> pairs;
    QList<Unpaired> unpaired;
    QList<Rule> rules;
    QString file; ///< where exactly this was saved, empty: nowhere; not part of the content

    [[nodiscard]] bool isEmpty() const { return pairs.isEmpty() && unpaired.isEmpty() && rules.isEmpty(); }
    [[nodiscard]] bool hasSameContent(const PairingEdits& other) const
    {
        return pairs == other.pairs && unpaired == other.unpaired && rules == other.rules;
    }

    /// Adds the pair; what was said against it is taken back.
    void pair(const QString& target, const QString& golden);
    /// Takes a pair said by hand back; one that rules found is forbidden by barring the target.
    void unpair(const QString& target, const QString& golden);
    [[nodiscard]] bool isSaid(const QString& target, const QString& golden) const;

    /// The pairing file, indented.
    [[nodiscard]] QByteArray toJson() const;
    /// nullopt for an object without any of its keys.
    [[nodiscard]] static std::optional<PairingEdits> fromJson(const QJsonObject& object);
    /// Writes a sibling and renames it; errors name the file.
    [[nodiscard]] core::Result<void> save(const QString& file) const;
};

/// The rule that gives this pair and those named alike: runs of digits in the target become groups, those
/// in golden that stand in the target refer to them. Where golden has a number that the target has not, the
/// target's that golden has not stay as they are: any number there would lead to the one of golden.
[[nodiscard]] PairingEdits::Rule ruleFromPair(const QString& target, const QString& golden);

} // namespace dumpscope::gui
