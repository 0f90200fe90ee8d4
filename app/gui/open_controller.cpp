// SPDX-License-Identifier: GPL-3.0-or-later
#include "open_controller.h"

#include "main_window.h"
#include "views/notice_bar.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

OpenController::OpenController(
    Services& services, MainWindow& window, WorkspaceController& workspace, UiState& state, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_workspace(workspace)
    , m_state(state)
{
    services.actions.handle("file.open", &window, [this] { chooseFolder(); });
    services.actions.handle("file.open_files", &window, [this] { chooseFiles(); });
    services.actions.handle("file.compare", &window, [this] { chooseSides(); });
    for (int i = 0; i < UiState::kRecent; ++i) {
        services.actions.handle(
            QByteArray("file.recent." + QByteArray::number(i + 1)), &window,
            [this, i] { open({m_state.recent().value(i)}); },
            [this, i] { return i < m_state.recent().size(); });
    }
    connect(&window, &MainWindow::pathsDropped, this, &OpenController::open);
    connect(&window, &MainWindow::openRecentRequested, this, [this](const QString& path) { open({path}); });
    window.setRecent(state.recent());
}

void OpenController::open(const QStringList& paths)
{
    QList<OpenedRoot*> opened;
    for (const QString& path : paths) {
        if (path.isEmpty())
            continue;
        if (path.endsWith(u".dumpscope"_s) && QFileInfo(path).isFile())
            m_workspace.load(path);
        else
            opened.append(m_services.session.open(path));
        m_state.addRecent(QFileInfo(path).absoluteFilePath());
    }
    if (paths.size() == 2 && opened.size() == 2 && opened[0] != opened[1]) {
        m_services.comparisons.compare({{opened[0]}, {opened[1]}});
        m_window.showArrangement("compare");
    } else if (paths.size() == 1 && opened.size() == 1) {
        offerComparison(opened.front());
    }
    m_window.setRecent(m_state.recent());
    emit recentChanged();
}

// One more dump beside a single other one is mostly meant to be compared.
void OpenController::offerComparison(OpenedRoot* added)
{
    const auto& roots = m_services.session.roots();
    if (roots.size() != 2 || !m_services.comparisons.all().isEmpty() || roots.last() != added)
        return;
    const QPointer<OpenedRoot> target(roots.first()), golden(added);
    m_window.notice().show(tr("Compare %1 with %2?").arg(target->title(), golden->title()), tr("Compare"),
        [this, target, golden] {
            if (!target || !golden)
                return;
            m_services.comparisons.compare({{target}, {golden}});
            m_window.showArrangement("compare");
        });
}

void OpenController::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(&m_window, tr("Open a dump folder"));
    if (!folder.isEmpty())
        open({folder});
}

void OpenController::chooseFiles()
{
    open(QFileDialog::getOpenFileNames(&m_window, tr("Open files")));
}

void OpenController::chooseSides()
{
    const QString target = QFileDialog::getExistingDirectory(&m_window, tr("Target: the run to check"));
    if (target.isEmpty())
        return;
    const QString golden = QFileDialog::getExistingDirectory(&m_window, tr("Golden: the run that is right"));
    if (!golden.isEmpty())
        open({target, golden});
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
