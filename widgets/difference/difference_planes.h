// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "difference/plane_stage.h"

namespace dumpscope::gui {

/// Fills the three pictures from the document and tells it what is done in them. GUI thread.
class DifferencePlanes : public QObject {
    Q_OBJECT
public:
    DifferencePlanes(DifferenceDocument& document, PlaneStage& stage);

    void refresh();
    /// Nothing of a pair before is left.
    void clear();
    /// The pair of the document is what is seen. Until all three pictures are there, those of the pair before
    /// stay together: two pairs beside each other would be believed.
    [[nodiscard]] bool isPictured() const { return m_pictured == m_document.generation(); }
    [[nodiscard]] bool showsOther() const { return m_pictured && !isPictured(); }
    void refreshColours();
    void refreshProbe();
    /// Scrolls all three so that the cell is in sight.
    void reveal(const HeatmapView::Cell& cell);
    /// The picture that commands of zoom and copy are about.
    [[nodiscard]] PlaneStage::Plane active() const;

    /// A mouse that leaves points at nothing.
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void pictured();

private:
    void wire();
    void refreshTitles();
    void refreshPointed();
    [[nodiscard]] QString summary() const;
    void loadTexts(PlaneStage::Plane plane, const core::PlaneWindow& window);
    [[nodiscard]] QString differenceText(std::uint64_t row, std::uint64_t column) const;

    DifferenceDocument& m_document;
    PlaneStage& m_stage;
    std::optional<std::uint64_t> m_pictured;                 ///< generation of the pair that is seen
    std::array<std::shared_ptr<const CellBlock>, 2> m_texts; ///< of target and golden
    std::array<LatestOnly, 2> m_textLoading;
};

} // namespace dumpscope::gui
