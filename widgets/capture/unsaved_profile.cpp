// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unsaved_profile.h"

#include "capture/capture_session.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace dumpscope::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(UnsavedProfile)
};

} // namespace

void askBeforeReplacingProfile(QWidget* parent, const CaptureSession& capture, std::function<void()> replace)
{
    if (!capture.isModified())
        return replace();
    auto* const question = new QMessageBox(QMessageBox::Question, Words::tr("Capture"),
        Words::tr("The capture profile “%1” has changes that are not saved. Replace it and discard them?")
            .arg(capture.name()),
        QMessageBox::NoButton, parent);
    question->setObjectName(QStringLiteral("profile-question"));
    question->setTextFormat(Qt::PlainText);
    question->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* const lose = question->addButton(Words::tr("Replace"), QMessageBox::DestructiveRole);
    QPushButton* const keep = question->addButton(QMessageBox::Cancel);
    question->setEscapeButton(keep);
    question->setDefaultButton(keep);
    QObject::connect(lose, &QPushButton::clicked, question, std::move(replace));
    question->open();
}

} // namespace dumpscope::gui
