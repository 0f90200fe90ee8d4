// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/torch_pickle.h"

#include "base/text.h"
#include "readers/torch/dtensor.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxTorchTensors = 1'000'000;
constexpr std::size_t kMaxVisits = 4'000'000; ///< shared lists may be reached many times
constexpr int kMaxPickleDepth = 64;
constexpr std::size_t kMaxKey = 4096;

struct StorageClass {
    std::string_view name;
    DType dtype;
};
constexpr std::array kStorages {StorageClass {"FloatStorage", DType::Float32},
    StorageClass {"DoubleStorage", DType::Float64}, StorageClass {"HalfStorage", DType::Float16},
    StorageClass {"BFloat16Storage", DType::BFloat16}, StorageClass {"ByteStorage", DType::UInt8},
    StorageClass {"CharStorage", DType::Int8}, StorageClass {"BoolStorage", DType::Bool},
    StorageClass {"ShortStorage", DType::Int16}, StorageClass {"IntStorage", DType::Int32},
    StorageClass {"LongStorage", DType::Int64}, StorageClass {"ComplexFloatStorage", DType::Complex64},
    StorageClass {"ComplexDoubleStorage", DType::Complex128}, StorageClass {"QUInt8Storage", DType::QUInt8},
    StorageClass {"QInt8Storage", DType::QInt8}, StorageClass {"QInt32Storage", DType::QInt32}};

/// Names of module `torch` that are no storages: types, quantisation schemes, classes.
bool isTorchName(std::string_view name)
{
    constexpr auto kNames = std::to_array<std::string_view>(
        {"Size", "Tensor", "device", "strided", "per_tensor_affine", "per_channel_affine",
            "per_tensor_symmetric", "per_channel_symmetric", "per_channel_affine_float_qparams"});
    return name.ends_with("Storage") || std::ranges::find(kNames, name) != kNames.end()
        || dtypeFromName("torch." + std::string(name)).has_value();
}

class Collector {
public:
    explicit Collector(const Pickle& pickle)
        : m_pickle(pickle)
    {
    }

    Result<std::vector<TorchTensor>> run()
    {
        TRY_VOID(visit(m_pickle.root, 0));
        return std::move(m_tensors);
    }

private:
    [[nodiscard]] static Failure damaged(const Pickle::Node& node, Message message)
    {
        return fail(Code::BadSyntax, std::move(message), {.offset = node.offset});
    }

    static std::string keyOf(const Pickle::Node& node, std::size_t index)
    {
        if (node.kind == Pickle::Kind::Text)
            return std::string(node.text);
        return std::to_string(
            node.kind == Pickle::Kind::Int ? node.integer : static_cast<std::int64_t>(index));
    }

    Result<void> visit(std::uint32_t number, int depth)
    {
        const Pickle::Node& node = m_pickle.at(number);
        if (++m_visits > kMaxVisits || depth > kMaxPickleDepth || m_tensors.size() > kMaxTorchTensors
            || m_key.size() > kMaxKey)
            return fail(Code::Limit, phrase("too many or too deeply nested values in the pickle"),
                {.offset = node.offset});
        switch (node.kind) {
        case Pickle::Kind::Call:
            return call(number, depth);
        case Pickle::Kind::Tuple:
        case Pickle::Kind::List:
            for (std::size_t i = 0; i < node.items.size(); ++i)
                TRY_VOID(visitBelow(node.items[i], std::to_string(i), true, depth));
            return {};
        case Pickle::Kind::Dict:
            for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
                TRY_VOID(visitBelow(node.items[i + 1], keyOf(m_pickle.item(node, i), i / 2), false, depth));
            return {};
        default:
            return {}; // numbers and texts beside the tensors
        }
    }

    Result<void> visitBelow(std::uint32_t number, const std::string& part, bool isPosition, int depth)
    {
        const Pickle::Kind kind = m_pickle.at(number).kind;
        const bool mayHaveTensors = kind == Pickle::Kind::Call || kind == Pickle::Kind::Tuple
            || kind == Pickle::Kind::List || kind == Pickle::Kind::Dict;
        if (!mayHaveTensors)
            return {};
        const std::size_t length = m_key.size();
        if (!m_parts.empty())
            m_key += '.';
        m_key += part;
        m_parts.push_back({static_cast<std::uint32_t>(m_key.size()), isPosition});
        TRY_VOID(visit(number, depth + 1));
        m_parts.pop_back();
        m_key.resize(length);
        return {};
    }

