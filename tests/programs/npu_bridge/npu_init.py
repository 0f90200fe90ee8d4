# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for the TensorFlow adapter: keeps what a script configures."""


class DumpConfig:
    def __init__(self, enable_dump=False, dump_path=None, dump_step=None, dump_mode="output", enable_dump_debug=False,
                 dump_debug_mode="all", dump_data="tensor", dump_layer=None):
        self.enable_dump, self.dump_path, self.dump_step, self.dump_mode = enable_dump, dump_path, dump_step, dump_mode


class NPURunConfig:
    current = None

    def __init__(self, dump_config=None, **others):
        NPURunConfig.current = dump_config
