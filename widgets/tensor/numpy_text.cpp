// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/numpy_text.h"

#include "common/core_text.h"
#include "model/dump_index.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace dumpscope::gui {

namespace {

struct NumpyWords {
    Q_DECLARE_TR_FUNCTIONS(NumpyText)
};

/// No device format has larger blocks.
constexpr std::int64_t kLooked = 1024;

QString rangeText(std::uint64_t first, std::uint64_t count)
{
    return count == 1 ? QString::number(first) : QStringLiteral("%1:%2").arg(first).arg(first + count);
}

QString quoted(QString path)
{
    path.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' + path + u'"';
}

/// The file that holds the tensor's bytes; of a member of an archive the archive.
QString fileOf(const TensorDocument& document)
{
    const core::DumpIndex& index = *document.tensor().root->index();
    const QString path = fromCore(index.fullPath(document.tensor().row().file));
    return QFileInfo(path).isFile() ? path : fromCore(index.root());
}

/// Nothing where there is nothing to add to a sum.
QString term(const QString& factor, std::int64_t stride)
{
    if (stride == 0)
        return {};
    return stride == 1 ? factor : factor + u'*' + QString::number(stride);
}

/// Where the elements along one axis lie, relative to the first: (i // block) * outer + i % block * inner.
struct AxisOffsets {
    std::int64_t size = 1, block = 1, outer = 0, inner = 0;

    std::int64_t at(std::int64_t i) const { return i / block * outer + i % block * inner; }

    QString text() const
    {
        const QString indices = QStringLiteral("np.arange(%1)").arg(size);
        if (block >= size)
            return inner == 0 ? indices + QStringLiteral("*0") : term(indices, inner);
        QStringList sum;
        for (const QString& part : {term(QStringLiteral("%1//%2").arg(indices).arg(block), outer),
                 term(QStringLiteral("%1%%2").arg(indices).arg(block), inner)}) {
            if (!part.isEmpty())
                sum.append(part);
        }
        return sum.join(u'+');
    }
};

std::int64_t elementOffset(const core::ElementStream& stream, std::uint64_t flat)
{
    return static_cast<std::int64_t>(stream.byteOffset(flat) * 8 / core::dtypeInfo(stream.dtype()).bits);
}

/// Nothing where the elements along the axis do not lie as a layout in blocks has them: its blocks are found
/// among the first ones, and the last one proves the rule.
std::optional<AxisOffsets> offsetsAlong(
    const core::ElementStream& stream, std::int64_t size, std::uint64_t step)
{
    const std::int64_t first = elementOffset(stream, 0);
    const auto offset
        = [&](std::int64_t i) { return elementOffset(stream, static_cast<std::uint64_t>(i) * step) - first; };
    AxisOffsets axis {.size = size, .block = size, .inner = size > 1 ? offset(1) : 0};
    for (std::int64_t i = 1; i < std::min(size, kLooked); ++i) {
        if (axis.block == size && offset(i) != i * axis.inner) {
            axis.block = i;
            axis.outer = offset(i);
        } else if (offset(i) != axis.at(i)) {
            return std::nullopt;
        }
    }
    if (offset(size - 1) != axis.at(size - 1))
        return std::nullopt;
    return axis;
}

/// The element indices of `stream` within the bytes, as an array of its shape; empty where a sum over the
/// axes does not give them (a grouped FRACTAL_Z).
QString gathering(const core::ElementStream& stream)
{
    const core::Shape& shape = stream.shape();
    std::uint64_t step = stream.count();
    std::int64_t last = elementOffset(stream, 0);
    QStringList sum;
    if (last != 0)
        sum.append(QString::number(last));
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        step /= static_cast<std::uint64_t>(shape[axis]);
        const auto offsets = offsetsAlong(stream, shape[axis], step);
        if (!offsets)
            return {};
        last += offsets->at(shape[axis] - 1);
        QString text = offsets->text();
        if (axis + 1 < shape.size())
            text
                = QStringLiteral("(%1)[:%2]")
                      .arg(text, QStringLiteral(",None").repeated(static_cast<int>(shape.size() - axis - 1)));
        sum.append(text);
    }
    return last == elementOffset(stream, stream.count() - 1) ? sum.join(QStringLiteral(" + ")) : QString();
}

