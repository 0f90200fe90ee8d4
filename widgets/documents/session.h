// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "remote/remote_dump.h"
#include "request/raw_options.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

using NameBatch = std::shared_ptr<const std::vector<core::NamedFile>>;

/// One opened folder, file or archive: names at once, the index when it is complete. GUI thread; what
/// it hands out is immutable and may be used by tasks.
class OpenedRoot : public QObject {
    Q_OBJECT
public:
    enum class State : std::uint8_t { Loading, Ready, Failed, Cancelled };
    enum class Side : std::uint8_t { None, Target, Golden };

    [[nodiscard]] const QString& path() const { return m_path; } ///< as dumpPlace gives it
    /// On another machine: bytes of its files are brought here when they are read.
    [[nodiscard]] bool isRemote() const;
    /// Last component, and what distinguishes it from the other open roots (core::distinctNames).
    [[nodiscard]] const QString& title() const { return m_title; }
    /// What its files without a header hold, as a user said.
    [[nodiscard]] const core::RawOptions& raw() const { return m_raw; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Side side() const { return m_side; }
    void setSide(Side side);
    /// Files found so far, in shared batches; kept until the index is there.
    [[nodiscard]] const std::vector<NameBatch>& names() const { return m_names; }
    [[nodiscard]] std::size_t nameCount() const { return m_nameCount; }
    /// Null until Ready.
    [[nodiscard]] const std::shared_ptr<const core::DumpIndex>& index() const { return m_index; }
    /// Rows of the index with statistics as they become known; null until Ready.
    [[nodiscard]] const std::shared_ptr<core::TensorTable>& table() const { return m_table; }
    [[nodiscard]] const std::shared_ptr<const core::TensorStore>& store() const { return m_store; }
    /// Reading was stopped before all files were read; the index holds those that were.
    [[nodiscard]] bool isPartial() const { return m_index && m_readFiles < m_files; }
    [[nodiscard]] std::size_t readFiles() const { return m_readFiles; }
    [[nodiscard]] std::size_t files() const { return m_files; }
    [[nodiscard]] const std::optional<core::Error>& error() const { return m_error; }
    [[nodiscard]] Task* task() const { return m_task; }

signals:
    void namesArrived();
    /// Loading -> Ready, Failed or Cancelled, and back to Loading on a rescan.
    void stateChanged();
    void sideChanged();
    void titleChanged(); ///< another root has the same last component, or none has it any longer
    /// Cells of these rows changed (statistics were computed).
    void statisticsChanged(const std::vector<dumpscope::core::TensorId>& rows);

private:
    friend class Session;
    OpenedRoot(QString path, core::RawOptions raw, QObject* parent);

    QString m_path, m_title;
    core::RawOptions m_raw;
    State m_state = State::Loading;
    Side m_side = Side::None;
    std::vector<NameBatch> m_names;
    std::size_t m_nameCount = 0;
    std::shared_ptr<core::DumpOpening> m_opening; ///< what goes on when reading was stopped; else null
    std::size_t m_readFiles = 0, m_files = 0;     ///< of what `m_index` holds in part
    std::shared_ptr<const core::DumpIndex> m_index;
    std::shared_ptr<core::TensorTable> m_table;
    std::shared_ptr<const core::TensorStore> m_store;
    std::optional<core::Error> m_error;
    QPointer<Task> m_task;
};

/// A tensor of an opened root. Equal and hashable by root and id; invalid once the root is closed or
/// is being read again.
struct TensorRef {
    QPointer<OpenedRoot> root;
    core::TensorId id;

    [[nodiscard]] bool isValid() const
    {
        return root && root->index() && id.value() < root->index()->tensorCount();
    }
    [[nodiscard]] const core::TensorRow& row() const { return root->index()->tensor(id); }
    [[nodiscard]] QString tensorId() const; ///< contract id
    [[nodiscard]] QString opName() const;
    friend bool operator==(const TensorRef& a, const TensorRef& b)
    {
        return a.root == b.root && a.id == b.id;
    }
};

/// What is open. GUI thread.
class Session : public QObject {
    Q_OBJECT
public:
    Session(
        TaskRunner& tasks, std::shared_ptr<const core::FormatRegistry> formats, QObject* parent = nullptr);

    /// Before anything is opened: where indexes are kept; null: nowhere, everything is read.
    void setKept(std::shared_ptr<const core::KeptIndexes> kept) { m_kept = std::move(kept); }
    [[nodiscard]] const std::shared_ptr<const core::KeptIndexes>& kept() const { return m_kept; }
    /// Before anything is opened: how other machines are reached; null: not at all.
    void setRemote(std::shared_ptr<core::RemoteLinks> links) { m_remote = std::move(links); }
    [[nodiscard]] const std::shared_ptr<core::RemoteLinks>& remote() const { return m_remote; }

    [[nodiscard]] const QList<OpenedRoot*>& roots() const { return m_roots; }
    /// Of all roots on this machine: what is read, and never written to.
    [[nodiscard]] std::vector<std::string> paths() const;
    /// Whether a file can be written without harm to what is open (core::checkOutputs).
    [[nodiscard]] core::Result<void> checkOutput(const QString& file) const;
    [[nodiscard]] const core::FormatRegistry& formats() const { return *m_formats; }
    /// Starts reading at once; the root that is already open for the same path, which is read again where
    /// `raw` says something new.
    OpenedRoot* open(const QString& path, const core::RawOptions& raw = {});
    void rescan(OpenedRoot* root);
    /// Goes on with what was stopped; files that were read are not read again.
    void resume(OpenedRoot* root);
    [[nodiscard]] static bool canResume(const OpenedRoot* root);
    void close(OpenedRoot* root);
    /// All roots are Ready, Failed or Cancelled.
    [[nodiscard]] bool isSettled() const;

    /// Statistics of these tensors, computed in the background where they are not known; results
    /// arrive through OpenedRoot::statisticsChanged. Null when there is nothing to compute from. `lane`: by
    /// itself a screenful is for now. Of a dump on another machine they are computed there; where its
    /// connection breaks, the task fails if the user asked for these tensors.
    Task* computeStatistics(OpenedRoot* root, std::vector<core::TensorId> rows, std::optional<Lane> lane = {},
        bool isAsked = false);

signals:
    void rootAdded(dumpscope::gui::OpenedRoot* root);
    void rootAboutToBeRemoved(dumpscope::gui::OpenedRoot* root);
    void rootRemoved();
    void rootChanged(dumpscope::gui::OpenedRoot* root); ///< its state changed

private:
    struct Opened;
    void load(OpenedRoot* root);
    void read(OpenedRoot* root, const std::shared_ptr<core::DumpOpening>& opening);
    void readThere(OpenedRoot* root);
    void take(
        OpenedRoot* root, core::Result<Opened> opened, const std::shared_ptr<core::DumpOpening>& opening);
    void keepPart(OpenedRoot* root, const std::shared_ptr<core::DumpOpening>& opening);
    void show(OpenedRoot* root, Opened opened);
    void report(OpenedRoot* root, OpenedRoot::State state);
    void nameRoots();

    TaskRunner& m_tasks;
    std::shared_ptr<const core::FormatRegistry> m_formats;
    std::shared_ptr<const core::KeptIndexes> m_kept;
    std::shared_ptr<core::RemoteLinks> m_remote;
    QList<OpenedRoot*> m_roots;
};

} // namespace dumpscope::gui
