// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_export_dialog.h"

#include "difference/difference_bar.h"
#include "difference/difference_output.h"

namespace dumpscope::gui {

namespace {

bool isPicture(const QString& what)
{
    return what == QLatin1String("png") || what == QLatin1String("svg");
}

} // namespace

DifferenceExportDialog::DifferenceExportDialog(DifferenceDocument& document, QWidget* parent)
    : FileExportDialog(parent)
    , m_document(document)
{
    setProperty("help", QStringLiteral("difference"));
    setChoices({{tr("Difference of this slice as .npy"), QStringLiteral("npy")},
        {tr("Difference of this slice as .csv"), QStringLiteral("csv")},
        {tr("Difference of the whole tensor as .npy"), QStringLiteral("all.npy")},
        {tr("Difference of the whole tensor as .csv"), QStringLiteral("all.csv")},
        {tr("Target, golden and difference as .png"), QStringLiteral("png")},
        {tr("Target, golden and difference as .svg"), QStringLiteral("svg")}});
    begin(document.target().tensor().opName().section(u'/', -1) + QStringLiteral(".difference"));
    using Document = DifferenceDocument;
    for (const auto changed : {&Document::stageChanged, &Document::kindChanged, &Document::planeChanged,
             &Document::toleranceChanged})
        connect(&document, changed, this, [this] { refresh(); });
}

QStringList DifferenceExportDialog::remarksOn(const QString& what) const
{
    if (!isReady())
        return {};
    QStringList remarks;
    if (!isPicture(what)) {
        remarks.append(tr("Written as float64: %1.").arg(DifferenceBar::kindName(m_document.kind())));
        if (m_document.kind() == core::DifferenceKind::Mismatch)
            remarks.append(m_document.tolerance().condition() + QLatin1Char('.'));
    }
    remarks.append(tr("The command measures the same pair and prints its worst elements; the file with all "
                      "of them is written by the window."));
    return remarks;
}

QStringList DifferenceExportDialog::inputs() const
{
    QStringList paths;
    for (const TensorDocument* const side : {&m_document.target(), &m_document.golden()}) {
        if (side->tensor().isValid())
            paths.append(side->tensor().root->path());
    }
    return paths;
}

void DifferenceExportDialog::write(const QString& what, const QString& path, Answer answer)
{
    if (isPicture(what))
        exportPictures(m_document, path, std::move(answer));
    else
        exportDifference(m_document, path, what.startsWith(u"all."), std::move(answer));
}

} // namespace dumpscope::gui
