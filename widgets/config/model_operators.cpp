// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/model_operators.h"

#include "graph/loaded_graph.h"

namespace dumpscope::gui {

ModelOperators::ModelOperators(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&workbench.selection, &Selection::tensorChanged, this, &ModelOperators::outdated);
    connect(&workbench.session, &Session::rootChanged, this, &ModelOperators::outdated);
    connect(&workbench.session, &Session::rootRemoved, this, &ModelOperators::outdated);
}

void ModelOperators::setModel(const QString& path)
{
    m_model = path;
    follow();
}

void ModelOperators::follow()
{
    if (!m_model.isEmpty())
        return read();
    OpenedRoot* root = m_workbench.selection.tensor().root;
    for (OpenedRoot* const other : m_workbench.session.roots()) {
        if (root == nullptr && other->index())
            root = other;
    }
    const Index index = root != nullptr ? root->index() : nullptr;
    if (index == m_index)
        return;
    m_index = index;
    m_operators.reset();
    m_source = root != nullptr ? root->title() : QString();
    if (index)
        size(index);
    else
        emit changed();
}

void ModelOperators::size(const Index& index)
{
    m_reading.start<OperatorsPointer>(
        m_workbench.tasks, Lane::Bulk, tr("Sizes of %1").arg(m_source), this,
        [index](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<OperatorsPointer> {
            if (auto dumped = core::sizedOperators(*index); !dumped.empty())
                return std::make_shared<const std::vector<core::SizedOperator>>(std::move(dumped));
            TRY_ASSIGN(const auto loaded, LoadedGraph::read(index, std::nullopt, task));
            if (!loaded)
                return OperatorsPointer();
            return std::make_shared<const std::vector<core::SizedOperator>>(
                core::sizedOperators(loaded->graph(loaded->entry)));
        },
        [this, index](core::Result<OperatorsPointer> operators) {
            if (!operators || index != m_index)
                return;
            m_operators = *operators;
            emit changed();
        });
}

void ModelOperators::read()
{
    if (m_source == m_model)
        return;
    m_source = m_model;
    m_operators.reset();
    m_index.reset();
    m_reading.start<Index>(
        m_workbench.tasks, Lane::Bulk, tr("Read %1").arg(m_model), this,
        [path = m_model.toStdString()](core::TaskContext& task, const TaskRunner::Post&) {
            return core::openDump(path, core::builtinFormats(), {}, task);
        },
        [this, path = m_model](core::Result<Index> index) {
            if (path != m_model)
                return;
            if (!index)
                return emit changed();
            m_index = *index;
            size(*index);
        });
}

QStringList ModelOperators::selected() const
{
    QStringList names;
    for (const MarkedTensors& marked : m_workbench.selection.marked()) {
        for (const core::TensorId id : marked.ids) {
            const TensorRef tensor {marked.root, id};
            if (tensor.isValid() && !names.contains(tensor.opName()))
                names.append(tensor.opName());
        }
    }
    return names;
}

} // namespace dumpscope::gui
