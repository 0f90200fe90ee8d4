// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/overflow_model.h"

#include <QLabel>
#include <QScrollArea>

namespace dumpscope::gui {

/// One overflow record in words: who reported what, the status word bit by bit, and every field.
class OverflowRecordView : public QScrollArea {
    Q_OBJECT
public:
    explicit OverflowRecordView(QWidget* parent = nullptr);
    void setItem(const OverflowItem& item);
    void clear();
    /// Everything shown, as text.
    [[nodiscard]] QString text() const;

private:
    void addBlock(const core::OverflowBlock& block);
    void addField(const QString& name, const QString& value, bool isMono = true);

    QWidget* m_page = nullptr;
    QStringList m_text;
};

} // namespace dumpscope::gui
