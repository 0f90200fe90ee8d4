// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/live_dump.h"
#include "documents/session.h"

#include <QElapsedTimer>
#include <QTimer>

#include <span>

namespace dumpscope::gui {

/// The dump that a run writes. It is a root of the session from its first file on, is read again while it
/// grows, and as a whole in the end. GUI thread.
class GrowingDump : public QObject {
    Q_OBJECT
public:
    explicit GrowingDump(Session& session);

    /// Another one, whose folder is not known yet.
    void begin();
    void setFolder(const QString& folder) { m_folder = folder; }
    /// Something was written: it is read again soon.
    void growSoon();
    /// Nothing is read while a run stops.
    void hold();
    /// As a whole and anew: whatever was missed on the way is there then, what is half-written is marked.
    void readWhole();

    /// Absolute; empty before it is known.
    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] bool hasFiles() const;
    /// Null before its first file.
    [[nodiscard]] OpenedRoot* root() const { return m_root; }
    /// The tensor in the dump as far as it is known now; invalid when it is not there (yet).
    [[nodiscard]] TensorRef find(const core::LiveTensor& tensor) const;
    /// Of these, in the order of execution, with values if there are some; invalid where none is there.
    [[nodiscard]] TensorRef firstOf(std::span<const core::LiveTensor> tensors) const;

signals:
    void grew();  ///< the root has another index
    void ended(); ///< it was read as a whole, or there is nothing to read

private:
    /// Whole: what is read now began after the last file was there.
    enum class Phase : std::uint8_t { Over, Growing, Held, Ending, Whole };

    void grow();
    void readAnew();
    void end();
    [[nodiscard]] OpenedRoot* openedBefore() const;

    Session& m_session;
    Phase m_phase = Phase::Over;
    QString m_folder;
    QPointer<OpenedRoot> m_root;
    QTimer m_soon;
    QElapsedTimer m_grown;
};

} // namespace dumpscope::gui
