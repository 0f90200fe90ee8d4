// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/pair_grid_model.h"

#include <QTableView>

namespace dumpscope::gui {

/// Target, golden and difference of every cell as a table; the focused cell is the one that is probed
/// everywhere.
class PairGrid : public QTableView {
    Q_OBJECT
public:
    explicit PairGrid(DifferenceDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] DifferenceDocument* document() const { return &m_document; }
    [[nodiscard]] PairGridModel* gridModel() const { return m_model; }
    void setFormat(const NumberFormat& format);
    void setTinted(bool tinted);
    /// Cells of the plane that are marked; nothing where it is at most one.
    [[nodiscard]] std::optional<core::PlaneWindow> marked() const;
    [[nodiscard]] PairGridModel::Line currentLine() const;
    void retranslate();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void wire();
    void followProbe();
    [[nodiscard]] bool seesProbe() const;
    void revealProbe();
    void fitColumns(int characters, bool mayShrink = false);
    void applyMetrics();

    DifferenceDocument& m_document;
    PairGridModel* m_model;
    bool m_isTinted = true, m_isFollowing = false;
    bool m_revealIsDue = false; ///< when it is shown
};

} // namespace dumpscope::gui
