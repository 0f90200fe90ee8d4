// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSlider;

namespace dumpscope::gui {

/// Which plane of the tensor is shown: an index per axis, chips for rows and columns, all of it as
/// text; other steps and ranks; logical or storage order.
class SliceBar : public QWidget {
    Q_OBJECT
public:
    explicit SliceBar(TensorDocument& document, QWidget* parent = nullptr);
    /// For go.index: the text field, selected.
    void editText();
    [[nodiscard]] QWidget* field() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void fit();
    void refresh();
    void acceptText();
    void refuse(const PlaneRequestError& error);
    void giveRole(bool rows, std::size_t axis);
    void refreshSiblings();

    TensorDocument& m_document;
    QWidget* m_axes = nullptr;
    QHBoxLayout* m_row;
    QLineEdit* m_text;
    QSlider* m_sibling;
    QLabel* m_siblingLabel;
    QComboBox* m_order;
    std::vector<SiblingTensor> m_siblings;
    bool m_hasSiblings = false;
    QString m_built; ///< what the axis fields were made for
};

} // namespace dumpscope::gui
