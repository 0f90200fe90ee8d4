// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

namespace dumpscope::gui {

/// Keeps a name where ids lose their meaning: finds the selected tensor of a root that was read again, and
/// that of a closed one in the next that is opened. GUI thread.
class SelectionMemory : public QObject {
    Q_OBJECT
public:
    SelectionMemory(Session& session, Selection& selection, QObject* parent = nullptr);

private:
    void note();
    void findAgain(OpenedRoot* root);
    [[nodiscard]] std::optional<core::TensorId> find(const core::DumpIndex& index) const;

    Selection& m_selection;
    QPointer<OpenedRoot> m_root;
    QString m_tensor; ///< contract id
    std::string m_operator;
    core::Io m_io = core::Io::Unknown;
    std::int32_t m_slot = -1;
    std::optional<std::int64_t> m_step;
    std::vector<std::int64_t> m_element;
};

} // namespace dumpscope::gui
