// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_editor.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/code_edit.h"
#include "config/config_bar.h"
#include "config/config_form_view.h"
#include "config/dump_presets.h"
#include "config/model_operators.h"
#include "config/operator_choice.h"
#include "config/program_menu.h"
#include "config/unsaved_configuration.h"
#include "documents/problem_list.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"
#include "kit/room_splitter.h"
#include "kit/sentence_list.h"
#include "next/next_capture.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

using Draft = core::ConfigDraft;
using Verdict = std::shared_ptr<const ConfigVerdict>;

constexpr int kPauseMs = 150;                  ///< after the last key before the text is checked
constexpr int kSideBySide = 620;               ///< from here on form and text stand side by side
constexpr std::size_t kMostBytes = 10'485'760; ///< more than any program reads

ConfigKindsPointer allKinds()
{
    auto kinds = std::make_shared<core::ConfigKinds>();
    core::registerConfigKinds(*kinds);
    return kinds;
}

core::Result<QString> readText(const QString& path)
{
    TRY_ASSIGN(const std::string text, core::readSmallFile(path.toStdString(), kMostBytes));
    return QString::fromStdString(text);
}

} // namespace

ConfigEditor::ConfigEditor(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_kinds(allKinds())
    , m_form(new ConfigFormView(this))
    , m_text(new CodeEdit(this))
    , m_words(new SentenceList(this))
    , m_halves(new QSplitter(Qt::Horizontal, this))
{
    m_halves->addWidget(m_form);
    m_halves->addWidget(m_text);
    m_halves->setChildrenCollapsible(false);
    auto* const parts = new RoomSplitter(0, {74, 26}, this);
    parts->addWidget(m_halves);
    parts->addWidget(m_words);
    m_words->setMinimumHeight(scaled(72));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_bar = new ConfigBar(m_text, this);
    layout->addWidget(m_bar);
    layout->addWidget(parts, 1);
    setFocusProxy(m_text);
    setMinimumSize(scaled(240), scaled(160));
    for (const auto& kind : m_kinds->kinds())
        m_offered.append(fromCore(kind->id()));
    m_due.setSingleShot(true);
    m_due.setInterval(kPauseMs);
    connect(&m_due, &QTimer::timeout, this, &ConfigEditor::check);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ConfigEditor::textChanged);
    connect(m_text->document(), &QTextDocument::modificationChanged, this, &ConfigEditor::fileChanged);
    connect(m_form, &ConfigFormView::edited, this, &ConfigEditor::writeField);
    connect(m_form, &ConfigFormView::pickRequested, this, &ConfigEditor::pickOperators);
    m_model = new ModelOperators(workbench, this);
    connect(m_model, &ModelOperators::outdated, this, &ConfigEditor::followModel);
    connect(m_model, &ModelOperators::changed, this, &ConfigEditor::check);
    connect(m_bar, &ConfigBar::kindChosen, this, &ConfigEditor::convertTo);
    connect(m_bar, &ConfigBar::halvesChanged, this, &ConfigEditor::layOut);
    connect(m_bar->presets(), &QMenu::aboutToShow, this, &ConfigEditor::fillPresets);
    connect(m_bar->program(), &ProgramMenu::programChanged, this, &ConfigEditor::check);
    connect(m_bar->program(), &ProgramMenu::generationChosen, this, &ConfigEditor::rewriteFor);
    connect(m_bar, &ConfigBar::openRequested, this, &ConfigEditor::askWhatToOpen);
    connect(m_bar, &ConfigBar::saveRequested, this, &ConfigEditor::askWhereToSave);
    connect(m_bar, &ConfigBar::copyRequested, this, [this] { QApplication::clipboard()->setText(usage()); });
    keepTranslated(this, &ConfigEditor::retranslate);
    if (const core::ConfigKind* const first = m_kinds->find("acl"))
        setText(fromCore(first->create({}).value_or(std::string())), QStringLiteral("acl"));
    m_text->document()->setModified(false);
}

