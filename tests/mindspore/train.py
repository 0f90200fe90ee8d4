#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a small net with MindSpore on the CPU: what `dumpscope-cli capture run` is tried with.

    train.py [--steps N] [--bug] [--loss FILE] [--pause SECONDS] [--msprobe CONFIG]

MindSpore dumps because of MINDSPORE_DUMP_CONFIG; nothing in here knows of it. With --msprobe, msprobe dumps as its
configuration says, and the net runs in PyNative mode. All numbers come from seeds.
--bug adds 4 to one bias of the layer fc1 before step 1: the first operator with a wrong output is the
BiasAdd of fc1.
"""
import argparse
import time

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=3)
parser.add_argument("--bug", action="store_true")
parser.add_argument("--loss", help="file that gets a line with the loss of each step")
parser.add_argument("--pause", type=float, default=0, help="seconds between steps")
parser.add_argument("--msprobe", help="configuration of msprobe")
arguments = parser.parse_args()

import mindspore as ms
import numpy as np
from mindspore import Tensor, context, nn

context.set_context(mode=context.PYNATIVE_MODE if arguments.msprobe else context.GRAPH_MODE, device_target="CPU")
ms.set_seed(20)
debugger = None
if arguments.msprobe:
    from mindspore import mint
    from msprobe.mindspore import PrecisionDebugger

    # msprobe's norm needs a kernel that the CPU has not.
    mint.norm = lambda tensor: Tensor(np.float32(np.linalg.norm(tensor.asnumpy().astype(np.float64))))
    debugger = PrecisionDebugger(config_path=arguments.msprobe)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 2, 3, pad_mode="valid", weight_init="normal")
        self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2, 2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(2 * 4 * 4, 6, weight_init="normal")
        self.fc2 = nn.Dense(6, 4, weight_init="normal")

    def construct(self, x):
        x = self.flatten(self.pool(self.relu(self.conv1(x))))
        return self.fc2(self.relu(self.fc1(x)))


net = Net()
weights = np.random.RandomState(7)
for parameter in net.trainable_params():
    parameter.set_data(Tensor((weights.standard_normal(parameter.shape) * 0.3).astype(np.float32)))
loss_of = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
train = nn.TrainOneStepCell(nn.WithLossCell(net, loss_of), optimizer)
train.set_train()

data = np.random.RandomState(20)
losses = []
for step in range(arguments.steps):
    x = Tensor(data.standard_normal((2, 1, 10, 10)).astype(np.float32))
    y = Tensor(data.randint(0, 4, 2).astype(np.int32))
    if arguments.bug and step == 1:
        bias = net.fc1.bias.asnumpy().copy()
        bias[3] += 4.0
        net.fc1.bias.set_data(Tensor(bias))
    if debugger:
        debugger.start(model=net)
    loss = float(train(x, y).asnumpy())
    if debugger:
        debugger.stop()
        debugger.step()
    losses.append(loss)
    print(f"step {step} loss {loss!r}")
    time.sleep(arguments.pause)
if arguments.loss:
    with open(arguments.loss, "w", encoding="ascii") as file:
        file.writelines(f"{loss!r}\n" for loss in losses)
