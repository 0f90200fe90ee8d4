// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/annotations.h"

#include "common/dump_place.h"

#include <QDir>
#include <QJsonObject>

#include <algorithm>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {
/// A path with more steps up than this is written absolute: the files do not move together.
constexpr auto kStepsUp = 3;
} // namespace

QString portablePath(const QString& path, const QDir& folder)
{
    if (isRemotePlace(path))
        return path;
    const QString relative = folder.relativeFilePath(path);
    return relative.startsWith(u"../"_s.repeated(kStepsUp + 1)) ? path : relative;
}

const Annotations::Item* Annotations::find(const TensorRef& tensor) const
{
    if (!tensor.isValid())
        return nullptr;
    const QString id = tensor.tensorId();
    const auto found = std::find_if(m_items.begin(), m_items.end(),
        [&](const Item& item) { return item.tensor == id && item.root == tensor.root->path(); });
    return found == m_items.end() ? nullptr : &*found;
}

Annotations::Item& Annotations::obtain(const TensorRef& tensor)
{
    if (const Item* const known = find(tensor))
        return m_items[known - m_items.constData()];
    m_items.append({tensor.root->path(), tensor.tensorId(), {}, false});
    return m_items.last();
}

QString Annotations::note(const TensorRef& tensor) const
{
    const Item* const item = find(tensor);
    return item ? item->note : QString();
}

std::vector<std::pair<core::TensorId, QString>> Annotations::notesOf(const OpenedRoot& root) const
{
    std::vector<std::pair<core::TensorId, QString>> notes;
    for (const Item& item : m_items) {
        if (item.note.isEmpty() || item.root != root.path() || !root.index())
            continue;
        if (const auto tensor = root.index()->findTensor(item.tensor.toStdString()))
            notes.emplace_back(*tensor, item.note);
    }
    std::ranges::sort(notes, {}, [](const auto& note) { return note.first; });
    return notes;
}

bool Annotations::isBookmark(const TensorRef& tensor) const
{
    const Item* const item = find(tensor);
    return item && item->isBookmark;
}

void Annotations::setNote(const TensorRef& tensor, const QString& text)
{
    if (!tensor.isValid() || note(tensor) == text)
        return;
    obtain(tensor).note = text;
    dropEmpty();
    emit changed();
}

void Annotations::toggleBookmark(const TensorRef& tensor)
{
    if (!tensor.isValid())
        return;
    Item& item = obtain(tensor);
    item.isBookmark = !item.isBookmark;
    dropEmpty();
    emit changed();
}

void Annotations::dropEmpty()
{
    m_items.removeIf([](const Item& item) { return item.note.isEmpty() && !item.isBookmark; });
}

QJsonArray Annotations::save(const QDir& folder) const
{
    QJsonArray array;
    for (const Item& item : m_items) {
        QJsonObject object {{u"root"_s, portablePath(item.root, folder)}, {u"tensor"_s, item.tensor}};
        if (item.isBookmark)
            object.insert(u"bookmark"_s, true);
        if (!item.note.isEmpty())
            object.insert(u"note"_s, item.note);
        array.append(object);
    }
    return array;
}

void Annotations::load(const QJsonArray& items, const QDir& folder)
{
    m_items.clear();
    for (const QJsonValue& value : items) {
        const QJsonObject object = value.toObject();
        m_items.append(
            {dumpPlace(object.value("root"_L1).toString(), folder), object.value("tensor"_L1).toString(),
                object.value("note"_L1).toString(), object.value("bookmark"_L1).toBool()});
    }
    dropEmpty();
    emit changed();
}

} // namespace dumpscope::gui
