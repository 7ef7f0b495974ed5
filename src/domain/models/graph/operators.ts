/** Bytes of a file from a place to another, which is not read. */
type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** Bytes read ahead: nodes are small and lie side by side. */
const AHEAD = 16_384;

/** Of a number, at most; a field begins with two. */
const MOST_BYTES = 10;
const HEAD = 2 * MOST_BYTES;

/** Of the wire format (protobuf.dev/programming-guides/encoding): what a field's number is followed by. */
const [VARINT, FIXED_64, LENGTH, FIXED_32] = [0, 1, 2, 5];

/** A message of Protocol Buffers that lies in a file, of which only what is asked for is read. */
class Message {
  private window: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  /** @param number of the field that it is in another message; 0 for a file */
  constructor(
    private readonly read: ReadBytes,
    private readonly from: number,
    private readonly to: number,
    readonly number = 0,
  ) {}

  /**
   * The fields of these numbers, in their order, each as the message or text that it may be.
   *
   * @throws {RangeError} where the bytes are no message
   */
  async *fields(...wanted: readonly number[]): AsyncGenerator<Message> {
    let at = this.from;
    while (at < this.to) {
      // A tag and a length: awaited only where they were not read ahead.
      if (!this.holds(at, Math.min(this.to, at + HEAD))) await this.readAhead(at, Math.min(this.to, at + HEAD));
      const [tag, next] = this.varint(at);
      const number = Math.floor(tag / 8);
      if (number === 0) throw new RangeError('a field has the number 0');
      at = next;
      switch (tag % 8) {
        case VARINT:
          at = this.varint(at)[1];
          break;
        case FIXED_64:
          at += 8;
          break;
        case FIXED_32:
          at += 4;
          break;
        case LENGTH: {
          const [length, begins] = this.varint(at);
          at = begins + length;
          if (at > this.to) throw new RangeError('a field is longer than its message');
          if (wanted.includes(number)) yield this.inner(begins, at, number);
          break;
        }
        default:
          throw new RangeError('a field of no kind');
      }
    }
  }

  /** What it says, as a text of one byte a character: names of operators are ASCII. */
  async text(): Promise<string> {
    if (!this.holds(this.from, this.to)) await this.readAhead(this.from, this.to);
    const { from, bytes } = this.window;
    return String.fromCharCode(...bytes.subarray(this.from - from, this.to - from));
  }

  private inner(from: number, to: number, number: number): Message {
    const message = new Message(this.read, from, to, number);
    message.window = this.window;
    return message;
  }

  private holds(from: number, to: number): boolean {
    return from >= this.window.from && to <= this.window.from + this.window.bytes.length;
  }

  private async readAhead(from: number, to: number): Promise<void> {
    this.window = { from, bytes: await this.read(from, Math.max(to, Math.min(this.to, from + AHEAD))) };
    if (!this.holds(from, to)) throw new RangeError('the file ends before its message');
  }

  /** A number of seven bits a byte, and where it ends. */
  private varint(at: number): [value: number, end: number] {
    const { from, bytes } = this.window;
    let value = 0;
    for (let i = 0; i < MOST_BYTES; i++) {
      const byte = at + i < this.to ? bytes[at + i - from] : undefined;
      if (byte === undefined) throw new RangeError('a number is cut off');
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return [value, at + i + 1];
    }
    throw new RangeError('a number of more than 64 bits');
  }
}

interface Operators {
  /** How many nodes of each operator a graph has, by `domain:operator`; ONNX's own have no domain, as `:Softmax`. */
  readonly counts: ReadonlyMap<string, number>;
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

/**
 * How the graph in a file has its attention: `fused`, as one operator a layer; `plain`, as products of matrices with a
 * softmax between them; `none`, where it has neither.
 */
export interface AttentionFact {
  readonly kind: 'fused' | 'plain' | 'none';
  readonly fused: readonly { readonly name: string; readonly nodes: number }[];
}

/** One operator for attention: of ONNX itself since its version 23, and ONNX Runtime's own (docs/ContribOperators.md there). */
const ATTENTION: readonly string[] = [
  ':Attention',
  ...[
    'Attention',
    'MultiHeadAttention',
    'GroupQueryAttention',
    'PackedAttention',
    'PackedMultiHeadAttention',
    'PagedAttention',
    'SparseAttention',
    'LongformerAttention',
    'DecoderAttention',
    'DecoderMaskedMultiHeadAttention',
    'DecoderMaskedSelfAttention',
    'QAttention',
    'QOrderedAttention',
  ].map((name) => `com.microsoft:${name}`),
];

/** One operator for other steps of a transformer. */
const OTHERS: readonly string[] = [
  'SkipLayerNormalization',
  'SkipSimplifiedLayerNormalization',
  'EmbedLayerNormalization',
  'BiasGelu',
  'FastGelu',
  'RotaryEmbedding',
  'FusedMatMul',
  'MatMulNBits',
].map((name) => `com.microsoft:${name}`);

export function attentionOf({ counts, weighed }: Operators): AttentionFact {
  const nodes = [...ATTENTION, ...OTHERS].flatMap((key) => {
    const count = counts.get(key);
    return count === undefined ? [] : [{ name: key.slice(key.indexOf(':') + 1), nodes: count }];
  });
  const isFused = ATTENTION.some((key) => counts.has(key));
  return {
    kind: isFused ? 'fused' : weighed > 0 ? 'plain' : 'none',
    fused: nodes.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
