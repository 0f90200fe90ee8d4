// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/problem_list.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// Problems, worst first; those that say the same of several places are one row. GUI thread.
class ProblemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Sentence, DumpColumn, PlaceColumn, Count, CodeColumn, kColumns };
    struct Row {
        core::Severity severity = core::Severity::Hint;
        core::Code code = core::Code::Suspicious;
        core::Message message;
        QPointer<OpenedRoot> root;
        std::vector<core::Place> places; ///< at least one
    };
    explicit ProblemModel(ProblemList& problems, QObject* parent = nullptr);

    [[nodiscard]] const Row& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// One line: code, place, sentence.
    [[nodiscard]] QString copyText(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();

    ProblemList& m_problems;
    std::vector<Row> m_rows;
};

} // namespace dumpscope::gui
