// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/convert_dialog.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "kit/answer_row.h"
#include "request/convert_request.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace dumpscope::gui {

namespace {

using FileState = core::ConvertedFile::State;

/// Values of the command line's options, in the order of the boxes; the first one is its default.
constexpr std::array kForms {"npy", "msnpy", "raw", "csv", "txt"};
constexpr std::array kLayouts {"logical", "storage"};
constexpr std::array kNames {"msaccucmp", "dumpscope"};

std::string chosen(std::span<const char* const> words, const QComboBox& box)
{
    return words[static_cast<std::size_t>(std::max(0, box.currentIndex()))];
}

} // namespace

ConvertDialog::ConvertDialog(
    TaskRunner& tasks, OpenedRoot& root, std::vector<ConvertChoice> choices, QWidget* parent)
    : QDialog(parent)
    , m_tasks(tasks)
    , m_root(&root)
    , m_choices(std::move(choices))
    , m_what(new QComboBox(this))
    , m_form(new QComboBox(this))
    , m_layout(new QComboBox(this))
    , m_names(new QComboBox(this))
    , m_replace(new QCheckBox(tr("Replace files of the same name whose contents differ"), this))
    , m_folder(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_convert(new QPushButton(tr("Convert"), this))
{
    setWindowTitle(tr("Convert tensors of %1").arg(root.title()));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("help", QStringLiteral("tensors"));
    for (const ConvertChoice& one : m_choices)
        m_what->addItem(one.words);
    m_form->addItems({tr("NumPy, .npy"), tr("NumPy with the format in the name, .npy"),
        tr("The bytes alone, .bin"), tr("Text, .csv"), tr("Text, one value per line, .txt")});
    m_layout->addItems({tr("Logical, as in the network"), tr("Storage, as on the device")});
    m_names->addItems({tr("Those of the official tool"), tr("Operator, input or output, slot")});
    m_folder->setText(
        QDir::home().absoluteFilePath(QFileInfo(root.path()).fileName() + QStringLiteral("-converted")));
    layOut();
    for (QComboBox* box : {m_what, m_form, m_layout, m_names})
        connect(box, &QComboBox::currentIndexChanged, this, &ConvertDialog::refresh);
    connect(m_replace, &QCheckBox::toggled, this, &ConvertDialog::refresh);
    connect(m_folder, &QLineEdit::textChanged, this, &ConvertDialog::refresh);
    connect(m_convert, &QPushButton::clicked, this, &ConvertDialog::write);
    connect(&root, &QObject::destroyed, this, &QDialog::close);
    refresh();
}

void ConvertDialog::layOut()
{
    m_folder->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_command->setReadOnly(true);
    m_command->setFont(monospaceFont());
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_remark, m_answer}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_convert->setDefault(true);
    m_convert->setObjectName(QStringLiteral("convert"));
    auto* const choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, &ConvertDialog::chooseFolder);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_folder, 1);
    place->addWidget(choose);
    const std::pair<QString, QWidget*> named[]
        = {{tr("What"), m_what}, {tr("Form"), m_form}, {tr("Layout"), m_layout}, {tr("Names"), m_names},
            {tr("Folder"), m_folder}, {tr("Command"), m_command}};
    auto* const form = new QFormLayout(this);
    for (const auto& [name, widget] : named) {
        widget->setAccessibleName(name);
        widget == m_folder ? form->addRow(name, place) : form->addRow(name, widget);
    }
    form->insertRow(form->rowCount() - 1, QString(), m_replace);
    form->addRow(QString(), m_remark);
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_convert, *this));
}

const ConvertChoice& ConvertDialog::choice() const
{
    return m_choices[static_cast<std::size_t>(std::max(0, m_what->currentIndex()))];
}

