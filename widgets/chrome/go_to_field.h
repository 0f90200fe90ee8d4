// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace dumpscope::gui {

/// Looks like a field to search in and opens the palette where one types: what it is for, and its key.
class GoToField : public QAbstractButton {
    Q_OBJECT
public:
    enum class Room : std::uint8_t { Full, Narrow, Icon };
    explicit GoToField(QWidget* parent = nullptr);

    void setWords(const QString& purpose, const QString& keys);
    void setRoom(Room room);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_purpose, m_keys;
    Room m_room = Room::Full;
};

} // namespace dumpscope::gui
