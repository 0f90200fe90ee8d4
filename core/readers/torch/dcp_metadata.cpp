// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/dcp_metadata.h"

#include "base/text.h"
#include "readers/torch/pickle.h"

#include <algorithm>
#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxMetadata = 256U << 20;
constexpr std::size_t kMaxDcpTensors = 1'000'000;
constexpr std::size_t kMaxDcpChunks = 4'000'000;

using Node = Pickle::Node;
using PickleKind = Pickle::Kind;

/// Where a piece is stored.
struct DcpPlace {
    std::string file;
    std::uint64_t offset = 0, length = 0;
    bool isTransformed = false;
};

class DcpMetadataReader {
public:
    explicit DcpMetadataReader(const Pickle& pickle)
        : m_pickle(pickle)
    {
    }

    Result<std::vector<DcpTensor>> run()
    {
        const Node& root = m_pickle.at(m_pickle.root);
        const Node* state = m_pickle.attribute(root, "state_dict_metadata");
        if (m_pickle.className(root) != "Metadata" || state == nullptr || state->kind != PickleKind::Dict)
            return fail(Code::BadHeader, phrase("a pickle, but not the metadata of a checkpoint"));
        if (const Node* places = m_pickle.attribute(root, "storage_data"))
            collectPlaces(*places);
        for (std::size_t i = 0; i + 1 < state->items.size(); i += 2) {
            const Node& name = m_pickle.item(*state, i);
            const Node& value = m_pickle.item(*state, i + 1);
            const std::string_view kind = m_pickle.className(value);
            if (name.kind != PickleKind::Text || kind == "BytesStorageMetadata")
                continue; // bytes: numbers and texts
            if (m_tensors.size() >= kMaxDcpTensors || m_chunks > kMaxDcpChunks)
                return fail(Code::Limit, phrase("more than %1 tensors", kMaxDcpTensors));
            if (kind == "TensorStorageMetadata") {
                m_tensors.push_back(tensor(std::string(name.text), value));
                continue;
            }
            DcpTensor other;
            other.name = std::string(name.text);
            other.problem = phrase(
                "an entry of the class \"%1\", which is neither of a tensor nor of bytes", printable(kind));
            m_tensors.push_back(std::move(other));
        }
        return std::move(m_tensors);
    }

private:
    /// `torch.Size` of numbers, or a plain tuple or list of them.
    std::optional<Shape> sizes(const Node* node) const
    {
        if (node != nullptr && m_pickle.className(*node) == "Size" && node->items.size() == 2
            && m_pickle.item(*node, 1).items.size() == 1)
            node = &m_pickle.item(m_pickle.item(*node, 1), 0);
        if (node == nullptr || (node->kind != PickleKind::Tuple && node->kind != PickleKind::List)
            || node->items.size() > kMaxRank)
            return std::nullopt;
        Shape result;
        for (std::size_t i = 0; i < node->items.size(); ++i) {
            const Node& size = m_pickle.item(*node, i);
            if (size.kind != PickleKind::Int || size.integer < 0)
                return std::nullopt;
            result.push_back(size.integer);
        }
        return result;
    }

    std::optional<std::uint64_t> number(const Node* node) const
    {
        if (node == nullptr || node->kind != PickleKind::Int || node->integer < 0)
            return std::nullopt;
        return static_cast<std::uint64_t>(node->integer);
    }

    void collectPlaces(const Node& places)
    {
        if (places.kind != PickleKind::Dict)
            return;
        for (std::size_t i = 0; i + 1 < places.items.size(); i += 2) {
            const Node& index = m_pickle.item(places, i);
            const Node& stored = m_pickle.item(places, i + 1);
            const Node* name = m_pickle.attribute(index, "fqn");
            const auto at = sizes(m_pickle.attribute(index, "offset"));
            const Node* file = m_pickle.attribute(stored, "relative_path");
            const auto offset = number(m_pickle.attribute(stored, "offset"));
            const auto length = number(m_pickle.attribute(stored, "length"));
            if (name == nullptr || !at || file == nullptr || file->kind != PickleKind::Text || !offset
                || !length)
                continue; // of bytes, or damaged: then the piece has no place
            const Node* transforms = m_pickle.attribute(stored, "transform_descriptors");
            const bool isTransformed
                = transforms != nullptr && transforms->kind != PickleKind::None && !transforms->items.empty();
            m_places.insert_or_assign(std::pair(name->text, *at),
                DcpPlace {std::string(file->text), *offset, *length, isTransformed});
        }
    }

