// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace dumpscope::gui {

/// Map, scale and range of a document's colours. In a narrow bar the words go first, then what a key does,
/// too.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(TensorDocument& document, QWidget* parent = nullptr);

    void toggleSymmetric();
    void nextScale();
    void makeAutomatic();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitIntoBar();
    void refresh();
    void apply(const std::function<void(ColourChoice&)>& change);
    void acceptRange();

    TensorDocument& m_document;
    QComboBox *m_map, *m_scale;
    QLineEdit *m_low, *m_high;
    QString m_lowText, m_highText; ///< of the range in force
    QToolButton *m_automatic, *m_symmetric;
    QList<QLabel*> m_words;
};

/// The 512 x 1 preview of maps in menus, and the bar of plots.
[[nodiscard]] QIcon mapIcon(QByteArrayView id, bool dark, const QSize& size);

} // namespace dumpscope::gui
