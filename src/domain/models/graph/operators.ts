import { Message, type ReadBytes } from './message';

export interface Operators {
  /** How many nodes of each operator a graph has, by `domain:operator`; ONNX's own have no domain, as `:Softmax`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Products of matrices that read a softmax: attention, spelled out. */
  readonly weighed: number;
}

/** Numbers of fields, from onnx.proto3 (github.com/onnx/onnx): the graph and functions of a model, … */
const [GRAPH, FUNCTION] = [7, 25];
/** … the nodes of either, … */
const NODE_OF = { graph: 1, function: 7 } as const;
/** … and what a node is, with the graphs that it has inside, as both ways of an `If`. */
const [INPUT, OUTPUT, OPERATOR, ATTRIBUTE, DOMAIN] = [1, 2, 4, 5, 7];
const INNER = [6, 11] as const;

/** What lies between a softmax and the product that reads it: other number formats, and what leaves or moves numbers. */
const BETWEEN: readonly string[] = [
  ...['Cast', 'Dropout', 'Identity', 'Where', 'Reshape', 'Transpose', 'Unsqueeze', 'Squeeze'],
  ...['DynamicQuantizeLinear', 'QuantizeLinear', 'DequantizeLinear'],
];
const isProduct = (operator: string): boolean => /MatMul|^Einsum$|^Gemm$/.test(operator);

/**
 * Counts the operators of an ONNX file. Of its numbers nothing is read: they are most of its bytes.
 *
 * @param read bytes of the file, from a place to another
 * @returns null where the file is no ONNX model
 */
export async function operatorsOf(read: ReadBytes, size: number): Promise<Operators | null> {
  const counts = new Map<string, number>();
  let [graphs, weighed] = [0, 0];

  /** Nodes come after what they read. */
  async function graph(message: Message, node: number): Promise<void> {
    const shares = new Set<string>();
    for await (const each of message.fields(node)) {
      const { operator, domain, inputs, outputs } = await nodeOf(each);
      const key = `${domain === 'ai.onnx' ? '' : domain}:${operator}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const reads = inputs.some((name) => shares.has(name));
      if (reads && isProduct(operator)) weighed++;
      if (operator === 'Softmax' || (reads && BETWEEN.includes(operator))) outputs.forEach((name) => shares.add(name));
    }
  }

  async function nodeOf(message: Message) {
    const node = { operator: '', domain: '', inputs: [] as string[], outputs: [] as string[] };
    for await (const field of message.fields(INPUT, OUTPUT, OPERATOR, ATTRIBUTE, DOMAIN))
      switch (field.number) {
        case INPUT:
          node.inputs.push(await field.text());
          break;
        case OUTPUT:
          node.outputs.push(await field.text());
          break;
        case OPERATOR:
          node.operator = await field.text();
          break;
        case DOMAIN:
          node.domain = await field.text();
          break;
        default:
          for await (const inner of field.fields(...INNER)) await graph(inner, NODE_OF.graph);
      }
    return node;
  }

  try {
    for await (const field of new Message(read, 0, size).fields(GRAPH, FUNCTION)) {
      graphs++;
      await graph(field, field.number === GRAPH ? NODE_OF.graph : NODE_OF.function);
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return graphs > 0 && counts.size > 0 ? { counts, weighed } : null;
}
