// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace dumpscope::gui {

/// The program that will read a configuration: what is known of it decides what is accepted. The menu asks
/// for that, and for the same configuration in the words of another generation. GUI thread.
class ProgramMenu : public QMenu {
    Q_OBJECT
public:
    struct Program {
        QString release = {};   ///< "2.4"; empty: the newest
        QString device = {};    ///< "CPU", "GPU" or "Ascend"; empty: unknown
        QString framework = {}; ///< of msprobe: "PyTorch" or "MindSpore"
    };

    explicit ProgramMenu(QWidget* parent);

    /// Of the configuration, which decides what is offered.
    void setKind(const QString& kind) { m_kind = kind; }
    [[nodiscard]] const Program& program() const { return m_program; }

signals:
    void programChanged();
    /// A release becomes that of the program after this; other words are about the text alone.
    void generationChosen(const QString& generation);

private:
    void fill();
    void choose(
        const QString& title, const QStringList& words, QString Program::*field, const QString& otherwise);

    QString m_kind;
    Program m_program;
};

} // namespace dumpscope::gui
