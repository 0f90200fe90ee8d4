// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/plane_renderer.h"
#include "tensor/tensor_document.h"

#include <QAbstractListModel>
#include <QHash>

#include <set>

namespace dumpscope::gui {

/// Small pictures of all planes along an axis, in the colours and the one range they are given. Reads the
/// ones that were asked for, a few at a time; the others are empty. GUI thread.
class SliceGalleryModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// Within which a picture's longer side is chosen, in pixels.
    static constexpr int kLeastSide = 64, kMostSide = 768;

    explicit SliceGalleryModel(TensorDocument& document, QObject* parent = nullptr);

    /// Everything anew: another tensor, order, plane or axis.
    void show(std::size_t axis, const PlaneColours& colours, int side, qreal devicePixelRatio);
    [[nodiscard]] int side() const { return m_side; }
    /// How large the pictures of planes are whose longer side may have `side` pixels: whole pixels for each
    /// cell where there is room for one; thin planes are stretched. In device pixels.
    [[nodiscard]] static QSize pictureSize(std::uint64_t rows, std::uint64_t columns, int side);
    [[nodiscard]] QSize pictureSize() const; ///< in device pixels
    /// Letters of the longest index along an axis of the document.
    [[nodiscard]] int longestText(std::size_t axis) const;
    /// The plane of a row.
    [[nodiscard]] core::PlaneSpec planeOf(int row) const;
    void clear();
    [[nodiscard]] std::size_t axis() const { return m_axis; }
    /// Row of the document's plane; -1 when it is none of these planes.
    [[nodiscard]] int currentRow() const;
    /// Reads what of these rows is not there yet.
    void want(int first, int last);
    [[nodiscard]] bool isSettled() const { return m_wanted.empty() && !isRunning(m_reading); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// The picture (Qt::DecorationRole), "[0,12,:,:]" (Qt::DisplayRole).
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void readNext();

    TensorDocument& m_document;
    std::size_t m_axis = 0;
    int m_count = 0;
    PlaneColours m_colours;
    int m_side = kLeastSide;
    qreal m_ratio = 1;
    QHash<int, QImage> m_pictures;
    std::set<int> m_wanted;
    LatestOnly m_reading;
};

} // namespace dumpscope::gui
