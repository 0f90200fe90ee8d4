// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_document.h"

#include "common/core_text.h"

#include <QJsonArray>

#include <algorithm>
#include <tuple>

// What a document keeps beyond one tensor: views per shape, and the same place elsewhere.

namespace dumpscope::gui {

namespace {

QJsonArray toJson(const std::vector<std::int64_t>& numbers)
{
    QJsonArray array;
    for (const std::int64_t number : numbers)
        array.append(static_cast<qint64>(number));
    return array;
}

QJsonObject toJson(const ColourChoice& colours)
{
    return {{QStringLiteral("map"), QString::fromLatin1(colours.map)},
        {QStringLiteral("scale"), static_cast<int>(colours.kind)},
        {QStringLiteral("automatic"), colours.isAutomatic},
        {QStringLiteral("symmetric"), colours.isSymmetric}, {QStringLiteral("low"), colours.low},
        {QStringLiteral("high"), colours.high}};
}

ColourChoice coloursOf(const QJsonObject& saved)
{
    ColourChoice colours;
    colours.map = saved[QStringLiteral("map")].toString(QStringLiteral("deep-sea")).toLatin1();
    colours.kind = static_cast<ScaleKind>(std::clamp(saved[QStringLiteral("scale")].toInt(), 0, 2));
    colours.isAutomatic = saved[QStringLiteral("automatic")].toBool(true);
    colours.isSymmetric = saved[QStringLiteral("symmetric")].toBool();
    colours.low = saved[QStringLiteral("low")].toDouble();
    colours.high = saved[QStringLiteral("high")].toDouble(1);
    return colours;
}

} // namespace

QJsonObject TensorDocument::save() const
{
    QHash<QString, Memory> memories = m_memories;
    if (isReady())
        memories[memoryKey()] = {m_plane, m_colours};
    QJsonObject saved;
    for (auto memory = memories.cbegin(); memory != memories.cend(); ++memory) {
        saved[memory.key()]
            = QJsonObject {{QStringLiteral("rows"), static_cast<qint64>(memory->plane.rowAxis)},
                {QStringLiteral("columns"), static_cast<qint64>(memory->plane.columnAxis)},
                {QStringLiteral("fixed"), toJson(memory->plane.fixedIndices)},
                {QStringLiteral("colours"), toJson(memory->colours)}};
    }
    return saved;
}

void TensorDocument::restore(const QJsonObject& saved)
{
    for (auto entry = saved.begin(); entry != saved.end(); ++entry) {
        // The shape is part of the key; what does not fit it is left out.
        const auto shape = core::parseShape(entry.key().section(u' ', 0, 0).toStdString());
        const QJsonObject values = entry->toObject();
        Memory memory;
        memory.plane.rowAxis = static_cast<std::size_t>(values[QStringLiteral("rows")].toInteger());
        memory.plane.columnAxis = static_cast<std::size_t>(values[QStringLiteral("columns")].toInteger());
        for (const QJsonValue index : values[QStringLiteral("fixed")].toArray())
            memory.plane.fixedIndices.push_back(index.toInteger());
        const std::size_t rank = shape ? shape->size() : 0;
        bool fits = shape && memory.plane.fixedIndices.size() == rank
            && (rank == 0 || (memory.plane.rowAxis < rank && memory.plane.columnAxis < rank));
        for (std::size_t axis = 0; fits && axis < rank; ++axis)
            fits = memory.plane.fixedIndices[axis] >= 0 && memory.plane.fixedIndices[axis] < (*shape)[axis];
        memory.colours = coloursOf(values[QStringLiteral("colours")].toObject());
        if (fits)
            m_memories[entry.key()] = memory;
    }
}

std::vector<TensorDocument::Sibling> TensorDocument::siblings() const
{
    std::vector<Sibling> result;
    if (m_isGiven || !m_tensor.isValid())
        return result;
    const core::DumpIndex& index = *m_tensor.root->index();
    const core::TensorRow& own = m_tensor.row();
    const core::FolderFacts& here = index.factsOf(m_tensor.id);
    bool severalRanks = false;
    std::vector<core::TensorId> ids;
    for (const core::TensorId id : index.tensorsOfOperator(own.opName)) {
        const core::TensorRow& row = index.tensor(id);
        if (row.io != own.io || row.slot != own.slot || row.occurrence != own.occurrence
            || row.entry != own.entry)
            continue;
        severalRanks = severalRanks || index.factsOf(id).rank != here.rank;
        ids.push_back(id);
    }
    std::stable_sort(ids.begin(), ids.end(), [&](core::TensorId a, core::TensorId b) {
        const core::FolderFacts& left = index.factsOf(a);
        const core::FolderFacts& right = index.factsOf(b);
        return std::tie(left.rank, left.step) < std::tie(right.rank, right.step);
    });
    for (const core::TensorId id : ids) {
        const core::FolderFacts& facts = index.factsOf(id);
        QString label = facts.step ? tr("step %1").arg(*facts.step) : QString();
        if (severalRanks && facts.rank)
            label = tr("rank %1").arg(*facts.rank) + (label.isEmpty() ? QString() : u' ' + label);
        result.push_back({{m_tensor.root, id}, label});
    }
    return result;
}

void TensorDocument::stepSibling(int by)
{
    const std::vector<Sibling> all = siblings();
    const auto here = std::find_if(
        all.begin(), all.end(), [this](const Sibling& sibling) { return sibling.tensor == m_tensor; });
    const std::ptrdiff_t at = here - all.begin() + by;
    if (here == all.end() || at < 0 || at >= static_cast<std::ptrdiff_t>(all.size()))
        return;
    // The plane, the colours and the probed element are taken along.
    const TensorRef next = all[static_cast<std::size_t>(at)].tensor;
    if (isReady())
        m_arrival = arrivalAt(next);
    if (m_isLinked && m_workbench.selection.tensor() == m_tensor)
        m_workbench.selection.select(next);
    else
        show(next);
}

TensorDocument::Arrival TensorDocument::arrivalAt(const TensorRef& tensor) const
{
    return {tensor, m_order, {m_plane, m_colours}, m_probe.value_or(ElementIndex {})};
}

} // namespace dumpscope::gui
