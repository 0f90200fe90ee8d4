// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/errors/cell_map.h"
#include "heatmap/value_scale.h"

#include <QImage>
#include <QStringList>

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Errors in rows and columns as colours, all of them in sight: where cells are narrower than a pixel, the
/// largest of them has it. GUI thread.
class ErrorMap : public CellMap {
    Q_OBJECT
public:
    struct Line {
        QString name;
        QStringList texts;   ///< by column; as many are shown as have room
        bool isEven = false; ///< at equal distances
    };
    struct Content {
        QStringList rows;
        std::size_t columns = 0;
        std::vector<float> errors; ///< row by row; NaN: there is none
        std::vector<Line> lines;   ///< below the cells
        Line signedRow;            ///< its name; a last row of differences, where there is one
        std::vector<float> differences;
        std::vector<std::size_t> begins;                      ///< columns that a line stands before
        double far = std::numeric_limits<double>::infinity(); ///< larger errors are marked
        std::optional<Place> first;                           ///< has the flag
    };
    explicit ErrorMap(QWidget* parent);

    /// `describe`: of a cell, for its tip and for screen readers. `click`: what choosing it does.
    void setContent(Content content, std::function<QString(const Place&)> describe, const QString& click);
    [[nodiscard]] const Content& content() const { return m_content; }
    [[nodiscard]] QString describe(const Place& place) const override;
    [[nodiscard]] float errorAt(const Place& place) const;
    [[nodiscard]] QRgb colourOf(const Place& place) const;

signals:
    void chosen(const dumpscope::gui::CellMap::Place& place);

protected:
    /// Of what is above and below the cells.
    [[nodiscard]] int heightBeside() const;
    [[nodiscard]] std::size_t columns() const override { return m_content.columns; }
    [[nodiscard]] std::size_t rows() const override;
    [[nodiscard]] QRectF room() const override;
    [[nodiscard]] QString clickText() const override { return m_click; }
    void choose(const Place& place) override { emit chosen(place); }
    [[nodiscard]] Place chosenOf(const Place& place) const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] bool hasDifferences() const { return !m_content.differences.empty(); }
    [[nodiscard]] bool isDifference(const Place& place) const
    {
        return hasDifferences() && place.row + 1 == rows();
    }
    [[nodiscard]] bool isWorse(const Place& place, const Place& than) const;
    [[nodiscard]] std::size_t columnsOfPixel() const;
    void measure();
    void makePicture();
    void paintCells(QPainter& painter) const;
    void paintCell(QPainter& painter, const Place& place) const;
    void paintRowNames(QPainter& painter) const;
    [[nodiscard]] std::size_t distanceOf(const Line& line) const;
    void paintLine(QPainter& painter, const Line& line, qreal top) const;
    void paintScale(QPainter& painter, qreal top) const;

    Content m_content;
    std::function<QString(const Place&)> m_describe;
    QString m_click;
    ValueScale m_scale, m_signedScale;
    bool m_isCapped = false; ///< larger errors look like the end of the scale
    int m_names = 0;         ///< width of the names of rows
    QImage m_picture;        ///< a pixel per cell, or per several; null: to be made
};

} // namespace dumpscope::gui
