// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "documents/preferences.h"

#include "window_program.h"

#include <QHeaderView>
#include <QLayout>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace dumpscope;

/// A window whose text is enlarged looks as one that was opened with large text.
class FontScaleTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { gui::applyFontScale(1); }
    void scalesWhatIsOpen_data();
    void scalesWhatIsOpen();
    void comesBackExactly();
    void everyChildIsTold();

private:
    using Sizes = QMap<QString, QList<int>>;
    static void open(test::WindowProgram& program);
    static Sizes sizesIn(const QWidget& window);
    static void compare(const Sizes& is, const Sizes& wanted, double tolerance);
};

void FontScaleTest::open(test::WindowProgram& program)
{
    program.opening.open({QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target")});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.session.isSettled(), 60'000);
    for (const char* const arrangement : {"compare", "graph", "capture", "explore"}) {
        QVERIFY(program.window.showArrangement(arrangement));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 60'000);
}

/// What code said about sizes, by place in the tree of widgets.
FontScaleTest::Sizes FontScaleTest::sizesIn(const QWidget& window)
{
    Sizes all;
    const auto add = [](QList<int>& sizes, const QMargins& margins) {
        sizes += {margins.left(), margins.top(), margins.right(), margins.bottom()};
    };
    const std::function<void(const QWidget&, const QString&)> walk = [&](const QWidget& widget,
                                                                         const QString& path) {
        // Qt's own, and what is as high as there is room.
        if (widget.objectName().endsWith(QLatin1String("container"))
            || widget.objectName() == QLatin1String("source-frames")
            || widget.inherits("dumpscope::gui::HistogramBox"))
            return;
        QList<int>& sizes = all[path];
        // These ask for what is inside, which layouts find out when they are seen.
        if (!widget.inherits("QDockWidget") && !widget.inherits("dumpscope::gui::SideColumn"))
            sizes += {
                widget.minimumWidth(), widget.minimumHeight(), widget.maximumWidth(), widget.maximumHeight()};
        sizes += {widget.property("iconSize").toSize().width(), widget.property("indentation").toInt(),
            QFontInfo(widget.font()).pixelSize()};
        add(sizes, widget.contentsMargins());
        if (const QLayout* const layout = widget.layout()) {
            sizes += layout->spacing();
            add(sizes, layout->contentsMargins());
        }
        if (const auto* const header = qobject_cast<const QHeaderView*>(&widget)) {
            sizes += {header->minimumSectionSize(), header->sizeHint().height()};
            if (header->orientation() == Qt::Vertical)
                sizes += header->defaultSectionSize();
        }
        QMap<QString, int> counts;
        for (const QObject* child : widget.children()) {
            const QString name = QLatin1String(child->metaObject()->className()) + u'#' + child->objectName();
            if (child->isWidgetType() && !static_cast<const QWidget*>(child)->isWindow())
                walk(*static_cast<const QWidget*>(child),
                    path + u'/' + name + QString::number(counts[name]++));
        }
    };
    walk(window, {});
    return all;
}

void FontScaleTest::compare(const Sizes& is, const Sizes& wanted, double tolerance)
{
    QVERIFY(wanted.size() > 500);
    QStringList different;
    for (auto one = wanted.begin(); one != wanted.end(); ++one) {
        const QList<int> found = is.value(one.key(), one.value());
        bool fits = found.size() == one.value().size();
        for (qsizetype i = 0; fits && i < found.size(); ++i)
            fits = std::abs(found[i] - one.value()[i]) <= std::max(1.0, tolerance * one.value()[i]);
        if (!fits)
            QDebug(&different.emplaceBack()).noquote() << one.key() << "is" << found << "not" << one.value();
    }
    QVERIFY2(different.isEmpty(), qPrintable(different.join(u'\n')));
}

void FontScaleTest::scalesWhatIsOpen_data()
{
    QTest::addColumn<double>("scale");
    for (const double scale : {1.25, 1.5, 2.0})
        QTest::addRow("%g", scale) << scale;
}

void FontScaleTest::scalesWhatIsOpen()
{
    QFETCH(const double, scale);
    constexpr double kOfWordsMeasured = 0.1; // a font's letters grow by whole pixels
    Sizes live;
    {
        test::WindowProgram program;
        open(program);
        QVERIFY(program.services.preferences.set(gui::Preference::FontScale, scale));
        QCoreApplication::processEvents();
        QTRY_VERIFY(program.window.isSettled());
        live = sizesIn(program.window);
    }
    const QTemporaryDir folder;
    const QString kept = folder.filePath(QStringLiteral("look.ini"));
    QVERIFY(gui::Preferences(kept).set(gui::Preference::FontScale, scale));
    test::WindowProgram program(gui::Program::Files {kept, {}, {}});
    open(program);
    compare(live, sizesIn(program.window), kOfWordsMeasured);
}

void FontScaleTest::comesBackExactly()
{
    test::WindowProgram program;
    open(program);
    const Sizes before = sizesIn(program.window);
    for (const double scale : {1.1, 1.2, 1.7, 2.0, 1.3, 1.0}) {
        QVERIFY(program.services.preferences.set(gui::Preference::FontScale, scale));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(program.window.isSettled());
    compare(sizesIn(program.window), before, 0);
}

/// Comes to the front when its font changes, as a scroll area's bars do.
class Raised : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::FontChange)
            raise();
    }
};

void FontScaleTest::everyChildIsTold()
{
    constexpr int kMany = 100; // widgets are asked in an order that differs from run to run
    QWidget parent;
    std::vector<QWidget*> passedOver;
    for (int i = 0; i < kMany; ++i) {
        new Raised(&parent);
        passedOver.push_back(new QWidget(&parent));
    }
    gui::applyFontScale(2);
    QCoreApplication::processEvents();
    for (const QWidget* const child : passedOver)
        QCOMPARE(child->font().pointSizeF(), QApplication::font().pointSizeF());
}

QTEST_MAIN(FontScaleTest)
#include "tst_font_scale.moc"
