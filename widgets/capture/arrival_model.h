// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_run.h"
#include "tensor/statistics.h"

#include <QAbstractTableModel>

#include <map>

namespace dumpscope::gui {

/// Tensors of a capture as they arrive, newest last; what is known of their values follows by itself.
/// GUI thread.
class ArrivalModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        OpName,
        OpType,
        Port,
        Step,
        Dtype,
        Shape,
        Min,
        Max,
        NanCount,
        PosInf,
        NegInf,
        Arrived,
        kColumns
    };

    ArrivalModel(const CaptureRun& run, TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const core::LiveTensor& at(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)].tensor;
    }
    /// The tensor at which NaN or infinities began, in the order of execution; null as long as there is none.
    [[nodiscard]] const core::LiveTensor* firstNonFinite() const;
    /// What it holds, and that more may come before it, in words.
    [[nodiscard]] QString firstNonFiniteWords() const;
    /// -1 where it is no longer among the rows.
    [[nodiscard]] int firstNonFiniteRow() const;
    [[nodiscard]] bool isSettled() const { return !m_isMeasuring && !m_isJudging; }
    /// Times are shown as time ago: again now and then.
    void refreshTimes();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void nonFiniteFound(); ///< or it began elsewhere

private:
    struct Row {
        core::LiveTensor tensor;
        qint64 ms = 0;
        std::optional<core::Statistics> statistics = {};
        bool hasCounts = true; ///< of NaN and infinities
        bool isMeasured = false;
        std::optional<core::NonFiniteTensor> nonFinite = {}; ///< and where it comes from
    };
    struct Measured {
        qint64 place;
        std::optional<core::Statistics> statistics;
        bool hasCounts;
    };
    struct Judged {
        RunOrigins origins;
        std::vector<std::pair<qint64, core::NonFiniteTensor>> rows; ///< by place
        qint64 first = -1;                                          ///< place of where it began
    };
    /// Of those of `asked` that are in the dump, the first few. Any thread.
    [[nodiscard]] static core::Result<std::vector<Measured>> measured(const core::DumpIndex& index,
        const core::TensorStore& store, const std::vector<qint64>& places,
        const std::vector<core::LiveTensor>& asked, core::TaskContext& task);
    void follow();
    void measure();
    void take(const std::vector<Measured>& measured);
    void judge();
    void take(Judged judged);
    [[nodiscard]] dumpscope::gui::State stateOf(std::size_t row) const;
    [[nodiscard]] QVariant text(const Row& row, int column) const;
    [[nodiscard]] QString agoText(qint64 ms) const;
    [[nodiscard]] QString originText(const Row& row) const;

    const CaptureRun& m_run;
    TaskRunner& m_tasks;
    std::vector<Row> m_rows;
    qint64 m_dropped = 0; ///< rows that went at the front
    /// Places count from the first arrival of all.
    qint64 m_firstPlace = -1;
    RunOrigins m_origins;
    bool m_isMeasuring = false, m_isJudging = false;
    bool m_mustJudge = false;    ///< again: more has come meanwhile
    bool m_isPreliminary = true; ///< judged before everything had come
};

} // namespace dumpscope::gui
