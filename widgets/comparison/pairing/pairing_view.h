// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_edits.h"
#include "comparison/pairing/pairing_table.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Both sides' operators with links between them. An operator is dragged onto one of the other side, or one
/// is chosen on each side. Only what is on screen is painted.
class PairingView : public QAbstractScrollArea {
    Q_OBJECT
public:
    enum class Show : std::uint8_t { All, Unpaired, Suggestions, ByHand };
    struct Place {
        bool isTarget = true;
        std::uint32_t op = 0;
        bool operator==(const Place&) const = default;
    };
    explicit PairingView(QWidget* parent = nullptr);

    /// Chosen operators stay chosen by name.
    void setPicture(std::shared_ptr<const PairingPicture> picture);
    [[nodiscard]] const PairingPicture& picture() const { return *m_picture; }
    [[nodiscard]] const std::shared_ptr<const PairingPicture>& sharedPicture() const { return m_picture; }
    void setShow(Show show);
    void setFilter(const core::FilterExpression& filter);
    [[nodiscard]] std::size_t shownLines() const { return m_lines.size(); }

    [[nodiscard]] std::optional<std::uint32_t> chosen(bool isTarget) const
    {
        return isTarget ? m_target : m_golden;
    }
    /// The side that keys move on.
    [[nodiscard]] bool isOnTarget() const { return m_isOnTarget; }
    void choose(const Place& place) { chooseAll({place}); }
    /// Of both sides with one notification, none where they are chosen already; the last one is in front.
    void chooseAll(const std::vector<Place>& places);
    void goToOtherSide();
    /// To the next line that is shown, around the end; on the side where the filter finds something.
    void step(int by);
    [[nodiscard]] bool isDragging() const { return m_isDragging; }
    /// The link between the chosen operators, or the first of the chosen one.
    [[nodiscard]] std::optional<std::uint32_t> chosenLink() const;
    [[nodiscard]] QRect rectOf(const Place& place) const;

signals:
    void chosenChanged();
    void pairRequested(quint32 target, quint32 golden);
    /// What letting go here would do; empty: nothing.
    void dropOffered(const QString& words);
    void opened(quint32 link);
    void menuRequested(const QPoint& globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuildLines();
    void bringIntoView(const Place& place);
    void updateScroll();
    void move(int by);
    [[nodiscard]] bool isShown(const PairingPicture::Line& line) const;
    [[nodiscard]] bool passes(const Place& place) const;
    [[nodiscard]] std::optional<Place> placeAt(const QPoint& point) const;
    [[nodiscard]] int columnWidth() const;
    [[nodiscard]] int lineHeight() const;
    /// Line on screen of an operator; -1: it is left out.
    [[nodiscard]] int lineOf(const Place& place) const;
    void paintOperator(QPainter& painter, const Place& place) const;
    void paintLink(QPainter& painter, const PairingPicture::Link& link) const;
    void notifyAccessible();
    void endDrag();

    std::shared_ptr<const PairingPicture> m_picture = std::make_shared<const PairingPicture>();
    std::vector<PairingPicture::Line> m_lines;
    std::vector<std::int32_t> m_targetLines, m_goldenLines; ///< by operator; -1: not shown
    Show m_show = Show::All;
    PairingTable m_table {m_picture};
    core::FilterExpression m_filter;
    std::optional<std::uint32_t> m_target, m_golden;
    bool m_isOnTarget = true;
    std::optional<Place> m_pressed, m_over;
    QPoint m_pressedAt, m_dragAt;
    bool m_isDragging = false;
};

} // namespace dumpscope::gui
