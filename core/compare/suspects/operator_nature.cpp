// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dumpscope::core {

namespace {

struct Group {
    OperatorNature nature;
    std::string_view names; ///< lower case, without `_`, each between blanks
};

constexpr std::array<Group, 6> kGroups {
    Group {OperatorNature::Linear,
        " add sub iadd isub radd rsub biasadd biasaddgrad assignadd assignsub addn addv2 mean sum reducesum "
        "reducemean lerp cumsum accumulatenv2 addcmul addcdiv "},
    Group {OperatorNature::Bilinear,
        " mul imul rmul linear dense matmul rmatmul batchmatmul batchmatmulv2 matmulv2 matmulv3 mm bmm mv "
        "dot addmm "
        "baddbmm einsum conv1d conv2d conv3d convolution convtranspose1d convtranspose2d convtranspose3d "
        "conv2dbackpropfilter conv2dbackpropinput bilinear scaleddotproductattention gemm "
        "flashattentionscore npufusionattention groupedmatmul quantbatchmatmul matmulallreduce "},
    Group {OperatorNature::Inverting,
        " rsqrt reciprocal inv div truediv rtruediv itruediv realdiv divnonan log log10 log2 log1p sqrt pow "
        "rpow ipow square norm lpnorm rsqrtgrad reciprocalgrad sqrtgrad "},
    Group {OperatorNature::Exponential, " exp exp2 softmax softmaxv2 "},
    Group {OperatorNature::Stepping,
        " round rint sign floor ceil trunc floordiv floormod mod fmod remainder argmax argmin argsort topk "
        "sort "
        "greater greaterequal less lessequal equal notequal gt ge lt le eq ne where select heaviside onehot "
        "nonzero bincount quant quantize quantizeperchannel quantizepertensor ascendquant "
        "dynamicquant fakequantizepertensoraffine fakequantizeperchannelaffine logicalnot "},
    Group {OperatorNature::Collective,
        " allreduce allgather allgatherintotensor reducescatter reducescattertensor broadcast alltoall "
        "alltoallsingle alltoallv reduce scatter gatherobject send recv isend irecv receive barrier "
        "hcomallreduce hcomallgather hcomreducescatter hcombroadcast hcomsend hcomreceive "},
};

/// Operators whose inputs from slot 1 on are parameters.
constexpr std::string_view kWithParameters
    = " linear dense conv1d conv2d conv3d convtranspose1d convtranspose2d "
      "convtranspose3d layernorm batchnorm groupnorm "
      "instancenorm rmsnorm embedding biasadd prelu ";

std::unordered_map<std::string_view, OperatorNature> naturesByName()
{
    std::unordered_map<std::string_view, OperatorNature> natures;
    for (const Group& group : kGroups) {
        std::string_view names = group.names;
        for (std::size_t end = 0; (end = names.find(' ', 1)) != std::string_view::npos;
             names.remove_prefix(end))
            natures.try_emplace(names.substr(1, end - 1), group.nature);
    }
    return natures;
}

bool isListed(std::string_view type, std::string_view names)
{
    return isListedWord(names, operatorWord(type));
}

} // namespace

std::string operatorWord(std::string_view type)
{
    std::string word;
    for (const char c : type) {
        if (c >= 'A' && c <= 'Z')
            word += static_cast<char>(c - 'A' + 'a');
        else if (c != '_' && c != ' ')
            word += c;
    }
    return word;
}

bool isListedWord(std::string_view words, std::string_view word)
{
    if (word.empty())
        return false;
    for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if (at > 0 && words[at - 1] == ' ' && end < words.size() && words[end] == ' ')
            return true;
    }
    return false;
}

OperatorNature operatorNature(std::string_view type)
{
    static const std::unordered_map<std::string_view, OperatorNature> natures = naturesByName();
    const auto found = natures.find(operatorWord(type));
    return found == natures.end() ? OperatorNature::Smooth : found->second;
}

bool isParameterInput(std::string_view type, std::int32_t slot)
{
    return slot > 0 && isListed(type, kWithParameters);
}

