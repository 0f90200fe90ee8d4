// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/value_scale.h"
#include "tensor/plane.h"
#include "tensor/tensor_view.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QString>

namespace dumpscope::gui {

/// How values become colours; kept per shape, so that the next tensor of it looks the same.
struct ColourChoice {
    QByteArray map = "deep-sea";
    ScaleKind kind = ScaleKind::Linear;
    bool isAutomatic = true; ///< range from the percentiles of the plane
    bool isSymmetric = false;
    double low = 0, high = 1; ///< range by hand

    bool operator==(const ColourChoice&) const = default;
};

/// What is kept of how tensors were looked at, per shape and order of elements. A value.
class ViewMemory {
public:
    struct View {
        core::PlaneSpec plane;
        ColourChoice colours;
    };

    [[nodiscard]] static QString keyOf(const core::Shape& shape, core::Order order);

    void keep(const QString& key, View view) { m_views[key] = std::move(view); }
    /// Null where nothing was kept.
    [[nodiscard]] const View* find(const QString& key) const;

    [[nodiscard]] QJsonObject toJson() const;
    /// What does not fit the shape of its key is left out.
    void restore(const QJsonObject& saved);

private:
    QHash<QString, View> m_views;
};

} // namespace dumpscope::gui
