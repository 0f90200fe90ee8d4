// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;

namespace dumpscope::gui {

class DroppedPathLine;

/// Names a package of msprobe's config_check that lies elsewhere than in its dump: typed, chosen, or dropped
/// as a file or folder. Nothing is read here.
class EnvironmentField : public QWidget {
    Q_OBJECT
public:
    explicit EnvironmentField(QWidget* parent = nullptr);

    /// Absolute; empty: what the dump holds.
    [[nodiscard]] std::string path() const;
    void setPath(const QString& path);
    [[nodiscard]] QLineEdit* line() const;

private:
    void browse();

    DroppedPathLine* m_line;
};

} // namespace dumpscope::gui
