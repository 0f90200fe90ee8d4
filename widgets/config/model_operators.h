// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/operators_pointer.h"
#include "kit/panel.h"

namespace dumpscope::gui {

/// Operators of the model that will run, with the sizes of their tensors as far as known: of a graph file, or
/// of the dump or graph that is open. Reads in the background, the newest wins. GUI thread.
class ModelOperators : public QObject {
    Q_OBJECT
public:
    explicit ModelOperators(Workbench& workbench, QObject* parent = nullptr);

    /// A graph file, ONNX for example. Empty: of the dump that is selected, else of the last one opened.
    void setModel(const QString& path);
    /// Looks again; nothing is read that is known.
    void follow();
    /// Null: nothing is known.
    [[nodiscard]] const OperatorsPointer& operators() const { return m_operators; }
    [[nodiscard]] const QString& source() const { return m_source; }
    /// Names of the operators whose tensors are selected in the window.
    [[nodiscard]] QStringList selected() const;
    [[nodiscard]] bool isSettled() const { return !m_reading.task() || m_reading.task()->isOver(); }

signals:
    void changed();
    void outdated(); ///< another dump is selected or has been read: `follow` would look

private:
    using Index = std::shared_ptr<const core::DumpIndex>;
    void size(const Index& index);
    void read();

    Workbench& m_workbench;
    QString m_model, m_source;
    Index m_index;
    OperatorsPointer m_operators;
    LatestOnly m_reading;
};

} // namespace dumpscope::gui