QString ConvertDialog::command() const
{
    if (!m_root)
        return {};
    core::ConvertRequest request;
    request.path = m_root->path().toStdString();
    request.output = m_folder->text().toStdString();
    request.rows.filter = choice().filter.toStdString();
    request.raw = m_root->raw();
    request.form = chosen(kForms, *m_form);
    request.layout = m_layout->currentIndex() == 0 ? std::string() : chosen(kLayouts, *m_layout);
    request.names = chosen(kNames, *m_names);
    request.force = m_replace->isChecked();
    return fromCore(core::commandText(request));
}

core::ConversionOptions ConvertDialog::options() const
{
    using Options = core::ConversionOptions;
    const std::string_view form = kForms[static_cast<std::size_t>(m_form->currentIndex())];
    Options options;
    options.form = form == "raw" ? core::ArrayForm::Raw
        : form == "csv"          ? core::ArrayForm::Csv
        : form == "txt"          ? core::ArrayForm::Txt
                                 : core::ArrayForm::Npy;
    options.names = m_names->currentIndex() == 1 ? Options::Names::Dumpscope
        : form == "msnpy"                        ? Options::Names::Msnpy
                                                 : Options::Names::Msaccucmp;
    options.order = m_layout->currentIndex() == 1 ? core::Order::Storage : core::Order::Logical;
    options.replace = m_replace->isChecked();
    return options;
}

void ConvertDialog::refresh()
{
    m_command->setText(command());
    m_command->setCursorPosition(0);
    m_remark->setText(choice().remark);
    m_remark->setVisible(!choice().remark.isEmpty());
    m_answer->clear();
    m_convert->setEnabled(!m_folder->text().isEmpty());
}

void ConvertDialog::chooseFolder()
{
    const QString folder
        = QFileDialog::getExistingDirectory(this, tr("Folder for the files"), m_folder->text());
    if (!folder.isEmpty())
        m_folder->setText(folder);
}

QString ConvertDialog::summary(const core::ConversionReport& report, const QString& folder)
{
    const auto count
        = [&report](FileState state) { return groupedNumber(static_cast<qint64>(report.count(state))); };
    QStringList parts {tr("%1 written to %2").arg(count(FileState::Written), folder)};
    if (report.count(FileState::Unchanged) > 0)
        parts.append(tr("%1 already up to date").arg(count(FileState::Unchanged)));
    if (report.count(FileState::Skipped) > 0)
        parts.append(tr("%1 with statistics only").arg(count(FileState::Skipped)));
    if (report.count(FileState::Pending) > 0)
        parts.append(tr("%1 not reached").arg(count(FileState::Pending)));
    if (report.count(FileState::Failed) > 0)
        parts.append(tr("%1 failed").arg(count(FileState::Failed)));
    QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
    const auto failed = std::find_if(report.files.begin(), report.files.end(),
        [](const core::ConvertedFile& file) { return file.state == FileState::Failed; });
    if (failed != report.files.end())
        text += QLatin1Char(' ') + coreWords(failed->note);
    else if (report.error && report.error->code != core::Code::Cancelled)
        text += QLatin1Char(' ') + coreError(*report.error);
    return text;
}

void ConvertDialog::write()
{
    if (!m_root || !m_root->index())
        return;
    m_convert->setEnabled(false);
    const QString folder = m_folder->text();
    m_answer->setText(tr("Writing to %1.").arg(folder));
    const auto report = std::make_shared<core::ConversionReport>();
    const auto task = std::make_shared<QPointer<Task>>();
    *task = m_tasks.start<void>(
        Lane::Bulk, tr("Convert %1").arg(m_root->title()), &m_tasks,
        [report, index = m_root->index(), tensors = choice().tensors(), options = options(),
            path = folder.toStdString()](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<void> {
            *report = core::convertTensors(index, tensors, path, options, context);
            return report->error ? tl::make_unexpected(*report->error) : core::Result<void>();
        },
        [report, task, folder, dialog = QPointer(this)](const core::Result<void>&) {
            const QString words = summary(*report, folder);
            if (*task)
                (*task)->setOutcome(words);
            if (!dialog)
                return;
            dialog->m_answer->setText(words);
            dialog->m_convert->setEnabled(true);
        });
}

} // namespace dumpscope::gui