    void add(TorchTensor made)
    {
        made.key = m_key;
        made.parts = m_parts;
        m_tensors.push_back(std::move(made));
    }

    /// Whether the call has the two values that functions of tensors get.
    [[nodiscard]] bool isFunctionCall(const Pickle::Node& node) const
    {
        return node.items.size() >= 2 && m_pickle.item(node, 0).kind == Pickle::Kind::Global
            && m_pickle.item(node, 1).kind == Pickle::Kind::Tuple;
    }

    Result<void> call(std::uint32_t number, int depth)
    {
        const Pickle::Node& node = m_pickle.at(number);
        if (!isFunctionCall(node))
            return opaque(number, depth);
        return call(number, m_pickle.item(node, 0), m_pickle.item(node, 1), depth);
    }

    Result<void> call(
        std::uint32_t number, const Pickle::Node& function, const Pickle::Node& arguments, int depth)
    {
        const auto [module, name] = Pickle::globalName(function);
        const auto& items = arguments.items;
        if (module == "torch._utils"
            && (name == "_rebuild_tensor" || name == "_rebuild_tensor_v2" || name == "_rebuild_tensor_v3"
                || name == "_rebuild_qtensor")) {
            TRY_ASSIGN(TorchTensor made, tensor(name, arguments));
            add(std::move(made));
            return {};
        }
        if (module == "torch._utils" && name.starts_with("_rebuild_parameter") && !items.empty())
            return visit(items[0], depth + 1);
        // A subclass of Tensor: function, class, arguments, state.
        if (module == "torch._tensor" && name == "_rebuild_from_type_v2" && items.size() >= 4
            && Pickle::isGlobal(m_pickle.item(arguments, 0), "torch._utils", "_rebuild_wrapper_subclass"))
            return wrapped(items[2], items[3], depth);
        if (module == "torch._tensor" && name == "_rebuild_from_type_v2" && items.size() >= 3
            && m_pickle.item(arguments, 0).kind == Pickle::Kind::Global
            && m_pickle.item(arguments, 2).kind == Pickle::Kind::Tuple && depth < kMaxPickleDepth)
            return call(number, m_pickle.item(arguments, 0), m_pickle.item(arguments, 2), depth + 1);
        if (module == "torch" || name == "_get_layout")
            return {}; // a size, a type, a layout
        if (!isTorchGlobal(module, name))
            return opaque(number, depth);
        TorchTensor other;
        other.unsupported = phrase("tensors of %1 are not read", printable(module) + "." + printable(name));
        add(std::move(other));
        return {};
    }

    /// A tensor that is made of others, which its state has: those are what was saved.
    Result<void> wrapped(std::uint32_t arguments, std::uint32_t state, int depth)
    {
        const auto [known, isNew] = m_shared.try_emplace({arguments, state});
        if (isNew)
            known->second = sharedTensor(m_pickle, m_pickle.at(arguments), m_pickle.at(state));
        const auto shared = known->second; // the map may grow below
        const std::size_t before = m_tensors.size();
        TRY_VOID(visit(shared ? shared->local : state, depth + 1));
        for (std::size_t i = before; shared && i < m_tensors.size(); ++i) {
            TorchTensor& tensor = m_tensors[i];
            tensor.rank = shared->rank;
            tensor.slice = shared->slice;
            tensor.note
                = tensor.note.empty() ? shared->placement : phrase("%1; %2", tensor.note, shared->placement);
        }
        return {};
    }

    /// An object of which nothing is known but what it was given. Objects may have one another, so each is
    /// looked into once.
    Result<void> opaque(std::uint32_t number, int depth)
    {
        if (depth >= kMaxPickleDepth || !m_opaque.insert(number).second)
            return {};
        const Pickle::Node& node = m_pickle.at(number);
        for (std::size_t i = 1; i < node.items.size(); ++i)
            TRY_VOID(visit(node.items[i], depth + 1));
        return {};
    }

