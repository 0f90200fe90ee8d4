// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/remote_sheet.h"

#include "common/core_sentences.h"
#include "kit/answer_row.h"
#include "remote/remote_place.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace dumpscope::gui {

RemoteSheet::RemoteSheet(const QStringList& hosts, QWidget* parent)
    : QDialog(parent)
    , m_host(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_answer(new QLabel(this))
    , m_open(new QPushButton(tr("Open"), this))
{
    setObjectName(QStringLiteral("remote-sheet"));
    setWindowTitle(tr("Open a dump on another machine"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* const about = new QLabel(tr("The connection is made by ssh, as it is configured on this machine. "
                                      "The same version of dumpscope-cli must be installed there; "
                                      "\"dumpscope-cli remote install HOST\" does that. The dump stays where "
                                      "it is: only what is shown is transferred."),
        this);
    for (QLabel* label : {about, m_answer}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_host->setEditable(true);
    m_host->addItems(hosts);
    m_host->setCurrentText(hosts.value(0));
    m_host->setAccessibleName(tr("Machine"));
    m_host->lineEdit()->setPlaceholderText(tr("[user@]host[:port]"));
    m_path->setAccessibleName(tr("Folder or file"));
    m_path->setPlaceholderText(tr("/absolute/path, or ~/path in the home folder"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    auto* const form = new QFormLayout(this);
    form->addRow(about);
    form->addRow(tr("Machine"), m_host);
    form->addRow(tr("Folder or file"), m_path);
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_open, *this));
    connect(m_host, &QComboBox::currentTextChanged, this, &RemoteSheet::refresh);
    connect(m_path, &QLineEdit::textChanged, this, &RemoteSheet::refresh);
    connect(m_open, &QPushButton::clicked, this, [this] {
        emit chosen(place());
        accept();
    });
    refresh();
    (hosts.isEmpty() ? static_cast<QWidget*>(m_host) : m_path)->setFocus();
}

QString RemoteSheet::place() const
{
    const QString host = m_host->currentText().trimmed(), path = m_path->text().trimmed();
    // What was copied from a command line is understood as well, in either field.
    if (core::isRemote(path.toStdString()))
        return core::parseRemotePath(path.toStdString()) ? path : QString();
    if (path.isEmpty() && core::parseRemotePath(host.toStdString()))
        return host;
    if (host.isEmpty() || !(path.startsWith(QLatin1Char('/')) || path.startsWith(QLatin1Char('~'))))
        return {};
    const QString place
        = QStringLiteral("ssh://%1%2%3")
              .arg(host, path.startsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/"), path);
    return core::parseRemotePath(place.toStdString()) ? place : QString();
}

void RemoteSheet::refresh()
{
    const QString place = this->place();
    m_open->setEnabled(!place.isEmpty());
    const auto host = core::parseRemoteHost(m_host->currentText().trimmed().toStdString());
    const bool isWrong = place.isEmpty() && !m_host->currentText().trimmed().isEmpty() && !host;
    m_answer->setText(!place.isEmpty() ? place : isWrong ? coreWords(host.error().message) : QString());
    // Labels that wrap ask for more room the narrower they are.
    if (layout()->hasHeightForWidth())
        setMinimumHeight(layout()->heightForWidth(std::max(width(), layout()->minimumSize().width())));
}

} // namespace dumpscope::gui