void ConfigEditor::askWhatToOpen()
{
    askBeforeLosingConfiguration(this, *this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a dump configuration"), m_file);
        if (!path.isEmpty())
            open(path);
    });
}

void ConfigEditor::askWhereToSave()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the dump configuration"), m_file.isEmpty() ? ConfigBar::fileName(m_kind) : m_file);
    if (!path.isEmpty())
        save(path);
}

void ConfigEditor::retranslate()
{
    m_text->setAccessibleName(tr("Text of the configuration"));
    m_form->setAccessibleName(tr("Form of the configuration"));
    m_words->setHeading({});
    m_words->setCommand({}, {});
    m_words->setAccessibleName(tr("What the configuration means"));
    showKind();
    showWords();
}

void ConfigEditor::showKind()
{
    m_bar->setKinds(m_offered, m_kind);
    m_text->setLanguage(
        m_kind == QLatin1String("tf") ? CodeEdit::Language::Python : CodeEdit::Language::Json);
    m_bar->setHasUsage(!usage().isEmpty());
}

void ConfigEditor::layOut()
{
    m_form->setVisible(m_bar->isFormShown());
    m_text->setVisible(m_bar->isTextShown());
    m_halves->setOrientation(width() < scaled(kSideBySide) ? Qt::Vertical : Qt::Horizontal);
}

QString ConfigEditor::text() const
{
    return m_text->toPlainText();
}

void ConfigEditor::setText(const QString& text, const QString& kind)
{
    const QTextDocument* const document = m_text->document();
    const bool isUntouched = !document->isModified() && !document->isUndoAvailable();
    showNew(text, kind);
    if (isUntouched) // nobody wants back what stood there to begin with
        m_text->document()->clearUndoRedoStacks();
}

void ConfigEditor::showNew(const QString& text, const QString& kind)
{
    const core::ConfigText config {text.toStdString(), m_file.toStdString()};
    const core::ConfigKind* const known
        = kind.isEmpty() ? m_kinds->recognise(config) : m_kinds->find(kind.toStdString());
    if (known != nullptr)
        m_kind = fromCore(known->id());
    m_lost.clear();
    m_origin = {};
    showKind();
    m_text->replaceText(text);
    textChanged();
    m_due.stop();
    check();
}

const core::ConfigKind* ConfigEditor::current() const
{
    return m_kinds->find(m_kind.toStdString());
}

QString ConfigEditor::kind() const
{
    return m_kind;
}

void ConfigEditor::setKinds(const QStringList& kinds)
{
    m_offered = kinds;
    showKind();
}

void ConfigEditor::setModel(const QString& path)
{
    m_model->setModel(path);
}

QString ConfigEditor::file() const
{
    return m_file;
}

bool ConfigEditor::isModified() const
{
    return m_text->document()->isModified();
}

std::shared_ptr<const core::ConfigReport> ConfigEditor::report() const
{
    if (m_isStale || !m_verdict)
        return nullptr;
    return {m_verdict, &m_verdict->report};
}

bool ConfigEditor::isValid() const
{
    return !m_isStale && m_verdict && m_verdict->report.valid;
}

bool ConfigEditor::isSettled() const
{
    const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
    return !m_due.isActive() && !m_isStale && isOver(m_checking) && m_model->isSettled() && isOver(m_drafting)
        && isOver(m_reading) && isOver(m_writing);
}

std::optional<core::DumpEstimate> ConfigEditor::estimate() const
{
    return m_isStale || !m_verdict ? std::nullopt : m_verdict->estimate;
}

QString ConfigEditor::usage() const
{
    const core::ConfigKind* const kind = current();
    if (kind == nullptr)
        return {};
    const QString path
        = m_file.isEmpty() ? QDir::current().absoluteFilePath(ConfigBar::fileName(m_kind)) : m_file;
    return fromCore(kind->usage(path.toStdString()));
}

