// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

#include <array>
#include <optional>

namespace dumpscope::gui {

/// Panels of pinned tensors by their places.
inline constexpr std::array kPinPanels {"pinned-tensor", "pinned-tensor-2", "pinned-tensor-3"};

/// Which tensor stays in which view of its own, by its name: ids lose their meaning when a root is read
/// again. What the selection was asked to pin takes a free place, or that of the tensor longest there. GUI
/// thread.
class Pins : public QObject {
    Q_OBJECT
public:
    /// The one of this selection.
    [[nodiscard]] static Pins& of(Selection& selection);

    struct Pin {
        QPointer<OpenedRoot> root; ///< null: the place is free
        QString tensor;            ///< contract id
    };
    static constexpr std::size_t kPlaces = kPinPanels.size();
    [[nodiscard]] const std::array<Pin, kPlaces>& all() const { return m_pins; }
    /// `view`: how it was looked at (Panel::saveView).
    void pin(std::size_t place, const TensorRef& tensor, const QJsonObject& view);
    void unpin(std::size_t place);

signals:
    void pinned(std::size_t place, const dumpscope::gui::TensorRef& tensor, const QJsonObject& view);
    void unpinned(std::size_t place);

private:
    explicit Pins(Selection& selection);
    [[nodiscard]] std::size_t placeFor(const TensorRef& tensor) const;

    std::array<Pin, kPlaces> m_pins;
    std::vector<std::size_t> m_order; ///< places that are taken, the oldest first
};

} // namespace dumpscope::gui
