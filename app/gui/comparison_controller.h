// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "services.h"

namespace dumpscope::gui {

class MainWindow;
class SidesStrip;

/// What can be done with comparisons wherever one is in the window: keys and menus, the line with both sides.
class ComparisonController : public QObject {
    Q_OBJECT
public:
    ComparisonController(Services& services, MainWindow& window, QObject* parent = nullptr);

private:
    void addActions();
    void chooseTruth();
    void chooseBundle();
    void writeBundle(const QString& file, const std::vector<std::size_t>& rows);
    void nameSteps();
    void nameFirst();
    void goToFirst();
    void showStrip();
    void goTo(std::optional<std::size_t> pair);
    void nextSuspect();
    void replaceSide(OpenedRoot::Side side, const QString& path);
    void showPanel(const char* panel);

    Services& m_services;
    MainWindow& m_window;
    SidesStrip* m_strip;
    QString m_stepped; ///< what was taken back or done again, until its verdicts are known
};

} // namespace dumpscope::gui
