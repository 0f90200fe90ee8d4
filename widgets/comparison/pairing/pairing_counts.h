// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace dumpscope::gui {

struct PairingPicture;

/// Heads of the two columns of operators: how many are paired, and by how many links.
class PairingCounts : public QWidget {
    Q_OBJECT
public:
    explicit PairingCounts(QWidget* parent = nullptr);
    void setPicture(const PairingPicture& picture);
    /// A sentence in place of the number of links, until an empty one.
    void say(const QString& sentence);

private:
    void recolour();

    QString m_linked;
    bool m_isSaying = false;
    QLabel *m_targets, *m_links, *m_goldens;
};

} // namespace dumpscope::gui
