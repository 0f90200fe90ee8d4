// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/dtensor.h"

#include "base/text.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace dumpscope::core {

namespace {

using Node = Pickle::Node;
using PickleKind = Pickle::Kind;

constexpr std::size_t kMostAxes = 16;           ///< of a mesh
constexpr std::int64_t kMostOnAxis = 1'000'000; ///< and of ranks

/// The ranks that share a tensor, in a grid.
struct DeviceMesh {
    std::vector<std::int64_t> sizes;       ///< empty: not known
    std::vector<std::int64_t> coordinates; ///< of the rank that saved; likewise
    std::vector<std::string> names;        ///< likewise
    std::optional<std::int64_t> rank;
};

/// Objects of a mesh have a dozen attributes; what has far more is something else, and slow to look into.
constexpr std::size_t kMostItems = 64;

const Node* attributeOf(const Pickle& pickle, const Node& object, std::string_view name)
{
    const auto isLarge = [&](std::uint32_t item) { return pickle.at(item).items.size() > kMostItems; };
    if (object.items.size() > kMostItems || std::ranges::any_of(object.items, isLarge))
        return nullptr;
    return pickle.attribute(object, name);
}

/// A value of a state: a dictionary, or one and that of the slots.
const Node* stateValue(const Pickle& pickle, const Node& state, std::string_view name)
{
    const Node* found = state.items.size() <= kMostItems ? pickle.find(state, name) : nullptr;
    for (std::size_t i = 0; state.kind == PickleKind::Tuple && i < std::min(state.items.size(), kMostItems);
         ++i) {
        const Node& part = pickle.item(state, i);
        const Node* const value = part.items.size() <= kMostItems ? pickle.find(part, name) : nullptr;
        found = value == nullptr ? found : value;
    }
    return found;
}

std::optional<std::int64_t> integer(const Node* node)
{
    return node != nullptr && node->kind == PickleKind::Int ? std::optional(node->integer) : std::nullopt;
}

/// Numbers of a tuple or list, of any nesting; false: something else is in it, or too much.
bool addNumbers(const Pickle& pickle, const Node& node, std::vector<std::int64_t>& into, int depth = 0)
{
    constexpr int kDeepest = 4;
    if (node.kind == PickleKind::Int) {
        into.push_back(node.integer);
        return into.size() <= kMostAxes;
    }
    if ((node.kind != PickleKind::Tuple && node.kind != PickleKind::List) || depth > kDeepest)
        return false;
    return std::ranges::all_of(
        node.items, [&](std::uint32_t item) { return addNumbers(pickle, pickle.at(item), into, depth + 1); });
}

/// Empty: they are not there, or no numbers.
std::vector<std::int64_t> numbers(const Pickle& pickle, const Node* node)
{
    std::vector<std::int64_t> found;
    if (node == nullptr || !addNumbers(pickle, *node, found))
        found.clear();
    return found;
}

/// `torch.Size`, or a plain tuple or list of sizes.
std::optional<Shape> sizesOf(const Pickle& pickle, const Node* node)
{
    if (node != nullptr && pickle.className(*node) == "Size" && node->items.size() == 2
        && pickle.item(*node, 1).items.size() == 1)
        node = &pickle.item(pickle.item(*node, 1), 0);
    if (node == nullptr || (node->kind != PickleKind::Tuple && node->kind != PickleKind::List)
        || node->items.size() > kMaxRank)
        return std::nullopt;
    Shape shape;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
        const auto size = integer(&pickle.item(*node, i));
        if (!size || *size < 0)
            return std::nullopt;
        shape.push_back(*size);
    }
    return shape;
}

/// Sizes of the tensor of ranks that releases up to 2.9 save.
std::optional<Shape> shapeOfSaved(const Pickle& pickle, const Node* tensor)
{
    constexpr std::size_t kSizes = 2; // storage, offset, sizes
    if (tensor == nullptr || !pickle.className(*tensor).starts_with("_rebuild_tensor")
        || tensor->items.size() < 2 || pickle.item(*tensor, 1).items.size() <= kSizes)
        return std::nullopt;
    return sizesOf(pickle, &pickle.item(pickle.item(*tensor, 1), kSizes));
}

std::vector<std::int64_t> meshSizes(const Pickle& pickle, const Node& mesh)
{
    if (const auto shape = shapeOfSaved(pickle, attributeOf(pickle, mesh, "mesh")))
        return {shape->begin(), shape->end()};
    const Node* const layout = attributeOf(pickle, mesh, "_layout");
    if (layout == nullptr)
        return {};
    if (auto sizes = numbers(pickle, attributeOf(pickle, *layout, "shape")); !sizes.empty())
        return sizes;
    std::vector<std::int64_t> sizes;
    const Node* const axes = attributeOf(pickle, *layout, "axes");
    for (std::size_t i = 0; axes != nullptr && i < axes->items.size() && i < kMostAxes; ++i) {
        std::int64_t product = 1;
        const auto extents = numbers(pickle, attributeOf(pickle, pickle.item(*axes, i), "shape"));
        for (const std::int64_t extent : extents) {
            if (extent < 1 || extent > kMostOnAxis || product > kMostOnAxis)
                return {};
            product *= extent;
        }
        if (extents.empty())
            return {};
        sizes.push_back(product);
    }
    return sizes;
}

