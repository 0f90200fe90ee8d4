// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/graph_file.h"
#include "readers/models/onnx_attribute.h"
#include "readers/models/onnx_graph.h"
#include "readers/models/onnx_schema.h"
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostStored = 100'000; ///< tensors of a model that are listed

/// The tensors a model holds: its initializers, and what its constants give.
class StoredTensors {
public:
    struct Stored {
        std::string name, opType;
        Io io = Io::Parameter;
        OnnxTensor tensor;
    };

    /// The places of the numbers of `wanted` are kept where they are not raw bytes of the file.
    explicit StoredTensors(ProtoStream& in, std::size_t wanted = ~std::size_t(0))
        : m_in(in)
        , m_wanted(wanted)
    {
        while (m_in.next()) {
            if (m_in.number() == onnx::kModelGraph)
                readGraph();
        }
    }
    std::vector<Stored> all;
    std::vector<ProtoExtent> places;
    bool hasMore = false;

private:
    void readGraph()
    {
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == onnx::kGraphInitializer) {
                OnnxTensor tensor = readTensor();
                std::string name = tensor.name;
                add({std::move(name), "Initializer", Io::Parameter, std::move(tensor)});
            } else if (m_in.number() == onnx::kGraphNode) {
                readNode();
            }
        }
    }

    void readNode()
    {
        Stored stored {{}, {}, Io::Output, {}};
        std::string output;
        bool hasTensor = false;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kNodeName:
                stored.name = m_in.text();
                break;
            case onnx::kNodeOutput:
                output = output.empty() ? std::string(m_in.text()) : output;
                break;
            case onnx::kNodeOpType:
                stored.opType = m_in.text();
                break;
            case onnx::kNodeAttribute:
                m_in.enter();
                while (m_in.next()) {
                    if (m_in.number() != onnx::kAttrT || hasTensor)
                        continue;
                    stored.tensor = readTensor();
                    hasTensor = true;
                }
                break;
            default:
                break;
            }
        }
        if (stored.name.empty())
            stored.name = output;
        if (hasTensor && stored.opType == "Constant")
            add(std::move(stored));
        else if (hasTensor && all.size() == m_wanted)
            places.clear(); // of another operator
    }

    void add(Stored stored)
    {
        hasMore = hasMore || all.size() == kMostStored;
        if (all.size() < kMostStored && !m_in.error())
            all.push_back(std::move(stored));
    }

    OnnxTensor readTensor()
    {
        OnnxTensor tensor;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kTensorDims:
                if (tensor.shape.size() <= kMaxRank)
                    tensor.shape.push_back(m_in.integer());
                break;
            case onnx::kTensorType:
                tensor.dtypeNumber = m_in.integer();
                break;
            case onnx::kTensorName:
                tensor.name = m_in.text();
                break;
            case onnx::kTensorLocation:
                break;
            case onnx::kTensorExternal:
                readExternal(tensor);
                break;
            case onnx::kTensorRaw:
                tensor.data = m_in.extent();
                tensor.dataField = onnx::kTensorRaw;
                break;
            default:
                tensor.dataField = m_in.number();
                ++tensor.pieces;
                if (all.size() == m_wanted)
                    places.push_back(m_in.extent());
            }
        }
        return tensor;
    }

    void readExternal(OnnxTensor& tensor)
    {
        std::string key, value;
        m_in.enter();
        while (m_in.next())
            (m_in.number() == onnx::kEntryKey ? key : value) = m_in.text();
        if (key == "location")
            tensor.location = value;
        else if (key == "offset")
            tensor.offset = parseUnsigned(value).value_or(0);
    }

    ProtoStream& m_in;
    std::size_t m_wanted;
};

/// The bytes of a tensor that lie in another file. It is read where it is a file of the same folder.
Result<Bytes> externalBytes(const FileContext& file, const OnnxTensor& tensor, std::uint64_t needed)
{
    const std::string shown = printable(tensor.location);
    std::string_view name = tensor.location;
    if (name.starts_with("./"))
        name.remove_prefix(2);
    if (file.folderFiles == nullptr || name.empty() || name == "." || name == ".."
        || name.find('/') != std::string_view::npos)
        return fail(Code::Unsupported,
            phrase("its values are in %1, which is not read: only files of the same folder are", shown));
    const auto source = file.folderFiles->open(name);
    auto bytes = source->map();
    if (!bytes)
        return fail(bytes.error().code, phrase("its values are in %1: %2", shown, bytes.error().message));
    if (tensor.offset > bytes->size() || needed > bytes->size() - tensor.offset)
        return fail(Code::Truncated, phrase("its values are in %1, which ends before them", shown));
    return bytes->slice(tensor.offset, needed);
}

