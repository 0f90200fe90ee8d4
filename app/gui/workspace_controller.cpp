// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace_controller.h"

#include "common/core_sentences.h"
#include "kit/notice_bar.h"
#include "main_window.h"
#include "reopened_command.h"

#include "comparison/comparison_request.h"
#include "comparison/setup_json.h"
#include "documents/pins.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLockFile>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {
constexpr int kAutosaveMs = 30'000;
/// In the view of a panel that shares its place with others.
constexpr auto kInFront = "in_front"_L1;

/// Held by the program whose file it is; that of a program that ended by itself counts for nothing.
std::unique_ptr<QLockFile> lockOf(const QString& autosaveFile)
{
    auto lock = std::make_unique<QLockFile>(autosaveFile + u".lock"_s);
    lock->setStaleLockTime(0);
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

} // namespace

WorkspaceController::WorkspaceController(
    Services& services, MainWindow& window, QString autosaveFolder, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_autosaveFolder(std::move(autosaveFolder))
    , m_names(services.session, services.selection)
{
    const auto hasRoots = [this] { return !m_services.session.roots().isEmpty(); };
    services.actions.handle(
        "file.save", &window, [this] { m_file.isEmpty() ? chooseFile() : save(m_file); }, hasRoots);
    services.actions.handle(
        "file.save_as", &window, [this] { chooseFile(); }, hasRoots);
    services.actions.handle(
        "tools.copy_window", &window, [this] { copyWindow(); }, hasRoots);
    connect(&services.session, &Session::rootChanged, this, &WorkspaceController::restoreSelection);
    connect(&window, &MainWindow::reopenRequested, this, &WorkspaceController::reopen);
    if (!m_autosaveFolder.isEmpty()) {
        connect(&m_timer, &QTimer::timeout, this, &WorkspaceController::autosave);
        m_timer.start(kAutosaveMs);
    }
}

WorkspaceController::~WorkspaceController() = default;

Workspace WorkspaceController::current() const
{
    Workspace workspace;
    workspace.unknown = m_waiting.unknown;
    for (const OpenedRoot* root : m_services.session.roots())
        workspace.roots.append({root->path(), root->side(), root->raw()});
    workspace.arrangement = QString::fromLatin1(m_window.arrangement());
    if (const TensorRef& tensor = m_services.selection.tensor(); tensor.isValid()) {
        workspace.selectedRoot = tensor.root->path();
        workspace.selectedTensor = tensor.tensorId();
        for (const std::int64_t one : m_services.selection.element())
            workspace.element.append(one);
    }
    for (std::size_t place = 0; place < Pins::kPlaces; ++place) {
        if (const Pins::Pin& pin = Pins::of(m_services.selection).all()[place]; pin.root)
            workspace.pinned.insert(QLatin1String(kPinPanels[place]), {pin.root->path(), pin.tensor});
    }
    const QDir folder = m_file.isEmpty() ? QDir::root() : QFileInfo(m_file).absoluteDir();
    workspace.annotations = m_services.annotations.save(folder);
    const Comparisons& comparisons = m_services.comparisons;
    for (const ComparisonDocument* document : comparisons.all()) {
        const QJsonObject one = setupJson(document->setup());
        document == comparisons.current() ? workspace.comparisons.prepend(one)
                                          : workspace.comparisons.append(one);
    }
    for (PanelDock* dock : m_window.docks()) {
        QJsonObject view = dock->panel()->saveView();
        if (dock->isVisible() && !dock->visibleRegion().isEmpty()
            && !m_window.tabifiedDockWidgets(dock).isEmpty())
            view.insert(kInFront, true);
        if (!view.isEmpty())
            workspace.views.insert(QLatin1String(dock->info().id), view);
    }
    return workspace;
}

void WorkspaceController::save(const QString& file)
{
    if (const auto usable = m_services.session.checkOutput(file); !usable)
        return report(usable.error());
    m_file = file;
    if (const auto saved = current().save(file); !saved)
        return report(saved.error());
    m_window.setWindowFilePath(file);
    m_window.say(tr("Saved %1.").arg(QDir::toNativeSeparators(file)));
}

/// Beside nothing that is dumped: called after what is open, in the folder of the user.
QString WorkspaceController::suggestedFile() const
{
    QStringList names;
    for (const OpenedRoot* root : m_services.session.roots())
        names.append(root->title());
    constexpr qsizetype kMostNames = 2;
    QString name = names.first(std::min(kMostNames, names.size())).join(QLatin1Char('-'));
    static const QRegularExpression unusual(
        QStringLiteral("[^\\w.-]+"), QRegularExpression::UseUnicodePropertiesOption);
    name.replace(unusual, QStringLiteral("_"));
    return QDir::home().filePath((name.isEmpty() ? QStringLiteral("workspace") : name) + u".dumpscope"_s);
}

void WorkspaceController::chooseFile()
{
    QString file = QFileDialog::getSaveFileName(&m_window, tr("Save workspace"),
        m_file.isEmpty() ? suggestedFile() : m_file, tr("Workspaces (*.dumpscope)"));
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += u".dumpscope"_s;
    save(file);
}

void WorkspaceController::load(const QString& file)
{
    const auto workspace = Workspace::load(file);
    if (!workspace)
        return report(workspace.error());
    m_file = file;
    m_services.annotations.load(workspace->annotations, QFileInfo(file).absoluteDir());
    apply(*workspace);
}

void WorkspaceController::showText(const QString& text)
{
    const auto workspace = readWorkspaceText(text);
    if (!workspace)
        return report(workspace.error());
    m_services.annotations.load(workspace->annotations, QDir::root());
    apply(*workspace);
}

void WorkspaceController::copyWindow()
{
    const QString line = windowCommand(current());
    if (line.isEmpty())
        return m_window.say(tr("This window holds too much for one command line. Save a workspace instead."));
    QGuiApplication::clipboard()->setText(line);
    m_window.say(tr("Copied a command that shows this window."));
}

void WorkspaceController::apply(const Workspace& workspace)
{
    m_waiting = workspace;
    for (const Workspace::Root& root : workspace.roots)
        m_services.session.open(root.path, root.raw)->setSide(root.side);
    // The one in front comes first in the file and last here.
    for (auto one = workspace.comparisons.end(); one != workspace.comparisons.begin();) {
        const ComparisonSetup setup = setupFrom((--one)->toObject(), m_services.session);
        if (setup.target.root && setup.golden.root)
            m_services.comparisons.compare(setup);
    }
    if (!workspace.selectedTensor.isEmpty())
        m_services.comparisons.stayAtSelection();
    if (!workspace.arrangement.isEmpty())
        m_window.showArrangement(workspace.arrangement.toLatin1());
    for (PanelDock* dock : m_window.docks()) {
        const QJsonValue view = workspace.views.value(QLatin1String(dock->info().id));
        if (!view.isObject())
            continue;
        dock->panel()->restoreView(view.toObject());
        if (view[kInFront].toBool())
            dock->raise();
    }
    restoreSelection();
}

void WorkspaceController::reopen(const QString& line)
{
    auto reopened = readCommand(line);
    if (!reopened)
        return m_window.say(coreError(reopened.error()));
    m_wanted = nullptr;
    if (reopened->panel.isEmpty()) { // the whole window
        m_services.annotations.load(reopened->workspace.annotations, QDir::root());
        return apply(reopened->workspace);
    }
    Workspace& workspace = reopened->workspace;
    for (Workspace::Root& wanted : workspace.roots) {
        for (const OpenedRoot* root : m_services.session.roots()) {
            if (root->path() == wanted.path && wanted.side == OpenedRoot::Side::None)
                wanted.side = root->side();
        }
    }
    // What the command does not speak of stays, such as saved filters.
    for (auto view = workspace.views.begin(); view != workspace.views.end(); ++view) {
        const PanelDock* const dock = m_window.dock(view.key().toLatin1());
        QJsonObject now = dock ? dock->panel()->saveView() : QJsonObject();
        const QJsonObject said = view->toObject();
        for (const QString& part : said.keys()) {
            if (!said.value(part).isObject()) {
                now.insert(part, said.value(part));
                continue;
            }
            QJsonObject merged = now.value(part).toObject();
            for (const char* gone : {"text", "sort"})
                merged.remove(QLatin1String(gone));
            const QJsonObject given = said.value(part).toObject();
            for (auto one = given.begin(); one != given.end(); ++one)
                merged.insert(one.key(), one.value());
            now.insert(part, merged);
        }
        *view = now;
    }
    apply(workspace);
    if (reopened->comparison) {
        auto setup = setupOf(*reopened->comparison, m_services.session);
        if (!setup)
            return m_window.say(coreError(setup.error()));
        ComparisonDocument* const document = m_services.comparisons.compare(*setup);
        if (setupJson(document->setup()) != setupJson(*setup)) // the sides were compared in another way
            document->run(*setup);
    } else if (!workspace.roots.isEmpty()) {
        showRoot(m_services.session.open(workspace.roots.first().path));
    }
    m_window.showTab(reopened->panel);
}

/// Panels are about the dump of the tensor that is selected.
void WorkspaceController::showRoot(OpenedRoot* root)
{
    m_wanted = root->state() == OpenedRoot::State::Loading ? root : nullptr;
    if (m_wanted)
        return;
    const TensorRef& selected = m_services.selection.tensor();
    if (!root->index() || root->index()->tensorCount() == 0)
        return;
    if (!selected.isValid() || selected.root != root)
        m_services.selection.select({root, core::TensorId(std::uint32_t {0})});
    m_services.selection.setScope({root, nullptr});
}

void WorkspaceController::restoreSelection()
{
    const auto found = [this](const QString& path, QString& tensor) -> TensorRef {
        for (OpenedRoot* root : m_services.session.roots()) {
            if (tensor.isEmpty() || root->path() != path || !root->index())
                continue;
            const auto id = root->index()->findTensor(std::exchange(tensor, {}).toStdString());
            if (!id)
                m_window.say(coreError(id.error()));
            return id ? TensorRef {root, *id} : TensorRef();
        }
        return {};
    };
    for (std::size_t place = 0; place < Pins::kPlaces; ++place) {
        const QLatin1StringView panel(kPinPanels[place]);
        Workspace::Pin& pin = m_waiting.pinned[panel];
        if (const TensorRef pinned = found(pin.root, pin.tensor); pinned.isValid())
            Pins::of(m_services.selection).pin(place, pinned, m_waiting.views.value(panel).toObject());
    }
    if (const TensorRef tensor = found(m_waiting.selectedRoot, m_waiting.selectedTensor); tensor.isValid()) {
        m_services.selection.select(tensor);
        m_services.selection.setElement({m_waiting.element.begin(), m_waiting.element.end()});
    }
    if (m_wanted)
        showRoot(m_wanted);
}

void WorkspaceController::keepIn(const QString& autosaveFile, std::unique_ptr<QLockFile> lock)
{
    m_autosaveFile = autosaveFile;
    m_lock = std::move(lock);
}

void WorkspaceController::autosave()
{
    if (m_services.session.roots().isEmpty() || m_autosaveFolder.isEmpty())
        return;
    if (m_autosaveFile.isEmpty()) {
        QDir().mkpath(m_autosaveFolder);
        const QString file = u"%1/autosave-%2.dumpscope"_s.arg(
            m_autosaveFolder, QUuid::createUuid().toString(QUuid::WithoutBraces));
        if (auto lock = lockOf(file))
            keepIn(file, std::move(lock));
        else
            return;
    }
    const Workspace workspace = current();
    const QByteArray bytes = workspace.toBytes(m_autosaveFolder);
    if (bytes != m_autosaved && workspace.save(m_autosaveFile))
        m_autosaved = bytes;
}

bool WorkspaceController::recover()
{
    if (m_autosaveFolder.isEmpty())
        return false;
    QStringList left;
    QString names;
    const QFileInfoList files = QDir(m_autosaveFolder)
                                    .entryInfoList({u"autosave*.dumpscope"_s}, QDir::Files | QDir::Readable,
                                        QDir::Time); // newest first
    for (const QFileInfo& file : files) {
        if (!lockOf(file.filePath()))
            continue; // of a window that is open
        const auto workspace = Workspace::load(file.filePath());
        if (!workspace || workspace->roots.isEmpty())
            continue;
        if (left.isEmpty())
            names = QFileInfo(workspace->roots.first().path).fileName();
        if (left.isEmpty() && workspace->roots.size() > 1)
            names = tr("%1 and %n more", nullptr, static_cast<int>(workspace->roots.size()) - 1).arg(names);
        left.append(file.filePath());
    }
    if (left.isEmpty())
        return false;
    const QString sentence = left.size() == 1
        ? tr("A window ended unexpectedly. What was open: %1.").arg(names)
        : tr("%n windows ended unexpectedly. What was open in the last: %1.", nullptr,
            static_cast<int>(left.size()))
              .arg(names);
    m_window.notice().showAfter(
        sentence, tr("Restore"), [this, file = left.first()] { restore(file); },
        [file = left.first()] { setAside(file); });
    connect(
        &m_services.session, &Session::rootAdded, &m_window.notice(),
        [this, sentence] {
            if (m_window.notice().text() == sentence)
                m_window.notice().hide();
        },
        Qt::SingleShotConnection);
    return true;
}

void WorkspaceController::restore(const QString& file)
{
    auto lock = lockOf(file);
    const auto workspace = Workspace::load(file);
    if (!workspace)
        return report(workspace.error());
    if (!lock || !m_services.session.roots().isEmpty())
        return;
    m_services.annotations.load(workspace->annotations, QDir(m_autosaveFolder));
    apply(*workspace);
    // The work goes on in it.
    forgetAutosave();
    keepIn(file, std::move(lock));
    m_window.say(tr("The last session ended unexpectedly. Its workspace was restored."));
}

/// It is offered no more, and can still be opened.
void WorkspaceController::setAside(const QString& file)
{
    const QFileInfo info(file);
    QFile::rename(file, info.dir().filePath(u"kept-"_s + info.fileName()));
}

void WorkspaceController::forgetAutosave()
{
    if (!m_autosaveFile.isEmpty())
        QFile::remove(m_autosaveFile);
    m_autosaveFile.clear();
    m_autosaved.clear();
    m_lock.reset();
}

void WorkspaceController::report(const core::Error& error)
{
    m_services.problems.add({core::Severity::Error, error.code, error.place, error.message});
    m_window.say(coreError(error));
    emit failed(error);
}

} // namespace dumpscope::gui
