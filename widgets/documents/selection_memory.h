// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

namespace dumpscope::gui {

/// Keeps a name where ids lose their meaning: finds the selected tensor of a root that was read again. GUI
/// thread.
class SelectionMemory : public QObject {
    Q_OBJECT
public:
    SelectionMemory(Session& session, Selection& selection, QObject* parent = nullptr);

private:
    void note();
    void findAgain(OpenedRoot* root);

    Selection& m_selection;
    QPointer<OpenedRoot> m_root;
    QString m_tensor; ///< contract id
    std::vector<std::int64_t> m_element;
};

} // namespace dumpscope::gui
