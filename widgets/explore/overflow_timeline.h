// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace dumpscope::gui {

/// When records happened: a line per rank, a box per step, a mark per record at its time within the
/// step. A click or the arrow keys choose a record.
class OverflowTimeline : public QWidget {
    Q_OBJECT
public:
    struct Mark {
        int item = 0;
        QString rank, step;
        quint64 time = 0; ///< 0: unknown
    };
    explicit OverflowTimeline(QWidget* parent = nullptr);
    void setMarks(std::vector<Mark> marks);
    void setCurrent(int item);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// With that many ranks.
    [[nodiscard]] int heightOf(int rows) const;

signals:
    void itemChosen(int item);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF box(int rank, int step) const;
    [[nodiscard]] QRectF markAt(std::size_t mark) const;
    [[nodiscard]] int rowHeightHere() const;

    std::vector<Mark> m_marks;
    std::vector<double> m_places; ///< within the step's box, 0..1
    QStringList m_ranks, m_steps;
    int m_current = -1;
};

} // namespace dumpscope::gui
