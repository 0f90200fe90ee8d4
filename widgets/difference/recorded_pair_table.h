// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/recorded_pair_model.h"
#include "kit/simple_table.h"

namespace dumpscope::gui {

/// RecordedPairModel as a table: numbers are whole, and the columns of both sides equally wide.
class RecordedPairTable : public SimpleTable {
    Q_OBJECT
public:
    explicit RecordedPairTable(QWidget* parent = nullptr);
    /// False where there is nothing: no such row, or nothing was recorded of it.
    bool showPair(const ComparisonDocument* document, std::optional<std::size_t> row);
    [[nodiscard]] const RecordedPairModel& recorded() const { return *m_recorded; }
    /// The chosen rows for the clipboard.
    [[nodiscard]] QString copiedText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();

    RecordedPairModel* m_recorded;
};

} // namespace dumpscope::gui
