// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_editor_private.h"

#include "common/core_text.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "config/code_edit.h"
#include "config/config_form_view.h"
#include "config/unsaved_configuration.h"
#include "documents/problem_list.h"
#include "kit/sentence_list.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kPauseMs = 150; ///< after the last key before the text is checked
constexpr int kWordsHeight = 150;
constexpr int kSideBySide = 620; ///< from here on form and text stand side by side

/// What a file of a kind is usually called.
QString usualName(const QString& kind)
{
    static const QHash<QString, QString> kNames {{QStringLiteral("acl"), QStringLiteral("acl.json")},
        {QStringLiteral("mindspore"), QStringLiteral("data_dump.json")},
        {QStringLiteral("msprobe"), QStringLiteral("config.json")},
        {QStringLiteral("tf"), QStringLiteral("dump_settings.py")}};
    return kNames.value(kind, kind);
}

} // namespace

ConfigEditor::ConfigEditor(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m(std::make_unique<Private>(workbench))
{
    m->form = new ConfigFormView(this);
    m->text = new CodeEdit(this);
    m->words = new SentenceList(this);
    m->halves = new QSplitter(Qt::Horizontal, this);
    m->halves->addWidget(m->form);
    m->halves->addWidget(m->text);
    m->halves->setChildrenCollapsible(false);
    auto* const parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m->halves);
    parts->addWidget(m->words);
    parts->setSizes({scaled(420), scaled(kWordsHeight)});
    parts->setStretchFactor(0, 1);
    parts->setChildrenCollapsible(false);
    m->words->setMinimumHeight(scaled(72));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(parts, 1);
    setFocusProxy(m->text);
    setMinimumSize(scaled(240), scaled(160));
    for (const auto& kind : m->kinds->kinds())
        m->offered.append(fromCore(kind->id()));
    m->due.setSingleShot(true);
    m->due.setInterval(kPauseMs);
    connect(&m->due, &QTimer::timeout, this, &ConfigEditor::check);
    connect(m->text, &QPlainTextEdit::textChanged, this, &ConfigEditor::textChanged);
    connect(m->text->document(), &QTextDocument::modificationChanged, this, &ConfigEditor::fileChanged);
    connect(m->form, &ConfigFormView::edited, this, &ConfigEditor::writeField);
    connect(m->form, &ConfigFormView::pickRequested, this, &ConfigEditor::pickOperators);
    m->model = new ModelOperators(workbench, this);
    connect(m->model, &ModelOperators::outdated, this, &ConfigEditor::followModel);
    connect(m->model, &ModelOperators::changed, this, &ConfigEditor::check);
    retranslate();
    if (const core::ConfigKind* const first = m->kinds->find("acl"))
        setText(fromCore(first->create({}).value_or(std::string())), QStringLiteral("acl"));
    m->text->document()->setModified(false);
}

ConfigEditor::~ConfigEditor() = default;

QWidget* ConfigEditor::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    layout->setSpacing(scaled(kTiny));
    m->kindChoice = new QComboBox(bar);
    m->kindChoice->setMinimumContentsLength(8);
    m->kindChoice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    layout->addWidget(m->kindChoice, 1);
    const auto button = [&](const char* iconName) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setIcon(icon(iconName));
        layout->addWidget(made);
        return made;
    };
    m->presets = button("flag");
    m->presets->setPopupMode(QToolButton::InstantPopup);
    m->presets->setMenu(new QMenu(m->presets));
    m->program = button("device");
    m->program->setPopupMode(QToolButton::InstantPopup);
    m->program->setMenu(new QMenu(m->program));
    connect(m->program->menu(), &QMenu::aboutToShow, this, &ConfigEditor::fillProgram);
    m->undo = button("undo");
    m->redo = button("redo");
    m->showForm = button("menu");
    m->showText = button("source");
    for (QToolButton* const half : {m->showForm, m->showText}) {
        half->setCheckable(true);
        half->setChecked(true);
        connect(half, &QToolButton::toggled, this, [this, half](bool isOn) {
            // one of them is always there
            if (QToolButton* const other = half == m->showForm ? m->showText : m->showForm;
                !isOn && !other->isChecked())
                other->setChecked(true);
            layOut();
        });
    }
    m->open = button("open");
    m->save = button("save");
    m->copy = button("copy");
    connect(m->kindChoice, &QComboBox::activated, this,
        [this](int index) { convertTo(m->kindChoice->itemData(index).toString()); });
    connect(m->presets->menu(), &QMenu::aboutToShow, this, &ConfigEditor::fillPresets);
    connect(m->undo, &QToolButton::clicked, m->text, &QPlainTextEdit::undo);
    connect(m->redo, &QToolButton::clicked, m->text, &QPlainTextEdit::redo);
    connect(m->text, &QPlainTextEdit::undoAvailable, m->undo, &QToolButton::setEnabled);
    connect(m->text, &QPlainTextEdit::redoAvailable, m->redo, &QToolButton::setEnabled);
    connect(m->open, &QToolButton::clicked, this, [this] {
        askBeforeLosingConfiguration(this, *this, [this] {
            const QString path = QFileDialog::getOpenFileName(this, tr("Open a dump configuration"), m->file);
            if (!path.isEmpty())
                open(path);
        });
    });
    connect(m->save, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getSaveFileName(
            this, tr("Save the dump configuration"), m->file.isEmpty() ? usualName(m->kind) : m->file);
        if (!path.isEmpty())
            save(path);
    });
    connect(m->copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(usage()); });
    return bar;
}

