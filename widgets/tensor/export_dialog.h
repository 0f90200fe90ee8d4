// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tab_drawing.h"
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
    /// `drawing`: what the tab in front draws itself, offered first.
    explicit ExportDialog(TensorDocument& document, std::optional<TabDrawing> drawing = std::nullopt,
        QWidget* parent = nullptr);

private:
    void layOut();
    void fillChoices();
    [[nodiscard]] QString commandFor(const QString& what) const;
    void refresh();
    void changeSuffix();
    [[nodiscard]] QString suggestedPath() const;
    void chooseFile();
    void run();

    TensorDocument& m_document;
    std::optional<TabDrawing> m_drawing; ///< until the slice changes
    QComboBox* m_what;
    QLineEdit *m_path, *m_command;
    QLabel *m_remark, *m_answer;
    QPushButton* m_export;
};

} // namespace dumpscope::gui
