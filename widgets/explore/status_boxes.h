// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/overflow_record.h"

#include <QWidget>

#include <vector>

namespace dumpscope::gui {

/// A status word as numbered boxes, sixteen to a line; set bits are red and a bold 1, and each is
/// named beneath. Bits that no table knows say so.
class StatusBoxes : public QWidget {
    Q_OBJECT
public:
    explicit StatusBoxes(QWidget* parent = nullptr);
    /// `word` counts the words of a status list.
    void setStatus(const core::OverflowBlock& block, std::size_t word);
    void clear();
    /// "bit 5: …", one line per set bit.
    [[nodiscard]] QStringList meanings() const { return m_meanings; }
    [[nodiscard]] bool isSet(int bit) const { return ((m_word >> bit) & 1U) != 0; }
    [[nodiscard]] int bits() const { return m_bits; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int boxSide() const;
    [[nodiscard]] int lineHeight() const;

    std::uint64_t m_word = 0;
    int m_bits = 16;
    QStringList m_meanings;
};

} // namespace dumpscope::gui
