// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// What to write and where to, and the command line that does the same. Not modal; deletes itself. Whoever
/// is exported says what there is in a class of its own, which ends its constructor with begin().
class FileExportDialog : public QDialog {
    Q_OBJECT
protected:
    explicit FileExportDialog(QWidget* parent);

    using Answer = std::function<void(const QString& problem)>;
    /// Of the dumps that are written from: their files stay as they are.
    [[nodiscard]] virtual QStringList inputs() const = 0;
    /// `what`: an id that ends in a dot and the suffix of the file, or is that suffix.
    virtual void write(const QString& what, const QString& path, Answer answer) = 0;
    [[nodiscard]] virtual QString commandFor(const QString& what) const = 0;
    /// Sentences about what will be written; empty ones do not count.
    [[nodiscard]] virtual QStringList remarksOn(const QString& what) const = 0;
    [[nodiscard]] virtual bool isReady() const = 0;

    struct Choice {
        QString text, id;
    };
    /// The chosen one stays chosen where it is still there.
    void setChoices(const QList<Choice>& choices);
    [[nodiscard]] QString path() const;
    /// A name in the working folder, without what files cannot be called.
    void begin(const QString& suggestedName);
    void refresh();
    /// The file is called as what is written.
    void changeSuffix();

private:
    void layOut();
    void chooseFile();
    void run();

    QComboBox* m_what;
    QLineEdit *m_path, *m_command;
    QLabel *m_remark, *m_answer;
    QPushButton* m_export;
};

} // namespace dumpscope::gui
