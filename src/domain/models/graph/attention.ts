import type { Operators } from './operators';

/**
 * How the graph in a file has its attention: `fused`, as one operator a layer; `plain`, as products of matrices with a
 * softmax between them; `none`, where it has neither.
 */
export interface AttentionFact {
  readonly kind: 'fused' | 'plain' | 'none';
  /** Fused operators, of attention and of other steps, with how many nodes there are of each; by name. */
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