    /// persistent id, offset, sizes, strides, then what differs.
    Result<TorchTensor> tensor(std::string_view name, const Pickle::Node& arguments)
    {
        if (arguments.items.size() < 4)
            return damaged(arguments, phrase("a tensor with too few arguments"));
        TorchTensor made;
        TRY_VOID(storage(m_pickle.item(arguments, 0), made));
        const Pickle::Node& offset = m_pickle.item(arguments, 1);
        if (offset.kind != Pickle::Kind::Int || offset.integer < 0)
            return damaged(offset, phrase("a tensor whose offset is no size"));
        made.offset = static_cast<std::uint64_t>(offset.integer);
        TRY_ASSIGN(made.shape, sizes(m_pickle.item(arguments, 2)));
        TRY_ASSIGN(made.strides, sizes(m_pickle.item(arguments, 3)));
        if (made.shape.size() != made.strides.size())
            return damaged(arguments, phrase("a tensor with another number of strides than of sizes"));
        const auto argument = [&](std::size_t i) {
            return i < arguments.items.size() ? &m_pickle.item(arguments, i) : nullptr;
        };
        const bool isQuantised = name == "_rebuild_qtensor";
        if (const Pickle::Node* flag = argument(isQuantised ? 5 : 4);
            flag != nullptr && flag->kind == Pickle::Kind::Bool)
            made.requiresGrad = flag->integer != 0;
        if (isQuantised)
            made.note = quantisation(*argument(4 < arguments.items.size() ? 4 : 3));
        else if (name == "_rebuild_tensor_v3")
            TRY_VOID(typeArgument(argument(6), made));
        else if (const Pickle::Node* metadata = argument(6))
            flags(*metadata, made);
        if (made.dtype == DType::Unknown && made.unsupported.empty())
            made.unsupported = phrase("elements of the type \"%1\" are not read", printable(made.dtypeText));
        return made;
    }

    /// ("storage", class, key, location, count[, view]).
    Result<void> storage(const Pickle::Node& id, TorchTensor& made)
    {
        if (id.kind != Pickle::Kind::PersistentId || m_pickle.item(id, 0).kind != Pickle::Kind::Tuple)
            return damaged(id, phrase("a tensor without a storage"));
        const Pickle::Node& parts = m_pickle.item(id, 0);
        if (parts.items.size() < 5 || m_pickle.item(parts, 0).text != "storage"
            || m_pickle.item(parts, 1).kind != Pickle::Kind::Global
            || m_pickle.item(parts, 2).kind != Pickle::Kind::Text
            || m_pickle.item(parts, 4).kind != Pickle::Kind::Int || m_pickle.item(parts, 4).integer < 0)
            return damaged(id, phrase("a storage that is not described as one"));
        const auto [module, name] = Pickle::globalName(m_pickle.item(parts, 1));
        made.storage = m_pickle.item(parts, 2).text;
        made.location = m_pickle.item(parts, 3).text;
        made.storageElements = static_cast<std::uint64_t>(m_pickle.item(parts, 4).integer);
        made.dtypeText = std::string(module) + "." + std::string(name);
        if (const auto type = torchStorageType(name)) {
            made.dtype = *type;
            made.dtypeText = "torch." + std::string(dtypeName(*type));
        }
        if (parts.items.size() > 5 && m_pickle.item(parts, 5).kind != Pickle::Kind::None)
            made.unsupported = phrase("views of storages as torch saved them before 0.4 are not read");
        return {};
    }