QString shapeText(const core::Shape& shape)
{
    QStringList extents;
    for (const std::int64_t extent : shape)
        extents.append(QString::number(extent));
    return u'(' + extents.join(u',') + (extents.size() == 1 ? QStringLiteral(",)") : QStringLiteral(")"));
}

/// The whole tensor in the order that is shown.
NumpyText arrayText(const TensorDocument& document)
{
    const core::ElementStream& stream = document.stream();
    const core::TensorView& view = stream.view();
    const core::DTypeInfo& type = core::dtypeInfo(stream.dtype());
    const bool isWidened = stream.dtype() == core::DType::BFloat16; // the upper half of a float32
    QString descr = isWidened ? QStringLiteral("<u2") : QString::fromLatin1(type.npyDescr);
    if (descr.isEmpty())
        return {NumpyWords::tr("No NumPy expression: NumPy has no type %1.").arg(fromCore(type.name))};
    const QString path = fileOf(document);
    const bool isAsStored = !view.isRearranged() || document.order() == core::Order::Storage;
    if (path.endsWith(u".npy") && isAsStored && !isWidened && document.opened()->missing == 0)
        return {QStringLiteral("np.load(%1)").arg(quoted(path)), true};
    if (!document.opened()->fileOffset)
        return {NumpyWords::tr("No NumPy expression: no file holds the data as it is.")};
    if (view.bigEndian)
        descr.replace(u'<', u'>');
    const bool isInOrder = (isAsStored && view.strides.empty()) || stream.count() == 0;
    QString text = QStringLiteral("np.fromfile(%1, \"%2\", %3, offset=%4)")
                       .arg(quoted(fromCore(document.opened()->dataFile)), descr,
                           QString::number(isInOrder ? stream.count() : view.bytes.size() * 8 / type.bits),
                           QString::number(*document.opened()->fileOffset));
    if (isInOrder) {
        text += QStringLiteral(".reshape(%1)").arg(shapeText(stream.shape()));
    } else {
        const QString places = gathering(stream);
        if (places.isEmpty())
            return {NumpyWords::tr("No NumPy expression: the elements of this layout are not in a regular "
                                   "order. Export the tensor, or look at it as it is stored.")};
        text += QStringLiteral(".take(%1)").arg(places);
    }
    if (isWidened)
        text = QStringLiteral("(%1.astype(\"<u4\") << 16).view(\"<f4\")").arg(text);
    return {text, true};
}

NumpyText sliced(const TensorDocument& document, const QString& slice, bool isTurned)
{
    NumpyText array = arrayText(document);
    if (array.isText)
        array.text += QStringLiteral("[%1]").arg(slice.isEmpty() ? QStringLiteral("()") : slice)
            + (isTurned ? QStringLiteral(".T") : QString());
    return array;
}

} // namespace

QString windowSliceText(std::size_t rank, const core::PlaneSpec& plane, const core::PlaneWindow& window)
{
    QStringList parts;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis == plane.columnAxis)
            parts.append(rangeText(window.firstColumn, window.columns));
        else if (axis == plane.rowAxis)
            parts.append(rangeText(window.firstRow, window.rows));
        else
            parts.append(QString::number(axis < plane.fixedIndices.size() ? plane.fixedIndices[axis] : 0));
    }
    return parts.join(u',');
}

NumpyText numpyText(const TensorDocument& document, const QString& slice)
{
    return sliced(document, slice, false);
}

NumpyText numpyText(
    const TensorDocument& document, const core::PlaneSpec& plane, const core::PlaneWindow& window)
{
    const bool isTurned = plane.rowAxis > plane.columnAxis && window.rows > 1 && window.columns > 1;
    return sliced(document, windowSliceText(document.shape().size(), plane, window), isTurned);
}

} // namespace dumpscope::gui
