// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace_controller.h"

#include "main_window.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {
constexpr int kAutosaveMs = 30'000;
}

WorkspaceController::WorkspaceController(
    Services& services, MainWindow& window, QString autosaveFile, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_autosaveFile(std::move(autosaveFile))
{
    const auto hasRoots = [this] { return !m_services.session.roots().isEmpty(); };
    services.actions.handle(
        "file.save", &window, [this] { m_file.isEmpty() ? chooseFile() : save(m_file); }, hasRoots);
    services.actions.handle(
        "file.save_as", &window, [this] { chooseFile(); }, hasRoots);
    connect(&services.session, &Session::rootChanged, this, &WorkspaceController::restoreSelection);
    if (!m_autosaveFile.isEmpty()) {
        connect(&m_timer, &QTimer::timeout, this, &WorkspaceController::autosave);
        m_timer.start(kAutosaveMs);
    }
}

Workspace WorkspaceController::current() const
{
    Workspace workspace;
    workspace.unknown = m_waiting.unknown;
    for (const OpenedRoot* root : m_services.session.roots())
        workspace.roots.append({root->path(), root->side()});
    workspace.arrangement = QString::fromLatin1(m_window.arrangement());
    if (const TensorRef& tensor = m_services.selection.tensor(); tensor.isValid()) {
        workspace.selectedRoot = tensor.root->path();
        workspace.selectedTensor = tensor.tensorId();
        for (const std::int64_t one : m_services.selection.element())
            workspace.element.append(one);
    }
    const QDir folder = m_file.isEmpty() ? QDir::root() : QFileInfo(m_file).absoluteDir();
    workspace.annotations = m_services.annotations.save(folder);
    for (const PanelDock* dock : m_window.docks()) {
        if (const QJsonObject view = dock->panel()->saveView(); !view.isEmpty())
            workspace.views.insert(QLatin1String(dock->info().id), view);
    }
    return workspace;
}

void WorkspaceController::save(const QString& file)
{
    m_file = file;
    if (const auto saved = current().save(file); !saved)
        return report(saved.error());
    m_window.setWindowFilePath(file);
    m_window.say(tr("Saved %1.").arg(QDir::toNativeSeparators(file)));
}

void WorkspaceController::chooseFile()
{
    QString file = QFileDialog::getSaveFileName(
        &m_window, tr("Save workspace"), m_file, tr("Workspaces (*.dumpscope)"));
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

void WorkspaceController::apply(const Workspace& workspace)
{
    m_waiting = workspace;
    for (const Workspace::Root& root : workspace.roots)
        m_services.session.open(root.path)->setSide(root.side);
    if (!workspace.arrangement.isEmpty())
        m_window.showArrangement(workspace.arrangement.toLatin1());
    for (const PanelDock* dock : m_window.docks()) {
        const QJsonValue view = workspace.views.value(QLatin1String(dock->info().id));
        if (view.isObject())
            dock->panel()->restoreView(view.toObject());
    }
    restoreSelection();
}

void WorkspaceController::restoreSelection()
{
    if (m_waiting.selectedTensor.isEmpty())
        return;
    for (OpenedRoot* root : m_services.session.roots()) {
        if (root->path() != m_waiting.selectedRoot || !root->index())
            continue;
        if (const auto id = root->index()->findTensor(m_waiting.selectedTensor.toStdString())) {
            m_services.selection.select({root, *id});
            m_services.selection.setElement({m_waiting.element.begin(), m_waiting.element.end()});
        }
        m_waiting.selectedTensor.clear();
    }
}

void WorkspaceController::autosave()
{
    if (m_services.session.roots().isEmpty())
        return;
    const QByteArray bytes = current().toBytes(QFileInfo(m_autosaveFile).absoluteDir());
    if (bytes == m_autosaved)
        return;
    QDir().mkpath(QFileInfo(m_autosaveFile).absolutePath());
    if (current().save(m_autosaveFile))
        m_autosaved = bytes;
}

bool WorkspaceController::recover()
{
    if (m_autosaveFile.isEmpty() || !QFileInfo::exists(m_autosaveFile))
        return false;
    const auto workspace = Workspace::load(m_autosaveFile);
    if (!workspace)
        return false;
    m_services.annotations.load(workspace->annotations, QFileInfo(m_autosaveFile).absoluteDir());
    apply(*workspace);
    m_window.say(tr("The last session ended early. Its workspace was restored."));
    return true;
}

void WorkspaceController::forgetAutosave()
{
    m_timer.stop();
    if (!m_autosaveFile.isEmpty())
        QFile::remove(m_autosaveFile);
}

void WorkspaceController::report(const core::Error& error)
{
    m_services.problems.add({core::Severity::Error, error.code, error.place, error.message});
    m_window.say(QString::fromStdString(error.text()));
}

} // namespace dumpscope::gui
