// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_command.h"

#include "chrome/command_strip.h"
#include "common/core_text.h"
#include "request/ls_request.h"
#include "request/show_request.h"

#include <QMainWindow>

#include <utility>

namespace dumpscope::gui {

ShownCommand::ShownCommand(Services& services, QMainWindow& window, std::function<const Panel*()> front)
    : m_services(services)
    , m_strip(*new CommandStrip(&window))
    , m_front(std::move(front))
{
    window.addToolBar(Qt::BottomToolBarArea, &m_strip);
    connect(&m_strip, &CommandStrip::reopenRequested, this, &ShownCommand::reopenRequested);
    connect(&m_strip, &CommandStrip::saveRequested, this, &ShownCommand::saveGap);
    services.actions.handle("tools.command", &window, [this] {
        update();
        m_strip.setVisible(!m_strip.isVisible());
    });
}

void ShownCommand::update()
{
    const Panel* const front = m_front();
    m_strip.setCommand(line());
    m_strip.setGap(front && !front->commandLine().isEmpty() ? front->commandGap().sentence : QString());
}

// One at a time: the other one is still missing afterwards.
void ShownCommand::saveGap()
{
    const Panel* const front = m_front();
    const Panel::CommandGap gap = front ? front->commandGap() : Panel::CommandGap();
    if (gap.saves.isEmpty())
        return;
    m_services.actions.trigger(gap.panels.first());
    QMetaObject::invokeMethod(
        this, [this, save = gap.saves.first()] { m_services.actions.trigger(save); }, Qt::QueuedConnection);
}

QString ShownCommand::line() const
{
    const Panel* const front = m_front();
    if (front && !front->commandLine().isEmpty())
        return front->commandLine();
    const TensorRef& tensor = m_services.selection.tensor();
    if (tensor.isValid())
        return fromCore(core::commandText(core::ShowRequest {.path = tensor.root->path().toStdString(),
            .tensor = tensor.tensorId().toStdString(),
            .raw = tensor.root->raw()}));
    const auto& roots = m_services.session.roots();
    return roots.isEmpty() ? QString()
                           : fromCore(core::commandText(core::LsRequest {
                               .paths = {roots.first()->path().toStdString()}, .raw = roots.first()->raw()}));
}

} // namespace dumpscope::gui
