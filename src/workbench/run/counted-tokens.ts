import type { DocId, Ranking } from '../../base/types';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { DEFAULT_SETTINGS } from '../../domain/experiment/settings';
import { measureOf } from '../../domain/measures/parse';
import { searchOf } from '../../domain/retrieval/retriever-spec';
import { tokensOf } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import type { GroundTruth } from './ground-truth';

/** Passages of a list that are counted at once. */
const STEP = 8;

/**
 * The judgments with the tokens of every passage that a budget of tokens can reach; as they are where no measure has one.
 * Tokens are those of the first embedding model of the experiment, of the bundled one where it has none.
 *
 * @param lists of all questions, at every k
 */
export async function withTokens(
  ports: Ports,
  spec: Pick<ExperimentSpec, 'systems' | 'measures'>,
  truth: GroundTruth,
  lists: readonly Ranking[],
  signal: AbortSignal,
): Promise<GroundTruth> {
  const { text } = truth;
  const budget = Math.max(0, ...spec.measures.map((measure) => measureOf(measure).parameters.tokens ?? 0));
  if (budget === 0 || !text) return truth;
  const count = await tokensOf(ports, await tokenizerOf(ports, spec), signal);
  const counted = new Map<DocId, number>();
  const open = new Map(lists.map((list) => [list, 0]));
  for (let at = 0; open.size > 0; at += STEP) {
    const reached = [...open.keys()].map((list) => [list, list.slice(at, at + STEP).map(({ id }) => id)] as const);
    const ids = [...new Set(reached.flatMap(([, own]) => own))].filter((id) => !counted.has(id));
    const tokens = await count(ids.map((id) => text.textOf(id)));
    ids.forEach((id, i) => counted.set(id, tokens[i]!));
    for (const [list, own] of reached) {
      const spent = own.reduce((sum, id) => sum + counted.get(id)!, open.get(list)!);
      if (spent >= budget || at + STEP >= list.length) open.delete(list);
      else open.set(list, spent);
    }
  }
  return { ...truth, tokens: counted };
}

async function tokenizerOf(ports: Ports, { systems }: Pick<ExperimentSpec, 'systems'>) {
  const searches = systems.flatMap(({ retrievers }) => retrievers.map(searchOf));
  const dense = searches.find((search) => search.kind === 'dense');
  if (dense) return dense;
  const model = DEFAULT_SETTINGS.embeddingModel;
  const card = (await ports.models.cards()).find(({ id }) => id === model);
  return { model, revision: card?.revision ?? '', maxTokens: card?.maxTokens ?? 0 };
}
