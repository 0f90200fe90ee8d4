// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "heatmap/heatmap_view.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>

#include <array>
#include <optional>

namespace dumpscope::gui {

class PlaneTitle;

/// The three pictures of a pair: target left, golden in the middle, the difference right, with linked zoom.
/// Target and golden can share one place, divided by a line to drag (swipe) or in turn (blink); where there
/// is no room for three, one of them is shown at a time.
class PlaneStage : public QWidget {
    Q_OBJECT
public:
    enum Plane : std::uint8_t { Target, Golden, Difference, PlaneCount };
    enum class Mode : std::uint8_t { Beside, Swipe, Blink };

    explicit PlaneStage(QWidget* parent = nullptr);

    [[nodiscard]] HeatmapView* view(Plane plane) const { return m_views[plane]; }
    void setTitle(Plane plane, const QString& title, const QString& facts);
    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    [[nodiscard]] bool isLinked() const { return m_isLinked; }
    void setLinked(bool linked);
    /// The one in front where there is room for one.
    [[nodiscard]] Plane chosen() const { return m_chosen; }
    void choose(Plane plane);
    [[nodiscard]] bool isNarrow() const;
    /// Where the line of the swipe is, 0 to 1.
    [[nodiscard]] double division() const { return m_division; }
    void setDivision(double share);

    /// Mode, link, division and the chosen picture.
    [[nodiscard]] QJsonObject save() const;
    void restore(const QJsonObject& saved);

    /// Pictures come first: what stands below them gets what they leave.
    [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

signals:
    void modeChanged();
    void chosenChanged();
    void narrowChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void follow(Plane moved);
    void blink();

    std::array<HeatmapView*, PlaneCount> m_views;
    std::array<PlaneTitle*, PlaneCount> m_titles;
    QWidget* m_divider;
    Mode m_mode = Mode::Beside;
    Plane m_chosen = Difference;
    bool m_isLinked = true;
    bool m_showsGolden = false; ///< of a blink
    std::optional<bool> m_wasNarrow;
    double m_division = 0.5;
    QTimer m_blinking;
    int m_blinks = 0;
};

} // namespace dumpscope::gui