void ConfigEditor::textChanged()
{
    m_isStale = true;
    m_due.start();
    emit changed();
}

core::ConfigText ConfigEditor::config() const
{
    core::ConfigText config;
    config.text = text().toStdString();
    config.file = m_file.toStdString();
    config.folder = (m_file.isEmpty() ? QDir::currentPath() : QFileInfo(m_file).absolutePath()).toStdString();
    const ProgramMenu::Program& program = m_bar->program()->program();
    config.release = program.release.toStdString();
    config.device = program.device.toStdString();
    config.framework = program.framework.toStdString();
    return config;
}

void ConfigEditor::check()
{
    m_isStale = true;
    m_checking.start<Verdict>(
        m_workbench.tasks, Lane::Interactive, tr("Check the configuration"), this,
        [kinds = m_kinds, kind = m_kind.toStdString(), config = config(), operators = m_model->operators()](
            core::TaskContext&, const TaskRunner::Post&) -> core::Result<Verdict> {
            return ConfigVerdict::of(kinds, kind, config, operators);
        },
        [this](core::Result<Verdict> verdict) {
            if (verdict && (*verdict)->config.text == text().toStdString())
                take(*verdict);
        });
}

void ConfigEditor::take(std::shared_ptr<const ConfigVerdict> verdict)
{
    m_verdict = std::move(verdict);
    m_isStale = false;
    // A form of nothing would take away what is only a bracket away.
    const auto hasValues = [](const std::vector<core::ConfigField>& fields) {
        return std::ranges::any_of(
            fields, [](const core::ConfigField& field) { return field.value.has_value(); });
    };
    m_isFormOlder = !m_verdict->report.valid && !hasValues(m_verdict->fields) && hasValues(m_form->fields())
        && m_formKind == m_kind;
    if (!m_isFormOlder) {
        m_formKind = m_kind;
        m_form->setFields(m_verdict->fields);
        m_form->setProblems(m_verdict->report.problems);
    }
    m_form->setEnabled(!m_isFormOlder);
    m_text->setMarks(m_verdict->marks());
    showWords();
    emit checked();
}

void ConfigEditor::showWords()
{
    if (!m_verdict)
        return;
    if (m_lostOf != text()) {
        m_lost.clear();
        m_origin = {};
    }
    std::vector<Sentence> sentences = m_verdict->sentences(m_lost, [this](int line, int column) {
        m_bar->setTextShown(true);
        m_text->goTo(line, column);
    });
    if (m_isFormOlder)
        sentences.push_back({State::None,
            tr("The form shows what the text said before; it can be changed again once the text can be "
               "read.")});
    if (!m_origin.empty())
        sentences.push_back({State::None, coreSentence(m_origin)});
    m_words->setSentences(std::move(sentences));
}

void ConfigEditor::writeField(const QString& path, const QString& json)
{
    const core::ConfigKind* const kind = current();
    if (kind == nullptr)
        return;
    const auto changed = kind->withValue(
        config(), path.toStdString(), json.isEmpty() ? std::nullopt : std::optional(json.toStdString()));
    if (changed)
        m_text->replaceText(fromCore(*changed));
    else
        report(changed.error());
    if (m_due.isActive()) {
        m_due.stop();
        check();
    }
}

void ConfigEditor::open(const QString& path)
{
    m_reading.start<QString>(
        m_workbench.tasks, Lane::Interactive, tr("Read %1").arg(path), this,
        [path](core::TaskContext&, const TaskRunner::Post&) { return readText(path); },
        [this, path](core::Result<QString> text) {
            if (!text)
                return report(text.error());
            m_file = QFileInfo(path).absoluteFilePath();
            m_asked = {};
            showNew(*text, {});
            m_text->document()->clearUndoRedoStacks();
            m_text->document()->setModified(false);
            emit fileChanged();
        });
}

