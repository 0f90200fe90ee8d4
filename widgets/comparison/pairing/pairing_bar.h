// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_view.h"

class QButtonGroup;
class QToolButton;

namespace dumpscope::gui {

class ActionRegistry;

/// Above the pairing: what changes it, which operators are listed, and where it is kept.
class PairingBar : public QWidget {
    Q_OBJECT
public:
    explicit PairingBar(ActionRegistry& actions, QWidget* parent = nullptr);

signals:
    void showRequested(dumpscope::gui::PairingView::Show show);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QButtonGroup* m_show;
};

} // namespace dumpscope::gui
