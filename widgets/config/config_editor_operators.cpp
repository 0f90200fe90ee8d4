// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor takes from the model that will run or from an earlier dump: operators and their sizes.
#include "config/config_editor_private.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "config/config_form_view.h"
#include "config/dump_presets.h"
#include "config/json_edit.h"
#include "config/operator_picker.h"

#include <QMenu>
#include <QToolButton>

namespace dumpscope::gui {

void ConfigEditor::fillPresets()
{
    QMenu* const menu = m->presets->menu();
    menu->clear();
    for (const core::DumpPreset& preset : core::dumpPresets()) {
        const QString title = coreWords(preset.title);
        QAction* const action = menu->addAction(preset.wantsOperators ? title + QStringLiteral("…") : title);
        action->setData(fromCore(preset.id));
        action->setEnabled(
            !preset.wantsOperators || (m->model->operators() && !m->model->operators()->empty()));
        connect(action, &QAction::triggered, this, [this, &preset] { applyPreset(preset); });
    }
}

void ConfigEditor::applyPreset(const core::DumpPreset& preset)
{
    const core::ConfigKind* const kind = m->current();
    if (kind == nullptr)
        return;
    QStringList operators;
    if (preset.wantsOperators) {
        const auto picked = askForOperators(selectedOperators());
        if (!picked || picked->isEmpty())
            return;
        operators = *picked;
    }
    std::vector<std::string> names;
    for (const QString& name : operators)
        names.push_back(name.toStdString());
    takeDraft(m->kind, [kinds = m->kinds, kind, &preset, config = config(), names] {
        return kind->write(core::presetRequest(preset, kind->request(config), names));
    });
}

// Operators of the model, or of the dump that is selected.

void ConfigEditor::followModel()
{
    if (isVisible())
        m->model->follow();
}

QStringList ConfigEditor::selectedOperators() const
{
    QStringList names;
    for (const MarkedTensors& marked : m->workbench.selection.marked()) {
        for (const core::TensorId id : marked.ids) {
            const TensorRef tensor {marked.root, id};
            if (tensor.isValid() && !names.contains(tensor.opName()))
                names.append(tensor.opName());
        }
    }
    return names;
}

std::optional<QStringList> ConfigEditor::askForOperators(const QStringList& chosen)
{
    QStringList names;
    if (const OperatorsPointer& operators = m->model->operators()) {
        for (const core::SizedOperator& op : *operators)
            names.append(fromCore(op.name));
    }
    OperatorPicker picker(names, chosen,
        names.isEmpty() ? tr("Open a graph or an earlier dump to pick operators of it.")
                        : tr("Operators of %1").arg(m->model->source()),
        this);
    if (picker.exec() != QDialog::Accepted)
        return std::nullopt;
    return picker.chosen();
}

void ConfigEditor::pickOperators(const QString& path)
{
    m->form->flush();
    const auto& fields = m->form->fields();
    const auto field = std::ranges::find(fields, path.toStdString(), &core::ConfigField::path);
    if (field == fields.end())
        return;
    const bool isText = field->type == core::ConfigField::Type::Text; // names with blanks between them
    QStringList chosen;
    if (const auto value = core::parseJson(field->value.value_or("null"))) {
        if (value->isString())
            chosen = fromCore(value->text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (const core::JsonValue& item : value->items)
            chosen.append(fromCore(item.text));
    }
    const auto picked = askForOperators(chosen.isEmpty() ? selectedOperators() : chosen);
    if (!picked)
        return;
    std::vector<std::string> names;
    for (const QString& name : *picked)
        names.push_back(name.toStdString());
    const core::JsonValue value
        = isText ? core::jsonText(picked->join(QLatin1Char(' ')).toStdString()) : core::jsonTexts(names);
    writeField(path, fromCore(core::compactJson(value)));
}

} // namespace dumpscope::gui
