// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace dumpscope::gui {

/// Map, scale and range of a document's colours.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(TensorDocument& document, QWidget* parent = nullptr);

    void toggleSymmetric();
    void nextScale();
    void makeAutomatic();

private:
    void refresh();
    void apply(const std::function<void(ColourChoice&)>& change);
    void acceptRange();

    TensorDocument& m_document;
    QComboBox *m_map, *m_scale;
    QLineEdit *m_low, *m_high;
    QString m_lowText, m_highText; ///< of the range in force
    QToolButton *m_automatic, *m_symmetric;
};

/// The 512 x 1 preview of maps in menus, and the bar of plots.
[[nodiscard]] QIcon mapIcon(QByteArrayView id, bool dark, const QSize& size);

} // namespace dumpscope::gui
