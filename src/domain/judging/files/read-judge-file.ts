import { docId, type Doc, type DocId, type Query, type QueryId, type Span } from '../../../base/types';
import { problem, type ProblemLog, type ProblemPlace } from '../../dataset/problem';
import { placeOf } from '../../chunk/chunk';
import { normaliseText } from '../../dataset/ground-truth-texts';
import { judgmentFormatOf } from '../../dataset/formats/judgments';
import type { JudgmentSink } from '../../dataset/formats/format';
import type { SourceText } from '../../dataset/source';
import type { GivenGrade } from './given';
import { isJudgeTable, readJudgeTable } from './judge-table';

/** A grade of a place in the open collection. */
export interface PlacedGrade extends Pick<GivenGrade, 'judge' | 'grade' | 'reason' | 'at'> {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly span: Span | null;
}

export interface JudgeFile {
  readonly path: string;
  /** Whether its lines name their judges. */
  readonly namesJudges: boolean;
  readonly grades: readonly PlacedGrade[];
}

/** @param docs none where a collection has judgments and runs alone */
export interface JudgedCollection {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  readonly docs: readonly Pick<Doc, 'id' | 'text'>[];
}

/**
 * The grades of a file: a table that names its judges or gives reasons, or judgments of one judge in any format that
 * collections have. Grades of questions and documents that the collection lacks are reported by file and line.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readJudgeFile(
  source: SourceText,
  collection: JudgedCollection,
  log: ProblemLog,
): Promise<JudgeFile> {
  const isTable = await isJudgeTable(source);
  const problems = log.problems.length;
  const given = isTable ? await readJudgeTable(source, log) : await readJudgments(source, collection, log);
  if (given.length === 0 && log.problems.length === problems) log.add(problem('no-judgments', { file: source.path }));
  const place = placing(collection, log);
  const grades = given.flatMap((each) => place(each) ?? []);
  return { path: source.path, namesJudges: given.some(({ judge }) => judge !== ''), grades };
}

/** In one of the formats of judgments, which know of one judge. */
async function readJudgments(
  source: SourceText,
  { queries }: Pick<JudgedCollection, 'queries'>,
  log: ProblemLog,
): Promise<GivenGrade[]> {
  const found: GivenGrade[] = [];
  const byText = new Map(queries.toReversed().map(({ id, text }) => [normaliseText(text), id]));
  const sink: JudgmentSink = {
    addJudgment: (query, doc, grade, at) => found.push({ judge: '', query, doc, grade, reason: '', at }),
    addGroundTruth: (_query, _text, at) =>
      log.add(problem('wrong-shape', at, { fields: ['query-id', 'corpus-id', 'score'] }, 'text')),
    addQuestionText: () => undefined,
    queryIdOf: (text) => byText.get(normaliseText(text)) ?? text,
    lost: () => undefined,
  };
  await (await judgmentFormatOf(source)).read(source, sink, log);
  return found;
}

function placing({ queries, docs }: JudgedCollection, log: ProblemLog): (given: GivenGrade) => PlacedGrade | null {
  const ids = new Set<string>(queries.map(({ id }) => id));
  // The first of equal texts.
  const byText = new Map(queries.toReversed().map(({ id, text }) => [text.trim(), id]));
  const lengths = new Map(docs.map(({ id, text }) => [id as string, text.length]));
  const partOf = (id: string, at: ProblemPlace): Pick<PlacedGrade, 'doc' | 'span'> | null => {
    const place = lengths.has(id) ? null : placeOf(docId(id));
    if (!place) {
      if (lengths.has(id) || lengths.size === 0) return { doc: docId(id), span: null };
    } else if (place.start < place.end && place.end <= (lengths.get(place.doc) ?? -1))
      return { doc: place.doc, span: { start: place.start, end: place.end } };
    log.add(problem('unknown-document', at, id));
    return null;
  };
  return ({ query: named, doc, ...rest }) => {
    const query = ids.has(named) ? (named as QueryId) : byText.get(named.trim());
    if (query === undefined) log.add(problem('unknown-question', rest.at, named));
    const part = partOf(doc, rest.at);
    return query === undefined || !part ? null : { query, ...part, ...rest };
  };
}
