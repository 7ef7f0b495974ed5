import { docId } from '../../base/types';
import { HitrateError } from '../../contract/errors';
import { type BlindComparison, draftedList } from '../../domain/learning/blind-comparison';
import type { SessionList } from '../../domain/learning/blind-session';
import { candidatesOf, drawnList } from '../../domain/learning/pdgd';
import { learningSystem, type WeightLearning } from '../../domain/learning/weight-learning';
import { mixed } from '../../domain/statistics/random';
import type { Ports } from '../kernel/ports';
import { Runners } from '../run/session';
import { openQuestion, type TryContext, whyNotTried } from './open-question';
import { traceOf } from './system-trace';
import { tryQuestion } from './try-question';

export type AskedBlind = AskedComparison | AskedLearning;

type AskedList = { readonly question: string; readonly number: number };

type AskedComparison = AskedList & { readonly comparison: BlindComparison };

type AskedLearning = AskedList & { readonly learning: WeightLearning; readonly weights: readonly number[] };

/** Empty, and done, where a system found nothing. @throws {HitrateError} `changed-elsewhere` for a shown list */
export async function nextBlindList(
  ports: Ports,
  id: string,
  asked: AskedBlind,
  context: TryContext,
): Promise<SessionList> {
  const isLearning = 'learning' in asked;
  const session = isLearning ? asked.learning : asked.comparison;
  const drafted = isLearning ? await drawn(ports, id, asked, context) : await interleaved(ports, id, asked, context);
  const shownAt = Date.now();
  const doneAt = drafted.list.shown.length === 0 ? shownAt : null;
  const shown = { ...drafted, marks: [], shownAt, doneAt } as SessionList;
  await ports.storage.blindComparisons.addList(id, session.id, asked.number, shown);
  return shown;
}

async function interleaved(
  ports: Ports,
  id: string,
  { comparison, question, number }: AskedComparison,
  context: TryContext,
) {
  const tried = await tryQuestion(ports, id, comparison.spec, question, context);
  const texts = new Map<string, string>();
  const found = tried.systems.map((system) => {
    // Without all of them nothing is compared.
    if (!system.ok) throw new HitrateError(system.problem.code, system.problem.data as never);
    for (const { id: passage, title, text } of system.lists.passages)
      if (text !== null) texts.set(passage, `${title}\n${text}`);
    return { id: system.id, ranking: system.lists.passages };
  });
  const list = draftedList(comparison, found, number, (passage) => texts.get(passage) ?? null);
  return { question: { id: tried.known, text: tried.text }, list };
}

async function drawn(
  ports: Ports,
  id: string,
  { learning, weights, question, number }: AskedLearning,
  context: TryContext,
) {
  const { spec } = learning;
  const system = learningSystem(learning);
  const { session, query, known } = await openQuestion(ports, id, spec, question, context);
  const problem = await whyNotTried(ports, id, system, query);
  if (problem !== null) throw new HitrateError(problem.code, problem.data as never);
  const chunking = await session.chunking(system);
  // Without judgments: nothing that is asked may learn from them.
  const { runner } = new Runners(session, spec, { queries: [], judgments: [] }).runnerOf(chunking);
  const { lists } = await traceOf(runner, system, spec);
  context.signal.throwIfAborted();
  const { docs, positions } = chunking.context.corpus;
  const candidates = candidatesOf(lists, learning.norm, (passage) => {
    const doc = docs[positions.get(docId(passage)) ?? -1];
    return doc ? `${doc.title}\n${doc.text}` : null;
  });
  const seed = mixed(learning.seed + number);
  const list = drawnList(candidates, { weights, depth: learning.depth, seed });
  return { question: { id: known, text: query.text.trim() }, list };
}
