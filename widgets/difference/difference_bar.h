// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "difference/plane_stage.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QToolButton;

namespace dumpscope::gui {

/// How the pair is looked at: kind of difference, range, linked, swipe, blink of the pictures; number format
/// and tint of the grid; fit, copy and export. What has no room loses its text, never its place.
class DifferenceBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int kKinds = 5;
    enum class For : std::uint8_t { Planes, Grid };

    DifferenceBar(DifferenceDocument& document, PlaneStage& stage, QWidget* parent);

    void showFor(For view);
    void refresh();
    void retranslate();
    void toggleSwipe();
    void toggleBlink();

    [[nodiscard]] NumberFormat numberFormat() const;
    void nextNumberFormat();
    [[nodiscard]] bool hasTint() const;
    [[nodiscard]] static QString kindName(core::DifferenceKind kind);

    [[nodiscard]] QJsonObject save() const;
    void restore(const QJsonObject& saved);

signals:
    void gridChanged(); ///< number format or tint
    void fitWanted();
    void fillWanted();
    void copyWanted();
    void exportWanted();

private:
    void buildGridTools();
    void wire();
    void refreshTools();

    DifferenceDocument& m_document;
    PlaneStage& m_stage;
    For m_for = For::Planes;
    QButtonGroup* m_kinds;
    QComboBox *m_range, *m_style, *m_digits;
    QToolButton *m_linked, *m_swipe, *m_blink, *m_tint, *m_fit, *m_fill, *m_copy, *m_export;
    std::array<QToolButton*, PlaneStage::PlaneCount> m_chosen;
    QLabel* m_alignment;
};

} // namespace dumpscope::gui