void ConfigEditor::retranslate()
{
    const auto name = [](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    };
    name(m->presets, tr("Presets"));
    name(m->program, tr("Program that reads it"));
    name(m->undo, tr("Undo"));
    name(m->redo, tr("Redo"));
    name(m->showForm, tr("Form"));
    name(m->showText, tr("Text"));
    name(m->open, tr("Open a dump configuration…"));
    name(m->save, tr("Save the dump configuration…"));
    name(m->copy, tr("Copy the line that makes the program read it"));
    m->undo->setEnabled(m->text->document()->isUndoAvailable());
    m->redo->setEnabled(m->text->document()->isRedoAvailable());
    m->kindChoice->setAccessibleName(tr("Kind of configuration"));
    m->kindChoice->setToolTip(tr("Kind of configuration; another one says the same in its words"));
    m->text->setAccessibleName(tr("Text of the configuration"));
    m->form->setAccessibleName(tr("Form of the configuration"));
    m->words->setHeading({});
    m->words->setCommand({}, {});
    m->words->setAccessibleName(tr("What the configuration means"));
    showKind();
    showWords();
}

void ConfigEditor::showKind()
{
    m->kindChoice->clear();
    for (const QString& id : m->offered)
        m->kindChoice->addItem(usualName(id), id);
    m->kindChoice->setCurrentIndex(m->kindChoice->findData(m->kind));
    m->text->setLanguage(
        m->kind == QLatin1String("tf") ? CodeEdit::Language::Python : CodeEdit::Language::Json);
    m->copy->setEnabled(!usage().isEmpty());
}

void ConfigEditor::layOut()
{
    m->form->setVisible(m->showForm->isChecked());
    m->text->setVisible(m->showText->isChecked());
    m->halves->setOrientation(width() < scaled(kSideBySide) ? Qt::Vertical : Qt::Horizontal);
}

QString ConfigEditor::text() const
{
    return m->text->toPlainText();
}

void ConfigEditor::setText(const QString& text, const QString& kind)
{
    const QTextDocument* const document = m->text->document();
    const bool isUntouched = !document->isModified() && !document->isUndoAvailable();
    showNew(text, kind);
    if (isUntouched) // nobody wants back what stood there to begin with
        m->text->document()->clearUndoRedoStacks();
}

void ConfigEditor::showNew(const QString& text, const QString& kind)
{
    const core::ConfigText config {text.toStdString(), m->file.toStdString()};
    const core::ConfigKind* const known
        = kind.isEmpty() ? m->kinds->recognise(config) : m->kinds->find(kind.toStdString());
    if (known != nullptr)
        m->kind = fromCore(known->id());
    m->lost.clear();
    showKind();
    m->text->replaceText(text);
    textChanged();
    m->due.stop();
    check();
}

QString ConfigEditor::kind() const
{
    return m->kind;
}

void ConfigEditor::setReader(const Reader& reader)
{
    m->reader = reader;
    check();
}

