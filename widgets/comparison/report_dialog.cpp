// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/report_dialog.h"

#include "common/app_style.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "comparison/comparison_request.h"
#include "comparison/comparison_run.h"
#include "comparison/setup_json.h"
#include "documents/annotations.h"
#include "io/output_check.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kTop = 10, kBlocks = 256; ///< as the command line's reports with elements

} // namespace

ReportDialog::ReportDialog(
    TaskRunner& tasks, const Annotations& annotations, ComparisonDocument& document, QWidget* parent)
    : QDialog(parent)
    , m_tasks(tasks)
    , m_annotations(annotations)
    , m_document(&document)
    , m_kind(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_help(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_write(new QPushButton(tr("Write"), this))
    , m_open(new QPushButton(tr("Open"), this))
    , m_close(new QPushButton(this))
{
    setWindowTitle(tr("Report"));
    setAttribute(Qt::WA_DeleteOnClose);
    for (const auto& one : m_reports->reports())
        m_kind->addItem(coreWords(one->title()), fromCore(one->option()));
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(QStringLiteral("report"))));
    m_kind->setAccessibleName(tr("Kind of report"));
    m_path->setAccessibleName(tr("File"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_command->setAccessibleName(tr("Command"));
    m_command->setReadOnly(true);
    m_command->setFont(monospaceFont());
    m_help->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_help, m_answer}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* const choose = new QPushButton(tr("Choose…"), this);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("Kind of report"), m_kind);
    form->addRow(QString(), m_help);
    form->addRow(tr("File"), place);
    form->addRow(tr("Command"), m_command);
    form->addRow(QString(), m_answer);
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    buttons->addLayout(primaryRow(*m_write));
    form->addRow(buttons);
    connect(m_open, &QPushButton::clicked, this,
        [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_written)); });
    m_close->setAutoDefault(false);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    setTabOrder(m_path, choose); // as the eye goes
    setTabOrder(choose, m_command);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ReportDialog::changeKind);
    connect(m_path, &QLineEdit::textChanged, this, [this](const QString& path) {
        m_written.clear();
        m_answer->setText(QFileInfo::exists(path.trimmed())
                ? tr("The file is there already and will be replaced.")
                : QString());
        refresh();
    });
    connect(choose, &QPushButton::clicked, this, &ReportDialog::chooseFile);
    connect(m_write, &QPushButton::clicked, this, &ReportDialog::write);
    connect(&document, &ComparisonDocument::stateChanged, this, &ReportDialog::refresh);
    connect(&document, &QObject::destroyed, this, &QDialog::close);
    m_path->setText(QDir::home().filePath(QStringLiteral("comparison.") + suffix()));
    changeKind();
}

const core::ComparisonReport& ReportDialog::report() const
{
    return *m_reports->reports()[static_cast<std::size_t>(std::max(0, m_kind->currentIndex()))];
}

QString ReportDialog::suffix() const
{
    const QString option = fromCore(report().option());
    for (const char* known : {"csv", "json", "xlsx"}) {
        if (option.contains(QLatin1String(known)))
            return QLatin1String(known);
    }
    return option == QLatin1String("report") ? QStringLiteral("html") : QStringLiteral("csv");
}

void ReportDialog::changeKind()
{
    m_help->setText(coreSentence(report().help()));
    const QFileInfo before(m_path->text());
    m_path->setText(before.dir().filePath(before.completeBaseName() + QLatin1Char('.') + suffix()));
    refresh();
}

void ReportDialog::chooseFile()
{
    auto* const chooser = new QFileDialog(this, tr("Write the report to"), m_path->text());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(suffix());
    connect(chooser, &QFileDialog::fileSelected, m_path, &QLineEdit::setText);
    chooser->open();
}

QString ReportDialog::command() const
{
    auto request = m_document ? comparisonRequest(m_document->setup()) : std::nullopt;
    if (!request)
        return {};
    request->reports[std::string(report().option())] = m_path->text().toStdString();
    return fromCore(core::commandText(*request));
}

