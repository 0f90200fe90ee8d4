// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/dump_form.h"

#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/config_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kByText = -1; ///< more than the form can say
}

DumpForm::DumpForm(Workbench& workbench, CaptureSetup& setup, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_setup(setup)
{
    build();
    keepTranslated(this, &DumpForm::retranslate);
    wire();
}

void DumpForm::build()
{
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    grid->setHorizontalSpacing(scaled(kMedium));
    grid->setVerticalSpacing(scaled(kMedium));
    const auto label = [this](QWidget* buddy) {
        auto* const one = new QLabel(this);
        one->setBuddy(buddy);
        return one;
    };
    m_preset = new QComboBox(this);
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_text = new QToolButton(this);
    m_text->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_text->setAutoRaise(true);
    m_text->setIcon(icon("source"));
    m_presetLabel = label(m_preset);
    grid->addWidget(m_presetLabel, 0, 0);
    grid->addWidget(m_preset, 0, 1, 1, 4);
    auto* const kinds = new QHBoxLayout;
    kinds->setSpacing(scaled(kVast));
    for (QCheckBox** box : {&m_inputs, &m_outputs, &m_statistics}) {
        *box = new QCheckBox(this);
        kinds->addWidget(*box);
    }
    kinds->addStretch(1);
    grid->addLayout(kinds, 1, 0, 1, 5);
    m_operators = new QLineEdit(this);
    m_operators->setFont(monospaceFont());
    m_operatorsLabel = label(m_operators);
    m_counts = new QLabel(this);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(m_operatorsLabel, 2, 0);
    grid->addWidget(m_operators, 2, 1, 1, 3);
    grid->addWidget(m_counts, 2, 4);
    m_runs = new QSpinBox(this);
    m_runs->setRange(1, core::CaptureProfile::kMostRuns);
    m_runsLabel = label(m_runs);
    m_steps = new QLineEdit(this);
    m_steps->setFont(monospaceFont());
    m_stepsLabel = label(m_steps);
    grid->addWidget(m_runsLabel, 3, 0);
    grid->addWidget(m_runs, 3, 1);
    grid->addWidget(m_stepsLabel, 3, 2, Qt::AlignRight);
    grid->addWidget(m_steps, 3, 3, 1, 2);
    m_folder = new QLineEdit(this);
    m_folder->setFont(monospaceFont());
    m_folderLabel = label(m_folder);
    m_browse = new QToolButton(this);
    m_browse->setAutoRaise(true);
    m_browse->setIcon(icon("open"));
    grid->addWidget(m_folderLabel, 4, 0);
    grid->addWidget(m_folder, 4, 1, 1, 3);
    grid->addWidget(m_browse, 4, 4, Qt::AlignRight);
    grid->addWidget(m_text, 5, 0, 1, 5, Qt::AlignRight);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
}

void DumpForm::wire()
{
    connect(m_preset, &QComboBox::activated, this, [this](int row) {
        const int kind = m_preset->itemData(row).toInt();
        if (kind == kByText)
            return openText();
        DumpChoice choice = DumpChoice::preset(static_cast<DumpChoice::Preset>(kind));
        choice.operators = m_choice.operators;
        choice.steps = m_choice.steps;
        change(choice);
    });
    for (const QCheckBox* box : {m_inputs, m_outputs, m_statistics})
        connect(box, &QCheckBox::clicked, this, [this] { change(typed()); });
    for (const QLineEdit* field : {m_operators, m_steps})
        connect(field, &QLineEdit::editingFinished, this, [this] {
            if (const DumpChoice choice = typed(); choice != m_choice)
                change(choice);
        });
    connect(m_operators, &QLineEdit::textEdited, this, &DumpForm::showCounts);
    connect(m_runs, &QSpinBox::valueChanged, this,
        [this](int runs) { m_setup.edit([&](core::CaptureProfile& profile) { profile.runs = runs; }); });
    connect(m_folder, &QLineEdit::textEdited, this, [this](const QString& folder) {
        m_setup.edit([&](core::CaptureProfile& profile) { profile.output = folder.toStdString(); });
    });
    connect(m_browse, &QToolButton::clicked, this, &DumpForm::chooseFolder);
    connect(m_text, &QToolButton::clicked, this, &DumpForm::openText);
    connect(&m_setup, &CaptureSetup::changed, this, &DumpForm::follow);
    connect(&m_setup, &CaptureSetup::factsChanged, this, &DumpForm::follow);
    connect(&m_setup, &CaptureSetup::modelChanged, this, &DumpForm::follow);
}

void DumpForm::retranslate()
{
    m_presetLabel->setText(tr("Preset"));
    const QSignalBlocker quiet(m_preset);
    const int row = m_preset->currentIndex();
    m_preset->clear();
    const std::pair<DumpChoice::Preset, QString> presets[]
        = {{DumpChoice::Preset::Everything, tr("Full tensors, inputs and outputs")},
            {DumpChoice::Preset::Outputs, tr("Full tensors, outputs")},
            {DumpChoice::Preset::Statistics, tr("Statistics of everything")},
            {DumpChoice::Preset::Overflow, tr("Overflow only")},
            {DumpChoice::Preset::Exceptions, tr("Failing operators only")}};
    for (const auto& [preset, title] : presets)
        m_preset->addItem(title, static_cast<int>(preset));
    m_preset->addItem(tr("As the text says"), kByText);
    m_preset->setCurrentIndex(row);
    m_text->setText(tr("Form and text"));
    m_inputs->setText(tr("Input"));
    m_outputs->setText(tr("Output"));
    m_statistics->setText(tr("Statistics only"));
    m_operatorsLabel->setText(tr("Operators"));
    m_operators->setPlaceholderText(tr("all, or names with * between commas"));
    m_runsLabel->setText(tr("Executions"));
    m_stepsLabel->setText(tr("Steps"));
    m_steps->setPlaceholderText(tr("all, or 0-4|7"));
    m_folderLabel->setText(tr("Folder"));
    m_browse->setToolTip(tr("Choose the folder"));
    m_browse->setAccessibleName(m_browse->toolTip());
    for (const auto& [field, name] :
        {std::pair<QWidget*, QLabel*> {m_preset, m_presetLabel}, {m_operators, m_operatorsLabel},
            {m_runs, m_runsLabel}, {m_steps, m_stepsLabel}, {m_folder, m_folderLabel}})
        field->setAccessibleName(name->text());
    m_folder->setToolTip(tr("{n} is the first number for which there is no such folder yet"));
    follow();
}

// The form shows what the text says.
void DumpForm::follow()
{
    const core::AclCheck& check = m_setup.check();
    if (check.isValid())
        m_choice = DumpChoice::fromConfig(check.config);
    const core::CaptureProfile& profile = m_setup.profile();
    const auto kind = check.isValid() ? m_choice.kind() : std::nullopt;
    m_preset->setCurrentIndex(m_preset->findData(kind ? static_cast<int>(*kind) : kByText));
    const bool isTensors = !m_choice.overflow && !m_choice.exceptions;
    for (const auto& [box, on] : {std::pair(m_inputs, m_choice.inputs),
             std::pair(m_outputs, m_choice.outputs), std::pair(m_statistics, m_choice.statistics)}) {
        box->setChecked(on);
        box->setEnabled(isTensors);
    }
    m_operators->setEnabled(isTensors);
    m_steps->setEnabled(isTensors);
    const auto show = [](QLineEdit* field, const QString& text) {
        if (!field->hasFocus() && field->text() != text)
            field->setText(text);
    };
    show(m_operators, m_choice.operators.join(QStringLiteral(", ")));
    show(m_steps, m_choice.steps);
    show(m_folder, fromCore(profile.output));
    const QSignalBlocker quiet(m_runs);
    m_runs->setValue(profile.runs);
    showCounts();
}

// Of what is typed, also before it is taken; names of other models do not count.
void DumpForm::showCounts()
{
    const QStringList& known = m_setup.model().operators;
    const QStringList chosen
        = m_operators->hasFocus() ? expandOperators(m_operators->text(), known) : m_choice.operators;
    const auto there
        = std::ranges::count_if(known, [&](const QString& name) { return chosen.contains(name); });
    m_counts->setText(known.isEmpty() || !m_operators->isEnabled()
            ? QString()
            : tr("%1 of %2").arg(chosen.isEmpty() ? known.size() : there).arg(known.size()));
}

DumpChoice DumpForm::typed() const
{
    DumpChoice choice = m_choice;
    choice.inputs = m_inputs->isChecked();
    choice.outputs = m_outputs->isChecked();
    choice.statistics = m_statistics->isChecked();
    choice.operators = expandOperators(m_operators->text(), m_setup.model().operators);
    choice.steps = m_steps->text().trimmed();
    return choice;
}

void DumpForm::change(const DumpChoice& choice)
{
    m_choice = choice;
    m_setup.edit([&](core::CaptureProfile& profile) {
        profile.dumpText = choice.text(m_setup.model().name).toStdString();
        profile.dump.clear();
    });
}

void DumpForm::openText()
{
    auto* const dialog = new QDialog(window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("What to dump"));
    auto* const layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const editor = new ConfigEditor(m_workbench, dialog);
    editor->setKinds({QStringLiteral("acl")});
    editor->setModel(fromCore(m_setup.profile().model));
    editor->setText(fromCore(m_setup.profile().dumpText), QStringLiteral("acl"));
    layout->addWidget(editor);
    connect(editor, &ConfigEditor::changed, this, [this, editor] {
        m_setup.edit([&](core::CaptureProfile& profile) {
            profile.dumpText = editor->text().toStdString();
            profile.dump.clear();
        });
    });
    dialog->resize(scaled(900), scaled(600));
    dialog->show();
}

void DumpForm::chooseFolder()
{
    auto* const chooser = new QFileDialog(this, tr("Folder for the dump"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_setup.edit([&](core::CaptureProfile& profile) {
            profile.output = (folder + QStringLiteral("/capture-{n}")).toStdString();
        });
    });
    chooser->open();
}

} // namespace dumpscope::gui