void ConfigEditor::save(const QString& path, std::function<void()> saved)
{
    if (const auto usable = m_workbench.session.checkOutput(path); !usable)
        return report(usable.error());
    m_form->flush();
    using Written = QString;
    m_writing.start<Written>(
        m_workbench.tasks, Lane::Interactive, tr("Write %1").arg(path), this,
        [path, text = text()](core::TaskContext&, const TaskRunner::Post&) -> core::Result<Written> {
            TRY_VOID(core::writeFileAtomically(path.toStdString(), text.toStdString()));
            return text;
        },
        [this, path, saved = std::move(saved)](core::Result<Written> written) {
            if (!written)
                return report(written.error());
            m_file = QFileInfo(path).absoluteFilePath();
            if (*written == text())
                m_text->document()->setModified(false);
            showKind();
            check();
            emit fileChanged();
            if (saved && !isModified())
                saved();
        });
}

// Other kinds and presets: a draft is written in the background and becomes one step of undo.

void ConfigEditor::takeDraft(const QString& kind, std::function<core::Result<Draft>()> write)
{
    m_form->flush();
    m_drafting.start<Draft>(
        m_workbench.tasks, Lane::Interactive, tr("Write a configuration"), this,
        [write = std::move(write)](core::TaskContext&, const TaskRunner::Post&) { return write(); },
        [this, kind, before = text()](core::Result<Draft> draft) {
            if (before != text())
                return;
            if (!draft) {
                report(draft.error());
                return showKind();
            }
            showNew(fromCore(draft->text), kind);
            m_lost = draft->lost;
            m_lostOf = text();
        });
}

void ConfigEditor::captureMore(
    std::shared_ptr<const core::DumpIndex> index, std::vector<core::TensorId> asked)
{
    m_asked = {std::move(index), std::move(asked)};
    const auto presets = core::dumpPresets();
    draftNext(*std::ranges::find_if(presets, &core::DumpPreset::wantsOperators));
}

