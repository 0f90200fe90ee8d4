// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "tensor/plane_table_model.h"

#include <array>

namespace dumpscope::gui {

/// The plane of a pair as numbers: three lines for every row of the plane, target, golden and difference, so
/// that what belongs together stands together. As large as the plane, read in blocks where it is in view.
/// GUI thread.
class PairGridModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Line : std::uint8_t { Target, Golden, Difference, LineCount };
    /// Rows and columns of the plane at a time.
    static constexpr std::uint64_t kWindow = PlaneTableModel::kWindow / 4;

    explicit PairGridModel(DifferenceDocument& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] static Line lineOf(const QModelIndex& index)
    {
        return static_cast<Line>(index.row() % LineCount);
    }
    /// Row and column of the plane.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> cellOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(std::uint64_t row, std::uint64_t column, Line line) const;
    /// Moves the window so that the cell is in it.
    void moveTo(std::uint64_t row, std::uint64_t column);
    /// Bits and hexadecimal digits are those of both sides; the difference stays a number.
    void setFormat(const NumberFormat& format);
    /// Cells get up to a third of the colour by the size of their difference; an invalid one: none.
    void setTint(const QColor& tint);
    [[nodiscard]] bool isSettled() const;

signals:
    void widened(int characters); ///< the longest text so far

private:
    void wire(PlaneTableModel* lines, Line line);
    [[nodiscard]] QVariant tintAt(const QModelIndex& place) const;

    DifferenceDocument& m_document;
    std::array<PlaneTableModel*, LineCount> m_lines;
    QColor m_tint;
};

} // namespace dumpscope::gui
