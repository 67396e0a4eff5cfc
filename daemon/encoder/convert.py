#!/usr/bin/env python3
"""convert.py E5_BLOB [LAYERS.pt] — writes what memod carries: `encoder.onnx` (the layers, in 8 bits), `embeddings.bin` and `pieces.tsv`.
convert.py E5_BLOB READER.pt reader — writes `reader.onnx`; likewise for `tagger`.

LAYERS.pt is what `train.py` wrote, the others what `reader.py` and `tagger.py` did; without either the layers of `network.LAYERS` are taken as they
are. Needs numpy, onnx and torch.
"""
import os
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from e5 import E5, ROW_BYTES
from network import LAYERS, Network
from reader import Reader
from tagger import Tagger

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 256  # as in `src/encoder/mod.rs`


class Graph:
    """An encoder without its embeddings: embeddings [n, hidden] in, hidden states [n, hidden] out, for one text."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, values):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def op(self, kind, inputs, outputs=1, **attributes):
        names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def dense(self, x, weight, bias):
        """x · weight + bias in 8 bits: x scaled by its largest number, each column of the weights by its own."""
        scale = np.maximum(np.abs(weight).max(0), 1e-12) / 127
        quantised, of_x, zero = self.op("DynamicQuantizeLinear", [x], 3)
        product = self.op("MatMulInteger", [quantised, self.constant(np.round(weight / scale).astype(np.int8)), zero])
        scales = self.op("Mul", [of_x, self.constant(scale.astype(np.float32))])
        product = self.op("Mul", [self.op("Cast", [product], to=TensorProto.FLOAT), scales])
        return self.op("Add", [product, self.constant(bias)])

    def norm(self, x, layer):
        return self.op("LayerNormalization", [x, self.constant(layer.weight.numpy()), self.constant(layer.bias.numpy())], axis=-1, epsilon=1e-12)


def graph(network, e5, heads=None):
    """Gives the states, or what `heads` (a weight and a bias) make of them."""
    g, size = Graph(), e5.hidden // e5.heads
    in_heads, flat = g.constant(np.array([-1, e5.heads, size])), g.constant(np.array([-1, e5.hidden]))
    x = g.norm("embeddings", network.norm)
    for layer in network.layers:
        weight, bias = layer.qkv.weight.numpy().T.copy(), layer.qkv.bias.numpy().copy()
        # The queries' scale, 1/√size, is theirs from the start.
        weight[:, :e5.hidden] /= np.sqrt(size)
        bias[:e5.hidden] /= np.sqrt(size)
        q, k, v = g.op("Split", [g.dense(x, weight, bias)], 3, axis=-1, num_outputs=3)
        q, k, v = (g.op("Transpose", [g.op("Reshape", [t, in_heads])], perm=p) for t, p in ((q, [1, 0, 2]), (k, [1, 2, 0]), (v, [1, 0, 2])))
        seen = g.op("MatMul", [g.op("Softmax", [g.op("MatMul", [q, k])], axis=-1), v])
        seen = g.op("Reshape", [g.op("Transpose", [seen], perm=[1, 0, 2]), flat])
        x = g.norm(g.op("Add", [x, g.dense(seen, layer.out.weight.numpy().T, layer.out.bias.numpy())]), layer.norm1)
        inner = g.op("Gelu", [g.dense(x, layer.inner.weight.numpy().T, layer.inner.bias.numpy())])
        x = g.norm(g.op("Add", [x, g.dense(inner, layer.outer.weight.numpy().T, layer.outer.bias.numpy())]), layer.norm2)
    output, width = "states", e5.hidden
    if heads:
        g.op("Add", [g.op("MatMul", [x, g.constant(heads[0])]), g.constant(heads[1])])
        output, width = "heads", len(heads[1])
    g.nodes[-1].output[0] = output
    tensor = lambda name, width: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", width])
    made = helper.make_graph(g.nodes, "encoder", [tensor("embeddings", e5.hidden)], [tensor(output, width)], g.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def main():
    e5 = E5(sys.argv[1])
    network = Network(e5, LAYERS)
    if sys.argv[3:] in (["reader"], ["tagger"]):
        model = {"reader": Reader, "tagger": Tagger}[sys.argv[3]](e5)
        model.load_state_dict(torch.load(sys.argv[2]))
        model.requires_grad_(False)
        heads = [head for name, head in model.named_children() if name != "network"]
        of = lambda name: torch.cat([getattr(head, name) for head in heads]).numpy()
        onnx.save(graph(model.network, e5, (of("weight").T, of("bias"))), os.path.join(HERE, sys.argv[3] + ".onnx"))
        return
    if len(sys.argv) > 2:
        network.load_state_dict(torch.load(sys.argv[2]))
    network.requires_grad_(False)
    onnx.save(graph(network, e5), os.path.join(HERE, "encoder.onnx"))
    kept = e5.kept()
    with open(os.path.join(HERE, "embeddings.bin"), "wb") as file:
        blocks = e5.packed[kept].reshape(-1, ROW_BYTES).copy()
        # Scales as the upper halves of 32-bit numbers, which are read without arithmetic.
        scales = blocks[:, :2].copy().view(np.float16).astype(np.float32).view(np.uint32)
        blocks[:, :2] = ((scales + 0x8000) >> 16).astype(np.uint16).view(np.uint8)
        file.write(blocks.tobytes())
        file.write(e5.positions[:LONGEST].astype("<f4").tobytes())
    with open(os.path.join(HERE, "pieces.tsv"), "w", encoding="utf-8", newline="\n") as file:
        for number in kept:
            assert "\n" not in e5.pieces[number] and "\t" not in e5.pieces[number]
            file.write(f"{e5.pieces[number]}\t{e5.scores[number]:.4f}\n")


main()
