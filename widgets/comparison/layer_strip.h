// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "compare/layer_grid.h"
#include "compare/pair_table.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

namespace dumpscope::gui {

/// The worst verdict of every numbered block of the network (columns) in every rank (rows). A cell is chosen
/// by a click, or with the arrow keys and Return. Hidden below two blocks or two ranks.
class LayerStrip : public QWidget {
    Q_OBJECT
public:
    explicit LayerStrip(TaskRunner& tasks, QWidget* parent = nullptr);

    /// Counts in the background, and seldom while rows arrive. Null: nothing is shown.
    void setPairs(std::shared_ptr<const core::PairTable> pairs, bool isGrown);
    void setGrid(core::LayerGrid grid);
    [[nodiscard]] bool isSettled() const;
    /// Hidden whatever there is, where the room is needed for more.
    void setRoom(bool hasRoom);

    struct Place {
        std::size_t layer = 0, rank = 0;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] std::optional<Place> placeAt(const QPointF& point) const;
    [[nodiscard]] QRectF rectOf(const Place& place) const;
    /// The filter of Results that leaves the pairs of a cell.
    [[nodiscard]] QString filterOf(const Place& place) const;
    /// "layers/3, rank 2: 3 fail, …".
    [[nodiscard]] QString describe(const Place& place) const;

signals:
    /// `worst`: a pair of the cell that has its verdict.
    void chosen(const QString& filter, quint64 worst);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void measure();
    void count();
    void choose(const Place& place);
    void move(int layers, int ranks);
    void paintCell(QPainter& painter, const Place& place) const;
    void paintLabels(QPainter& painter) const;
    [[nodiscard]] bool isWorthShowing() const
    {
        return m_hasRoom && m_grid.layers.size() > 1 && m_grid.ranks.size() > 1;
    }

    TaskRunner& m_tasks;
    std::shared_ptr<const core::PairTable> m_pairs;
    core::LayerGrid m_grid;
    LatestOnly m_counting;
    QTimer m_later;
    Place m_current;
    bool m_hasRoom = true;
};

} // namespace dumpscope::gui