bool isLeadingBias(std::string_view type, std::int32_t slot, std::size_t axes)
{
    return slot == 0 && axes == 1 && isListed(type, " addmm baddbmm ");
}

bool isTrainedInput(std::string_view type, std::int32_t slot)
{
    constexpr std::int32_t kRunning = 3; // input, running mean, running variance, weight, bias
    return isParameterInput(type, slot) && (slot >= kRunning || !isListed(type, " batchnorm instancenorm "));
}

bool isElementwiseProduct(std::string_view type)
{
    const auto has = [&](std::string_view part) { return type.find(part) != std::string_view::npos; };
    return has("mul") && !has("mat") && !has("Mat");
}

bool hasGates(std::string_view type, bool isBackward)
{
    return isListed(type, " relugrad relu6grad relugradv2 leakyrelugrad maxpoolgrad maxpool3dgrad ")
        || (isBackward
            && isListed(type,
                " relu relu6 leakyrelu prelu rrelu threshold hardtanh abs clamp clip maximum minimum max min "
                "amax "
                "amin maxpool1d maxpool2d maxpool3d adaptivemaxpool1d adaptivemaxpool2d adaptivemaxpool3d "));
}

bool ordersValues(std::string_view type)
{
    return isListed(type, " argmax argmin argsort topk topkv2 sort ");
}

bool choosesValues(std::string_view type)
{
    return ordersValues(type)
        || isListed(type,
            " max min amax amin maximum minimum cummax cummin median mode kthvalue quantile multinomial "
            "maxpool1d "
            "maxpool2d maxpool3d maxpool adaptivemaxpool1d adaptivemaxpool2d adaptivemaxpool3d ");
}

bool hasShapeOfValues(std::string_view type, std::size_t inputs)
{
    // With values to choose from, `where` has their shape.
    return isListed(type, " nonzero argwhere maskedselect unique uniqueconsecutive ")
        || (inputs <= 1 && isListed(type, " where "));
}

bool computesAttention(std::string_view word)
{
    // What stands beside attention is called after it (`post_attention_layernorm`).
    constexpr std::array<std::string_view, 5> kBeside {"norm", "mask", "dropout", "residual", "bias"};
    const std::string spelt = operatorWord(word);
    return (spelt.find("attention") != std::string::npos || spelt.find("flashattn") != std::string::npos
               || spelt.ends_with("attn"))
        && std::ranges::none_of(kBeside, [&](std::string_view noun) { return spelt.ends_with(noun); });
}

std::string_view nameWithoutCall(std::string_view name)
{
    const std::size_t end = name.find_last_not_of("0123456789");
    const bool isNumbered = end != std::string_view::npos && end + 1 < name.size() && name[end] == '.';
    return isNumbered ? name.substr(0, end) : name;
}

bool changesFirstInput(std::string_view type)
{
    return (type.ends_with('_') && !type.ends_with("__"))
        || (type.starts_with("__i")
            && isListed(
                type, " iadd isub imul imatmul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift "));
}

bool writesOverFirstInput(std::string_view type)
{
    return type.ends_with('_')
        && isListed(type, " setitem copy fill zero normal uniform indexcopy indexput ");
}

namespace {

/// A collective of PyTorch or of `mindspore.mint`. Primitives of MindSpore (`AllReduce`) give a new tensor.
bool putsResultInFirstInput(std::string_view type)
{
    return !type.empty() && type.front() >= 'a' && type.front() <= 'z'
        && isListed(type,
            " allreduce broadcast reduce allgather allgatherintotensor reducescatter reducescattertensor "
            "alltoall alltoallsingle recv irecv ");
}

} // namespace

bool writesOverInput(std::string_view type, std::int32_t slot)
{
    return (slot == 0
               && (changesFirstInput(type) || writesOverFirstInput(type) || putsResultInFirstInput(type)))
        || (isParameterInput(type, slot) && !isTrainedInput(type, slot));
}

} // namespace dumpscope::core
