// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/operator_choice.h"

#include "common/core_text.h"
#include "config/json_edit.h"
#include "config/model_operators.h"
#include "config/operator_picker.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct ChoiceWords {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::ConfigEditor)
};

} // namespace

std::optional<QStringList> askForOperators(
    const ModelOperators& model, const QStringList& chosen, QWidget* parent)
{
    QStringList names;
    if (const OperatorsPointer& operators = model.operators()) {
        for (const core::SizedOperator& op : *operators)
            names.append(fromCore(op.name));
    }
    OperatorPicker picker(names, chosen.isEmpty() ? model.selected() : chosen,
        names.isEmpty() ? ChoiceWords::tr("Open a graph or an earlier dump to pick operators of it.")
                        : ChoiceWords::tr("Operators of %1").arg(model.source()),
        parent);
    if (picker.exec() != QDialog::Accepted)
        return std::nullopt;
    return picker.chosen();
}

std::optional<QString> askForOperators(
    const ModelOperators& model, const core::ConfigField& field, QWidget* parent)
{
    const bool isText = field.type == core::ConfigField::Type::Text; // names with blanks between them
    QStringList chosen;
    if (const auto value = core::parseJson(field.value.value_or("null"))) {
        if (value->isString())
            chosen = fromCore(value->text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (const core::JsonValue& item : value->items)
            chosen.append(fromCore(item.text));
    }
    const auto picked = askForOperators(model, chosen, parent);
    if (!picked)
        return std::nullopt;
    std::vector<std::string> names;
    for (const QString& name : *picked)
        names.push_back(name.toStdString());
    const core::JsonValue value
        = isText ? core::jsonText(picked->join(QLatin1Char(' ')).toStdString()) : core::jsonTexts(names);
    return fromCore(core::compactJson(value));
}

} // namespace dumpscope::gui
