// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "async/task_runner.h"
#include "compare/tables/layer_grid.h"
#include "compare/tables/pair_table.h"
#include "comparison/errors/cell_map.h"

#include <memory>

namespace dumpscope::gui {

/// The worst verdict of every numbered block of the network (columns) in every rank (rows). Hidden below two
/// blocks or two ranks.
class LayerStrip : public CellMap {
    Q_OBJECT
public:
    explicit LayerStrip(TaskRunner& tasks, QWidget* parent = nullptr);

    /// Counts in the background, and seldom while rows arrive. Null: nothing is shown.
    void setPairs(std::shared_ptr<const core::PairTable> pairs, bool isGrown);
    void setGrid(core::LayerGrid grid);
    [[nodiscard]] bool isSettled() const;
    /// Hidden whatever there is, where the room is needed for more.
    void setRoom(bool hasRoom);

    /// The filter of Results that leaves the pairs of a cell.
    [[nodiscard]] QString filterOf(const Place& place) const;
    /// "layers/3, rank 2: 3 fail, …".
    [[nodiscard]] QString describe(const Place& place) const override;

signals:
    /// `worst`: a pair of the cell that has its verdict.
    void chosen(const QString& filter, quint64 worst);

protected:
    [[nodiscard]] std::size_t columns() const override { return m_grid.layers.size(); }
    [[nodiscard]] std::size_t rows() const override { return m_grid.ranks.size(); }
    [[nodiscard]] QRectF room() const override;
    [[nodiscard]] QString clickText() const override;
    void choose(const Place& place) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void measure();
    void count();
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
    DueTimer m_later;
    bool m_hasRoom = true;
};

} // namespace dumpscope::gui
