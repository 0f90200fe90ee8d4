// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "remote/folder_entries.h"

#include <QDialog>
#include <QStringList>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace dumpscope::gui {

class RemoteFolderModel;

/// A dump on another machine: which machine, and which folder or file there. What lies there is shown when
/// somebody asks for it: only then is there a connection.
class RemoteSheet : public QDialog {
    Q_OBJECT
public:
    /// What lies in the folder ssh://HOST/PATH.
    using Look
        = std::function<core::Result<core::FolderEntries>(const std::string& place, core::TaskContext& task)>;

    /// `hosts` can be chosen; others can be typed.
    RemoteSheet(const QStringList& hosts, QWidget* parent);
    /// Folders can be looked into from now on.
    void setLook(TaskRunner& tasks, Look look);

    /// ssh://HOST/PATH of what stands in the fields; empty where that is none.
    [[nodiscard]] QString place() const;

signals:
    void chosen(const QString& place);

private:
    void addList();
    void refresh();
    void look(const QString& path);
    void showEntries(const core::Result<core::FolderEntries>& entries);
    void choose();

    QComboBox* m_host;
    QLineEdit* m_path;
    QPushButton *m_look, *m_up;
    QTreeView* m_list;
    RemoteFolderModel* m_folder;
    QLabel* m_answer;
    QPushButton* m_open;
    TaskRunner* m_tasks = nullptr; ///< null: nobody can look
    Look m_looker;
    LatestOnly m_looking;
};

} // namespace dumpscope::gui
