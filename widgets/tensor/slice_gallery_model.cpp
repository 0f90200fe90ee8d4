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

/// Whole pixels for each cell; thin planes are stretched.
QImage pictureOf(const PlaneData& plane, const PlaneColours& colours, int side, qreal ratio)
{
    const PlaneTile& tile = plane.overview;
    const std::uint64_t longest = std::max({std::uint64_t {1}, tile.rows, tile.columns});
    const std::uint64_t square = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(side) / longest);
    const auto cell = [square](std::uint64_t count) {
        return std::max(square, (kThinnest + count - 1) / std::max<std::uint64_t>(1, count));
    };
    const std::uint64_t width = cell(tile.columns), height = cell(tile.rows);
    const PlaneMapping mapping {0, 0, static_cast<double>(width) / static_cast<double>(tile.blockColumns),
        static_cast<double>(height) / static_cast<double>(tile.blockRows)};
    return renderPlane(plane, nullptr, mapping,
        QSize(static_cast<int>(tile.columns * width), static_cast<int>(tile.rows * height)), colours, ratio);
}

} // namespace

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
        [stream = m_document.stream(), planes, reduction = m_document.reduction(), colours = m_colours, side,
            ratio = m_ratio](core::TaskContext& task) -> core::Result<Pictures> {
            Pictures pictures;
            for (const auto& [row, plane] : planes) {
                TRY_ASSIGN(const PlaneData data, loadPlane(stream, plane, reduction, nullptr, task, side));
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
