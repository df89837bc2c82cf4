"""What an ONNX network says between its layers, brought between -1 and 1: `conv_network.cpp` keeps it in bytes.

Nothing that the network says in the end changes: what a layer's number is divided by, the weights of those that see it are
multiplied by (after Nagel et al. 2019, "Data-free quantization through weight equalization and bias correction").
"""
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F

WITHIN = 0.9999  # share of what a number is seen to be that lies in its range; the rest is cut off there
LEAST = 0.02     # share of the layer's widest range that each of its numbers has at least: one that is seldom seen may yet come


def run(graph, weights, pictures, see):
    """Runs the graph; tells `see` the name and values of each tensor."""
    values = {"picture": pictures}
    for node in graph.node:
        if node.op_type == "Constant":
            continue
        seen = values[node.input[0]]
        if node.op_type == "Conv":
            about = {each.name: list(each.ints) for each in node.attribute}
            said = F.conv2d(seen, weights[node.input[1]], weights[node.input[2]], about["strides"], about["pads"][:2])
        elif node.op_type == "Gemm":
            said = F.linear(seen, weights[node.input[1]], weights[node.input[2]])
        elif node.op_type == "Add":
            said = seen + values[node.input[1]]
        elif node.op_type == "Resize":
            said = F.interpolate(seen, scale_factor=2, mode="nearest")
        elif node.op_type in ("Relu", "Sigmoid", "Flatten"):
            said = {"Relu": torch.relu, "Sigmoid": torch.sigmoid, "Flatten": lambda t: t.flatten(1)}[node.op_type](seen)
        else:
            raise ValueError(f"{node.op_type}: no layer that is known")
        values[node.output[0]] = said
        see(node.output[0], said)


def alike(graph):
    """A function from a tensor's name to that of its kind: tensors of one kind must have one range, as they are added or are
    the same numbers."""
    above = {}

    def kind(name):
        while above.get(name, name) != name:
            name = above[name]
        return name
    for node in graph.node:
        if node.op_type in ("Relu", "Resize", "Flatten", "Sigmoid"):
            above[kind(node.output[0])] = kind(node.input[0])
        elif node.op_type == "Add":
            above[kind(node.output[0])] = kind(node.input[0])
            above[kind(node.input[1])] = kind(node.input[0])
    return kind


def on_the_way(graph):
    """Tensors that are never kept: a sum or ReLU follows at once, or they are the numbers of another one."""
    followers = {}
    for node in graph.node:
        for name in node.input:
            followers.setdefault(name, []).append(node.op_type)
    return {node.output[0] for node in graph.node
            if node.op_type in ("Resize", "Flatten") or followers.get(node.output[0]) in (["Relu"], ["Add"])}


def bring_in_range(file, pictures):
    """Changes the file's weights; `pictures` (N x 3 x height x width, 0 to 1) tell how large its numbers become. Returns how
    far what it says in the end moved."""
    model = onnx.load(file)
    graph = model.graph
    weights = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}
    kind, passing, most, said = alike(graph), on_the_way(graph), {}, {}
    outputs = [each.name for each in graph.output]

    def see(name, values):
        if name in outputs:
            said.setdefault(name, []).append(values)
        if name not in passing:
            each = values.abs().transpose(0, 1).flatten(1)
            large = each.kthvalue(max(1, int(each.shape[1] * WITHIN)), 1).values
            most[kind(name)] = torch.maximum(most.get(kind(name), large), large)
    with torch.no_grad():
        run(graph, weights, pictures, see)
    for name in ("picture", *outputs):
        most.pop(kind(name), None)
    most = {name: large.clamp_min(max(LEAST * float(large.max()), 1e-6)) for name, large in most.items()}
    for node in graph.node:
        if node.op_type not in ("Conv", "Gemm"):
            continue
        weight, bias = weights[node.input[1]], weights[node.input[2]]
        others = [1] * (weight.dim() - 2)
        seen, saying = most.get(kind(node.input[0])), most.get(kind(node.output[0]))
        if seen is not None:  # flattened numbers lie plane by plane
            weight = weight * seen.repeat_interleave(weight.shape[1] // len(seen)).view(1, -1, *others)
        if saying is not None:
            weight, bias = weight / saying.view(-1, 1, *others), bias / saying
        weights[node.input[1]], weights[node.input[2]] = weight, bias
    with torch.no_grad():
        run(graph, weights, pictures, lambda name, values: said[name].append(values) if name in outputs else None)
    for each in graph.initializer:
        each.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(weights[each.name].numpy()), each.name))
    onnx.save(model, file)
    return max(float((before - after).abs().max()) for before, after in said.values())
