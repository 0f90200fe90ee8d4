// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_controller.h"

#include "common/core_sentences.h"
#include "common/widget_changes.h"
#include "compare/report/bundle.h"
#include "comparison/bundle_dialog.h"
#include "comparison/comparison_request.h"
#include "comparison/comparison_run.h"
#include "comparison/report_dialog.h"
#include "comparison/sides_strip.h"
#include "documents/first_non_finite.h"
#include "io/output_check.h"
#include "kit/open_sheet.h"
#include "main_window.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace dumpscope::gui {

ComparisonController::ComparisonController(Services& services, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_strip(new SidesStrip(services.comparisons, services.actions, &window))
{
    window.addToolBarBreak(Qt::TopToolBarArea);
    window.addToolBar(Qt::TopToolBarArea, m_strip);
    addActions();
    Comparisons& comparisons = services.comparisons;
    connect(&comparisons, &Comparisons::currentChanged, this, &ComparisonController::showStrip);
    // A click toggles the action before the arrangement follows, so the strip looks afterwards.
    for (const char* arrangement : {"view.explore", "view.compare", "view.graph", "view.capture"})
        connect(services.actions.action(arrangement), &QAction::toggled, this,
            &ComparisonController::showStrip, Qt::QueuedConnection);
    connect(&comparisons, &Comparisons::currentChanged, this, &ComparisonController::nameFirst);
    connect(&services.session, &Session::rootAdded, this, &ComparisonController::nameFirst);
    connect(&services.session, &Session::rootRemoved, this, &ComparisonController::nameFirst);
    connect(&FirstNonFinite::of(services.session), &FirstNonFinite::changed, this,
        &ComparisonController::nameFirst);
    // Behind the registry, which gives all actions their titles.
    onChange(&window, {QEvent::LanguageChange},
        [this] { QMetaObject::invokeMethod(this, &ComparisonController::nameFirst, Qt::QueuedConnection); });
    connect(&comparisons, &Comparisons::pairOpened, this, [this] {
        if (!m_window.dock("difference"))
            return showPanel("tensor-view");
        m_window.showArrangement("compare");
        showPanel("difference");
    });
    connect(&comparisons, &Comparisons::added, this, [this](ComparisonDocument* document) {
        connect(document, &ComparisonDocument::stateChanged, &m_services.actions, &ActionRegistry::refresh);
        // It compares anew: what changes next is another step.
        connect(document, &ComparisonDocument::stateChanged, this, [this] { m_stepped.clear(); });
        connect(
            document, &ComparisonDocument::suspicionChanged, &m_services.actions, &ActionRegistry::refresh);
        connect(
            document, &ComparisonDocument::divergenceChanged, &m_services.actions, &ActionRegistry::refresh);
        connect(document, &ComparisonDocument::verdictsChanged, this, [this](const VerdictChanges& changes) {
            const QString step = std::exchange(m_stepped, {});
            m_window.say(step.isEmpty() ? changes.sentence() : step + QLatin1Char(' ') + changes.sentence());
        });
    });
    connect(&comparisons, &Comparisons::stepped, this,
        [this](const QString& what, bool isRedone, const QByteArray& panel) {
            m_stepped = (isRedone ? tr("Redone: %1.") : tr("Undone: %1.")).arg(what);
            if (m_window.arrangement() != "compare")
                m_window.showArrangement("compare");
            showPanel(panel);
            m_window.say(m_stepped);
        });
    connect(&comparisons, &Comparisons::said, &m_window, &MainWindow::say);
    connect(&comparisons, &Comparisons::filterRequested, this, [this] { showPanel("results"); });
    connect(m_strip, &SidesStrip::replaced, this, &ComparisonController::replaceSide);
    showStrip();
}

void ComparisonController::addActions()
{
    ActionRegistry& actions = m_services.actions;
    Comparisons& comparisons = m_services.comparisons;
    const auto isThere = [&comparisons] { return comparisons.current() != nullptr; };
    const auto isOver = [&comparisons] { return comparisons.current() && comparisons.current()->isOver(); };
    actions.handle(
        "go.first_divergence", &m_window, [this] { goToFirst(); },
        [this, &comparisons] {
            return comparisons.current() ? comparisons.worstPair().has_value()
                                         : FirstNonFinite::of(m_services.session).only().isValid();
        });
    actions.handle(
        "go.next_suspect", &m_window, [this] { nextSuspect(); },
        [&comparisons] {
            return comparisons.current() && !comparisons.current()->suspicion().suspects.empty();
        });
    const auto hasPairs = [&comparisons] { return comparisons.current() && comparisons.current()->pairs(); };
    actions.handle(
        "go.next_failing", &m_window, [&comparisons] { comparisons.wantFailing(1); }, hasPairs);
    actions.handle(
        "go.previous_failing", &m_window, [&comparisons] { comparisons.wantFailing(-1); }, hasPairs);
    actions.handle(
        "compare.swap_sides", &m_window, [&comparisons] { comparisons.swapSides(); }, isThere);
    actions.handle(
        "compare.again", &m_window, [&comparisons] { comparisons.current()->runAgain(); }, isOver);
    actions.handle(
        "compare.resume", &m_window, [&comparisons] { comparisons.current()->resume(); },
        [&comparisons] {
            return comparisons.current()
                && comparisons.current()->state() == ComparisonDocument::State::Cancelled;
        });
    actions.handle(
        "compare.stop", &m_window, [&comparisons] { comparisons.current()->cancel(); },
        [&comparisons] { return comparisons.current() && !comparisons.current()->isOver(); });
    actions.handle(
        "compare.close", &m_window, [&comparisons] { comparisons.close(comparisons.current()); }, isThere);
    actions.handle(
        "compare.counterfactual", &m_window,
        [this, &comparisons] {
            showPanel("suspects");
            comparisons.current()->weighSuspects();
        },
        [&comparisons] {
            const ComparisonDocument* const document = comparisons.current();
            return document && document->isOver() && document->result()
                && !document->suspicion().suspects.empty();
        });
    actions.handle("compare.repeat", &m_window, [this] {
        m_window.showArrangement("explore");
        if (PanelDock* const dock = m_window.dock("repeat"))
            m_window.showDock(dock);
    });
    actions.handle(
        "compare.truth", &m_window, [this] { chooseTruth(); }, isThere);
    actions.handle(
        "compare.no_truth", &m_window, [&comparisons] { comparisons.current()->setTruth({}); },
        [&comparisons] { return comparisons.current() && !comparisons.current()->setup().truth.empty(); });
    for (const auto& [id, panel] :
        {std::pair("compare.limits", "limits"), std::pair("compare.pairing", "pairing")}) {
        actions.handle(
            id, &m_window, [this, panel = panel] { showPanel(panel); },
            [this, panel = panel] { return m_window.dock(panel) != nullptr; });
    }
    actions.handle(
        "file.report", &m_window,
        [this] {
            (new ReportDialog(
                 m_services.tasks, m_services.annotations, *m_services.comparisons.current(), &m_window))
                ->show();
        },
        isThere);
    actions.handle(
        "file.export_bundle", &m_window, [this] { chooseBundle(); },
        [&comparisons] {
            return comparisons.current() && comparisons.current()->result() && comparisons.pair();
        });
    QUndoStack& steps = comparisons.undoStack();
    actions.handle(
        "edit.undo", &m_window, [&comparisons] { comparisons.undo(); }, [&steps] { return steps.canUndo(); });
    actions.handle(
        "edit.redo", &m_window, [&comparisons] { comparisons.redo(); }, [&steps] { return steps.canRedo(); });
    connect(&steps, &QUndoStack::indexChanged, this, [this] { nameSteps(); });
    actions.handle(
        "item.why", &m_window, [this] { showPanel("why"); },
        [&comparisons] { return comparisons.pair().has_value(); });
}

void ComparisonController::chooseTruth()
{
    auto* const sheet = new OpenSheet(&m_window);
    if (const auto& golden = m_services.comparisons.current()->setup().golden.root)
        sheet->setDirectory(QFileInfo(golden->path()).absolutePath());
    connect(sheet, &OpenSheet::chosen, m_services.comparisons.current(),
        [document = m_services.comparisons.current()](
            const QStringList& paths) { document->setTruth(paths.first().toStdString()); });
    sheet->open();
}

// What goes in is looked up first, which takes a while in a dump of many files.
void ComparisonController::chooseBundle()
{
    const ComparisonDocument* const document = m_services.comparisons.current();
    if (!document || !document->result())
        return;
    const std::vector<std::size_t> rows = m_services.comparisons.marked();
    m_services.tasks.start<core::BundleContents>(
        Lane::Interactive, tr("Look up what a bundle holds"), this,
        [rows, result = document->result()](core::TaskContext&, const TaskRunner::Post&)
            -> core::Result<core::BundleContents> { return core::bundleContents(*result, rows); },
        [this, rows, document = QPointer(document)](const core::Result<core::BundleContents>& contents) {
            if (!contents || !document || m_services.comparisons.current() != document)
                return;
            auto* const dialog = new BundleDialog(*contents, &m_window);
            connect(dialog, &BundleDialog::fileChosen, this,
                [this, rows](const QString& file) { writeBundle(file, rows); });
            dialog->show();
        });
}

// Files of the pairs, their neighbours in the graph, the pairing and all numbers, for somebody else.
void ComparisonController::writeBundle(const QString& file, const std::vector<std::size_t>& rows)
{
    const ComparisonDocument* const document = m_services.comparisons.current();
    if (!document || !document->result())
        return;
    core::ReportFacts facts;
    if (!unsavedSettings(document->setup()).any())
        facts.command = comparisonCommand(document->setup()).toStdString();
    facts.profile = document->setup().profile.toStdString();
    facts.limits = limitsTitle(document->setup().limits);
    facts.programVersion = QCoreApplication::applicationVersion().toStdString();
    facts.ruleFiles = document->setup().pairing.ruleFiles;
    facts.problems = document->result()->problems;
    const std::vector<std::string> inputs = filesReadBy(document->setup());
    m_services.tasks.start<bool>(
        Lane::Bulk, tr("Write a bundle"), this,
        [facts, inputs, rows, result = document->result(), limits = document->setup().limits,
            pairing = inputOf(document->setup()).options.pairing, path = file.toStdString()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<bool> {
            const std::vector<std::string> outputs {path};
            TRY_VOID(core::checkOutputs(outputs, inputs));
            TRY_ASSIGN(
                const core::BundleSettings settings, core::bundleSettings(facts.profile, limits, pairing));
            TRY_VOID(core::writeBundle(*result, rows, facts, settings, path, task));
            return true;
        },
        [this, file](const core::Result<bool>& written) {
            if (written)
                return m_window.say(tr("Written: %1").arg(file));
            const core::Error& error = written.error();
            m_services.problems.add({core::Severity::Error, error.code, error.place, error.message});
            m_window.say(coreError(error));
        });
}

// The menu says what would be taken back.
void ComparisonController::nameSteps()
{
    const QUndoStack& steps = m_services.comparisons.undoStack();
    for (const auto& [id, text] :
        {std::pair("edit.undo", steps.undoText()), std::pair("edit.redo", steps.redoText())}) {
        const QString title = m_services.actions.title(id);
        m_services.actions.action(id)->setText(
            text.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, text));
    }
    m_services.actions.refresh();
}

/// Of one dump there is no conclusion, but where NaN and infinities began.
void ComparisonController::nameFirst()
{
    const bool isAlone = !m_services.comparisons.current() && m_services.session.roots().size() == 1;
    m_services.actions.action("go.first_divergence")
        ->setText(isAlone ? tr("First NaN or infinity") : m_services.actions.title("go.first_divergence"));
    m_services.actions.refresh();
}

void ComparisonController::goToFirst()
{
    if (m_services.comparisons.current())
        return goTo(m_services.comparisons.worstPair());
    const TensorRef first = FirstNonFinite::of(m_services.session).only();
    if (!first.isValid())
        return;
    if (m_window.arrangement() != "explore" && m_window.arrangement() != "graph")
        m_window.showArrangement("explore");
    m_services.selection.select(first);
}

void ComparisonController::showStrip()
{
    const QByteArray arrangement = m_window.arrangement();
    m_strip->setVisible(
        m_services.comparisons.current() && (arrangement == "compare" || arrangement == "graph"));
}

void ComparisonController::showPanel(const char* panel)
{
    if (PanelDock* const dock = m_window.dock(panel))
        m_window.showDock(dock);
}

void ComparisonController::goTo(std::optional<std::size_t> pair)
{
    if (!pair)
        return;
    m_services.comparisons.goTo(*pair);
    if (m_window.arrangement() != "compare" && m_window.arrangement() != "graph")
        m_window.showArrangement("compare");
}

// The likeliest first, then down the list; around the end.
void ComparisonController::nextSuspect()
{
    const auto& suspects = m_services.comparisons.current()->suspicion().suspects;
    const auto pair = m_services.comparisons.pair();
    const auto shows = [&](const core::Suspect& suspect) {
        return pair && !suspect.pairs.empty() && suspect.pairs.front() == *pair;
    };
    const auto now = std::find_if(suspects.begin(), suspects.end(), shows);
    const auto next = now == suspects.end() || now + 1 == suspects.end() ? suspects.begin() : now + 1;
    if (!next->pairs.empty())
        goTo(next->pairs.front());
}

void ComparisonController::replaceSide(OpenedRoot::Side side, const QString& path)
{
    if (!m_services.comparisons.current())
        return;
    ComparisonSetup setup = m_services.comparisons.current()->setup();
    OpenedRoot* const root = m_services.session.open(path);
    (side == OpenedRoot::Side::Target ? setup.target : setup.golden) = {root, {}};
    m_services.comparisons.compare(setup);
}

} // namespace dumpscope::gui
