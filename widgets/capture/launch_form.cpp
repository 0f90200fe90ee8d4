// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch_form.h"

#include "capture/step_header.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/config_editor.h"
#include "request/shell_words.h"

#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

/// Words as a shell would take them apart.
QString argumentText(const std::vector<std::string>& arguments)
{
    QStringList words;
    for (const std::string& argument : arguments)
        words.append(fromCore(core::shellQuoted(argument)));
    return words.join(QLatin1Char(' '));
}

} // namespace

LaunchForm::LaunchForm(Workbench& workbench, LaunchSetup& setup, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_setup(setup)
{
    build();
    keepTranslated(this, &LaunchForm::retranslate);
    wire();
}

void LaunchForm::build()
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QGridLayout* grid = nullptr;
    const auto step = [&](StepHeader*& head, int number) {
        head = new StepHeader(number, this);
        column->addWidget(head);
        grid = new QGridLayout;
        grid->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
        grid->setSpacing(scaled(kMedium));
        grid->setColumnStretch(1, 1);
        column->addLayout(grid);
    };
    const auto line = [&](QLabel*& label, QLineEdit*& field, QToolButton** browse, int row) {
        field = new QLineEdit(this);
        field->setFont(monospaceFont());
        label = new QLabel(this);
        label->setBuddy(field);
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row, 1);
        if (!browse)
            return;
        *browse = new QToolButton(this);
        (*browse)->setAutoRaise(true);
        (*browse)->setIcon(icon("open"));
        grid->addWidget(*browse, row, 2);
    };
    step(m_programHead, 1);
    m_kind = new QComboBox(this);
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kindLabel = new QLabel(this);
    m_kindLabel->setBuddy(m_kind);
    grid->addWidget(m_kindLabel, 0, 0);
    grid->addWidget(m_kind, 0, 1, 1, 2);
    line(m_programLabel, m_program, &m_browseProgram, 1);
    line(m_argumentsLabel, m_arguments, nullptr, 2);
    line(m_folderLabel, m_folder, &m_browseFolder, 3);
    step(m_environmentHead, 2);
    m_environment = new QPlainTextEdit(this);
    m_environment->setFont(monospaceFont());
    m_environment->setTabChangesFocus(true);
    m_environment->setFixedHeight(scaled(64));
    grid->addWidget(m_environment, 0, 0, 1, 3);
    step(m_dumpHead, 3);
    m_dumpSays = new QLabel(this);
    m_dumpSays->setWordWrap(true);
    m_text = new QToolButton(this);
    m_text->setAutoRaise(true);
    m_text->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_text->setIcon(icon("source"));
    grid->addWidget(m_dumpSays, 0, 0, 1, 2);
    grid->addWidget(m_text, 0, 2);
    step(m_folderHead, 4);
    line(m_outputLabel, m_output, &m_browseOutput, 0);
    line(m_sameLabel, m_same, nullptr, 1);
    column->addStretch(1);
}

void LaunchForm::wire()
{
    connect(m_kind, &QComboBox::activated, this,
        [this](int row) { m_setup.setKind(m_kind->itemData(row).toString()); });
    const std::pair<QLineEdit*, std::string core::LaunchProfile::*> fields[]
        = {{m_program, &core::LaunchProfile::program}, {m_folder, &core::LaunchProfile::folder},
            {m_output, &core::LaunchProfile::output}};
    for (const auto& [field, place] : fields)
        connect(field, &QLineEdit::textEdited, this, [this, place = place](const QString& text) {
            m_setup.edit([&](core::LaunchProfile& profile) { profile.*place = text.toStdString(); });
        });
    connect(m_arguments, &QLineEdit::textEdited, this,
        [this](const QString& text) { m_setup.setArguments(text.toStdString()); });
    connect(m_same, &QLineEdit::textEdited, this,
        [this](const QString& text) { m_setup.setUndisturbedFiles(text.toStdString()); });
    connect(m_environment, &QPlainTextEdit::textChanged, this, &LaunchForm::takeEnvironment);
    connect(m_text, &QToolButton::clicked, this, &LaunchForm::openText);
    connect(m_browseProgram, &QToolButton::clicked, this,
        [this] { choose(false, &core::LaunchProfile::program, tr("Program")); });
    connect(m_browseFolder, &QToolButton::clicked, this,
        [this] { choose(true, &core::LaunchProfile::folder, tr("Folder where it runs")); });
    connect(m_browseOutput, &QToolButton::clicked, this,
        [this] { choose(true, &core::LaunchProfile::output, tr("Folder for the dump")); });
    connect(&m_setup, &LaunchSetup::changed, this, &LaunchForm::follow);
    connect(&m_setup, &LaunchSetup::factsChanged, this, &LaunchForm::showReadiness);
}

