// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"
#include "documents/annotations.h"
#include "documents/problem_list.h"
#include "graph/shown_graph.h"
#include "kit/panel.h"
#include "readers/format_registry.h"
#include "tensor/npy_writer.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <fstream>

// A tensor view without a window around it.

namespace dumpscope::gui::test {

/// What the window gives its panels.
struct Desk {
    TaskRunner tasks;
    Session session {tasks, core::builtinFormats()};
    Selection selection {session};
    ActionRegistry actions;
    ProblemList problems {session, tasks};
    Comparisons comparisons {session, selection, tasks};
    ShownGraph graph {session, selection, comparisons, tasks};
    Annotations annotations;
    Workbench bench {session, selection, tasks, actions, problems, annotations, comparisons, graph};

    std::unique_ptr<Panel> makePanel(const char* id = "tensor-view")
    {
        PanelRegistry registry;
        registerBuiltinPanels(registry);
        for (const PanelInfo& info : registry.all()) {
            if (QByteArrayView(info.id) == id)
                return std::unique_ptr<Panel>(info.create(bench));
        }
        return nullptr;
    }
    OpenedRoot* open(const QString& path)
    {
        OpenedRoot* const root = session.open(path);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), 20000); }();
        return root;
    }
};

/// float32 of the shape, with the value of the flat index / 8 - 100, and what `change` makes of it.
inline QString writeTensor(const QString& folder, const QString& name, const core::Shape& shape,
    const std::function<void(std::vector<float>&)>& change = {})
{
    std::vector<float> values(core::elementCount(shape).value());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i) / 8 - 100;
    if (change)
        change(values);
    const QString path = folder + u'/' + name;
    std::ofstream file(path.toStdString(), std::ios::binary);
    file << core::npyHeader("<f4", false, shape);
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * 4));
    return path;
}

/// A sparse .npy of zeros: as many bytes as the shape needs, none of them on the disk.
inline QString writeSparse(const QString& folder, const QString& name, const char* descr,
    const core::Shape& shape, qint64 elementBytes)
{
    const QString path = folder + u'/' + name;
    const std::string header = core::npyHeader(descr, false, shape);
    std::ofstream(path.toStdString(), std::ios::binary) << header;
    QFile file(path);
    const auto elements = static_cast<qint64>(core::elementCount(shape).value());
    if (!file.open(QIODevice::ReadWrite)
        || !file.resize(static_cast<qint64>(header.size()) + elements * elementBytes))
        return {};
    return path;
}

inline const QString kOneTensor = QStringLiteral("Add.op.0.0.1700000000000000.output.0.npy");

/// Whether a visible label of the widget holds the sentence; thin spaces do not count.
inline bool says(const QWidget& widget, const QString& sentence)
{
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible() && label->text().remove(QChar(0x2009)).contains(sentence))
            return true;
    }
    return false;
}

/// A panel that shows one tensor written for it.
struct Shown {
    QTemporaryDir folder;
    Desk desk;
    OpenedRoot* root = nullptr;
    std::unique_ptr<Panel> panel;

    explicit Shown(const core::Shape& shape, const std::function<void(std::vector<float>&)>& change = {})
    {
        writeTensor(folder.path(), kOneTensor, shape, change);
        root = desk.open(folder.path());
        panel = desk.makePanel();
        panel->resize(1600, 700);
        panel->show();
        desk.selection.select({root, core::TensorId(std::uint32_t {0})});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000); }();
    }
    [[nodiscard]] QLineEdit* sliceText() const
    {
        for (QLineEdit* field : panel->findChildren<QLineEdit*>()) {
            if (field->text().startsWith(u'['))
                return field;
        }
        return nullptr;
    }
    void enter(const QString& text) const
    {
        QLineEdit* const field = sliceText();
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

} // namespace dumpscope::gui::test
