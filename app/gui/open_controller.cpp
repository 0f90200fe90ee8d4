// SPDX-License-Identifier: GPL-3.0-or-later
#include "open_controller.h"

#include "common/core_sentences.h"
#include "common/dump_place.h"
#include "common/numbers.h"
#include "comparison/compare_dialog.h"
#include "comparison/setup_json.h"
#include "comparison/suspects/divergence_words.h"
#include "comparison/targets/compare_all.h"
#include "config/config_editor.h"
#include "config/unsaved_configuration.h"
#include "io/posix_file.h"
#include "kit/notice_bar.h"
#include "kit/open_sheet.h"
#include "kit/remote_sheet.h"
#include "main_window.h"
#include "readers/reader.h"
#include "remote/folder_entries.h"
#include "remote/remote_place.h"
#include "remote_hosts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostConfigurationBytes = 1U
    << 20U;               ///< nobody writes longer ones; dumps in JSON are longer
constexpr int kSure = 60; ///< of core::ConfigKind::recognises

enum class FileKind { Dump, Configuration, Profile, Limits };

/// By its keys, so that one with a mistake is reported as what it was meant to be.
FileKind kindOf(const std::string& json)
{
    const auto has = [&json](const char* key) { return json.find(key) != std::string::npos; };
    for (const char* const key : {"\"task\"", "\"data\"", "\"graph\"", "\"node\"", "\"nodes\""}) {
        if (has(key))
            return FileKind::Dump;
    }
    if (has("\"rules\""))
        return FileKind::Limits;
    const bool isOfModel = has("\"model\"") && (has("\"output\"") || has("\"inputs\"") || has("\"runs\""));
    const bool isOfProgram = has("\"program\"") && (has("\"output\"") || has("\"arguments\""));
    return isOfModel || isOfProgram ? FileKind::Profile : FileKind::Dump;
}

/// One file that holds a graph.
bool isModel(const core::DumpIndex& index)
{
    const core::Reader* const reader = index.fileCount() == 1 ? index.readerOf(core::FileId(0U)) : nullptr;
    return reader && reader->info().can.graph;
}

bool areTwoDumps(const QStringList& paths)
{
    return paths.size() == 2 && std::ranges::all_of(paths, [](const QString& path) {
        return !path.isEmpty() && !path.endsWith(u".dumpscope"_s) && !path.endsWith(u".json"_s);
    });
}

} // namespace

