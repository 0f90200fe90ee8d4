// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// What to write, and the command line that does the same. Not modal.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(TensorDocument& document, QWidget* parent = nullptr);

private:
    void refresh();
    void changeSuffix();
    [[nodiscard]] QString suggestedPath() const;
    void chooseFile();
    void run();

    TensorDocument& m_document;
    QComboBox* m_what;
    QLineEdit *m_path, *m_command;
    QLabel *m_remark, *m_answer;
    QPushButton* m_export;
};

} // namespace dumpscope::gui
