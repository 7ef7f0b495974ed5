import { HitrateError } from '../../contract/errors';
import { diagnose, type Missed } from '../../domain/diagnosis/diagnose';
import { missedTargets, ranksOf, type RecallTarget, recallTargets } from '../../domain/diagnosis/recall-targets';
import { listDepth } from '../../domain/experiment/experiment';
import type { DocId, QueryId, Ranking } from '../../base/types';
import { pacer } from '../kernel/pace';
import type { Following } from '../kernel/run-types';
import { documentTruth } from '../../domain/scoring/ground-truth';
import { documentReader, Runners, Session } from '../run/session';
import { chunks } from '../run/stage-context';
import { isImported } from '../../domain/experiment/parts';
import { cachedPorts, stagesInCache, stagesInResult } from './known-stages';
import { knownLists } from '../run/rankings';
import type { Inspected } from './truth';
import { FactFinder, type MissedBy, unmetReasons } from './passage-facts';

export type Diagnosis = Awaited<ReturnType<typeof diagnoseSystem>>;

export interface DiagnosisProgress {
  readonly what: 'lists' | 'causes';
  readonly done: number;
  readonly total: number;
}

const BATCH = 200;

/**
 * Why a system misses relevant passages within k, by the judgments of now. Stages that no longer end in the result's
 * rank are unknown. @throws {HitrateError} `collection-missing`, `lab-lists-gone` where lists of another k are gone
 */
export async function diagnoseSystem(
  { ports, questions, result }: Inspected,
  id: string,
  k: number,
  { signal, progress }: Following<DiagnosisProgress>,
) {
  const system = result.spec.systems.find((each) => each.id === id)!;
  const spec = { ...result.spec, systems: [system] };
  const asked = new Map(questions.queries.map((query) => [query.id, query]));
  const queries = result.queries.map((query) => asked.get(query)).filter((query) => query !== undefined);
  const opening = { collection: result.collection, queries, spec };
  const session = await Session.open(cachedPorts(ports), opening, { signal, progress: () => undefined });
  const chunking = await session.chunking(system);
  const { runner, truth: ofPassages } = new Runners(session, spec, questions).runnerOf(chunking);
  const asDocuments = documentReader(chunking.chunks, spec.aggregate);
  const truth = asDocuments ? documentTruth(session.docs, questions) : ofPassages;

  const total = system.retrievers.length + 1;
  let done = 0;
  const made = (): void => progress({ what: 'lists', done: Math.min(++done, total), total });
  const read = asDocuments ?? ((ranking: Ranking): Ranking => ranking);
  // A result keeps the lists that were cut at the highest k.
  const isKept = spec.lists === 'depth' || k === Math.max(...spec.ks) || isImported(system);
  const least = Math.max(k, system.rerank?.candidates ?? 0);
  const known = isImported(system)
    ? null
    : ((isKept ? await stagesInResult(ports, result, system, least) : null) ??
      (await stagesInCache({ runner, system, spec, depth: isKept ? listDepth(spec) : k, made }, queries, read)));
  if (!isKept && !known) throw new HitrateError('lab-lists-gone', { system: id });
  const final = isKept ? await knownLists(ports, result, id) : { of: known!.last, cutAt: null };

  const missing: (MissedBy & { readonly targets: readonly RecallTarget[] })[] = [];
  const pace = pacer(signal);
  for (const query of queries) {
    await pace();
    const judged = truth.qrels.get(query.id) ?? NONE_JUDGED;
    const targets = recallTargets(judged, truth.requirements.get(query.id), spec.relevance);
    const ranks = ranksOf(final.of(query.id));
    const missed = missedTargets(targets, ranks, k);
    missing.push({ query, ranks: ofMissed(missed, ranks), targets, missed });
  }

  const finder = new FactFinder(chunking, system, known);
  await finder.open(missing);
  const reasons = unmetReasons(session.docs, questions, spec.relevance);
  const found: { readonly query: QueryId; readonly targets: number; readonly missed: readonly Missed[] }[] = [];
  for (const batch of chunks(missing, BATCH)) {
    const facts = await finder.of(batch);
    for (const [i, { query, targets, missed }] of batch.entries()) {
      const factsOf = (passage: DocId) => facts[i]!.get(passage)!;
      const explained = missed.map((target) =>
        diagnose(target, factsOf, k, reasons(query.id, targets.indexOf(target))),
      );
      found.push({ query: query.id, targets: targets.length, missed: explained });
    }
    progress({ what: 'causes', done: found.length, total: queries.length });
  }
  signal.throwIfAborted();
  return {
    system: id,
    k,
    questions: found,
    /** Where they are not known, as those of an external run or gone caches, no cause names a stage. */
    stages: known ? 'known' : isImported(system) ? 'external' : 'not-kept',
    cutAt: known?.cutAt ?? final.cutAt,
  };
}

const NONE_JUDGED: ReadonlyMap<DocId, number> = new Map();

const ofMissed = (missed: readonly RecallTarget[], ranks: ReadonlyMap<DocId, number>): ReadonlyMap<DocId, number> =>
  new Map(missed.flatMap(({ docs }) => docs.flatMap((id) => (ranks.has(id) ? [[id, ranks.get(id)!] as const] : []))));
