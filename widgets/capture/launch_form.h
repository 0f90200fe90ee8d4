// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch_setup.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace dumpscope::gui {

class StepHeader;
struct Workbench;

/// A program to launch in four steps: program, environment, what to dump, folder (docs/window.md 4).
class LaunchForm : public QWidget {
    Q_OBJECT
public:
    LaunchForm(Workbench& workbench, LaunchSetup& setup, QWidget* parent = nullptr);

private:
    void build();
    void wire();
    void retranslate();
    void follow();
    void showReadiness();
    void takeEnvironment();
    void openText();
    void choose(bool isFolder, std::string core::LaunchProfile::*place, const QString& title);

    Workbench& m_workbench;
    LaunchSetup& m_setup;
    StepHeader *m_programHead, *m_environmentHead, *m_dumpHead, *m_folderHead;
    QLabel *m_kindLabel, *m_programLabel, *m_argumentsLabel, *m_folderLabel, *m_dumpSays, *m_outputLabel,
        *m_sameLabel;
    QComboBox* m_kind;
    QLineEdit *m_program, *m_arguments, *m_folder, *m_output, *m_same;
    QToolButton *m_browseProgram, *m_browseFolder, *m_browseOutput, *m_text;
    QPlainTextEdit* m_environment;
};

} // namespace dumpscope::gui