    /// The type of an untyped storage, whose count is one of bytes.
    Result<void> typeArgument(const Pickle::Node* type, TorchTensor& made)
    {
        if (type == nullptr || type->kind != Pickle::Kind::Global)
            return fail(Code::BadSyntax, phrase("an untyped storage without a type"));
        const auto [module, name] = Pickle::globalName(*type);
        made.dtypeText = std::string(module) + "." + std::string(name);
        constexpr std::string_view kPairs = "float4_e2m1fn_x2"; // one of torch's elements is two of 4 bits
        made.dtype
            = name == kPairs ? DType::Float4E2M1 : dtypeFromName(made.dtypeText).value_or(DType::Unknown);
        std::uint64_t bytes = 1;
        made.isUntyped = true;
        if (made.dtype != DType::Unknown)
            bytes = std::max<std::uint64_t>(dtypeInfo(made.dtype).bits / 8, 1);
        made.storageElements /= bytes;
        return {};
    }

    void flags(const Pickle::Node& metadata, TorchTensor& made) const
    {
        const auto isSet = [&](std::string_view key) {
            const Pickle::Node* value = m_pickle.find(metadata, key);
            return value != nullptr && value->kind == Pickle::Kind::Bool && value->integer != 0;
        };
        made.isConjugate = isSet("conj");
        made.isNegative = isSet("neg");
    }

    /// (scheme, scale, zero point).
    Message quantisation(const Pickle::Node& parameters) const
    {
        Message text = phrase("quantised, integers shown");
        if (parameters.kind != Pickle::Kind::Tuple || parameters.items.size() < 3)
            return text;
        const Pickle::Node& scale = m_pickle.item(parameters, 1);
        const Pickle::Node& zero = m_pickle.item(parameters, 2);
        if (scale.kind == Pickle::Kind::Float && zero.kind == Pickle::Kind::Int)
            return phrase(
                "quantised, integers shown: scale %1, zero point %2", numberText(scale.real), zero.integer);
        return text;
    }

    Result<Shape> sizes(const Pickle::Node& node)
    {
        if (node.kind == Pickle::Kind::Call && node.items.size() == 2
            && Pickle::isGlobal(m_pickle.item(node, 0), "torch", "Size")
            && m_pickle.item(node, 1).items.size() == 1
            && m_pickle.item(m_pickle.item(node, 1), 0).kind == Pickle::Kind::Tuple)
            return sizes(m_pickle.item(m_pickle.item(node, 1), 0));
        if (node.kind != Pickle::Kind::Tuple && node.kind != Pickle::Kind::List)
            return damaged(node, phrase("sizes that are no list"));
        if (node.items.size() > kMaxRank)
            return fail(
                Code::Limit, phrase("a tensor of %1 dimensions", node.items.size()), {.offset = node.offset});
        Shape result;
        for (const std::uint32_t item : node.items) {
            const Pickle::Node& size = m_pickle.at(item);
            if (size.kind != Pickle::Kind::Int || size.integer < 0)
                return damaged(size, phrase("a size that is no size"));
            result.push_back(size.integer);
        }
        return result;
    }

    const Pickle& m_pickle;
    std::vector<TorchTensor> m_tensors;
    std::string m_key; ///< of the value at work
    std::vector<TorchKeyPart> m_parts;
    std::unordered_set<std::uint32_t> m_opaque; ///< looked into
    /// By arguments and state, which many calls may have in common.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<SharedTensor>> m_shared;
    std::size_t m_visits = 0;
};

} // namespace

bool isTorchGlobal(std::string_view module, std::string_view name)
{
    if (module == "torch")
        return isTorchName(name);
    if (module == "torch._utils")
        return name.starts_with("_rebuild_");
    return (module == "torch.storage" && (name == "UntypedStorage" || name == "TypedStorage"))
        || (module == "torch.serialization" && name == "_get_layout")
        || (module == "torch._tensor" && name == "_rebuild_from_type_v2")
        || (module == "torch.nn.parameter" && (name == "Parameter" || name == "Buffer"))
        || (module == "collections" && (name == "OrderedDict" || name == "defaultdict"));
}

std::optional<DType> torchStorageType(std::string_view name)
{
    const auto place = std::ranges::find(kStorages, name, &StorageClass::name);
    return place == kStorages.end() ? std::nullopt : std::optional(place->dtype);
}

Result<std::vector<TorchTensor>> collectTorchTensors(const Pickle& pickle)
{
    return Collector(pickle).run();
}

} // namespace dumpscope::core