std::optional<std::uint64_t> bytesNeeded(const OnnxTensor& tensor)
{
    constexpr std::uint64_t kMost = std::uint64_t {1} << 50U; // no file is larger
    if (tensor.shape.size() > kMaxRank)
        return std::nullopt;
    const std::optional<std::uint64_t> count = elementCount(tensor.shape);
    if (!count.has_value() || *count > kMost)
        return std::nullopt;
    return (*count * dtypeInfo(onnx::dtypeOf(tensor.dtypeNumber)).bits + 7) / 8;
}

/// What stands as numbers of protobuf, each in `width` bytes; floats and doubles as they are. Ends at the
/// first that is none.
std::vector<std::byte> packedNumbers(
    ByteSpan file, std::span<const ProtoExtent> places, std::uint32_t field, std::size_t width)
{
    const std::size_t fixed = field == onnx::kTensorFloats ? sizeof(float)
        : field == onnx::kTensorDoubles                    ? sizeof(double)
                                                           : 0;
    std::vector<std::byte> numbers;
    for (const ProtoExtent& place : places) {
        if (place.offset > file.size() || place.size > file.size() - place.offset)
            break;
        WireReader in(file.subspan(place.offset, place.size), place.offset);
        std::uint64_t bits = 0;
        while (!in.atEnd() && (fixed > 0 ? in.nextFixed(fixed, bits) : in.nextVarint(bits))) {
            for (std::size_t i = 0; i < (fixed > 0 ? fixed : width); ++i)
                numbers.push_back(static_cast<std::byte>(bits >> (8 * i)));
        }
    }
    return numbers;
}

TensorRecord storedRecord(const FileContext& file, const StoredTensors::Stored& stored, std::size_t ordinal)
{
    const OnnxTensor& tensor = stored.tensor;
    TensorRecord record;
    record.ordinal = static_cast<std::uint32_t>(ordinal);
    record.entry = record.opName = stored.name;
    record.hasEmptyName = stored.name.empty();
    record.opType = stored.opType;
    record.io = stored.io;
    record.slot = 0;
    record.dtype = onnx::dtypeOf(tensor.dtypeNumber);
    if (record.dtype == DType::Unknown)
        record.dtypeText = onnx::dtypeText(tensor.dtypeNumber);
    const auto needed = bytesNeeded(tensor);
    record.hasShape = needed.has_value();
    if (needed)
        record.shape = tensor.shape;
    const bool isRaw = tensor.dataField == onnx::kTensorRaw;
    record.bytes = isRaw ? tensor.data.size : needed.value_or(0);
    if (record.dtype == DType::Unknown || tensor.dataField == onnx::kTensorStrings) {
        record.state = TensorState::Unsupported;
        record.problem = phrase("elements of type %1 are not numbers", onnx::dtypeText(tensor.dtypeNumber));
    } else if (needed && !tensor.location.empty()) {
        record.bytes = *needed;
        if (const auto values = externalBytes(file, tensor, record.bytes); !values) {
            const bool isCut = values.error().code == Code::Truncated;
            record.state = isCut ? TensorState::Truncated : TensorState::Unsupported;
            record.bytes = 0;
            record.problem = values.error().message;
        } else if (record.bytes == 0) {
            record.state = TensorState::Empty;
        }
    } else if (!needed || (isRaw && *needed > tensor.data.size)) {
        record.state = needed ? TensorState::Truncated : TensorState::Unreadable;
        record.problem
            = phrase("the shape %1 does not fit the bytes that are there", shapeText(tensor.shape));
    } else if (*needed == 0) {
        record.state = TensorState::Empty;
    }
    return record;
}

