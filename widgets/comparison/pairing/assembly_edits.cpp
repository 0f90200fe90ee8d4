// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/assembly_edits.h"

#include "common/core_text.h"
#include "compare/layout/assembly_readings.h"

#include <QJsonDocument>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

std::optional<PairingEdits> withAssembly(
    PairingEdits edits, const AssembledPair& of, const core::Assembly& assembly, bool asRule)
{
    const core::TensorId first = assembly.parts.front().id;
    const auto said = core::saidAssemblyText(assembly, of.pair.golden, *of.target, *of.golden, asRule);
    if (!said)
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*said)).object();
    const QString target = fromCore(of.target->tensorId(first)),
                  golden = fromCore(of.golden->tensorId(of.pair.golden));
    edits.unpaired.removeAll({golden, false});
    for (const core::AssemblyPart& part : assembly.parts)
        edits.unpaired.removeAll({fromCore(of.target->tensorId(part.id)), true});
    const core::TensorRow &ours = of.target->tensor(first), &theirs = of.golden->tensor(of.pair.golden);
    // What was said of the same tensor before, by its id or its place.
    const QString place = fromCore(of.golden->text(theirs.opName)) + u':' + fromCore(core::ioWord(theirs.io))
        + u':' + QString::number(theirs.slot);
    edits.pairs.removeIf(
        [&](const PairingEdits::Pair& pair) { return pair.golden == golden || pair.golden == place; });
    if (!asRule) {
        edits.pairs.append({target, golden, {{u"assembly"_s, object}}});
        return edits;
    }
    PairingEdits::Rule rule
        = ruleFromPair(fromCore(of.target->text(ours.opName)), fromCore(of.golden->text(theirs.opName)));
    rule.more = {{u"assembly"_s, object}, {u"io"_s, fromCore(core::ioWord(ours.io))},
        {u"slot"_s, QJsonObject {{QString::number(ours.slot), theirs.slot}}}};
    edits.rules.removeIf([&](const PairingEdits::Rule& other) {
        return other.target == rule.target && other.golden == rule.golden
            && other.more.contains("assembly"_L1) && other.more.value("io"_L1) == rule.more.value("io"_L1)
            && other.more.value("slot"_L1) == rule.more.value("slot"_L1);
    });
    edits.rules.append(rule);
    return edits;
}

} // namespace dumpscope::gui
