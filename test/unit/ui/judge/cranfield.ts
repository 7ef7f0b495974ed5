import { hashText } from '../../../../src/base/hash';
import type { Doc, DocId, QueryId } from '../../../../src/base/types';
import { sequentialEvidence } from '../../../../src/domain/evidence/sequential';
import type { PoolInput } from '../../../../src/domain/judging/pool';
import { orderedQuestions, sequenceOf } from '../../../../src/ui/judge/judged-evidence';
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

/** Truth differs: BM25, and BM25 that lost the first two passages of every list. */
export const different = (): Oracle => oracleOf((list) => [list, list.slice(2)]);

/** Truth does not: chance gives one system the list of BM25 and the other that of LSI, or the other way round. */
export const alike = (seed: string): Oracle =>
  oracleOf((bm25, lsi, query) => (hashText(`${seed} ${query}`) < '8' ? [bm25, lsi] : [lsi, bm25]));

type Chosen = readonly [first: readonly DocId[], second: readonly DocId[]];

function oracleOf(choose: (bm25: readonly DocId[], lsi: readonly DocId[], query: QueryId) => Chosen): Oracle {
  const qrels = readQrels(cranfieldPath!);
  const [bm25, lsi] = ['bm25', 'lsi'].map((run) => readRun(goldenPath('runs', `${run}.run`))) as [
    ReturnType<typeof readRun>,
    ReturnType<typeof readRun>,
  ];
  const queries = [...qrels.keys()];
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
  readonly seed: string;
  readonly measure: string;
  /** Whether evidence is read after every question. A confidence sequence that is read at the end says as much. */
  readonly stops?: boolean;
}

export interface Judged {
  readonly decided: string | null;
  readonly questions: number;
}

/** Judges as a person does who knows the truth, question by question, until it is decided. */
export async function judgeOn(
  { lists, docs, gradeOf }: Oracle,
  { seed, measure, stops = true }: Judging,
): Promise<Judged> {
  const plan = { ...planWith(), seed, measure };
  const { judging, session, disk } = await openJudging([], {}, { lists, among: docs, plan });
  let decided: string | null = null;
  while (decided === null) {
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
    if (stops || isLast) decided = bestOf(session);
    if (isLast) break;
  }
  await judging.leave();
  return { decided, questions: new Set(disk.map((act) => act.query)).size };
}

/** Which system is shown to be better. */
function bestOf({ board, order }: JudgingSession): string | null {
  const { state } = sequentialEvidence(sequenceOf(orderedQuestions(board, order), board, 0.02)!);
  return state.kind === 'decided' ? state.best : null;
}
