// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/custom_plot.h"
#include "tensor/profile_lines.h"

#include <optional>

namespace dumpscope::gui {

/// Profiles as lines: gaps where nothing is finite, a mark at the probed element, a legend where there
/// are several.
class ProfilePlot : public Plot {
    Q_OBJECT
public:
    struct Content {
        std::vector<ProfileLine> lines;
        QString axisTitle;          ///< what stands below the axis
        std::optional<double> mark; ///< place of the probed element
    };
    explicit ProfilePlot(QWidget* parent = nullptr);

    void setContent(std::shared_ptr<const Content> content);
    [[nodiscard]] const std::shared_ptr<const Content>& content() const { return m_content; }
    /// Colours of the palette, again.
    void restyle();
    /// Into a rectangle of some other device, as vectors where it takes them.
    void paintTo(QPainter& painter, const QRect& area);

private:
    void fill();

    std::shared_ptr<const Content> m_content;
    QCPItemStraightLine* m_mark;
};

} // namespace dumpscope::gui
