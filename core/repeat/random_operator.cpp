// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/random_operator.h"

#include "compare/suspects/operator_nature.h"

namespace dumpscope::core {

bool drawsRandomNumbers(std::string_view type)
{
    // torch, torch_npu, MindSpore, ONNX and operators of CANN.
    constexpr std::string_view kRandom
        = " dropout dropout1d dropout2d dropout3d alphadropout featuredropout featurealphadropout "
          "nativedropout npudropout droppath stochasticdepth dropoutgenmask dropoutgenmaskv3 "
          "dropoutgenmaskv4 statelessdropoutgenmask statelessdropoutgenmaskv2 dropoutv3 rrelu gumbelsoftmax "
          "multinomial multinomialwithreplacement bernoulli statelessbernoulli statelessbernoulliv2 normal "
          "lognormal uniform cauchy exponential geometric poisson randompoisson binomial gamma randomgamma "
          "random rand randlike randn randnlike randint randintlike randperm randomuniform "
          "randomuniformint randomnormal randomnormallike randomuniformlike randomstandardnormal "
          "randomchoicewithmask randomcategorical standardnormal "
          "standardlaplace truncatednormal statelessrandomuniformv2 statelessrandomuniformintv2 "
          "statelessrandomnormalv2 statelesstruncatednormalv2 statelessrandperm uniformint uniformreal ";
    return isListedWord(kRandom, operatorWord(type));
}

} // namespace dumpscope::core
