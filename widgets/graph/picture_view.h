// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QWidget>

#include <optional>

namespace dumpscope::gui {

/// What a widget shows of a picture: how large, and from which point on. GUI thread.
class PictureView : public QObject {
    Q_OBJECT
public:
    /// What stays where it is when the widget gets another size.
    struct Place {
        double zoom = 1;
        QPointF middle;
    };

    explicit PictureView(const QWidget& widget)
        : m_widget(widget)
    {
    }

    /// Of the picture; nullopt: there is none.
    void setWhole(const std::optional<QRectF>& whole) { m_whole = whole; }
    /// What lies over the lower edge of the widget while it is shown; outlives this.
    void setOver(const QWidget* over) { m_over = over; }
    /// Empty where there is no picture.
    [[nodiscard]] QRectF whole() const { return m_whole.value_or(QRectF()); }

    [[nodiscard]] double zoom() const { return m_zoom; }
    /// Point of the picture in the corner of the widget.
    [[nodiscard]] QPointF origin() const { return m_origin; }
    [[nodiscard]] QPointF toPicture(const QPointF& position) const { return m_origin + position / m_zoom; }
    [[nodiscard]] QRectF toScreen(const QRectF& rect) const;
    /// Of the picture.
    [[nodiscard]] QRectF seen() const { return {m_origin, QSizeF(m_widget.size()) / m_zoom}; }

    void set(double zoom, const QPointF& origin);
    /// All of it, above what lies over the widget, never larger than 100 %.
    void fit();
    /// Its beginning, at a size that can be read; false: all of it can be.
    bool beginReadable();
    /// `around`, in the widget, stays where it is.
    void zoomBy(double factor, const QPointF& around);
    void moveBy(const QPointF& pixels);
    void moveMiddle(const QPointF& to);
    /// Scrolls as little as needed; what was out of sight comes to one third.
    void ensureVisible(const QRectF& rect, bool isCovered);

    // Without a notification, where one follows.
    /// What the picture shows has moved in it.
    void follow(const QPointF& shift) { m_origin += shift; }
    /// The middle stays in the middle.
    void keepMiddle(const QSize& before, const QSize& now);

    /// Also of a view that is still to come.
    [[nodiscard]] Place place() const { return m_next ? *m_next : Place {m_zoom, seen().center()}; }
    void setNext(const std::optional<Place>& next) { m_next = next; }
    /// False: none was set.
    bool goToNext();

signals:
    void changed();

private:
    [[nodiscard]] QSizeF room() const;

    const QWidget& m_widget;
    const QWidget* m_over = nullptr;
    std::optional<QRectF> m_whole;
    double m_zoom = 1;
    QPointF m_origin;
    std::optional<Place> m_next;
};

} // namespace dumpscope::gui