    void readType(const Node& value, DcpTensor& made) const
    {
        const Node* properties = m_pickle.attribute(value, "properties");
        const Node* type = nullptr;
        if (properties != nullptr) {
            type = m_pickle.attribute(*properties, "dtype");
            // Its state is (dtype, layout, requires_grad, memory format, pinned).
            for (std::size_t i = 2; type == nullptr && i < properties->items.size(); ++i) {
                const Node& state = m_pickle.item(*properties, i);
                if (state.kind == PickleKind::Tuple && !state.items.empty())
                    type = &m_pickle.item(state, 0);
            }
        }
        if (type == nullptr || type->kind != PickleKind::Global)
            return;
        const auto [module, name] = Pickle::globalName(*type);
        made.dtypeText = std::string(module) + '.' + std::string(name);
        made.dtype = dtypeFromName(made.dtypeText).value_or(DType::Unknown);
    }

    DcpTensor tensor(std::string name, const Node& value)
    {
        DcpTensor made;
        made.name = std::move(name);
        readType(value, made);
        const auto shape = sizes(m_pickle.attribute(value, "size"));
        const Node* chunks = m_pickle.attribute(value, "chunks");
        if (!shape || chunks == nullptr || chunks->kind != PickleKind::List) {
            made.problem = phrase("the entry lacks its size or its pieces");
            return made;
        }
        made.shape = *shape;
        for (std::size_t i = 0; i < chunks->items.size() && m_chunks <= kMaxDcpChunks; ++i, ++m_chunks)
            addChunk(m_pickle.item(*chunks, i), made);
        return made;
    }

    void addChunk(const Node& node, DcpTensor& made) const
    {
        const auto offsets = sizes(m_pickle.attribute(node, "offsets"));
        const auto chunkSizes = sizes(m_pickle.attribute(node, "sizes"));
        bool fits = offsets && chunkSizes && offsets->size() == made.shape.size()
            && chunkSizes->size() == made.shape.size();
        for (std::size_t d = 0; fits && d < made.shape.size(); ++d)
            fits = (*offsets)[d] <= made.shape[d] && (*chunkSizes)[d] <= made.shape[d] - (*offsets)[d];
        if (!fits) {
            made.problem = phrase("a piece lies outside of the tensor of shape %1", shapeText(made.shape));
            return;
        }
        DcpChunk chunk;
        chunk.offsets = *offsets;
        chunk.sizes = *chunkSizes;
        const auto place = m_places.find(std::pair(std::string_view(made.name), *offsets));
        if (place != m_places.end()) {
            chunk.file = place->second.file;
            chunk.offset = place->second.offset;
            chunk.length = place->second.length;
            chunk.isTransformed = place->second.isTransformed;
        }
        made.chunks.push_back(std::move(chunk));
    }

    const Pickle& m_pickle;
    std::map<std::pair<std::string_view, Shape>, DcpPlace> m_places; ///< by name and offsets
    std::vector<DcpTensor> m_tensors;
    std::size_t m_chunks = 0;
};

} // namespace

Result<DcpMetadata> DcpMetadata::read(const Bytes& file)
{
    TRY_ASSIGN(const Pickle pickle, readPickle(file.span(), 0, kMaxMetadata));
    TRY_ASSIGN(std::vector<DcpTensor> tensors, DcpMetadataReader(pickle).run());
    DcpMetadata result;
    result.m_tensors = std::make_shared<const std::vector<DcpTensor>>(std::move(tensors));
    return result;
}

std::size_t DcpMetadata::members() const
{
    std::size_t count = m_tensors->size();
    for (const DcpTensor& tensor : *m_tensors)
        count += tensor.chunks.size();
    return count;
}

} // namespace dumpscope::core
