// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/panel.h"
#include "services.h"

#include <QObject>

#include <functional>

class QMainWindow;

namespace dumpscope::gui {

class CommandStrip;

/// The command of the panel in front, or else of what is selected, in a strip at the bottom of the window
/// that the user shows and hides.
class ShownCommand : public QObject {
    Q_OBJECT
public:
    /// `front`: the panel whose command it is; null: nobody's.
    ShownCommand(Services& services, QMainWindow& window, std::function<const Panel*()> front);
    void update();

signals:
    /// A line of dumpscope-cli whose state of the window is wanted.
    void reopenRequested(const QString& line);

private:
    [[nodiscard]] QString line() const;
    void saveGap();

    Services& m_services;
    CommandStrip& m_strip;
    std::function<const Panel*()> m_front;
};

} // namespace dumpscope::gui
