// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor takes from the model that will run or from an earlier dump: operators and their sizes.
#include "config/config_editor_private.h"

#include "common/core_text.h"
#include "config/config_form_view.h"
#include "config/dump_presets.h"
#include "config/json_edit.h"
#include "config/operator_picker.h"
#include "graph/loaded_graph.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

// titles of core::dumpPresets()
[[maybe_unused]] constexpr const char* kPresetTitles[] = {
    QT_TRANSLATE_NOOP("DumpPreset", "Statistics of everything first"),
    QT_TRANSLATE_NOOP("DumpPreset", "Full tensors of the chosen operators"),
    QT_TRANSLATE_NOOP("DumpPreset", "Full tensors of everything"),
    QT_TRANSLATE_NOOP("DumpPreset", "Overflow only"),
    QT_TRANSLATE_NOOP("DumpPreset", "Exceptions only"),
};

} // namespace

void ConfigEditor::fillPresets()
{
    QMenu* const menu = m->presets->menu();
    menu->clear();
    for (const core::DumpPreset& preset : core::dumpPresets()) {
        const QString title = QCoreApplication::translate("DumpPreset", preset.title.data());
        QAction* const action = menu->addAction(preset.wantsOperators ? title + QStringLiteral("…") : title);
        action->setData(fromCore(preset.id));
        action->setEnabled(!preset.wantsOperators || (m->operators && !m->operators->empty()));
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
    if (!isVisible())
        return;
    if (!m->model.isEmpty())
        return readModel();
    OpenedRoot* root = m->workbench.selection.tensor().root;
    for (OpenedRoot* const other : m->workbench.session.roots()) {
        if (root == nullptr && other->index())
            root = other;
    }
    const auto index = root != nullptr ? root->index() : nullptr;
    if (index == m->sizedIndex)
        return;
    m->sizedIndex = index;
    m->operators.reset();
    m->operatorsFrom = root != nullptr ? root->title() : QString();
    if (!index)
        return check();
    sizeIndex(index);
}

void ConfigEditor::sizeIndex(const std::shared_ptr<const core::DumpIndex>& index)
{
    m->sizing.replace(m->workbench.tasks.start<OperatorsPointer>(
        Lane::Bulk, tr("Sizes of %1").arg(m->operatorsFrom), this,
        [index](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<OperatorsPointer> {
            if (index->tensorCount() > 0)
                return std::make_shared<const std::vector<core::SizedOperator>>(core::sizedOperators(*index));
            TRY_ASSIGN(const auto loaded, LoadedGraph::read(index, std::nullopt, task));
            if (!loaded)
                return OperatorsPointer();
            return std::make_shared<const std::vector<core::SizedOperator>>(
                core::sizedOperators(loaded->graph(loaded->entry)));
        },
        [this, index](core::Result<OperatorsPointer> operators) {
            if (!operators || index != m->sizedIndex)
                return;
            m->operators = *operators;
            check();
        }));
}

void ConfigEditor::readModel()
{
    if (m->operatorsFrom == m->model)
        return;
    m->operatorsFrom = m->model;
    m->operators.reset();
    m->sizedIndex.reset();
    using Index = std::shared_ptr<const core::DumpIndex>;
    m->sizing.replace(m->workbench.tasks.start<Index>(
        Lane::Bulk, tr("Read %1").arg(m->model), this,
        [path = m->model.toStdString()](core::TaskContext& task, const TaskRunner::Post&) {
            return core::openDump(path, core::builtinFormats(), {}, task);
        },
        [this, path = m->model](core::Result<Index> index) {
            if (!index || path != m->model)
                return;
            m->sizedIndex = *index;
            sizeIndex(*index);
        }));
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
    if (m->operators) {
        for (const core::SizedOperator& op : *m->operators)
            names.append(fromCore(op.name));
    }
    OperatorPicker picker(names, chosen,
        names.isEmpty() ? tr("Open a graph or an earlier dump to pick operators of it.")
                        : tr("Operators of %1").arg(m->operatorsFrom),
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
