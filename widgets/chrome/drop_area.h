// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace dumpscope::gui {

/// Where dumps are dropped: the left half explores, the right one compares. The half that will act is
/// highlighted while something is dragged over.
class DropArea : public QWidget {
    Q_OBJECT
public:
    explicit DropArea(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void openRequested(const QStringList& paths);
    /// One path is the target of a comparison to come.
    void compareRequested(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    enum class Half : std::uint8_t { None, Explore, Compare };
    [[nodiscard]] Half halfFor(const QPointF& position, qsizetype paths) const;
    void paintHalf(QPainter& painter, const QRectF& rect, Half half) const;

    Half m_active = Half::None;
};

} // namespace dumpscope::gui
