// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/place_words.h"

#include "common/plain_text.h"
#include "graph/duration_heat.h"
#include "graph/graph_canvas.h"

#include <algorithm>

namespace dumpscope::gui {

QString spokenPlace(const ShownGraph& shown, const core::GraphPicture::Place& place)
{
    QStringList words {shown.nameOf(place.item)};
    if (place.item.isScope) {
        const core::ScopeTree::Scope& scope = shown.tree().scope(place.item.index);
        words += place.isOpen ? GraphCanvas::tr("scope, unfolded") : GraphCanvas::tr("scope, folded");
        if (shown.stateOf(place.item) != State::None)
            words += stateWord(shown.stateOf(place.item));
        words += GraphCanvas::tr("%n operators", nullptr, static_cast<int>(scope.operators));
        if (const QString duration = durationWords(shown, place.item); !duration.isEmpty())
            words += duration;
        return words.join(QStringLiteral(", "));
    }
    const core::GraphNode& node = shown.graph().node(place.item.node());
    const QString mark = markWords(shown.markOf(place.item.node()));
    if (!mark.isEmpty())
        words += mark;
    if (const QString duration = durationWords(shown, place.item); !duration.isEmpty())
        words += duration;
    int inputs = 0;
    for (const core::GraphInput& input : shown.graph().inputs(node))
        inputs += input.control ? 0 : 1;
    words += GraphCanvas::tr("%n inputs", nullptr, inputs);
    words += GraphCanvas::tr("%n outputs", nullptr, static_cast<int>(node.outputCount));
    return words.join(QStringLiteral(", "));
}

QString placeTip(const ShownGraph& shown, const core::GraphPicture::Place& place)
{
    if (place.item.isScope)
        return tipText(QString::fromStdString(shown.tree().scope(place.item.index).path) + u'\n'
            + spokenPlace(shown, place));
    const core::GraphNode& node = shown.graph().node(place.item.node());
    const auto text = [&shown](core::StringId id) {
        const std::string_view found = shown.graph().text(id);
        return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
    };
    QStringList lines {text(node.name)};
    if (node.opType.value() != 0)
        lines += text(node.opType);
    const NodeMark& state = shown.markOf(place.item.node());
    const QString mark = markWords(state);
    if (!mark.isEmpty())
        lines += mark;
    for (const QString& error : {state.note, state.elsewhere}) {
        if (!error.isEmpty() && !lines.contains(error))
            lines += error;
    }
    if (const QString duration = durationWords(shown, place.item); !duration.isEmpty())
        lines += duration;
    for (std::uint32_t slot = 0; slot < std::min<std::uint32_t>(node.outputCount, 4); ++slot) {
        const QString type = GraphPainter::typeText(shown.graph(), place.item.node(), slot);
        if (!type.isEmpty())
            lines += GraphCanvas::tr("output %1: %2").arg(slot).arg(type);
    }
    return tipText(lines.join(u'\n'));
}

} // namespace dumpscope::gui
