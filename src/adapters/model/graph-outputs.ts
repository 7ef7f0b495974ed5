import type { GraphValue } from './graph-inputs';

/** What of a graph's outputs is read. */
export type Wanted = 'text vectors' | 'token vectors' | 'logits';

/** Names under which graphs give each, and how many dimensions it has. */
const OUTPUTS: Readonly<Record<Wanted, { readonly names: readonly string[]; readonly dimensions: number }>> = {
  'text vectors': { names: ['sentence_embedding', 'embeddings', 'sentence_embeddings'], dimensions: 2 },
  'token vectors': { names: ['token_embeddings', 'last_hidden_state'], dimensions: 3 },
  logits: { names: ['logits'], dimensions: 2 },
};

/** The output by one of the usual names, or else the only one of so many dimensions; null where there is none. */
export function outputFor(wanted: Wanted, outputs: readonly GraphValue[]): string | null {
  const { names, dimensions } = OUTPUTS[wanted];
  const named = names.find((name) => outputs.some((output) => output.name === name));
  if (named !== undefined) return named;
  const fitting = outputs.filter(({ shape }) => shape.length === dimensions);
  return fitting.length === 1 ? fitting[0]!.name : null;
}

/** @throws {Error} where there is none, with what there is */
export function requireOutput(wanted: Wanted, outputs: readonly GraphValue[]): string {
  const name = outputFor(wanted, outputs);
  if (name !== null) return name;
  const there = outputs.map((output) => `${output.name} (${output.shape.length} dimensions)`).join(', ');
  throw new Error(`its graph gives no ${wanted}, but ${there}. ${INSTEAD[wanted]}`);
}

const INSTEAD: Readonly<Record<Wanted, string>> = {
  'text vectors': 'Choose a pooling over tokens, as mean',
  'token vectors': 'Choose the pooling of the graph, where it gives a vector a text',
  logits: 'It may be no reranker',
};
