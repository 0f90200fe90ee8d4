// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"
#include "overflow/value_scan.h"

#include <QHash>

#include <functional>
#include <optional>

namespace dumpscope::gui {

/// Dumps of more bytes are scanned for NaN and infinities when somebody asks for it.
inline constexpr quint64 kScannedByItself = quint64 {512} << 20U;
/// Of values a scan would read.
[[nodiscard]] quint64 bytesToScan(const core::DumpIndex& index);

/// Where NaN and infinities of each dump began, in the order of execution (core::ValueScan::first), and where
/// those of every tensor come from, as far as a scan of the whole dump said so: for all that mark it or lead
/// there. GUI thread.
class FirstNonFinite : public QObject {
    Q_OBJECT
public:
    using Origins = QHash<quint32, core::ValueOrigin>; ///< by tensor

    /// The one of this session.
    [[nodiscard]] static FirstNonFinite& of(Session& session);

    /// Null: not known, or there is none.
    [[nodiscard]] const core::NonFiniteTensor* in(const OpenedRoot* root) const;
    /// Where NaN or infinities of a tensor come from; nothing where it has none or nobody looked.
    [[nodiscard]] std::optional<core::ValueOrigin> originOf(const TensorRef& tensor) const;
    /// Of every tensor that has some; empty: none has, or nobody looked.
    [[nodiscard]] Origins originsIn(const OpenedRoot* root) const { return m_known.value(root).origins; }
    /// Of a dump that stands alone; invalid: there are others, or nothing is known.
    [[nodiscard]] TensorRef only() const;
    /// With all that was found.
    void report(OpenedRoot* root, const core::ValueScan& scan);
    /// Scans in the background what is opened and small, one dump after another; what `isLeftOut` when its
    /// turn comes is not scanned.
    void scanByItself(TaskRunner& tasks, std::function<bool(const OpenedRoot*)> isLeftOut);
    [[nodiscard]] bool isSettled() const { return m_waiting.isEmpty() && !isScanning(); }

signals:
    void changed(dumpscope::gui::OpenedRoot* root);

private:
    explicit FirstNonFinite(Session& session);
    void forget(OpenedRoot* root);
    void scan(OpenedRoot* root);
    void scanLater(OpenedRoot* root);
    void scanNext();
    void stopScanOf(OpenedRoot* root);
    [[nodiscard]] bool isScanning() const { return m_scan.task() && !m_scan.task()->isOver(); }

    Session& m_session;
    struct Known {
        std::optional<core::NonFiniteTensor> first;
        Origins origins;
    };
    QHash<const OpenedRoot*, Known> m_known;
    TaskRunner* m_tasks = nullptr; ///< null: scans are for others
    std::function<bool(const OpenedRoot*)> m_isLeftOut;
    QList<OpenedRoot*> m_waiting;
    OpenedRoot* m_scanned = nullptr; ///< that m_scan is of
    LatestOnly m_scan;
};

} // namespace dumpscope::gui