void LaunchForm::retranslate()
{
    m_kindLabel->setText(tr("Kind"));
    m_kind->clear();
    const std::pair<QString, QString> kinds[] = {{QStringLiteral("mindspore"), tr("MindSpore script")},
        {QStringLiteral("msprobe"), tr("PyTorch or MindSpore script with msprobe")},
        {QStringLiteral("acl"), tr("AscendCL application")}, {QStringLiteral("tf"), tr("TensorFlow script")},
        {fromCore(core::LaunchProfile::kAnyCommand), tr("Any command")}};
    for (const auto& [id, title] : kinds)
        m_kind->addItem(title, id);
    m_programLabel->setText(tr("Program"));
    m_argumentsLabel->setText(tr("Arguments"));
    m_arguments->setPlaceholderText(tr("{config} and {output} are filled in"));
    m_folderLabel->setText(tr("Runs in"));
    m_environment->setPlaceholderText(tr("NAME=VALUE, one per line; overrides inherited values"));
    m_environment->setAccessibleName(tr("Environment"));
    m_text->setText(tr("Form and text"));
    m_outputLabel->setText(tr("Folder"));
    m_sameLabel->setText(tr("Files to check"));
    m_same->setPlaceholderText(tr("files that must be the same without a dump"));
    m_programHead->setTexts(tr("Program"), QString());
    m_environmentHead->setTexts(tr("Environment"), QString());
    m_dumpHead->setTexts(tr("What to dump"), QString());
    m_folderHead->setTexts(tr("Folder for the dump"), QString());
    m_kind->setAccessibleName(m_kindLabel->text());
    const std::pair<QWidget*, QLabel*> named[]
        = {{m_program, m_programLabel}, {m_arguments, m_argumentsLabel}, {m_folder, m_folderLabel},
            {m_output, m_outputLabel}, {m_same, m_sameLabel}};
    for (const auto& [field, label] : named)
        field->setAccessibleName(label->text());
    for (QToolButton* button : {m_browseProgram, m_browseFolder, m_browseOutput}) {
        button->setToolTip(tr("Choose"));
        button->setAccessibleName(button->toolTip());
    }
    follow();
}

void LaunchForm::follow()
{
    const core::LaunchProfile& profile = m_setup.profile();
    m_kind->setCurrentIndex(m_kind->findData(fromCore(profile.kind)));
    const auto show = [](QLineEdit* field, const QString& text) {
        if (!field->hasFocus() && field->text() != text)
            field->setText(text);
    };
    show(m_program, fromCore(profile.program));
    if (!m_setup.isMisquoted(LaunchSetup::ProgramStep))
        show(m_arguments, argumentText(profile.arguments));
    show(m_folder, fromCore(profile.folder));
    show(m_output, fromCore(profile.output));
    if (!m_setup.isMisquoted(LaunchSetup::FolderStep))
        show(m_same, argumentText(profile.undisturbed.files));
    QStringList variables;
    for (const auto& [name, value] : profile.environment)
        variables.append(fromCore(name + '=' + value));
    if (!m_environment->hasFocus() && m_environment->toPlainText() != variables.join(QLatin1Char('\n'))) {
        const QSignalBlocker quiet(m_environment);
        m_environment->setPlainText(variables.join(QLatin1Char('\n')));
    }
    m_environmentHead->setTexts(
        tr("Environment"), tr("%n variable(s)", nullptr, static_cast<int>(profile.environment.size())));
    m_text->setEnabled(profile.needsConfig());
    showReadiness();
}

void LaunchForm::showReadiness()
{
    const std::pair<StepHeader*, LaunchSetup::Step> heads[]
        = {{m_programHead, LaunchSetup::ProgramStep}, {m_environmentHead, LaunchSetup::EnvironmentStep},
            {m_dumpHead, LaunchSetup::DumpStep}, {m_folderHead, LaunchSetup::FolderStep}};
    for (const auto& [head, step] : heads) {
        const QString why = m_setup.obstacle(step);
        head->setState(why.isEmpty() ? State::Pass : State::Warn, why);
    }
    const core::LaunchProfile& profile = m_setup.profile();
    const QString trouble = m_setup.obstacle(LaunchSetup::DumpStep);
    m_dumpSays->setText(!profile.needsConfig() ? tr("The program dumps by itself, into {output}.")
            : !trouble.isEmpty()               ? trouble
            : !profile.configPath.empty()      ? fromCore(profile.configPath)
                                               : tr("The configuration is of this kind and valid."));
}

void LaunchForm::takeEnvironment()
{
    m_setup.edit([this](core::LaunchProfile& profile) {
        profile.environment.clear();
        for (const QString& text :
            m_environment->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            const auto equals = text.indexOf(QLatin1Char('='));
            if (equals > 0)
                profile.environment.emplace_back(
                    text.left(equals).trimmed().toStdString(), text.mid(equals + 1).toStdString());
        }
    });
}

void LaunchForm::openText()
{
    auto* const dialog = new QDialog(window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("What to dump"));
    auto* const layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const editor = new ConfigEditor(m_workbench, dialog);
    const QString kind = fromCore(m_setup.profile().kind);
    editor->setKinds({kind});
    editor->setText(fromCore(m_setup.profile().configText), kind);
    layout->addWidget(editor);
    connect(editor, &ConfigEditor::changed, this, [this, editor] {
        m_setup.edit([&](core::LaunchProfile& profile) {
            profile.configText = editor->text().toStdString();
            profile.configPath.clear();
        });
    });
    dialog->resize(scaled(900), scaled(600));
    dialog->show();
}

void LaunchForm::choose(bool isFolder, std::string core::LaunchProfile::*place, const QString& title)
{
    auto* const chooser = new QFileDialog(this, title);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    if (isFolder)
        chooser->setFileMode(QFileDialog::Directory);
    const bool isOutput = place == &core::LaunchProfile::output;
    connect(chooser, &QFileDialog::fileSelected, this, [this, place, isOutput](const QString& path) {
        m_setup.edit([&](core::LaunchProfile& profile) {
            profile.*place = (isOutput ? path + QStringLiteral("/run-{n}") : path).toStdString();
        });
    });
    chooser->open();
}

} // namespace dumpscope::gui
