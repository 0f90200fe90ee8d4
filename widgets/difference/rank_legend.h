// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::gui {

class Theme;

/// The same for a rank wherever it is; neighbours differ, also for those who see few hues.
[[nodiscard]] QColor rankColour(std::uint64_t rank, const Theme& theme);

/// A square of its colour beside each rank, in their order, as many as there is room for. One is chosen by a
/// click, or with the arrow keys and Return.
class RankLegend : public QWidget {
    Q_OBJECT
public:
    explicit RankLegend(QWidget* parent);

    void setRanks(std::vector<std::int64_t> ranks);
    [[nodiscard]] QRect rectOf(std::size_t number) const;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(qint64 rank);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int widthOf(std::int64_t rank) const;
    [[nodiscard]] std::optional<std::size_t> numberAt(const QPoint& point) const;
    [[nodiscard]] std::size_t shown() const; ///< as many as there is room for
    [[nodiscard]] QString describe(std::size_t number) const;

    std::vector<std::int64_t> m_ranks;
    std::size_t m_current = 0;
};

} // namespace dumpscope::gui
