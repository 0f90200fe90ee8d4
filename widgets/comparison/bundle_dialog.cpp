// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/bundle_dialog.h"

#include "common/numbers.h"
#include "common/plain_text.h"
#include "kit/answer_row.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace dumpscope::gui {

BundleDialog::BundleDialog(const core::BundleContents& contents, QWidget* parent)
    : QDialog(parent)
    , m_contents(contents)
    , m_path(new QLineEdit(this))
    , m_answer(new QLabel(this))
    , m_write(new QPushButton(tr("Write"), this))
{
    setWindowTitle(tr("Bundle the chosen pairs"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* const about = new QLabel(words(), this);
    for (QLabel* label : {about, m_answer}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_path->setAccessibleName(tr("File"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(about);
    form->addRow(tr("File"), place);
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_write, *this));
    connect(choose, &QPushButton::clicked, this, &BundleDialog::chooseFile);
    connect(m_path, &QLineEdit::textChanged, this, &BundleDialog::refresh);
    connect(m_write, &QPushButton::clicked, this, [this] {
        emit fileChosen(m_path->text().trimmed());
        accept();
    });
    m_path->setText(QDir::home().filePath(QStringLiteral("bundle.zip")));
    refresh();
}

QString BundleDialog::words() const
{
    const auto count = [](std::uint64_t number) { return groupedNumber(static_cast<qint64>(number)); };
    constexpr std::size_t kNamed = 4; ///< files that are named; the largest ones
    QStringList shared;
    for (const core::BundleContents::Kind& kind : m_contents.shared) {
        if (static_cast<std::size_t>(shared.size()) == kNamed) {
            shared.append(QStringLiteral("…"));
            break;
        }
        const QString name = shownName(kind.name);
        shared.append(kind.files == 1
                ? QStringLiteral("%1 (%2)").arg(name, byteSize(kind.bytes))
                : tr("%1 (%2 files, %3)").arg(name, count(kind.files), byteSize(kind.bytes)));
    }
    QString text = tr("Pairs: %1. Files that hold only their tensors: %2, written unchanged, %3.")
                       .arg(count(m_contents.pairs), count(m_contents.files - m_contents.sharedFiles),
                           byteSize(m_contents.bytes - m_contents.sharedBytes));
    if (!shared.isEmpty())
        text += QLatin1Char('\n')
            + tr("Whole files that also hold other tensors or facts of the run, such as names, statistics "
                 "and stacks: %1, %2: %3.")
                  .arg(count(m_contents.sharedFiles), byteSize(m_contents.sharedBytes),
                      shared.join(QStringLiteral(", ")));
    return text + QLatin1Char('\n')
        + tr("Also included: all numbers of these pairs, the limits, the rules of the pairing, and the "
             "operators around them in the graph. No other file of the dumps is included.")
        + QLatin1Char('\n') + tr("The bundle will be about %1 at most.").arg(byteSize(m_contents.bytes));
}

void BundleDialog::chooseFile()
{
    auto* const chooser = new QFileDialog(this, tr("Write the bundle to"), m_path->text());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("zip"));
    connect(chooser, &QFileDialog::fileSelected, m_path, &QLineEdit::setText);
    chooser->open();
}

void BundleDialog::refresh()
{
    const QString path = m_path->text().trimmed();
    m_write->setEnabled(!path.isEmpty());
    m_answer->setText(
        QFileInfo::exists(path) ? tr("The file is there already and will be replaced.") : QString());
}

} // namespace dumpscope::gui
