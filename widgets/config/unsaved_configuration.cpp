// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/unsaved_configuration.h"

#include "config/config_editor.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace dumpscope::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(UnsavedConfiguration)
};

} // namespace

void askBeforeLosingConfiguration(QWidget* parent, ConfigEditor& editor, std::function<void()> goOn)
{
    if (!editor.isModified() || editor.text().trimmed().isEmpty())
        return goOn();
    if (parent->findChild<QMessageBox*>(QStringLiteral("configuration-question")))
        return;
    const QString name = QFileInfo(editor.file()).fileName();
    auto* const question = new QMessageBox(QMessageBox::Question, Words::tr("Configuration"),
        name.isEmpty()
            ? Words::tr("The new dump configuration was not saved. Discard it?")
            : Words::tr("The dump configuration “%1” has changes that are not saved. Discard them?")
                  .arg(name),
        QMessageBox::NoButton, parent);
    question->setObjectName(QStringLiteral("configuration-question"));
    question->setTextFormat(Qt::PlainText);
    question->setAttribute(Qt::WA_DeleteOnClose);
    if (!name.isEmpty()) {
        const QPushButton* const save = question->addButton(Words::tr("Save"), QMessageBox::AcceptRole);
        // A failure to write is reported by the editor, and nothing goes on.
        QObject::connect(
            save, &QPushButton::clicked, &editor, [&editor, goOn] { editor.save(editor.file(), goOn); });
    }
    const QPushButton* const lose = question->addButton(Words::tr("Discard"), QMessageBox::DestructiveRole);
    QPushButton* const keep = question->addButton(QMessageBox::Cancel);
    question->setEscapeButton(keep);
    question->setDefaultButton(keep);
    QObject::connect(lose, &QPushButton::clicked, &editor, goOn);
    question->open();
}

} // namespace dumpscope::gui
