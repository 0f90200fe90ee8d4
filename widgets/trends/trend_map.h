// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/errors/cell_map.h"
#include "trends/trend_picture.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::gui {

/// A plane of figures as colours: names of lines on the left, steps or ranks below. NaN and infinities have
/// marks that no cell is too small for, and so has the first anomaly.
class TrendMap : public CellMap {
    Q_OBJECT
public:
    explicit TrendMap(QWidget* parent);

    /// Null: nothing is shown.
    void setPicture(std::shared_ptr<const TrendPicture> picture);
    [[nodiscard]] const TrendPicture* picture() const { return m_picture.get(); }
    /// Numbers of cells of the run: those in which a rule holds, the first anomaly first.
    void setMarked(std::vector<std::size_t> cells);
    void setChosen(std::optional<std::size_t> cell);
    /// Columns that have their names below, the first and the last one among them, and where these begin.
    [[nodiscard]] std::vector<std::pair<double, std::size_t>> namedColumns() const;
    [[nodiscard]] QString describe(const Place& place) const override;

signals:
    void cellChosen(quint64 cell);

protected:
    [[nodiscard]] std::size_t columns() const override { return m_picture ? m_picture->plane.columns : 0; }
    [[nodiscard]] std::size_t rows() const override { return m_picture ? m_picture->plane.lines : 0; }
    [[nodiscard]] QRectF room() const override;
    [[nodiscard]] QString clickText() const override { return tr("Click to choose this tensor."); }
    void choose(const Place& place) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QString lineName(std::size_t line) const;
    [[nodiscard]] QString columnName(std::size_t column) const;
    void paintNames(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintColours(QPainter& painter) const;
    void measureNames();

    std::shared_ptr<const TrendPicture> m_picture;
    int m_colourRoom = 0; ///< of the bar of colours with its numbers; 0: there is none
    int m_widestName = 0; ///< of the picture: where a cell is, is asked for every one of them
    std::vector<std::size_t> m_marked;
    std::optional<std::size_t> m_chosen;
};

} // namespace dumpscope::gui
