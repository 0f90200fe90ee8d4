# SPDX-License-Identifier: GPL-3.0-or-later
"""Small nets that are no decoders of text: convolutions with batch norm, vision transformers, encoders. Random weights, no dropout."""
import math
import types

import torch
import torch.nn.functional as F
import transformers


class Block(torch.nn.Module):
    def __init__(self, width, stride):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn1 = torch.nn.BatchNorm2d(width)
        self.conv2 = torch.nn.Conv2d(width, width, 3, 1, 1)
        self.bn2 = torch.nn.BatchNorm2d(width)
        self.down = torch.nn.Conv2d(width, width, 1, stride) if stride > 1 else torch.nn.Identity()

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + self.down(x))


class ConvNet(torch.nn.Module):
    """Residual blocks with batch norm, as of ResNet."""
    def __init__(self, width, layers, classes):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, width, 3, 1, 1)
        self.norm = torch.nn.BatchNorm2d(width)
        self.layers = torch.nn.ModuleList(Block(width, 1 + i % 2) for i in range(layers))
        self.head = torch.nn.Linear(width, classes)

    def forward(self, pixel_values, labels):
        x = F.max_pool2d(F.relu(self.norm(self.stem(pixel_values))), 2)
        for layer in self.layers:
            x = layer(x)
        return types.SimpleNamespace(loss=F.cross_entropy(self.head(x.mean((2, 3))), labels))


def convnet(c, _):
    return ConvNet(c["hidden"] // 2, c["layers"], c["classes"])


def image_transformer(c, kernel):
    return transformers.ViTForImageClassification(transformers.ViTConfig(
        hidden_size=c["hidden"], num_hidden_layers=c["layers"], num_attention_heads=c["heads"], intermediate_size=c["inner"], image_size=c["pixels"],
        patch_size=c["pixels"] // 4, num_labels=c["classes"], hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, attn_implementation=kernel))


def encoder(c, kernel):
    return transformers.BertForMaskedLM(transformers.BertConfig(
        hidden_size=c["hidden"], num_hidden_layers=c["layers"], num_attention_heads=c["heads"], intermediate_size=c["inner"], vocab_size=c["vocab"],
        max_position_embeddings=32, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, attn_implementation=kernel))


def fused_decoder(c, kernel):
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        n_embd=c["hidden"], n_layer=c["layers"], n_head=c["heads"], n_inner=c["inner"], vocab_size=c["vocab"], n_positions=32, resid_pdrop=0.0,
        embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False, bos_token_id=1, eos_token_id=2, attn_implementation=kernel))


def residual_net(c, _):
    return transformers.ResNetForImageClassification(transformers.ResNetConfig(
        embedding_size=c["hidden"], hidden_sizes=[c["hidden"]] * c["layers"], depths=[1] * c["layers"], layer_type="basic", num_labels=c["classes"]))


def text_to_text(c, _):
    return transformers.T5ForConditionalGeneration(transformers.T5Config(
        d_model=c["hidden"], d_kv=c["hidden"] // c["heads"], d_ff=c["inner"], num_layers=c["layers"], num_decoder_layers=c["layers"], num_heads=c["heads"],
        vocab_size=c["vocab"], relative_attention_num_buckets=8, dropout_rate=0.0, feed_forward_proj="gated-gelu", pad_token_id=0, eos_token_id=2,
        decoder_start_token_id=0, use_cache=False))


NETS = {"convnet": convnet, "vit": image_transformer, "bert": encoder, "gpt2": fused_decoder, "resnet": residual_net, "t5": text_to_text}
OF_IMAGES = ("convnet", "vit", "resnet")


def spread(parameter, name):
    """The standard deviation that a parameter is drawn with."""
    if parameter.dim() == 1:
        return 0.2
    if "embed" in name and parameter.dim() == 2 or "wte" in name or "wpe" in name or name == "shared.weight":
        return 1.0
    return 1 / math.sqrt(math.prod(parameter.shape[1:]) if parameter.dim() == 4 else parameter.shape[-1])


def batch(spec, generator):
    """Arguments of the model."""
    c, size = spec["config"], spec["config"].get("batch", 2)
    if spec["model"] in OF_IMAGES:
        return {"pixel_values": torch.randn((size, 3, c["pixels"], c["pixels"]), generator=generator),
                "labels": torch.randint(0, c["classes"], (size,), generator=generator)}
    ids = torch.randint(3, c["vocab"], (size, c["length"]), generator=generator)
    return {"input_ids": ids, "labels": ids}
