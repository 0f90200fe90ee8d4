// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/conversion.h"
#include "documents/session.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// Some tensors of a root, and how the command line finds the same.
struct ConvertChoice {
    QString words;
    std::function<std::vector<core::TensorId>()> tensors; ///< asked when they are written
    QString filter;                                       ///< `--filter` of the command line; empty: all
    QString remark; ///< why the command line takes others; empty: it takes the same
};

/// Which tensors are written as files of which form, and the command line that does the same. Not modal;
/// goes when it is closed, the writing goes on.
class ConvertDialog : public QDialog {
    Q_OBJECT
public:
    ConvertDialog(
        TaskRunner& tasks, OpenedRoot& root, std::vector<ConvertChoice> choices, QWidget* parent = nullptr);

    [[nodiscard]] QString command() const;

private:
    void layOut();
    void refresh();
    void chooseFolder();
    void write();
    [[nodiscard]] const ConvertChoice& choice() const;
    [[nodiscard]] core::ConversionOptions options() const;
    [[nodiscard]] static QString summary(const core::ConversionReport& report, const QString& folder);

    TaskRunner& m_tasks;
    QPointer<OpenedRoot> m_root;
    std::vector<ConvertChoice> m_choices;
    QComboBox *m_what, *m_form, *m_layout, *m_names;
    QCheckBox* m_replace;
    QLineEdit *m_folder, *m_command;
    QLabel *m_remark, *m_answer;
    QPushButton* m_convert;
};

} // namespace dumpscope::gui
