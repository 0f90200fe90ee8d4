// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// Draws the plane of the document as PNG or SVG (by the suffix) with axes, colour bar and a line that
/// names map, scale and range; light theme. An empty text, or why it failed.
[[nodiscard]] QString exportPicture(const TensorDocument& document, const QString& path);
/// Writes the slice on screen (or all) as .npy or .csv in a task; `done` gets an empty text or why not.
void exportValues(TensorDocument& document, const QString& path, bool whole, LatestOnly& slot,
    std::function<void(const QString&)> done);

/// What to write, and the command line that does the same. Not modal.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(TensorDocument& document, QWidget* parent = nullptr);

private:
    void refresh();
    void chooseFile();
    void run();

    TensorDocument& m_document;
    QComboBox* m_what;
    QLineEdit *m_path, *m_command;
    QLabel* m_answer;
    QPushButton* m_export;
    LatestOnly m_writing;
};

} // namespace dumpscope::gui
