// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/shown_graph.h"

#include "graph/graph_traversal.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

// What a workspace keeps of the graph: which it is, what is unfolded, near and chosen.
namespace dumpscope::gui {

QJsonObject ShownGraph::saveState() const
{
    if (!m_loaded || !m_root)
        return m_kept;
    QJsonArray open;
    const std::vector<bool>& isOpen = m_hops ? m_beforeFocus : m_fold.isOpen;
    for (std::size_t scope = 0; scope < isOpen.size(); ++scope) {
        if (isOpen[scope])
            open.append(static_cast<qint64>(scope));
    }
    QJsonObject state {{QStringLiteral("root"), m_root->path()},
        {QStringLiteral("file"), QString::fromStdString(m_loaded->candidates[m_loaded->candidate].path)},
        {QStringLiteral("graph"), static_cast<qint64>(m_number)},
        {QStringLiteral("nodes"), static_cast<qint64>(graph().nodes().size())},
        {QStringLiteral("open"), open}};
    if (m_hops)
        state.insert(QStringLiteral("hops"), static_cast<qint64>(*m_hops));
    if (m_current)
        state.insert(m_current->isScope ? QStringLiteral("scope") : QStringLiteral("node"),
            static_cast<qint64>(m_current->index));
    return state;
}

void ShownGraph::restoreState(const QJsonObject& state)
{
    m_kept = state;
    takeKept();
}

void ShownGraph::takeKept()
{
    if (m_kept.isEmpty() || !m_loaded || !m_root
        || m_kept.value(QStringLiteral("root")).toString() != m_root->path())
        return;
    const auto numberOf = [this](const char* key) {
        return static_cast<std::size_t>(std::max<qint64>(0, m_kept.value(QLatin1String(key)).toInteger(0)));
    };
    const std::string file = m_kept.value(QStringLiteral("file")).toString().toStdString();
    if (file != m_loaded->candidates[m_loaded->candidate].path) {
        const auto found = std::ranges::find(m_loaded->candidates, file, &core::GraphCandidate::path);
        if (found != m_loaded->candidates.end() && found->readable)
            return showCandidate(static_cast<std::size_t>(found - m_loaded->candidates.begin()));
        m_kept = {};
        return;
    }
    const std::size_t number = numberOf("graph");
    if (number < m_loaded->parts.size() && number != m_number)
        return begin(number);
    const QJsonObject state = std::exchange(m_kept, {});
    if (number != m_number
        || state.value(QStringLiteral("nodes")).toInteger() != static_cast<qint64>(graph().nodes().size()))
        return; // the file is another one by now
    m_fold = {std::vector<bool>(tree().scopes().size(), false), nullptr, hidden()};
    m_fold.isOpen[0] = true;
    m_isUntouched = false;
    for (const QJsonValue& scope : state.value(QStringLiteral("open")).toArray()) {
        if (const qint64 at = scope.toInteger(-1); at > 0 && at < std::ssize(tree().scopes()))
            m_fold.isOpen[static_cast<std::size_t>(at)] = true;
    }
    const qint64 node = state.value(QStringLiteral("node")).toInteger(-1),
                 scope = state.value(QStringLiteral("scope")).toInteger(-1);
    if (node >= 0 && node < std::ssize(graph().nodes()))
        choose({false, static_cast<std::uint32_t>(node)});
    else if (scope >= 0 && scope < std::ssize(tree().scopes()))
        choose({true, static_cast<std::uint32_t>(scope)});
    const qint64 hops = state.value(QStringLiteral("hops")).toInteger(0);
    m_hops.reset();
    if (hops > 0 && m_current)
        focusOn(static_cast<std::uint32_t>(std::min<qint64>(hops, core::kAnyNumberOfHops)));
    else
        emit foldChanged();
    emit restored();
}

} // namespace dumpscope::gui
