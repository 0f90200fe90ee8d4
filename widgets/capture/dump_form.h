// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_session.h"
#include "capture/dump_choice.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace dumpscope::gui {

struct Workbench;

/// What a capture dumps: a preset and what can be changed about it, steps, executions, the folder. *Form and
/// text* opens the configuration itself.
class DumpForm : public QWidget {
    Q_OBJECT
public:
    DumpForm(Workbench& workbench, CaptureSetup& setup, QWidget* parent = nullptr);

private:
    void build();
    void wire();
    void retranslate();
    void follow();
    void showCounts();
    void change(const DumpChoice& choice);
    [[nodiscard]] DumpChoice typed() const;
    void openText();
    void chooseFolder();

    Workbench& m_workbench;
    CaptureSetup& m_setup;
    DumpChoice m_choice;
    QLabel *m_presetLabel, *m_operatorsLabel, *m_stepsLabel, *m_runsLabel, *m_folderLabel, *m_counts;
    QComboBox* m_preset;
    QToolButton *m_text, *m_browse;
    QCheckBox *m_inputs, *m_outputs, *m_statistics;
    QLineEdit *m_operators, *m_steps, *m_folder;
    QSpinBox* m_runs;
};

} // namespace dumpscope::gui