void ConfigEditor::setKinds(const QStringList& kinds)
{
    m->offered = kinds;
    showKind();
}

void ConfigEditor::setModel(const QString& path)
{
    m->model->setModel(path);
}

QString ConfigEditor::file() const
{
    return m->file;
}

bool ConfigEditor::isModified() const
{
    return m->text->document()->isModified();
}

std::shared_ptr<const core::ConfigReport> ConfigEditor::report() const
{
    if (m->isStale || !m->verdict)
        return nullptr;
    return {m->verdict, &m->verdict->report};
}

bool ConfigEditor::isValid() const
{
    return !m->isStale && m->verdict && m->verdict->report.valid;
}

bool ConfigEditor::isSettled() const
{
    const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
    return !m->due.isActive() && !m->isStale && isOver(m->checking) && m->model->isSettled()
        && isOver(m->drafting) && isOver(m->reading) && isOver(m->writing);
}

std::optional<core::DumpEstimate> ConfigEditor::estimate() const
{
    return m->isStale || !m->verdict ? std::nullopt : m->verdict->estimate;
}

QString ConfigEditor::usage() const
{
    const core::ConfigKind* const kind = m->current();
    if (kind == nullptr)
        return {};
    const QString path = m->file.isEmpty() ? QDir::current().absoluteFilePath(usualName(m->kind)) : m->file;
    return fromCore(kind->usage(path.toStdString()));
}

void ConfigEditor::textChanged()
{
    m->isStale = true;
    m->due.start();
    emit changed();
}

core::ConfigText ConfigEditor::config() const
{
    core::ConfigText config;
    config.text = text().toStdString();
    config.file = m->file.toStdString();
    config.folder = (m->reader.folder.isEmpty()
            ? m->file.isEmpty() ? QDir::currentPath() : QFileInfo(m->file).absolutePath()
            : m->reader.folder)
                        .toStdString();
    config.release = m->reader.release.toStdString();
    config.device = m->reader.device.toStdString();
    config.framework = m->reader.framework.toStdString();
    for (const auto& [name, value] : m->reader.environment)
        config.environment.emplace_back(name.toStdString(), value.toStdString());
    return config;
}

void ConfigEditor::check()
{
    m->isStale = true;
    m->checking.start<Verdict>(
        m->workbench.tasks, Lane::Interactive, tr("Check the configuration"), this,
        [kinds = m->kinds, kind = m->kind.toStdString(), config = config(),
            operators = m->model->operators()](core::TaskContext&, const TaskRunner::Post&)
            -> core::Result<Verdict> { return ConfigVerdict::of(kinds, kind, config, operators); },
        [this](core::Result<Verdict> verdict) {
            if (verdict && (*verdict)->config.text == text().toStdString())
                take(*verdict);
        });
}

void ConfigEditor::take(std::shared_ptr<const ConfigVerdict> verdict)
{
    m->verdict = std::move(verdict);
    m->isStale = false;
    m->form->setFields(m->verdict->fields);
    m->form->setProblems(m->verdict->report.problems);
    m->text->setMarks(m->verdict->marks());
    showWords();
    emit checked();
}

void ConfigEditor::showWords()
{
    if (!m->verdict)
        return;
    if (!m->lost.empty() && m->lostOf != text())
        m->lost.clear();
    m->words->setSentences(m->verdict->sentences(m->lost, [this](int line, int column) {
        m->showText->setChecked(true);
        m->text->goTo(line, column);
    }));
}

void ConfigEditor::writeField(const QString& path, const QString& json)
{
    const core::ConfigKind* const kind = m->current();
    if (kind == nullptr)
        return;
    const auto changed = kind->withValue(
        config(), path.toStdString(), json.isEmpty() ? std::nullopt : std::optional(json.toStdString()));
    if (changed)
        m->text->replaceText(fromCore(*changed));
    else
        report(changed.error());
    if (m->due.isActive()) {
        m->due.stop();
        check();
    }
}

void ConfigEditor::report(const core::Error& error)
{
    m->workbench.problems.add({core::Severity::Error, error.code, error.place, error.message});
}

void ConfigEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConfigEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ConfigEditor::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followModel();
}

} // namespace dumpscope::gui
