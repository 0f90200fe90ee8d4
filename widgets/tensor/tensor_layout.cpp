// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_layout.h"

#include "common/core_text.h"
#include "tensor/format_axes.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// "NC1HWC0" -> N C1 H W C0: a capital begins an axis, what follows belongs to it.
QStringList lettersOf(const QString& format)
{
    static const QRegularExpression letter(QStringLiteral("[A-Z][a-z]?[0-9]?"));
    QStringList names;
    for (auto match = letter.globalMatch(format); match.hasNext();)
        names.append(match.next().captured());
    return names;
}

QStringList numbered(std::size_t rank)
{
    QStringList names;
    for (std::size_t axis = 0; axis < rank; ++axis)
        names.append(QString::number(axis));
    return names;
}

/// Names of device formats whose own name is not a list of their axes.
QStringList fractalAxes(core::MemoryFormat format, std::size_t rank)
{
    if (format == core::MemoryFormat::FractalNZ && rank >= 4) {
        QStringList names = numbered(rank - 4);
        return names << QStringLiteral("N1") << QStringLiteral("M1") << QStringLiteral("M0")
                     << QStringLiteral("N0");
    }
    if (format == core::MemoryFormat::FractalZ && rank == 4)
        return {QStringLiteral("C1HW"), QStringLiteral("N1"), QStringLiteral("N0"), QStringLiteral("C0")};
    return {};
}

/// Context of the sentences below.
struct LayoutText {
    Q_DECLARE_TR_FUNCTIONS(PlaneRequest)
};

} // namespace

QStringList axisNames(const core::TensorView& view, core::Order order, core::MemoryFormat named)
{
    const std::size_t rank = view.shapeIn(order).size();
    QStringList names;
    if (order == core::Order::Logical) {
        names = lettersOf(fromCore(core::axesOf(view.storage.logicalFormat)));
        if (names.size() != static_cast<qsizetype>(rank) && !view.isRearranged())
            names = lettersOf(fromCore(core::axesOf(view.storage.format)));
        if (names.size() != static_cast<qsizetype>(rank) && !view.isRearranged())
            names = lettersOf(fromCore(core::axesOf(named)));
    } else {
        names = fractalAxes(view.storage.format, rank);
        if (names.isEmpty())
            names = lettersOf(fromCore(core::formatName(view.storage.format)));
    }
    return names.size() == static_cast<qsizetype>(rank) ? names : numbered(rank);
}

QString orderName(const core::TensorView& view, core::Order order)
{
    const core::MemoryFormat format
        = order == core::Order::Storage ? view.storage.format : view.storage.logicalFormat;
    const QString name = fromCore(core::formatName(format));
    return name.isEmpty() || format == core::MemoryFormat::Unspecified ? QStringLiteral("ND") : name;
}

QString indexText(const ElementIndex& index)
{
    QStringList parts;
    for (const std::int64_t at : index)
        parts.append(QString::number(at));
    return u'[' + parts.join(u',') + u']';
}

QString planeText(std::size_t rank, const core::PlaneSpec& plane)
{
    QStringList parts;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis == plane.rowAxis || axis == plane.columnAxis)
            parts.append(QStringLiteral(":"));
        else
            parts.append(QString::number(axis < plane.fixedIndices.size() ? plane.fixedIndices[axis] : 0));
    }
    return parts.join(u',');
}

core::PlaneSpec defaultPlane(std::size_t rank)
{
    core::PlaneSpec plane;
    plane.columnAxis = rank == 0 ? 0 : rank - 1;
    plane.rowAxis = rank < 2 ? plane.columnAxis : rank - 2;
    plane.fixedIndices.assign(rank, 0);
    return plane;
}

ElementIndex unravelled(std::uint64_t flat, std::span<const std::int64_t> shape)
{
    ElementIndex index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto length = static_cast<std::uint64_t>(std::max<std::int64_t>(1, shape[axis]));
        index[axis] = static_cast<std::int64_t>(flat % length);
        flat /= length;
    }
    return index;
}

std::uint64_t ravelled(const ElementIndex& index, std::span<const std::int64_t> shape)
{
    std::uint64_t flat = 0;
    for (std::size_t axis = 0; axis < shape.size() && axis < index.size(); ++axis)
        flat = flat * static_cast<std::uint64_t>(shape[axis]) + static_cast<std::uint64_t>(index[axis]);
    return flat;
}

std::optional<PlaneRequest> parsePlaneRequest(const QString& text, std::span<const std::int64_t> shape,
    const core::PlaneSpec& current, PlaneRequestError& error)
{
    const auto refuse = [&error](qsizetype column, const QString& sentence) -> std::optional<PlaneRequest> {
        error = {static_cast<int>(column), sentence};
        return std::nullopt;
    };
    QString inner = text;
    for (const QChar bracket : {u'[', u']', u'(', u')'})
        inner.replace(bracket, u' ');
    ElementIndex numbers(shape.size(), 0);
    std::vector<std::size_t> shown;
    qsizetype column = 0;
    const QStringList parts = inner.trimmed().isEmpty() ? QStringList() : inner.split(u',');
    for (qsizetype i = 0; i < parts.size(); column += parts[i].size() + 1, ++i) {
        const QString part = parts[i].trimmed();
        const auto axis = static_cast<std::size_t>(i);
        if (axis >= shape.size())
            return refuse(column, LayoutText::tr("The tensor has %1 axes.").arg(shape.size()));
        if (part == u":") {
            shown.push_back(axis);
            continue;
        }
        bool isNumber = false;
        const std::int64_t number = part.toLongLong(&isNumber);
        const std::int64_t at = number < 0 ? number + shape[axis] : number;
        if (!isNumber || at < 0 || at >= shape[axis])
            return refuse(
                column, LayoutText::tr("Axis %1 takes 0 to %2, or a colon.").arg(axis).arg(shape[axis] - 1));
        numbers[axis] = at;
    }
    if (parts.size() != static_cast<qsizetype>(shape.size()))
        return refuse(text.size(), LayoutText::tr("The tensor has %1 axes.").arg(shape.size()));
    if (shown.empty())
        return PlaneRequest {std::nullopt, numbers};
    if (shown.size() > 2)
        return refuse(text.size(), LayoutText::tr("At most two axes take a colon."));
    core::PlaneSpec plane;
    plane.fixedIndices = numbers;
    plane.rowAxis = shown.front();
    plane.columnAxis = shown.back();
    if (shown.size() == 2 && current.rowAxis == plane.columnAxis && current.columnAxis == plane.rowAxis)
        std::swap(plane.rowAxis, plane.columnAxis);
    return PlaneRequest {plane, {}};
}

} // namespace dumpscope::gui