/// By the list of ranks that releases up to 2.8 save, the last axis of the mesh fastest.
std::optional<std::int64_t> rankOnMesh(const Pickle& pickle, const Node& node, const DeviceMesh& mesh)
{
    const Node* const ranks = attributeOf(pickle, node, "_flatten_mesh_list");
    if (ranks == nullptr || mesh.coordinates.empty())
        return std::nullopt;
    std::size_t place = 0, all = 1;
    for (std::size_t i = 0; i < mesh.sizes.size() && all <= kMostOnAxis; ++i) {
        all *= static_cast<std::size_t>(mesh.sizes[i]);
        place
            = place * static_cast<std::size_t>(mesh.sizes[i]) + static_cast<std::size_t>(mesh.coordinates[i]);
    }
    return all == ranks->items.size() ? integer(&pickle.item(*ranks, place)) : std::nullopt;
}

DeviceMesh readMesh(const Pickle& pickle, const Node& node)
{
    DeviceMesh mesh;
    mesh.sizes = meshSizes(pickle, node);
    const bool areSizes = !mesh.sizes.empty() && mesh.sizes.size() <= kMostAxes
        && std::ranges::all_of(
            mesh.sizes, [](std::int64_t size) { return size >= 1 && size <= kMostOnAxis; });
    if (!areSizes)
        mesh.sizes.clear();
    mesh.coordinates = numbers(pickle, attributeOf(pickle, node, "_coordinate_on_dim"));
    if (mesh.coordinates.size() != mesh.sizes.size())
        mesh.coordinates.clear();
    for (std::size_t i = 0; i < mesh.coordinates.size(); ++i) {
        if (mesh.coordinates[i] < 0 || mesh.coordinates[i] >= mesh.sizes[i])
            return {};
    }
    const Node* names = attributeOf(pickle, node, "mesh_dim_names");
    names = names == nullptr ? attributeOf(pickle, node, "_mesh_dim_names") : names;
    for (std::size_t i = 0; names != nullptr && i < names->items.size() && i < mesh.sizes.size(); ++i)
        mesh.names.emplace_back(pickle.item(*names, i).text);
    mesh.rank = integer(attributeOf(pickle, node, "_rank"));
    if (!mesh.rank)
        mesh.rank = rankOnMesh(pickle, node, mesh);
    if (mesh.rank && *mesh.rank < 0)
        mesh.rank.reset();
    return mesh;
}

/// The first number that an object was made of or has as a state.
std::optional<std::int64_t> firstNumber(const Pickle& pickle, const Node& object)
{
    for (std::size_t i = 1; object.kind == PickleKind::Call && i < object.items.size(); ++i) {
        const Node& given = pickle.item(object, i);
        if (const auto found = numbers(pickle, &given); !found.empty())
            return found.front();
    }
    return std::nullopt;
}

/// How the ranks along one axis of the mesh cut an axis of the tensor.
struct MeshCut {
    std::size_t axis = 0, number = 0;         ///< of the tensor; of the mesh
    std::optional<std::int64_t> piecesBefore; ///< that axes of the mesh behind it have cut before
};

/// Where the local tensor stands in the whole.
struct LocalPlace {
    Shape offsets, sizes;
    std::vector<MeshCut> cuts; ///< in the order of the mesh
    bool isKnown = true;
};

/// As torch does it: pieces of equal size, of which the last ones may be shorter or empty.
void cut(LocalPlace& place, std::size_t axis, std::int64_t pieces, std::int64_t piece)
{
    const std::int64_t all = place.sizes[axis];
    const std::int64_t one = all / pieces + (all % pieces == 0 ? 0 : 1);
    const std::int64_t first = one == 0 ? 0 : piece > all / one ? all : std::min(all, piece * one);
    place.offsets[axis] += first;
    place.sizes[axis] = std::min(one, all - first);
}

/// What FSDP cuts was cut by tensor parallelism before, though that axis of the mesh stands behind (torch's
/// _StridedShard).
void applyCuts(LocalPlace& place, const DeviceMesh& mesh)
{
    const auto apply = [&](const MeshCut& one) {
        cut(place, one.axis, mesh.sizes[one.number], mesh.coordinates[one.number]);
    };
    for (const MeshCut& one : place.cuts) {
        if (!one.piecesBefore)
            apply(one);
    }
    std::map<std::size_t, std::int64_t> behind; ///< pieces by axis of the tensor
    for (auto one = place.cuts.rbegin(); one != place.cuts.rend(); ++one) {
        std::int64_t& pieces = behind.try_emplace(one->axis, 1).first->second;
        if (one->piecesBefore) {
            place.isKnown = place.isKnown && *one->piecesBefore == pieces;
            apply(*one);
        }
        pieces = pieces > kMostOnAxis ? pieces : pieces * mesh.sizes[one->number];
    }
}

