// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/answer_row.h"

#include "common/app_style.h"

#include <QCoreApplication>
#include <QDialog>
#include <QHBoxLayout>
#include <QPushButton>

namespace dumpscope::gui {

QLayout* answerRow(QAbstractButton& primary, QDialog& sheet)
{
    auto* const cancel = new QPushButton(QCoreApplication::translate("AnswerRow", "Cancel"), &sheet);
    cancel->setAutoDefault(false);
    QObject::connect(cancel, &QPushButton::clicked, &sheet, &QDialog::reject);
    auto* const row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(cancel);
    row->addLayout(primaryRow(primary));
    return row;
}

} // namespace dumpscope::gui
