import { HitrateError } from '../../contract/errors';
import type { EncoderApi } from '../../contract/model-workers';
import type { LexicalApi, WorkerPort } from '../../contract/workers';
import type { Ports } from '../kernel/ports';
import type { ResultRecord } from '../../contract/result';
import { ranksOf } from '../../domain/diagnosis/recall-targets';
import { listDepth } from '../../domain/experiment/experiment';
import { isImported, type PartKey, type SystemSpec } from '../../domain/experiment/parts';
import { canonicalJson } from '../../base/hash';
import type { DocId, Query, QueryId, Ranking } from '../../base/types';
import { type KnownLists, knownLists, leastCut } from '../run/rankings';
import { stageLists, stageSystems, type Tracing } from './system-trace';

/** Fail where something would have to be computed. No index is opened, so that a run in progress keeps its own. */
export function cachedPorts(ports: Ports): Ports {
  return {
    ...ports,
    encoder: only<EncoderApi>({ countTokens: (input) => ports.encoder.with().countTokens(input) }),
    // Without a signal: an abort in mid-call would end the worker, in which a run may be searching.
    lexical: only<LexicalApi>({ terms: (input) => ports.lexical.with().terms(input) }),
    vectors: only({}),
    reranker: only({}),
    learner: only({}),
  };
}

export function portsWithoutModels(ports: Ports): Ports {
  const { encoder, reranker, learner } = cachedPorts(ports);
  return { ...ports, encoder, reranker, learner };
}

function only<Api extends object>(kept: Partial<Api>): WorkerPort<Api> {
  const refuse = () => Promise.reject(new HitrateError('system-not-cached', null));
  const api = new Proxy(kept, { get: (of, key): unknown => Reflect.get(of, key) ?? refuse }) as Api;
  return { with: () => api, release: () => undefined };
}

const isNotCached = (error: unknown): boolean =>
  error instanceof HitrateError && /^(system-|model-|device-)/.test(error.code);

export type FoundList = (query: QueryId) => ReadonlyMap<DocId, number>;

export interface KnownStages {
  readonly lists: readonly FoundList[];
  readonly steps: readonly { readonly part: PartKey; readonly reads: number | null; readonly ranks: FoundList }[];
  readonly last: (query: QueryId) => Ranking;
  readonly cutAt: number | null;
}

/** Null where a stage of the system is no system of the result, or what is kept of it ends before rank `least`. */
export async function stagesInResult(
  ports: Ports,
  result: ResultRecord,
  system: SystemSpec,
  least: number,
): Promise<KnownStages | null> {
  const { spec } = result;
  const known = new Map(spec.systems.map((each) => [identityOf(each), each.id]));
  const stages = stageSystems(system, spec, listDepth(spec));
  // Results keep lists that are cut at k, and what a later step reads is not cut yet.
  if (spec.lists === 'k' && stages.steps.length > 1) return null;
  const lists: KnownLists[] = [];
  for (const stage of [...stages.lists, ...stages.steps.map((step) => step.system)]) {
    const id = known.get(identityOf(stage));
    if (id === undefined || isImported(stage)) return null;
    const found = await knownLists(ports, result, id);
    if (found.cutAt !== null && found.cutAt < least) return null;
    lists.push(found);
  }
  const steps = stages.steps.map(({ part, reads }, i) => ({
    part,
    reads,
    ranks: ranksReader((query) => lists[stages.lists.length + i]!.of(query)),
  }));
  return {
    lists: stages.lists.map((_, i) => ranksReader((query) => lists[i]!.of(query))),
    steps,
    last: (query) => lists.at(-1)!.of(query),
    cutAt: leastCut(lists),
  };
}

const identityOf = (system: SystemSpec): string => canonicalJson({ ...system, id: '' });

/** Null where something would have to be computed. @param read reads passages as documents */
export async function stagesInCache(
  tracing: Tracing,
  queries: readonly Query[],
  read: (ranking: Ranking) => Ranking,
): Promise<KnownStages | null> {
  const found = await stageLists(tracing).catch((error: unknown) => {
    if (isNotCached(error)) return null;
    throw error;
  });
  if (!found) return null;
  const positions = new Map(queries.map(({ id }, i) => [id, i]));
  const rankingIn =
    (rankings: readonly Ranking[]) =>
    (query: QueryId): Ranking =>
      read(rankings[positions.get(query)!]!);
  return {
    lists: found.lists.map((rankings) => ranksReader(rankingIn(rankings))),
    steps: found.steps.map(({ rankings, ...step }) => ({ ...step, ranks: ranksReader(rankingIn(rankings)) })),
    last: rankingIn(found.steps.at(-1)?.rankings ?? found.lists[0]!),
    cutAt: null,
  };
}

function ranksReader(of: (query: QueryId) => Ranking): FoundList {
  let last: { readonly query: QueryId; readonly ranks: ReadonlyMap<DocId, number> } | null = null;
  return (query) => {
    if (last?.query !== query) last = { query, ranks: ranksOf(of(query)) };
    return last.ranks;
  };
}
