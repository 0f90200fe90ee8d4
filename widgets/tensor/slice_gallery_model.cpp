// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice_gallery_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kAtOnce = 8; ///< pictures a task
constexpr int kMostKept = 1024;
constexpr std::uint64_t kThinnest = 16; ///< pixels of a side with few cells

using Pictures = std::vector<std::pair<int, QImage>>;

QImage pictureOf(const PlaneData& plane, const PlaneColours& colours, int side, qreal ratio)
{
    const QSize size = SliceGalleryModel::pictureSize(plane.rows, plane.columns, side);
    const PlaneMapping mapping {0, 0, size.width() / static_cast<double>(plane.columns),
        size.height() / static_cast<double>(plane.rows)};
    return renderPlane(plane, nullptr, mapping, size, colours, ratio);
}

} // namespace

QSize SliceGalleryModel::pictureSize(std::uint64_t rows, std::uint64_t columns, int side)
{
    const auto most = static_cast<double>(std::max({std::uint64_t {1}, rows, columns}));
    const double square = side >= most ? std::floor(side / most) : side / most;
    const auto length = [&](std::uint64_t count) {
        const double pixels = square * static_cast<double>(count);
        if (pixels >= kThinnest || count == 0)
            return static_cast<int>(pixels);
        return static_cast<int>(count >= kThinnest ? kThinnest : count * ((kThinnest + count - 1) / count));
    };
    return {length(columns), length(rows)};
}

QSize SliceGalleryModel::pictureSize() const
{
    if (!m_document.isReady())
        return {};
    return pictureSize(
        m_document.rows(), m_document.columns(), static_cast<int>(std::lround(m_side * m_ratio)));
}

SliceGalleryModel::SliceGalleryModel(TensorDocument& document, QObject* parent)
    : QAbstractListModel(parent)
    , m_document(document)
{
}

void SliceGalleryModel::show(std::size_t axis, const PlaneColours& colours, int side, qreal devicePixelRatio)
{
    beginResetModel();
    m_reading.cancel();
    m_wanted.clear();
    m_pictures.clear();
    m_axis = axis;
    m_colours = colours;
    m_side = std::clamp(side, kLeastSide, kMostSide);
    m_ratio = devicePixelRatio;
    m_count
        = static_cast<int>(std::min<std::int64_t>(m_document.shape()[axis], std::numeric_limits<int>::max()));
    endResetModel();
}

void SliceGalleryModel::clear()
{
    beginResetModel();
    m_reading.cancel();
    m_wanted.clear();
    m_pictures.clear();
    m_count = 0;
    endResetModel();
}

int SliceGalleryModel::currentRow() const
{
    if (m_count == 0 || !m_document.isReady() || m_axis >= m_document.plane().fixedIndices.size())
        return -1;
    return static_cast<int>(m_document.plane().fixedIndices[m_axis]);
}

core::PlaneSpec SliceGalleryModel::planeOf(int row) const
{
    core::PlaneSpec plane = m_document.plane();
    plane.fixedIndices[m_axis] = row;
    return plane;
}

int SliceGalleryModel::longestText(std::size_t axis) const
{
    if (!m_document.isReady() || axis >= m_document.shape().size())
        return 0;
    core::PlaneSpec last = m_document.plane();
    last.fixedIndices[axis] = m_document.shape()[axis] - 1;
    return static_cast<int>(planeText(m_document.shape().size(), last).size()) + 2;
}

void SliceGalleryModel::want(int first, int last)
{
    m_wanted.clear();
    for (int row = std::max(0, first); row <= std::min(last, m_count - 1); ++row) {
        if (!m_pictures.contains(row))
            m_wanted.insert(row);
    }
    if (!isRunning(m_reading))
        readNext();
}

void SliceGalleryModel::readNext()
{
    if (m_wanted.empty() || !m_document.isReady())
        return;
    std::vector<std::pair<int, core::PlaneSpec>> planes;
    for (auto row = m_wanted.begin(); row != m_wanted.end() && planes.size() < kAtOnce;
         row = m_wanted.erase(row))
        planes.emplace_back(*row, planeOf(*row));
    const auto side = static_cast<std::uint64_t>(std::lround(m_side * m_ratio));
    m_document.read<Pictures>(
        m_reading, Lane::Interactive, tr("Reading slices"),
        [stream = m_document.stream(), planes, reduction = m_document.reduction(),
            padding = m_document.padding(), colours = m_colours, side,
            ratio = m_ratio](core::TaskContext& task) -> core::Result<Pictures> {
            Pictures pictures;
            for (const auto& [row, plane] : planes) {
                TRY_ASSIGN(
                    const PlaneData data, loadPlane(stream, plane, reduction, padding.get(), task, 2 * side));
                pictures.emplace_back(row, pictureOf(data, colours, static_cast<int>(side), ratio));
            }
            TRY_VOID(stream.view().bytes.check());
            return pictures;
        },
        [this](const Pictures& pictures) {
            if (m_pictures.size() > kMostKept)
                m_pictures.clear();
            for (const auto& [row, picture] : pictures) {
                m_pictures.insert(row, picture);
                const QModelIndex at = index(row);
                emit dataChanged(at, at, {Qt::DecorationRole});
            }
            readNext();
        },
        TensorDocument::Scope::Tensor);
}

int SliceGalleryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant SliceGalleryModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)
        || !m_document.isReady())
        return {};
    if (role == Qt::DecorationRole)
        return m_pictures.value(index.row());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return QString(u'[' + planeText(m_document.shape().size(), planeOf(index.row())) + u']');
    return {};
}

} // namespace dumpscope::gui