/// `[3:6,:]`.
std::string sliceText(const LocalPlace& place, const Shape& whole)
{
    std::string text = "[";
    for (std::size_t i = 0; i < whole.size(); ++i) {
        text += i == 0 ? "" : ",";
        if (place.sizes[i] == whole[i])
            text += ":";
        else
            text
                += std::to_string(place.offsets[i]) + ":" + std::to_string(place.offsets[i] + place.sizes[i]);
    }
    return text + "]";
}

/// How the ranks along one axis of the mesh share the tensor; adds to the cuts where that is known.
Message placementText(const Pickle& pickle, const Node& placement, const DeviceMesh& mesh, std::size_t number,
    LocalPlace& place)
{
    const std::string_view kind = pickle.className(placement);
    const bool isKnown = number < mesh.sizes.size();
    const std::string size = isKnown ? std::to_string(mesh.sizes[number]) : "?";
    if (kind == "Replicate")
        return phrase("the same on %1 ranks", size);
    if (kind.ends_with("Partial")) {
        place.isKnown = false;
        return phrase("a term of a sum or the like over %1 ranks", size);
    }
    auto axis = integer(attributeOf(pickle, placement, "dim"));
    axis = axis ? axis : firstNumber(pickle, placement);
    const bool isLate = kind == "_StridedShard";
    const auto before = isLate ? integer(attributeOf(pickle, placement, "split_factor")) : std::nullopt;
    if ((kind == "Shard" || before) && isKnown && number < mesh.coordinates.size() && axis && *axis >= 0
        && *axis < static_cast<std::int64_t>(place.sizes.size()))
        place.cuts.push_back({static_cast<std::size_t>(*axis), number, before});
    else
        place.isKnown = false;
    if (!axis || !kind.ends_with("Shard"))
        return phrase("placed by %1", printable(kind));
    return isLate ? phrase("axis %1 is cut over %2 ranks, after the axes of the mesh behind it", *axis, size)
                  : phrase("axis %1 is cut over %2 ranks", *axis, size);
}

/// Sets `placement`, and `slice` where the tensor that was saved has the sizes that the placements make.
void setPlacement(SharedTensor& made, const Pickle& pickle, const Node* placements, const DeviceMesh& mesh,
    const Shape& whole, const Node& local)
{
    LocalPlace own {Shape(whole.size(), 0), whole, {}, true};
    Message how;
    for (std::size_t i = 0; placements != nullptr && i < placements->items.size() && i < kMostAxes; ++i) {
        Message one = placementText(pickle, pickle.item(*placements, i), mesh, i, own);
        if (i < mesh.names.size() && !mesh.names[i].empty())
            one = phrase("%1: %2", printable(mesh.names[i]), one);
        how = how.empty() ? one : phrase("%1; %2", how, one);
    }
    if (how.empty()) {
        made.placement = phrase("what one rank has of a tensor of shape %1", shapeText(whole));
        return;
    }
    applyCuts(own, mesh);
    if (own.isKnown && shapeOfSaved(pickle, &local) == own.sizes)
        made.slice = SavedSlice {whole, own.offsets};
    made.placement = made.slice
        ? phrase("what one rank has of a tensor of shape %1, %2 of it (%3)", shapeText(whole),
            sliceText(own, whole), how)
        : phrase("what one rank has of a tensor of shape %1 (%2)", shapeText(whole), how);
}

} // namespace

std::optional<SharedTensor> sharedTensor(const Pickle& pickle, const Node& arguments, const Node& state)
{
    constexpr std::size_t kWhole = 2; // class, type, sizes, strides
    const Node* const local = stateValue(pickle, state, "_local_tensor");
    if (local == nullptr)
        return std::nullopt;
    SharedTensor made;
    made.local = static_cast<std::uint32_t>(local - pickle.nodes.data());
    const Node* const spec = stateValue(pickle, state, "_spec");
    const auto whole
        = arguments.items.size() > kWhole ? sizesOf(pickle, &pickle.item(arguments, kWhole)) : std::nullopt;
    if (spec == nullptr || !whole)
        return made;
    const Node* const mesh = attributeOf(pickle, *spec, "mesh");
    const DeviceMesh devices = mesh == nullptr ? DeviceMesh() : readMesh(pickle, *mesh);
    made.rank = devices.rank;
    setPlacement(made, pickle, attributeOf(pickle, *spec, "placements"), devices, *whole, *local);
    return made;
}

} // namespace dumpscope::core
