// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/remote_sheet.h"

#include "common/core_sentences.h"
#include "common/numbers.h"
#include "kit/answer_row.h"
#include "models/remote_folder_model.h"
#include "remote/remote_place.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr auto kHome = "~";

QString placeOf(const QString& host, const QString& path)
{
    if (host.isEmpty() || !(path.startsWith(QLatin1Char('/')) || path.startsWith(QLatin1String(kHome))))
        return {};
    const QString place
        = QStringLiteral("ssh://%1%2%3")
              .arg(host, path.startsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/"), path);
    return core::parseRemotePath(place.toStdString()) ? place : QString();
}

} // namespace

RemoteSheet::RemoteSheet(const QStringList& hosts, QWidget* parent)
    : QDialog(parent)
    , m_host(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_look(new QPushButton(tr("Show what is there"), this))
    , m_up(new QPushButton(tr("Up"), this))
    , m_list(new QTreeView(this))
    , m_folder(new RemoteFolderModel(this))
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
    addList();
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_open, *this));
    connect(m_host, &QComboBox::currentTextChanged, this, &RemoteSheet::refresh);
    connect(m_path, &QLineEdit::textChanged, this, &RemoteSheet::refresh);
    connect(m_open, &QPushButton::clicked, this, &RemoteSheet::choose);
    m_open->setDefault(true);
    refresh();
    (hosts.isEmpty() ? static_cast<QWidget*>(m_host) : m_path)->setFocus();
}

void RemoteSheet::addList()
{
    auto* const form = qobject_cast<QFormLayout*>(layout());
    auto* const buttons = new QHBoxLayout;
    for (QPushButton* button : {m_look, m_up}) {
        button->setAutoDefault(false);
        button->hide();
        buttons->addWidget(button);
    }
    buttons->addStretch();
    form->addRow(QString(), buttons);
    m_list->setAccessibleName(tr("What lies in the folder"));
    m_list->setModel(m_folder);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setMinimumHeight(fontMetrics().height() * 12);
    m_list->hide();
    form->addRow(m_list);
    connect(m_look, &QPushButton::clicked, this, [this] { look(m_path->text().trimmed()); });
    connect(m_up, &QPushButton::clicked, this, [this] { look(m_folder->parentFolder()); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current) {
            if (current.isValid())
                m_path->setText(m_folder->path(current.row()));
        });
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (m_folder->isFolder(index.row()))
            look(m_folder->path(index.row()));
        else
            choose();
    });
}

void RemoteSheet::setLook(TaskRunner& tasks, Look look)
{
    m_tasks = &tasks;
    m_looker = std::move(look);
    m_look->show();
}

void RemoteSheet::choose()
{
    const QString place = this->place();
    if (place.isEmpty())
        return;
    emit chosen(place);
    accept();
}

void RemoteSheet::look(const QString& path)
{
    // What was copied from a command line stands for itself.
    const QString place = core::isRemote(path.toStdString())
        ? this->place()
        : placeOf(m_host->currentText().trimmed(), path.isEmpty() ? QString::fromLatin1(kHome) : path);
    if (place.isEmpty() || m_tasks == nullptr)
        return;
    m_answer->setText(tr("Looking into %1").arg(place));
    m_looking.start<core::FolderEntries>(
        *m_tasks, Lane::Interactive, tr("Look into %1").arg(place), this,
        [look = m_looker, place = place.toStdString()](
            core::TaskContext& task, const TaskRunner::Post&) { return look(place, task); },
        [this](const core::Result<core::FolderEntries>& entries) { showEntries(entries); });
}

void RemoteSheet::showEntries(const core::Result<core::FolderEntries>& entries)
{
    if (!entries) {
        m_answer->setText(coreErrorAndAdvice(entries.error()));
        return;
    }
    m_folder->setEntries(*entries);
    m_list->show();
    m_up->show();
    for (int column = 0; column < RemoteFolderModel::kColumns; ++column)
        m_list->resizeColumnToContents(column);
    const int widest = fontMetrics().averageCharWidth() * 36; // of what has a tip
    for (const int column : {RemoteFolderModel::Name, RemoteFolderModel::Kind})
        m_list->setColumnWidth(column, std::min(m_list->columnWidth(column), widest));
    m_path->setText(m_folder->folder());
    refresh();
    resize(std::max(width(), fontMetrics().averageCharWidth() * 90), std::max(height(), minimumHeight()));
    if (m_folder->leftOut() > 0)
        m_answer->setText(
            tr("%1 more are not shown").arg(groupedNumber(static_cast<qint64>(m_folder->leftOut()))));
}

QString RemoteSheet::place() const
{
    const QString host = m_host->currentText().trimmed(), path = m_path->text().trimmed();
    // What was copied from a command line is understood as well, in either field.
    if (core::isRemote(path.toStdString()))
        return core::parseRemotePath(path.toStdString()) ? path : QString();
    if (path.isEmpty() && core::parseRemotePath(host.toStdString()))
        return host;
    return placeOf(host, path);
}

void RemoteSheet::refresh()
{
    const QString place = this->place();
    m_open->setEnabled(!place.isEmpty());
    const auto host = core::parseRemoteHost(m_host->currentText().trimmed().toStdString());
    m_look->setEnabled(host || !place.isEmpty());
    const bool isWrong = place.isEmpty() && !m_host->currentText().trimmed().isEmpty() && !host;
    m_answer->setText(!place.isEmpty() ? place : isWrong ? coreWords(host.error().message) : QString());
    // Labels that wrap ask for more room the narrower they are.
    if (layout()->hasHeightForWidth())
        setMinimumHeight(layout()->heightForWidth(std::max(width(), layout()->minimumSize().width())));
}

} // namespace dumpscope::gui
