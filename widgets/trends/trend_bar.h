// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trends/trend_picture.h"

#include <QJsonObject>
#include <QWidget>

#include <optional>
#include <string>

class QComboBox;
class QLabel;
class QSlider;

namespace dumpscope::gui {

/// What the map of trends shows: figure, axes, place on the third axis, scale, and the range of its numbers.
class TrendBar : public QWidget {
    Q_OBJECT
public:
    explicit TrendBar(QWidget* parent);

    [[nodiscard]] std::string figure() const;
    [[nodiscard]] core::TrendAxes axes() const;
    [[nodiscard]] ScaleKind scale() const;
    /// Place on the third axis.
    [[nodiscard]] std::size_t at() const;
    /// The third axis has the places of this cube, and goes to the cell that is chosen.
    /// Ranks across where there is one step, until axes are chosen.
    void suggestAxes(const core::TrendCube& cube);
    void fit(const core::TrendCube& cube, std::optional<std::size_t> chosen);
    /// Names the place on the third axis and the range of the numbers.
    void describe(const TrendPicture& picture);
    [[nodiscard]] QJsonObject saveView() const;
    void restoreView(const QJsonObject& view);

signals:
    void figureChosen();
    void axesChosen();
    void viewChanged(); ///< scale or place

private:
    void retranslate();
    [[nodiscard]] QString rangeText(const TrendPicture& picture) const;

    QComboBox *m_figure, *m_axes, *m_scale;
    QSlider* m_at;
    QLabel *m_atLabel, *m_range;
    bool m_hasChosenAxes = false;
};

} // namespace dumpscope::gui