void ConfigEditor::draftNext(const core::DumpPreset& preset)
{
    struct Next {
        Draft draft;
        QString kind;
        core::Message origin;
    };
    m_form->flush();
    m_drafting.start<Next>(
        m_workbench.tasks, Lane::Interactive, tr("Write a configuration"), this,
        [kinds = m_kinds, asked = m_asked, &preset, used = config(), shown = m_kind](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Next> {
            const core::ConfigKind* kind = core::kindOfDump(*kinds, *asked.index);
            if (kind == nullptr)
                kind = kinds->find(shown.toStdString());
            if (kind == nullptr)
                return core::fail(core::Code::Usage,
                    core::phrase("nothing says which configuration made this dump: choose the kind first"));
            TRY_ASSIGN(const core::NextCapture next,
                core::nextCapture(asked.index, asked.tensors, {.earlierSteps = preset.stepsBefore}, task));
            TRY_ASSIGN(Draft draft,
                core::nextConfig(
                    next, preset, *kind, shown.toStdString() == kind->id() ? used : core::ConfigText()));
            return Next {std::move(draft), fromCore(kind->id()),
                preset.wantsOperators ? next.neighbours : core::Message()};
        },
        [this, before = text()](core::Result<Next> next) {
            if (before != text())
                return;
            if (!next)
                return report(next.error());
            const bool wasModified = isModified();
            showNew(fromCore(next->draft.text), next->kind);
            m_text->document()->setModified(wasModified); // nobody edited it, and it can be asked for again
            m_lost = next->draft.lost;
            m_origin = next->origin;
            m_lostOf = text();
            emit moreDrafted(next->kind);
        });
}

void ConfigEditor::convertTo(const QString& kind)
{
    const core::ConfigKind *const from = current(), *const to = m_kinds->find(kind.toStdString());
    if (to == nullptr || from == to)
        return showKind();
    takeDraft(kind, [kinds = m_kinds, from, to, config = config()]() -> core::Result<Draft> {
        if (from != nullptr) {
            if (auto draft = core::convertConfig(*from, config, *to))
                return draft;
        }
        // nothing that could be said in other words: a new one
        TRY_ASSIGN(std::string text, to->create({}));
        return Draft {std::move(text), {}};
    });
}

void ConfigEditor::fillPresets()
{
    QMenu* const menu = m_bar->presets();
    menu->clear();
    if (m_asked.index)
        fillNextPresets(*menu);
    for (const core::DumpPreset& preset : core::dumpPresets()) {
        if (preset.stepsBefore > 0) // nothing is known to fail
            continue;
        const QString title = coreWords(preset.title);
        QAction* const action = menu->addAction(preset.wantsOperators ? title + QStringLiteral("…") : title);
        action->setData(fromCore(preset.id));
        action->setEnabled(
            !preset.wantsOperators || (m_model->operators() && !m_model->operators()->empty()));
        connect(action, &QAction::triggered, this, [this, &preset] { applyPreset(preset); });
    }
}

/// For the tensors that were asked for, of which operators and steps are known.
void ConfigEditor::fillNextPresets(QMenu& menu)
{
    const core::TensorRow& first = m_asked.index->tensor(m_asked.tensors.front());
    QMenu* const next = menu.addMenu(
        menuText(tr("Capture more of %1").arg(shownName(fromCore(m_asked.index->text(first.opName))))));
    for (const core::DumpPreset& preset : core::dumpPresets()) {
        QAction* const action = next->addAction(coreWords(preset.title));
        action->setData(QString(QStringLiteral("next-") + fromCore(preset.id)));
        connect(action, &QAction::triggered, this, [this, &preset] { draftNext(preset); });
    }
    menu.addSeparator();
}

void ConfigEditor::applyPreset(const core::DumpPreset& preset)
{
    const core::ConfigKind* const kind = current();
    if (kind == nullptr)
        return;
    QStringList operators;
    if (preset.wantsOperators) {
        const auto picked = askForOperators(*m_model, QStringList(), this);
        if (!picked || picked->isEmpty())
            return;
        operators = *picked;
    }
    std::vector<std::string> names;
    for (const QString& name : operators)
        names.push_back(name.toStdString());
    takeDraft(m_kind, [kinds = m_kinds, kind, &preset, config = config(), names] {
        return kind->write(core::presetRequest(preset, kind->request(config), names));
    });
}

void ConfigEditor::rewriteFor(const QString& generation)
{
    const core::ConfigKind* const kind = current();
    if (kind == nullptr)
        return;
    takeDraft(m_kind, [kinds = m_kinds, kind, config = config(), word = generation.toStdString()] {
        return kind->rewrite(config, word);
    });
}

void ConfigEditor::followModel()
{
    if (isVisible())
        m_model->follow();
}

void ConfigEditor::pickOperators(const QString& path)
{
    m_form->flush();
    const auto& fields = m_form->fields();
    const auto field = std::ranges::find(fields, path.toStdString(), &core::ConfigField::path);
    if (field == fields.end())
        return;
    if (const auto json = askForOperators(*m_model, *field, this))
        writeField(path, *json);
}

QJsonObject ConfigEditor::saveView() const
{
    return {{QStringLiteral("form"), m_bar->isFormShown()}, {QStringLiteral("text"), m_bar->isTextShown()},
        {QStringLiteral("file"), m_file}};
}

void ConfigEditor::restoreView(const QJsonObject& view)
{
    m_bar->setTextShown(view[QStringLiteral("text")].toBool(true));
    m_bar->setFormShown(view[QStringLiteral("form")].toBool(true));
    const QString file = view[QStringLiteral("file")].toString();
    if (!file.isEmpty() && file != m_file && !isModified())
        open(file);
}

void ConfigEditor::report(const core::Error& error)
{
    m_workbench.problems.add({core::Severity::Error, error.code, error.place, error.message});
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
