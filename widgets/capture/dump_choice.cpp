// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/dump_choice.h"

#include "base/text.h"
#include "common/core_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

DumpChoice DumpChoice::preset(Preset preset)
{
    DumpChoice choice;
    choice.inputs = preset == Preset::Everything || preset == Preset::Statistics;
    choice.outputs = preset != Preset::Overflow && preset != Preset::Exceptions;
    choice.statistics = preset == Preset::Statistics;
    choice.overflow = preset == Preset::Overflow;
    choice.exceptions = preset == Preset::Exceptions;
    return choice;
}

DumpChoice DumpChoice::fromConfig(const core::AclDumpConfig& config)
{
    DumpChoice choice;
    choice.overflow = config.overflow;
    choice.exceptions = config.isExceptionScene();
    const bool isModel = !config.items.empty() || config.operatorSwitch;
    choice.inputs = isModel && config.inputs;
    choice.outputs = isModel && config.outputs;
    choice.statistics = config.statistics;
    for (const core::AclDumpItem& item : config.items) {
        for (const std::string& layer : item.layers)
            choice.operators.append(fromCore(layer));
    }
    QStringList steps;
    for (const auto& [first, last] : config.steps)
        steps.append(first == last ? QString::number(first) : u"%1-%2"_s.arg(first).arg(last));
    choice.steps = steps.join(u'|');
    return choice;
}

std::optional<DumpChoice::Preset> DumpChoice::kind() const
{
    for (const Preset one :
        {Preset::Everything, Preset::Outputs, Preset::Statistics, Preset::Overflow, Preset::Exceptions}) {
        DumpChoice known = preset(one);
        known.operators = operators;
        known.steps = steps;
        if (known == *this)
            return one;
    }
    return std::nullopt;
}

QString DumpChoice::text(const QString& model) const
{
    QJsonObject dump {{u"dump_path"_s, u"."_s}};
    if (exceptions) {
        dump[u"dump_scene"_s] = u"aic_err_norm_dump"_s;
    } else if (overflow) {
        dump[u"dump_debug"_s] = u"on"_s;
    } else {
        QJsonObject item;
        if (!operators.isEmpty()) {
            if (!model.isEmpty())
                item[u"model_name"_s] = model;
            item[u"layer"_s] = QJsonArray::fromStringList(operators);
        }
        dump[u"dump_list"_s] = inputs || outputs ? QJsonArray {item} : QJsonArray();
        dump[u"dump_mode"_s] = inputs && outputs ? u"all"_s : inputs ? u"input"_s : u"output"_s;
        if (statistics)
            dump[u"dump_data"_s] = u"stats"_s;
        if (!steps.isEmpty())
            dump[u"dump_step"_s] = steps;
    }
    return QString::fromUtf8(QJsonDocument(QJsonObject {{u"dump"_s, dump}}).toJson(QJsonDocument::Compact));
}

QStringList expandOperators(const QString& typed, const QStringList& known)
{
    QStringList names;
    for (const QString& part : typed.split(u',', Qt::SkipEmptyParts)) {
        const QString pattern = part.trimmed();
        if (pattern.isEmpty() || pattern == u'*')
            continue;
        QStringList fits;
        if (pattern.contains(u'*') || pattern.contains(u'?')) {
            for (const QString& name : known) {
                if (core::globMatch(pattern.toStdString(), name.toStdString()))
                    fits.append(name);
            }
        }
        names.append(fits.isEmpty() ? QStringList {pattern} : fits);
    }
    names.removeDuplicates();
    return names;
}

} // namespace dumpscope::gui
