// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/actions.h"

namespace dumpscope::gui {

/// Tooltips of buttons say the key that does the same: a button names its action in the property `action`.
/// What the keys are is asked when the tip is shown, so that it follows the user's own keys.
class ActionTips : public QObject {
    Q_OBJECT
public:
    explicit ActionTips(const ActionRegistry& actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const ActionRegistry& m_actions;
};

} // namespace dumpscope::gui
