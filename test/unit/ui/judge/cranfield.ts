import { hashText } from '../../../../src/base/hash';
import { type Doc, type DocId, type Judgment, type QueryId } from '../../../../src/base/types';
import { sequentialEvidence } from '../../../../src/domain/evidence/sequential';
import type { JudgingQueue } from '../../../../src/domain/judging/plan';
import { type PoolInput, type PoolItem } from '../../../../src/domain/judging/pool';
import type { JudgedEvidence } from '../../../../src/ui/judge/judged-evidence';
import { boundsOf, orderedQuestions, sequenceOf } from '../../../../src/ui/judge/judged-evidence';
import type { JudgingSession } from '../../../../src/ui/judge/judging-session.svelte';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from '../../../golden/read';
import { pooled, textDoc } from '../../domain/judging/make';
import { openJudging, planWith } from './make';

export const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');

const DEPTH = 10;

/** Two systems on the questions of Cranfield, whose judgments are complete for their lists. */
export interface Oracle {
  readonly lists: PoolInput;
  readonly docs: ReadonlyMap<DocId, Doc>;
  readonly gradeOf: (query: QueryId, doc: DocId) => number;
}

/** Truth differs: BM25, and BM25 that lost the first two passages of every list. With a seed, of about half of the questions. */
export const different = (seed?: string): Oracle =>
  oracleOf(
    (list) => [list, list.slice(2)],
    (query) => seed === undefined || hashText(`${query} ${seed}`) < '8',
  );

/** Truth does not: chance gives one system the list of BM25 and the other that of LSI, or the other way round. */
export const alike = (seed: string): Oracle =>
  oracleOf((bm25, lsi, query) => (hashText(`${seed} ${query}`) < '8' ? [bm25, lsi] : [lsi, bm25]));

type Chosen = readonly [first: readonly DocId[], second: readonly DocId[]];

function oracleOf(
  choose: (bm25: readonly DocId[], lsi: readonly DocId[], query: QueryId) => Chosen,
  isAsked: (query: QueryId) => boolean = () => true,
): Oracle {
  const qrels = readQrels(cranfieldPath!);
  const [bm25, lsi] = ['bm25', 'lsi'].map((run) => readRun(goldenPath('runs', `${run}.run`))) as [
    ReturnType<typeof readRun>,
    ReturnType<typeof readRun>,
  ];
  const queries = [...qrels.keys()].filter(isAsked);
  const first = (run: typeof bm25, query: QueryId): DocId[] => (run.get(query) ?? []).map(({ id }) => id);
  const chosen = queries.map((query) => choose(first(bm25, query), first(lsi, query), query));
  const lists = pooled(
    {
      bm25: chosen.map(([list]) => list.slice(0, DEPTH)),
      other: chosen.map(([, list]) => list.slice(0, DEPTH)),
    },
    { measures: ['nDCG@10', 'P@10'] },
  );
  const docs = new Map(lists.docs.map((id) => [id, textDoc(id, `document ${id}`)]));
  return { lists: { ...lists, queries }, docs, gradeOf: (query, doc) => qrels.get(query)?.get(doc) ?? 0 };
}

interface Judging {
  readonly queue: JudgingQueue;
  readonly seed: string;
  readonly measure: string;
  /** Judgments at most. */
  readonly most?: number;
  /** Whether evidence is read after every question. A confidence sequence that is read at the end says as much. */
  readonly stops?: boolean;
}

export interface Judged {
  readonly decided: string | null;
  readonly judgments: number;
  readonly questions: number;
  /** Evidence after every question. */
  readonly seen: readonly JudgedEvidence[];
}

/** Judges as a person does who knows the truth, question by question, until it is decided or a number is judged. */
export async function judgeOn(
  { lists, docs, gradeOf }: Oracle,
  { queue, seed, measure, most = Infinity, stops = true }: Judging,
): Promise<Judged> {
  const plan = { ...planWith(queue), seed, measure, sample: 6 };
  const { judging, session, disk } = await openJudging([], {}, { lists, among: docs, plan });
  const seen: JudgedEvidence[] = [];
  let decided: string | null = null;
  while (decided === null && disk.length < most) {
    const { query } = session;
    session.items.forEach(({ item }, at) => {
      const grade = gradeOf(query!.id, item.place.doc);
      if (grade === 0) return;
      session.point(at);
      session.grade(Math.min(3, grade));
    });
    const isLast = session.next === null;
    session.close();
    await session.idle();
    if (stops || isLast) seen.push(evidenceNow(session));
    decided = seen.length === 0 ? null : bestOf(seen.at(-1)!);
    if (isLast) break;
  }
  await judging.leave();
  return { decided, judgments: disk.length, questions: new Set(disk.map((act) => act.query)).size, seen };
}

function evidenceNow({ board, order }: JudgingSession): JudgedEvidence {
  if (board.settings.queue === 'informative') return boundsOf(board);
  const counted = orderedQuestions(board, order);
  const shown = sequentialEvidence(sequenceOf(counted, board, 0.02)!);
  return { kind: 'sequence', counted, estimate: board.pooled.estimate, shown, pairs: shown.pairs, planned: null };
}

/** Which system is shown to be better. */
function bestOf(evidence: JudgedEvidence): string | null {
  if (evidence.kind === 'sequence') return evidence.shown.state.kind === 'decided' ? evidence.shown.state.best : null;
  if (evidence.kind === 'none') throw new Error(evidence.why);
  const [low, high] = evidence.bounds;
  return low > 0 ? evidence.pair[0] : high < 0 ? evidence.pair[1] : null;
}

/** The difference of the first and the second system with the whole pool judged. */
export async function wholeDifference({ lists, docs, gradeOf }: Oracle, measure: string): Promise<number> {
  const plan = { ...planWith('questions'), measure };
  const { session } = await openJudging([], {}, { lists, among: docs, plan });
  const all = session.board.indices.flatMap((index): Judgment[] => {
    const query = lists.queries[index]!;
    return session.board
      .pool(index)
      .map(({ place: { doc } }: PoolItem) => ({ query, doc, grade: Math.min(3, gradeOf(query, doc)) }));
  });
  const judged = await openJudging(all, {}, { lists, among: docs, plan });
  const { live } = judged.session.board;
  return live.mean(0) - live.mean(1);
}
