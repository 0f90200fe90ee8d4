// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/view_memory.h"

#include "common/core_text.h"
#include "tensor/shape.h"

#include <QJsonArray>

#include <algorithm>

namespace dumpscope::gui {

namespace {

QJsonArray jsonOf(const std::vector<std::int64_t>& numbers)
{
    QJsonArray array;
    for (const std::int64_t number : numbers)
        array.append(static_cast<qint64>(number));
    return array;
}

QJsonObject jsonOf(const ColourChoice& colours)
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

QString ViewMemory::keyOf(const core::Shape& shape, core::Order order)
{
    const QString kind = order == core::Order::Logical ? QString() : QStringLiteral(" storage");
    return fromCore(core::shapeText(shape)) + kind;
}

const ViewMemory::View* ViewMemory::find(const QString& key) const
{
    const auto view = m_views.constFind(key);
    return view == m_views.cend() ? nullptr : &*view;
}

QJsonObject ViewMemory::toJson() const
{
    QJsonObject saved;
    for (auto view = m_views.cbegin(); view != m_views.cend(); ++view) {
        saved[view.key()] = QJsonObject {{QStringLiteral("rows"), static_cast<qint64>(view->plane.rowAxis)},
            {QStringLiteral("columns"), static_cast<qint64>(view->plane.columnAxis)},
            {QStringLiteral("fixed"), jsonOf(view->plane.fixedIndices)},
            {QStringLiteral("colours"), jsonOf(view->colours)}};
    }
    return saved;
}

void ViewMemory::restore(const QJsonObject& saved)
{
    for (auto entry = saved.begin(); entry != saved.end(); ++entry) {
        const auto shape = core::parseShape(entry.key().section(u' ', 0, 0).toStdString());
        const QJsonObject values = entry->toObject();
        View view;
        view.plane.rowAxis = static_cast<std::size_t>(values[QStringLiteral("rows")].toInteger());
        view.plane.columnAxis = static_cast<std::size_t>(values[QStringLiteral("columns")].toInteger());
        for (const QJsonValue index : values[QStringLiteral("fixed")].toArray())
            view.plane.fixedIndices.push_back(index.toInteger());
        const std::size_t rank = shape ? shape->size() : 0;
        bool fits = shape && view.plane.fixedIndices.size() == rank
            && (rank == 0 || (view.plane.rowAxis < rank && view.plane.columnAxis < rank));
        for (std::size_t axis = 0; fits && axis < rank; ++axis)
            fits = view.plane.fixedIndices[axis] >= 0 && view.plane.fixedIndices[axis] < (*shape)[axis];
        view.colours = coloursOf(values[QStringLiteral("colours")].toObject());
        if (fits)
            m_views[entry.key()] = view;
    }
}

} // namespace dumpscope::gui
