import { groupBy } from '../../../base/containers';
import { rerankOrder } from '../../../domain/rerank/rerank-order';
import { partsBefore, type SystemSpec } from '../../../domain/experiment/parts';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import { fieldsOfSystem } from '../../../domain/experiment/missing';
import type { Query, Ranking } from '../../../base/types';
import { readKey, textKey } from '../../../domain/dataset/corpus';
import type { StageCorpus } from '../../kernel/corpus';
import type { ModelRequest } from '../../../contract/model-workers';
import { modelRequest } from '../../kernel/ports';
import { byUnits, pacedMap, pacedSort, pacer } from '../../kernel/pace';
import type { RowCache } from '../../kernel/row-cache';
import { type VersionedStage, chunks, type StageContext, type Ranked, stageKey, type Versions } from '../stage-context';
import { loadedAs } from './embed';

/** Pairs of a call. Always as many: the last digits of a score may depend on the pairs beside it, and not on the clock. */
export const PAIR_BATCH = 32;

/** Pairs that are ordered by length together: the rest waits, so that progress is that of long and of short ones. */
const SORTED_PAIRS = 1_024;

/** A row holds the logit, the milliseconds that the pair took (its share of a batch), and 1 if it was not read whole. */
const [LOGIT, MILLISECONDS, CUT] = [0, 1, 2];

interface Reranked extends Ranked {
  readonly truncatedPairs: number;
}

interface RerankCandidate {
  readonly key: string;
  readonly position: number;
}

export function rerankNamespace(
  versions: Versions,
  { model, revision, device, maxTokens }: Pick<RerankSpec, 'model' | 'revision' | 'device' | 'maxTokens'>,
): string {
  return stageKey(versions, 'models', 'rerank', ['rerank'], { model, revision, device, maxTokens });
}

/** Key of the mark that all pairs of a system were scored once. */
export async function rerankedKey(
  versions: Versions,
  system: SystemSpec,
  stages: readonly VersionedStage[],
  depth: number,
  corpus: StageCorpus,
  queries: readonly Query[],
  excluded: StageContext['excluded'],
): Promise<string> {
  const pace = pacer();
  const keys = await pacedMap(queries, ({ text }) => textKey(text), pace);
  const texts = await pacedSort(keys, byUnits, pace);
  return stageKey(versions, 'models', 'reranked', stages, {
    ...partsBefore('rerank', system),
    spec: system.rerank,
    depth,
    corpus: readKey(corpus, fieldsOfSystem(system)),
    texts,
    ...(excluded ? { excluded } : {}),
  });
}

/** Pairs scored before come from the cache. */
export async function rerank(context: StageContext, first: Ranked, spec: RerankSpec): Promise<Reranked> {
  const { queries, corpus, tracker } = context;
  const rows = context.rows(rerankNamespace(context.ports.versions, spec));
  const pace = pacer(context.signal);
  const candidates: RerankCandidate[][] = [];
  for (const [i, ranking] of first.rankings.entries()) {
    await pace();
    const question = textKey(queries[i]!.text);
    const list = ranking.slice(0, spec.candidates).map(({ id }): RerankCandidate => {
      const position = corpus.positions.get(id)!;
      return { key: question + corpus.textKeys[position]!, position };
    });
    candidates.push(list);
  }
  const pairs = candidates.reduce((sum, list) => sum + list.length, 0);
  tracker.expect('rerank', pairs);
  const missing = await rows.load(candidates.flatMap((list) => list.map(({ key }) => key)));
  tracker.reused('rerank', pairs - missing.size);
  await scoreMissing(context, spec, rows, candidates, missing);
  tracker.finish('rerank');
  return order(first, spec, rows, candidates);
}

async function scoreMissing(
  context: StageContext,
  spec: RerankSpec,
  rows: RowCache,
  candidates: readonly (readonly RerankCandidate[])[],
  missing: Set<string>,
): Promise<void> {
  if (missing.size === 0) return;
  const { ports, signal, tracker, loaded, corpus, queries } = context;
  const request = await modelRequest(ports, spec);
  const worker = ports.reranker.with(signal);
  tracker.say('loading-reranker', null);
  loaded.set(loadedAs(loaded, 'reranking', spec.model), await worker.load(request));
  tracker.saidAll();
  tracker.restart('rerank');
  // `delete` says whether the pair was still missing: of two equal pairs the second is reused.
  const todo = candidates.flatMap((list, question) =>
    list.flatMap((candidate) => (missing.delete(candidate.key) ? [{ ...candidate, question }] : [])),
  );
  const batches = chunks(readsApart(request) ? todo : byLength(todo, context), PAIR_BATCH);
  async function scoreBatches(): Promise<void> {
    for (const batch of batches) {
      signal.throwIfAborted();
      const asked = groupBy(batch, ({ question }) => question);
      const pairs = [...asked.values()].flat();
      const scored = await worker.scoreAll({
        ...request,
        asked: [...asked].map(([question, own]) => ({
          query: queries[question]!.text,
          passages: own.map(({ position }) => corpus.texts[position]!),
        })),
      });
      context.remarks.push(...scored.remarks);
      const share = scored.milliseconds / pairs.length;
      for (const [i, { key }] of pairs.entries())
        await rows.add(key, Float32Array.of(scored.logits[i]!, share, scored.truncated[i]!));
      tracker.computed('rerank', pairs.length);
    }
  }
  try {
    // The next batch waits at the worker while one is scored. One that fails is the last; what was asked beside it is kept.
    const done = await Promise.allSettled([scoreBatches(), scoreBatches()]);
    for (const each of done) if (each.status === 'rejected') throw each.reason;
  } finally {
    await rows.flush();
  }
}

const readsApart = ({ reading, device }: ModelRequest): boolean => !reading && device !== 'webgpu';

type Todo = RerankCandidate & { readonly question: number };

function byLength(todo: readonly Todo[], { corpus, queries }: StageContext): Todo[] {
  const lengthOf = ({ position, question }: Todo) => corpus.texts[position]!.length + queries[question]!.text.length;
  return [...chunks(todo, SORTED_PAIRS)].flatMap((some) => [...some].sort((a, b) => lengthOf(b) - lengthOf(a)));
}

function order(first: Ranked, spec: RerankSpec, rows: RowCache, candidates: readonly (readonly RerankCandidate[])[]) {
  const milliseconds = Float64Array.from(first.milliseconds);
  let truncatedPairs = 0;
  const rankings = first.rankings.map((ranking, i): Ranking => {
    const scored = candidates[i]!.map(({ key }) => rows.get(key));
    for (const row of scored) {
      milliseconds[i]! += row[MILLISECONDS!]!;
      if (row[CUT!]! > 0) truncatedPairs++;
    }
    return rerankOrder(
      ranking,
      scored.map((row) => row[LOGIT!]!),
      spec.interpolation,
    );
  });
  return { rankings, milliseconds, indexMilliseconds: first.indexMilliseconds, truncatedPairs };
}
