"""An ONNX graph that makes its own weights, so that a file of 20 kB has the shapes of a published model."""

import math

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

# A prime, so that the square of a number below it fits in int64 and no weight repeats a pattern of its neighbours.
PRIME = 2**31 - 1
FACTOR = 48271

# Weights are whole numbers from -63 to 63 times a scale. With 7 bits, sums of two products of uint8 and int8 fit in 16
# bits: native x64 kernels saturate there, which WASM's do not.
LEVELS = 127
DEVIATION = math.sqrt(63 * 64 / 3)

OPSET = 14


class Graph:
    """Nodes in the order in which they are asked for; every call gives the name of a tensor."""

    def __init__(self, int8=False, number=np.float32):
        self.int8, self.number = int8, number
        self.float = helper.np_dtype_to_tensor_dtype(np.dtype(number))
        #: What is added to a score that must not count.
        self.never = -1e9 if number == np.float32 else -6e4
        self.nodes, self.constants, self.external = [], {}, []
        self.place = 1
        self.domains = {"": OPSET}

    def op(self, kind, *inputs, outputs=1, domain=None, **attributes):
        names = [f"t{len(self.nodes)}_{i}" for i in range(outputs)] if outputs > 1 else [f"t{len(self.nodes)}"]
        if domain:
            self.domains[domain] = 1
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))
        return names if outputs > 1 else names[0]

    def constant(self, value, kind=None):
        array = np.asarray(value, dtype=kind or self.number)
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self.constants:
            self.constants[key] = numpy_helper.from_array(array, f"c{len(self.constants)}")
        return self.constants[key].name

    def whole(self, value):
        return self.constant(value, np.int64)

    def stored(self, name, array):
        """A tensor that lies in the file beside the graph."""
        self.external.append((name, np.asarray(array, dtype=np.float32)))
        return name

    def levels(self, *shape):
        """Whole numbers from -63 to 63 by a hash of their place, exact in int64 on every machine."""
        count = math.prod(shape)
        places = self.op("Range", self.whole(self.place), self.whole(self.place + count), self.whole(1))
        self.place += count
        mixed = self.op("Mod", self.op("Mul", places, self.whole(FACTOR)), self.whole(PRIME))
        mixed = self.op("Mod", self.op("Mul", mixed, mixed), self.whole(PRIME))
        level = self.op("Sub", self.op("Mod", mixed, self.whole(LEVELS)), self.whole(LEVELS // 2))
        return self.op("Reshape", level, self.whole(shape))

    def weights(self, *shape, deviation):
        numbers = self.op("Cast", self.levels(*shape), to=TensorProto.FLOAT)
        scaled = self.op("Mul", numbers, self.constant(deviation / DEVIATION, np.float32))
        # Cast at the end: processors have no product of float16 numbers, so it would not be computed at loading.
        return scaled if self.number == np.float32 else self.op("Cast", scaled, to=self.float)

    def linear(self, x, inputs, outputs, gain=1.0):
        deviation = gain / math.sqrt(inputs)
        bias = self.weights(outputs, deviation=0.1)
        if not self.int8:
            return self.op("Add", self.op("MatMul", x, self.weights(inputs, outputs, deviation=deviation)), bias)
        weights = self.op("Cast", self.levels(inputs, outputs), to=TensorProto.INT8)
        numbers, scale, zero = self.op("DynamicQuantizeLinear", x, outputs=3)
        sums = self.op("Cast", self.op("MatMulInteger", numbers, weights, zero), to=TensorProto.FLOAT)
        scale = self.op("Mul", scale, self.constant(deviation / DEVIATION))
        return self.op("Add", self.op("Mul", sums, scale), bias)

    def normalised(self, x, epsilon=1e-12):
        """Layer normalisation, spelled out as exporters before opset 17 do."""
        centred = self.op("Sub", x, self.op("ReduceMean", x, axes=[-1]))
        variance = self.op("ReduceMean", self.op("Mul", centred, centred), axes=[-1])
        return self.op("Div", centred, self.op("Sqrt", self.op("Add", variance, self.constant(epsilon))))

    def gelu(self, x):
        erf = self.op("Erf", self.op("Div", x, self.constant(math.sqrt(2))))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, self.constant(1))), self.constant(0.5))

    def size(self, x, axis):
        """The size along an axis, as a scalar."""
        return self.op("Gather", self.op("Shape", x), self.whole(axis))

    def model(self, name, inputs, outputs):
        """
        @param inputs: name -> shape; numbers are int64, and float where the name says that it is a cache
        @param outputs: name -> (tensor, shape)
        """
        for output, (tensor, _) in outputs.items():
            self.nodes.append(helper.make_node("Identity", [tensor], [output]))
        kind = lambda input: TensorProto.FLOAT if input.startswith("past_key_values") else TensorProto.INT64
        graph = helper.make_graph(
            self.nodes,
            name,
            [helper.make_tensor_value_info(input, kind(input), shape) for input, shape in inputs.items()],
            [helper.make_tensor_value_info(o, self.float, shape) for o, (_, shape) in outputs.items()],
            list(self.constants.values()),
        )
        opsets = [helper.make_opsetid(domain, version) for domain, version in self.domains.items()]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8, producer_name="hitrate-test-models")
        if not self.external and set(self.domains) == {""}:
            checker.check_model(model, full_check=True)
        return model


def write(path, graph, model):
    """Writes a model, and the numbers that lie beside it to `<name>_data`, as exporters name it."""
    beside = path.with_name(path.name + "_data")
    offset = 0
    for name, array in graph.external:
        tensor = TensorProto(name=name, dims=array.shape, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in [("location", beside.name), ("offset", str(offset)), ("length", str(array.nbytes))]:
            tensor.external_data.add(key=key, value=value)
        model.graph.initializer.append(tensor)
        offset += array.nbytes
    if graph.external:
        beside.write_bytes(b"".join(array.astype("<f4").tobytes() for _, array in graph.external))
    path.write_bytes(model.SerializeToString(deterministic=True))
