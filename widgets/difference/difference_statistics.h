// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"

namespace dumpscope::gui {

class FactTable;

/// Figures of target, golden and their difference side by side.
class DifferenceStatistics : public QWidget {
    Q_OBJECT
public:
    explicit DifferenceStatistics(DifferenceDocument& document, QWidget* parent = nullptr);
    void refresh();

private:
    void refreshPair();

    DifferenceDocument& m_document;
    FactTable *m_target, *m_golden, *m_pair;
};

} // namespace dumpscope::gui
