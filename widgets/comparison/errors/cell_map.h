// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstddef>
#include <optional>

class QPainter;

namespace dumpscope::gui {

/// Cells in columns and rows that fill their room: one is chosen by a click, or with the arrow keys and
/// Return; a tip describes the one under the mouse.
class CellMap : public QWidget {
    Q_OBJECT
public:
    explicit CellMap(QWidget* parent);

    struct Place {
        std::size_t column = 0, row = 0;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] std::optional<Place> placeAt(const QPointF& point) const;
    [[nodiscard]] QRectF rectOf(const Place& place) const;
    [[nodiscard]] virtual QString describe(const Place& place) const = 0;

protected:
    [[nodiscard]] virtual std::size_t columns() const = 0;
    [[nodiscard]] virtual std::size_t rows() const = 0;
    /// Where the cells are.
    [[nodiscard]] virtual QRectF room() const = 0;
    /// What a click does, for the tip.
    [[nodiscard]] virtual QString clickText() const = 0;
    virtual void choose(const Place& place) = 0;
    /// Of the cells that one pixel stands for, where they are narrower, the one that counts.
    [[nodiscard]] virtual Place chosenOf(const Place& place) const { return place; }

    [[nodiscard]] const Place& current() const { return m_current; }
    void setCurrent(const Place& place);
    void paintFocus(QPainter& painter) const;
    /// Around the cell and over nothing of it, seen on every colour.
    void paintFrame(QPainter& painter, const QRectF& cell) const;

    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// For a pen of two pixels.
    [[nodiscard]] static QRectF frameAround(QRectF cell);

    void move(qint64 columns, qint64 rows);

    Place m_current;
};

} // namespace dumpscope::gui
