// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a picture a widget shows.
#include "graph/picture_view.h"

#include <QTest>

using namespace dumpscope::gui;

class PictureViewTest : public QObject {
    Q_OBJECT
private slots:
    void allIsSeenAboveWhatLiesOverTheEdge()
    {
        class Notice : public QWidget {
        public:
            using QWidget::QWidget;
            [[nodiscard]] QSize sizeHint() const override { return {100, 50}; }
        };
        QWidget widget;
        widget.resize(400, 250);
        Notice notice(&widget);
        PictureView view(widget);
        view.setOver(&notice);
        view.setWhole(QRectF(10, 20, 100, 1000));
        view.fit();
        QCOMPARE(view.zoom(), 0.2); // 200 pixels for 1000
        QCOMPARE(view.toScreen({10, 20, 100, 1000}), QRectF(190, 0, 20, 200));
        notice.hide();
        view.fit();
        QCOMPARE(view.zoom(), 0.25);
        QCOMPARE(view.toScreen({10, 20, 100, 1000}), QRectF(187.5, 0, 25, 250));
        // What is small is in the middle, not larger than it is.
        view.setWhole(QRectF(0, 0, 40, 20));
        view.fit();
        QCOMPARE(view.toScreen({0, 0, 40, 20}), QRectF(180, 115, 40, 20));
    }
};

QTEST_MAIN(PictureViewTest)

#include "tst_picture_view.moc"
