// SPDX-License-Identifier: GPL-3.0-or-later
#include "startup_actions.h"

#include "async/due_timer.h"
#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "io/atomic_file.h"

#include <QApplication>
#include <QBuffer>
#include <QPainter>

#include <cstdio>

namespace dumpscope::gui {

namespace {

constexpr int kIntervalMs = 10;
/// One thing brings another in the next turns of the event loop, so one quiet look proves nothing.
constexpr int kQuietLooks = 3;

} // namespace

StartupActions::StartupActions(Services& services, MainWindow& window, CommandLine line, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_line(std::move(line))
{
    connect(&m_timer, &QTimer::timeout, this, &StartupActions::step);
    if (isPicture() || !m_line.arrangement.isEmpty() || !m_line.select.isEmpty() || !m_line.tab.isEmpty()
        || !m_line.actions.isEmpty())
        m_timer.start(kIntervalMs);
}

void StartupActions::refuse(const QString& why, int code)
{
    m_timer.stop();
    std::fprintf(stderr, "dumpscope: %s\n", why.toLocal8Bit().constData());
    if (isPicture())
        QApplication::exit(code);
    else
        m_window.say(why);
}

void StartupActions::giveUp(const core::Error& why)
{
    m_unreadable = fromCore(core::printable(why.text()));
}

bool StartupActions::selectTensor()
{
    if (m_line.select.isEmpty())
        return true;
    for (OpenedRoot* root : m_services.session.roots()) {
        if (!root->index())
            continue;
        if (const auto id = root->index()->findTensor(m_line.select.toStdString())) {
            // Opening it goes to where its values are: not where something else was asked for.
            m_line.arrangement.isEmpty() ? m_services.selection.open({root, *id})
                                         : m_services.selection.select({root, *id});
            return true;
        }
    }
    return false;
}

void StartupActions::step()
{
    m_quiet = m_window.isSettled() && !DueTimer::isAnyActive() ? m_quiet + 1 : 0;
    if (m_quiet < kQuietLooks)
        return;
    m_quiet = 0;
    if (isPicture() && !m_unreadable.isEmpty())
        return refuse(m_unreadable, 3);
    const auto& roots = m_services.session.roots();
    if (isPicture() && !roots.isEmpty()
        && std::none_of(roots.begin(), roots.end(), [](const OpenedRoot* root) { return root->index(); }))
        return refuse(
            QString::fromStdString(roots.first()->error() ? roots.first()->error()->text() : "cancelled"), 3);
    if (!std::exchange(m_arranged, true)) {
        if (!m_line.arrangement.isEmpty() && !m_window.showArrangement(m_line.arrangement.toLatin1()))
            return refuse(tr("the arrangement %1 has no panels").arg(m_line.arrangement), 2);
        // Sizes of docks are shares of the window, which has its final size now; the user's own stay.
        if (isPicture())
            m_window.resetLayout();
        return;
    }
    if (!std::exchange(m_selected, true) && !(m_line.select.isEmpty() && m_line.tab.isEmpty())) {
        if (!selectTensor())
            return refuse(tr("no tensor %1").arg(m_line.select), 2);
        if (!m_line.tab.isEmpty() && !m_window.showTab(m_line.tab))
            return refuse(
                tr("no tab %1; there are: %2").arg(m_line.tab, m_window.tabNames().join(QLatin1String(", "))),
                2);
        return;
    }
    if (!m_line.actions.isEmpty()) {
        const QString action = m_line.actions.takeFirst();
        if (!m_services.actions.trigger(action.toLatin1()))
            return refuse(tr("the action %1 does not exist or cannot run now").arg(action), 2);
        return;
    }
    m_timer.stop();
    if (isPicture())
        save();
}

/// The window, and what an action opened above it.
QPixmap StartupActions::picture() const
{
    QPixmap picture = m_window.grab();
    QPainter painter(&picture);
    for (QWidget* const above : QApplication::topLevelWidgets()) {
        if (above == &m_window || !above->isVisible() || above->windowType() == Qt::ToolTip)
            continue;
        const QRect place(m_window.mapFromGlobal(above->mapToGlobal(QPoint())), above->size());
        painter.drawPixmap(place.topLeft(), above->grab());
        painter.setPen(above->palette().color(QPalette::Mid));
        painter.drawRect(place.adjusted(-1, -1, 0, 0));
    }
    return picture;
}

void StartupActions::save()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture().save(&buffer, "PNG");
    auto written = m_services.session.checkOutput(m_line.screenshot);
    if (written)
        written = core::writeFileAtomically(m_line.screenshot.toStdString(), asText(bytes));
    if (!written)
        return refuse(
            tr("%1 cannot be written: %2").arg(m_line.screenshot, coreWords(written.error().message)), 4);
    QApplication::exit(0);
}

} // namespace dumpscope::gui
