// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/view_history.h"

namespace dumpscope::gui {

namespace {
constexpr int kSettleMs = 500;
}

ViewHistory::ViewHistory(Session& session, Selection& selection, std::function<QJsonObject()> save,
    std::function<void(const QJsonObject&)> restore, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_save(std::move(save))
    , m_restore(std::move(restore))
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &ViewHistory::remember);
    connect(&selection, &Selection::tensorChanged, this, [this] {
        if (!m_going)
            m_settle.start();
    });
    connect(&selection, &Selection::opened, this, &ViewHistory::remember);
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](const OpenedRoot* root) {
        for (qsizetype i = m_steps.size() - 1; i >= 0; --i) {
            if (m_steps[i].tensor.root != root)
                continue;
            m_steps.removeAt(i);
            if (i <= m_place)
                --m_place;
        }
        emit changed();
    });
}

void ViewHistory::keepCurrent()
{
    if (m_place < 0 || !(m_steps[m_place].tensor == m_selection.tensor()))
        return;
    m_steps[m_place].element = m_selection.element();
    m_steps[m_place].view = m_save();
}

void ViewHistory::remember()
{
    m_settle.stop();
    if (!m_selection.tensor().isValid())
        return;
    if (m_place >= 0 && m_steps[m_place].tensor == m_selection.tensor()) {
        keepCurrent();
        return;
    }
    m_steps.resize(m_place + 1);
    m_steps.append({m_selection.tensor(), m_selection.element(), m_save()});
    if (m_steps.size() > kSteps)
        m_steps.removeFirst();
    m_place = m_steps.size() - 1;
    emit changed();
}

void ViewHistory::goTo(qsizetype place)
{
    if (m_settle.isActive())
        remember();
    if (place < 0 || place >= m_steps.size())
        return;
    keepCurrent();
    m_place = place;
    const Step step = m_steps[place];
    if (step.tensor.isValid()) {
        m_going = true;
        m_selection.select(step.tensor);
        m_restore(step.view);
        m_selection.setElement(step.element);
        m_going = false;
    }
    emit changed();
}

} // namespace dumpscope::gui