/// A model in ONNX, binary. What it holds as values are its tensors.
class OnnxReader final : public GraphFileReader {
public:
    OnnxReader()
        : GraphFileReader(ProtoForm::Binary, onnx::kModelProto)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "onnx",
            .title = Form<0>("ONNX model"),
            .patterns = {"*.onnx"},
            .can = {.index = true, .values = true, .graph = true},
        };
        return kInfo;
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(FileContents contents, GraphFileReader::read(file, task));
        if (file.source.size() == 0)
            return contents;
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto stream = openProto(ProtoForm::Binary, bytes, onnx::kModelProto, nullptr);
        const StoredTensors stored(*stream);
        TRY_VOID(bytes.check());
        for (std::size_t i = 0; i < stored.all.size(); ++i) {
            contents.tensors.push_back(storedRecord(file, stored.all[i], i));
            const TensorRecord& record = contents.tensors.back();
            const bool isDamaged
                = record.state == TensorState::Truncated || record.state == TensorState::Unreadable;
            if (isDamaged && contents.problems.size() < kMaxProblems)
                contents.problems.push_back({Severity::Warning, Code::BadShape, {},
                    phrase("%1: %2", printable(record.opName), record.problem)});
        }
        if (const auto& cut = stream->error())
            contents.problems.push_back({Severity::Error, cut->code, cut->place, cut->message});
        if (stored.hasMore)
            contents.problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("only the first %1 tensors are listed", kMostStored)});
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto stream = openProto(ProtoForm::Binary, bytes, onnx::kModelProto, nullptr);
        const StoredTensors stored(*stream, ordinal);
        if (ordinal >= stored.all.size())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
        const OnnxTensor& tensor = stored.all[ordinal].tensor;
        const auto needed = bytesNeeded(tensor);
        const DType dtype = onnx::dtypeOf(tensor.dtypeNumber);
        const bool isRaw = tensor.dataField == onnx::kTensorRaw;
        const std::size_t width = std::clamp<std::size_t>(dtypeInfo(dtype).bits / 8U, 1, 8);
        if (dtype == DType::Unknown || tensor.dataField == onnx::kTensorStrings)
            return fail(Code::Unsupported,
                phrase("elements of type %1 are not numbers", onnx::dtypeText(tensor.dtypeNumber)));
        if (needed && !tensor.location.empty()) {
            TRY_ASSIGN(Bytes external, externalBytes(file, tensor, *needed));
            return makeDenseView(dtype, tensor.shape, std::move(external));
        }
        std::vector<std::byte> numbers = packedNumbers(bytes.span(), stored.places, tensor.dataField, width);
        if (!needed || *needed > (isRaw ? tensor.data.size : numbers.size()))
            return fail(Code::BadShape,
                phrase("the shape %1 does not fit the bytes that are there", shapeText(tensor.shape)));
        if (!isRaw) {
            numbers.resize(static_cast<std::size_t>(*needed));
            return makeDenseView(dtype, tensor.shape, Bytes::fromVector(std::move(numbers)));
        }
        TRY_ASSIGN(Bytes values, bytes.slice(tensor.data.offset, *needed));
        return makeDenseView(dtype, tensor.shape, std::move(values));
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = probe.name.ends_with(".onnx");
        const ProtoEvidence seen = evidence(probe);
        // Without its name, one number and some bytes are too little.
        const bool model = seen.has("onnx.ModelProto", onnx::kIrVersion)
            && (seen.has("NodeProto", onnx::kNodeOpType)
                || (named && seen.has("onnx.ModelProto", onnx::kModelGraph)));
        if (seen.contradicts() || !model)
            return {named ? 45 : 0,
                named ? phrase("named .onnx, but without the fields of a model")
                      : phrase("no ir_version and graph of an ONNX model")};
        if (seen.mostlyKnown())
            return {named ? 97 : 90, phrase("ir_version and nodes of an ONNX model")};
        return {named ? 80 : 50, phrase("reads like an ONNX model")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readOnnxGraph(in, info().id);
    }
};

/// The same in protobuf's text format.
class OnnxTextReader final : public GraphFileReader {
public:
    OnnxTextReader()
        : GraphFileReader(ProtoForm::Text, onnx::kModelProto)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "onnx-text",
            .title = Form<0>("ONNX model as text"),
            .patterns = {"*.pbtxt", "*.textproto"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const ProtoEvidence seen = evidence(probe);
        if (seen.contradicts() || !seen.has("onnx.ModelProto", onnx::kIrVersion)
            || !seen.has("NodeProto", onnx::kNodeOpType))
            return {0, phrase("no ir_version and nodes of an ONNX model in text")};
        return {82, phrase("ir_version and nodes of an ONNX model in text")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readOnnxGraph(in, info().id);
    }
};

} // namespace

void register_onnx_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<OnnxReader>());
    registry.add(std::make_unique<OnnxTextReader>());
}

} // namespace dumpscope::core