void ReportDialog::refresh()
{
    m_open->setVisible(!m_written.isEmpty());
    m_close->setText(m_written.isEmpty() ? tr("Cancel") : tr("Close"));
    m_command->setText(command());
    m_command->setCursorPosition(0);
    const bool isReady = m_document && m_document->result() && !m_path->text().trimmed().isEmpty();
    m_write->setEnabled(isReady && (!m_writing.task() || m_writing.task()->isOver()));
    if (m_document && !m_document->result())
        m_answer->setText(tr("The comparison is still running."));
    else if (m_document && m_answer->text().isEmpty())
        m_answer->setText(leftOut());
}

std::vector<core::ReportNote> ReportDialog::notes() const
{
    std::vector<core::ReportNote> notes;
    if (!m_document || !report().hasNotes())
        return notes;
    for (const auto& [root, isOfGolden] : {std::pair(m_document->setup().target.root, false),
             std::pair(m_document->setup().golden.root, true)}) {
        if (!root)
            continue;
        for (const auto& [tensor, text] : m_annotations.notesOf(*root))
            notes.push_back({isOfGolden, tensor, text.toStdString()});
    }
    return notes;
}

QString ReportDialog::leftOut() const
{
    QStringList sentences;
    if (const QString unsaved = unsavedText(unsavedSettings(m_document->setup())); !unsaved.isEmpty())
        sentences.append(unsaved);
    if (const auto count = static_cast<int>(notes().size()); count > 0)
        sentences.append(
            tr("%n note(s) on its tensors go into the report; the command knows of none.", nullptr, count));
    return sentences.join(QLatin1Char('\n'));
}

void ReportDialog::write()
{
    if (!m_document || !m_document->result())
        return;
    ComparisonInput input = inputOf(m_document->setup());
    core::ReportFacts facts;
    // As the command line says it; one that says something else is none.
    if (!unsavedSettings(m_document->setup()).any())
        facts.command = comparisonCommand(m_document->setup()).toStdString();
    facts.profile = input.profile;
    facts.limits = limitsTitle(m_document->setup().limits);
    facts.programVersion = DUMPSCOPE_VERSION;
    facts.ruleFiles = input.options.pairing.ruleFiles;
    facts.problems = m_document->result()->problems;
    facts.notes = notes();
    const std::string path = m_path->text().trimmed().toStdString();
    const std::vector<std::string> inputs = filesReadBy(m_document->setup());
    m_answer->setText(tr("Writing…"));
    const Task* const writing = m_writing.start<bool>(
        m_tasks, Lane::Bulk, tr("Write a report"), this,
        [input, facts, path, inputs, result = m_document->result(), writer = &report(), keep = m_reports](
            core::TaskContext& task, const TaskRunner::Post&) mutable -> core::Result<bool> {
            const std::vector<std::string> outputs {path};
            TRY_VOID(core::checkOutputs(outputs, inputs));
            if (!writer->needsElements()) {
                TRY_VOID(writer->write(*result, facts, path, task));
                return true;
            }
            // Worst elements and maps of the error are measured for those who show them.
            input.options.measure.top = kTop;
            input.options.measure.blocks = kBlocks;
            input.options.measure.histogram = true;
            TRY_ASSIGN(const core::Comparison detailed, runComparison(std::move(input), {}, task));
            if (detailed.partial)
                return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
            TRY_VOID(writer->write(detailed, facts, path, task));
            return true;
        },
        [this, path](core::Result<bool> written) {
            m_written = written ? QFileInfo(fromCore(path)).absoluteFilePath() : QString();
            m_answer->setText(written ? tr("Written: %1").arg(fromCore(path)) : coreError(written.error()));
        });
    connect(writing, &Task::finished, this, &ReportDialog::refresh);
    refresh();
}

} // namespace dumpscope::gui
