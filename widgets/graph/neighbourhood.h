// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/node_models.h"

namespace dumpscope::gui {

/// The chosen node of a graph with what is one edge away, as far as it is shown.
struct Neighbourhood {
    struct Part {
        core::NodeId node;
        TensorRef tensor; ///< that a click selects; invalid: the dump has none
        QString name;     ///< last segment
        QString path;     ///< whole name
        QString place;    ///< scope it is in, or "parameter"
        QString word;     ///< "first divergence", "inherited"; empty: its glyph says enough
        QString note;     ///< "Δ 4"; never shortened
        QString type;     ///< of the tensor between it and the chosen one: "float32 [2,6]"
        State state = State::None;
        State between = State::None; ///< of that tensor, where it fails
        [[nodiscard]] bool isBad() const { return between != State::None; }
    };
    Part centre;
    std::vector<Part> inputs, outputs;
    std::size_t moreInputs = 0, moreOutputs = 0; ///< that are left out
    static constexpr std::size_t kMost = 12;     ///< shown on one side
};

/// Around the current node of `shown`, which `ports` are of; nothing where no node is chosen.
[[nodiscard]] std::optional<Neighbourhood> neighbourhoodOf(const ShownGraph& shown, const PortModel& ports);

} // namespace dumpscope::gui