OpenController::OpenController(
    Services& services, MainWindow& window, WorkspaceController& workspace, UiState& state, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_workspace(workspace)
    , m_state(state)
{
    auto kinds = std::make_shared<core::ConfigKinds>();
    core::registerConfigKinds(*kinds);
    m_kinds = std::move(kinds);
    services.actions.handle("file.open", &window, [this] { choose(); });
    services.actions.handle("file.open_remote", &window, [this] { chooseThere(); });
    services.actions.handle("file.compare", &window, [this] { chooseSides(); });
    services.actions.handle("compare.with", &window, [this] { chooseSides(); });
    services.actions.handle(
        "file.add_golden", &window, [this] { addGolden(); },
        [this] { return !m_services.session.roots().isEmpty(); });
    for (int i = 0; i < UiState::kRecent; ++i) {
        services.actions.handle(
            QByteArray("file.recent." + QByteArray::number(i + 1)), &window,
            [this, i] { openRecent(m_state.recent().value(i).paths); },
            [this, i] { return i < m_state.recent().size(); });
    }
    connect(&window, &MainWindow::pathsDropped, this, &OpenController::openChosen);
    connect(&window, &MainWindow::openRecentRequested, this, &OpenController::openRecent);
    connect(&services.session, &Session::rootAboutToBeRemoved, this, &OpenController::keepView);
    connect(&services.session, &Session::rootAboutToBeRemoved, this,
        [this](const OpenedRoot* root) { m_arriving.remove(root); });
    connect(&window, &MainWindow::closing, this, &OpenController::keepView);
    const CaptureRun& run = services.capture.run();
    connect(&run, &CaptureRun::ended, this, [this, &run] {
        if (run.dump().root())
            remember({run.dump().root()->path()});
    });
    connect(&services.session, &Session::rootChanged, this, [this](const OpenedRoot* root) {
        if (root->state() != OpenedRoot::State::Ready)
            return;
        m_state.keepFacts({root->path()}, {static_cast<qint64>(root->index()->tensorCount()), -1, -1, -1});
        emit recentChanged();
        // A model is looked at as a graph, unless something else was open already.
        if (m_arriving.remove(root) && isModel(*root->index()) && m_services.session.roots().size() == 1
            && m_window.arrangement() == "explore")
            m_window.showArrangement("graph");
    });
    connect(&services.comparisons, &Comparisons::added, this, [this](ComparisonDocument* document) {
        connect(document, &ComparisonDocument::stateChanged, this, [this, document] { keepFacts(document); });
    });
    showRecent();
}

// A file that may be a dump configuration is looked at first; everything else is a dump.
void OpenController::open(const QStringList& paths)
{
    const bool mayBeConfiguration
        = paths.size() == 1 && (paths[0].endsWith(u".json"_s) || paths[0].endsWith(u".py"_s));
    if (mayBeConfiguration)
        openEither(paths[0]);
    else
        openDumps(paths);
}

/// Machines that dumps were opened on, the last one first, and those that ssh knows.
QStringList OpenController::knownHosts() const
{
    QStringList hosts;
    for (const UiState::Recent& known : m_state.recent()) {
        for (const QString& path : known.paths) {
            if (const auto place = core::parseRemotePath(path.toStdString()))
                hosts.append(QString::fromStdString(place->host.text()));
        }
    }
    hosts += sshHosts();
    hosts.removeDuplicates();
    return hosts;
}

void OpenController::chooseThere()
{
    auto* const sheet = new RemoteSheet(knownHosts(), &m_window);
    if (const auto& links = m_services.session.remote())
        sheet->setLook(m_services.tasks, [links](const std::string& place, core::TaskContext& task) {
            return core::entriesThere(place, *links, task);
        });
    connect(sheet, &RemoteSheet::chosen, this, [this](const QString& place) { openDumps({place}); });
    sheet->open();
}

void OpenController::openChosen(const QStringList& paths)
{
    areTwoDumps(paths) ? chooseSides(paths) : open(paths);
}

void OpenController::openEither(const QString& path)
{
    m_services.tasks.start<FileKind>(
        Lane::Interactive, tr("Look at %1").arg(path), this,
        [path, kinds = m_kinds](core::TaskContext&, const TaskRunner::Post&) -> core::Result<FileKind> {
            auto text = core::readSmallFile(path.toStdString(), kMostConfigurationBytes);
            if (!text)
                return FileKind::Dump;
            const core::ConfigText config {std::move(*text), path.toStdString()};
            const core::ConfigKind* const kind = kinds->recognise(config);
            return kind != nullptr && kind->recognises(config) >= kSure ? FileKind::Configuration
                                                                        : kindOf(config.text);
        },
        [this, path](core::Result<FileKind> kind) {
            switch (kind.value_or(FileKind::Dump)) {
            case FileKind::Configuration:
                return showConfiguration(path);
            case FileKind::Profile:
                return openProfile(path);
            case FileKind::Limits:
                return openLimits(path);
            case FileKind::Dump:
                return openDumps({path});
            }
        });
}

void OpenController::showConfiguration(const QString& path)
{
    m_window.showArrangement("capture");
    PanelDock* const dock = m_window.dock("configuration");
    auto* const editor = dock != nullptr ? dock->panel()->findChild<ConfigEditor*>() : nullptr;
    if (editor == nullptr)
        return openDumps({path});
    m_window.showDock(dock);
    askBeforeLosingConfiguration(&m_window, *editor, [this, editor, path] {
        editor->open(path);
        remember({QFileInfo(path).absoluteFilePath()});
    });
}

void OpenController::openProfile(const QString& path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    if (const auto loaded = m_services.capture.loadProfile(file); !loaded)
        return m_services.problems.add(loaded.error());
    m_window.showArrangement("capture");
    remember({file});
}

void OpenController::openLimits(const QString& path)
{
    const auto limits = loadLimits(QFileInfo(path).absoluteFilePath());
    if (!limits)
        return m_services.problems.add(limits.error());
    ComparisonDocument* const comparison = m_services.comparisons.current();
    if (!comparison)
        return m_window.say(tr("%1 holds limits. Compare two dumps, then open it again.").arg(path));
    comparison->setLimits(*limits);
    m_window.say(tr("The limits of %1 now apply to %2.").arg(path, comparison->title()));
}

void OpenController::openDumps(const QStringList& paths)
{
    // The start page goes for the panels that are wanted; none are laid out twice.
    const bool isFirst = m_services.session.roots().isEmpty();
    if (isFirst && areTwoDumps(paths))
        m_window.showArrangement("compare");
    QList<OpenedRoot*> opened;
    QStringList absolute;
    for (const QString& path : paths) {
        if (path.isEmpty())
            continue;
        if (path.endsWith(u".dumpscope"_s) && QFileInfo(path).isFile())
            m_workspace.load(path);
        else if (paths.size() == 1 && core::isBundle(path.toStdString()))
            openBundle(path);
        else if (path.endsWith(u".json"_s) && m_services.capture.loadProfile(path))
            m_window.showArrangement("capture");
        else
            opened.append(m_services.session.open(path));
        if (!opened.isEmpty() && opened.last()->state() != OpenedRoot::State::Ready)
            m_arriving.insert(opened.last());
        absolute.append(dumpPlace(path));
    }
    // Sides are found again together, with their roles.
    const bool isPair = paths.size() == 2 && opened.size() == 2;
    if (isPair)
        m_state.addRecent(absolute);
    for (const QString& path : std::as_const(absolute)) {
        if (!isPair)
            m_state.addRecent({path});
    }
    if (isPair) {
        m_services.comparisons.compare({{opened[0]}, {opened[1]}});
        m_window.showArrangement("compare");
    } else if (!opened.isEmpty() && opened.size() == paths.size()) {
        offerComparison(opened);
    }
    showRecent();
    emit recentChanged();
}

void OpenController::remember(const QStringList& paths)
{
    m_state.addRecent(paths);
    showRecent();
    emit recentChanged();
}

void OpenController::openRecent(const QStringList& paths)
{
    QByteArray view;
    for (const UiState::Recent& known : m_state.recent()) {
        if (known.paths == paths)
            view = known.view;
    }
    const bool isThere = std::all_of(paths.begin(), paths.end(), mayBeThere);
    const auto left = view.isEmpty() || !isThere || !m_services.session.roots().isEmpty()
        ? std::nullopt
        : std::optional(Workspace::fromBytes(view, QDir::root().filePath(u"recent"_s)));
    if (!left || !*left) {
        open(paths);
    } else {
        m_workspace.apply(**left);
        remember(paths);
    }
    sayCompared(paths);
}

void OpenController::sayCompared(const QStringList& paths)
{
    const ComparisonDocument* const comparison = m_services.comparisons.current();
    if (paths.size() != 2 || !comparison || !comparison->setup().target.root
        || !comparison->setup().golden.root)
        return;
    m_window.notice().show(
        tr("%1 is compared with golden %2.")
            .arg(comparison->setup().target.root->title(), comparison->setup().golden.root->title()),
        tr("Change…"), [this, paths] { chooseSides(paths); });
}

/// What belongs to the entry of the roots that are open, and to nothing else.
void OpenController::keepView()
{
    constexpr qsizetype kMostBytes = 256 * 1024;
    QStringList paths;
    for (const OpenedRoot* root : m_services.session.roots()) {
        if (root->state() != OpenedRoot::State::Ready)
            return;
        paths.append(root->path());
    }
    Workspace workspace = m_workspace.current();
    workspace.annotations = {}; // they are the workspace file's
    const QByteArray view = workspace.toBytes(QDir::root());
    if (!paths.isEmpty() && view.size() <= kMostBytes)
        m_state.keepView(paths, view);
}

void OpenController::showRecent()
{
    QList<QStringList> entries;
    for (const UiState::Recent& known : m_state.recent())
        entries.append(known.paths);
    m_window.setRecent(entries);
}

// Both sides stand in it, and how they were compared.
void OpenController::openBundle(const QString& path)
{
    m_services.tasks.start<core::Bundle>(
        Lane::Interactive, tr("Open the bundle %1").arg(QFileInfo(path).fileName()), this,
        [file = QFileInfo(path).absoluteFilePath().toStdString()](
            core::TaskContext& task, const TaskRunner::Post&) { return core::readBundle(file, task); },
        [this](const core::Result<core::Bundle>& bundle) {
            if (!bundle) {
                m_services.problems.add(bundle.error());
                return;
            }
            m_services.comparisons.compare(setupFrom(*bundle, m_services.session));
            m_window.showArrangement("compare");
        });
}

// One more dump beside a single other one, or beside those that are compared, is mostly meant to be compared;
// so are several at once, though nobody knows with which of them.
void OpenController::offerComparison(const QList<OpenedRoot*>& added)
{
    const auto& roots = m_services.session.roots();
    Comparisons& comparisons = m_services.comparisons;
    OpenedRoot* golden = added.last();
    QList<QPointer<OpenedRoot>> targets;
    if (const ComparisonDocument* const current = comparisons.current()) {
        golden = current->setup().golden.root;
        const auto isCompared = [&comparisons](const OpenedRoot* root) {
            return std::ranges::any_of(comparisons.all(), [root](const ComparisonDocument* document) {
                return document->setup().target.root == root || document->setup().golden.root == root;
            });
        };
        std::ranges::remove_copy_if(added, std::back_inserter(targets), isCompared);
    } else if (added.size() > 1) {
        std::ranges::remove_copy(added, std::back_inserter(targets), golden);
    } else if (roots.size() == 2 && roots.last() == golden) {
        targets = {roots.first()};
    }
    if (targets.isEmpty() || !golden)
        return;
    const QString question = targets.size() == 1
        ? tr("Compare %1 with %2?").arg(targets.first()->title(), golden->title())
        : tr("Compare %1 dumps with %2?").arg(targets.size()).arg(golden->title());
    m_window.notice().show(question, tr("Compare"), [this, targets, golden = QPointer<OpenedRoot>(golden)] {
        QList<OpenedRoot*> open;
        std::ranges::copy_if(targets, std::back_inserter(open), [](const auto& root) { return !!root; });
        if (!golden || open.isEmpty())
            return;
        compareAll(m_services.comparisons, open, golden);
        m_window.showArrangement("compare");
        if (m_services.comparisons.all().size() > 1)
            m_window.showTab(QStringLiteral("targets"));
    });
}

/// Where what was opened last stands; empty: nothing was.
QString OpenController::lastFolder() const
{
    const QStringList last = m_state.recent().value(0).paths;
    return last.isEmpty() ? QString() : QFileInfo(last[0]).absolutePath();
}

void OpenController::choose()
{
    auto* const sheet = new OpenSheet(&m_window);
    if (const QString folder = lastFolder(); !folder.isEmpty())
        sheet->setDirectory(folder);
    connect(sheet, &OpenSheet::chosen, this, &OpenController::openChosen);
    sheet->open();
}

void OpenController::chooseSides(const QStringList& paths)
{
    auto* sheet = m_window.findChild<CompareDialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (!sheet) {
        sheet = new CompareDialog(
            m_services.tasks, m_services.session, m_services.selection, m_services.comparisons, &m_window);
        sheet->setRecent(recent());
        connect(sheet, &CompareDialog::started, this, [this, sheet] {
            const ComparisonSetup setup = sheet->setup();
            if (setup.target.root != setup.golden.root)
                remember({setup.target.root->path(), setup.golden.root->path()});
            m_window.showArrangement("compare");
        });
    }
    sheet->setPaths(paths);
    sheet->show();
    sheet->raise();
    sheet->activateWindow();
}

/// What was golden so far is chosen anew.
void OpenController::addGolden()
{
    const OpenedRoot* const selected = m_services.selection.tensor().root;
    chooseSides();
    m_window.findChild<CompareDialog*>(QString(), Qt::FindDirectChildrenOnly)
        ->chooseTarget((selected ? selected : m_services.session.roots().first())->path());
}

QList<RecentEntry> OpenController::recent() const
{
    QList<RecentEntry> entries;
    for (const UiState::Recent& known : m_state.recent()) {
        RecentEntry entry;
        entry.paths = known.paths;
        entry.when = known.when;
        entry.isReachable = std::ranges::all_of(known.paths, mayBeThere);
        const UiState::Facts& facts = known.facts;
        if (facts.passed >= 0) {
            entry.state = facts.failed > 0 ? State::Fail : facts.warned > 0 ? State::Warn : State::Pass;
            entry.facts = tr("fail: %1, warn: %2, pass: %3")
                              .arg(groupedNumber(facts.failed), groupedNumber(facts.warned),
                                  groupedNumber(facts.passed));
        } else if (facts.tensors >= 0) {
            entry.facts = tr("tensors: %1").arg(groupedNumber(facts.tensors));
        }
        entries.append(entry);
    }
    return entries;
}

void OpenController::keepFacts(const ComparisonDocument* document)
{
    const ComparisonSetup& setup = document->setup();
    if (document->state() != ComparisonDocument::State::Done || !document->result() || !setup.target.root
        || !setup.golden.root)
        return;
    const VerdictChips::Counts counts = countsOf(document->result()->summary);
    const auto of = [&counts](core::Verdict verdict) { return counts[static_cast<std::size_t>(verdict)]; };
    m_state.keepFacts({setup.target.root->path(), setup.golden.root->path()},
        {-1, of(core::Verdict::Fail), of(core::Verdict::Warn), of(core::Verdict::Pass)});
    emit recentChanged();
}

QStringList OpenController::samplePaths()
{
    const QString folder
        = QDir::cleanPath(QCoreApplication::applicationDirPath() + u"/../share/dumpscope/sample"_s);
    for (const QString& suffix : {QString(), u".tar"_s}) {
        const QStringList paths {folder + u"/target"_s + suffix, folder + u"/golden"_s + suffix};
        if (QFileInfo::exists(paths[0]) && QFileInfo::exists(paths[1]))
            return paths;
    }
    return {};
}

} // namespace dumpscope::gui
