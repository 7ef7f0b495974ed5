import type { JudgingAct } from './acts';
import { placeName, problem, type ProblemLog, type ProblemPlace } from '../dataset/problem';
import { type DataRecord, fieldNames, gradeIn, idIn, optionalTextIn, readRecords } from '../dataset/readers/records';
import type { SourceText } from '../dataset/source';
import { type Doc, docId, type Query, type QueryId } from '../../base/types';
import { placeOf } from '../chunk/recursive';
import { normaliseText } from '../dataset/ground-truth-texts';
import { judgmentFormatOf } from '../dataset/formats/judgments';
import type { JudgmentSink } from '../dataset/formats/format';
import { append, valueOf } from '../../base/containers';
import type { ImportProblem } from '../dataset/outcome';
import { opinionKey, placeKey } from './places';
import type { Judge, JudgeGrade } from './judges';

type GivenGrade = NonNullable<ReturnType<typeof readGrade>>;

/** Columns by their names in small letters; of several that fit, the first of the file. */
const COLUMNS = {
  query: /^(?:(?:query|question|topic|q)(?:[-_ ]?(?:id|no|text))?|qid)$/,
  doc: /^(?:(?:corpus|document|doc|passage|chunk|p)(?:[-_ ]?(?:id|no))?)$/,
  grade: /^(?:score|grade|relevance|rel|label|rating)$/,
  judge: /^(?:judge|annotator|assessor|rater|labell?er|reviewer|evaluator|coder)(?:[-_ ]?(?:id|name))?$/,
  reason: /^(?:reason|comment|note|rationale|explanation|justification|remark)s?$/,
} as const;
type Column = keyof typeof COLUMNS;

const columnIn = (names: Iterable<string>, column: Column) => [...names].find((name) => COLUMNS[column].test(name));

/** Whether a table names its judges, or gives reasons: other tables of judgments are read by their own formats. */
async function isJudgeTable(source: SourceText): Promise<boolean> {
  const names = fieldNames(await source.head());
  const has = (column: Column): boolean => columnIn(names, column) !== undefined;
  return has('query') && has('doc') && has('grade') && (has('judge') || has('reason'));
}

/** Reads a table with question, document and grade, and with judge, reason or both. */
async function readJudgeTable(source: SourceText, log: ProblemLog): Promise<GivenGrade[]> {
  const found: GivenGrade[] = [];
  const names = fieldNames(await source.head());
  const judged = columnIn(names, 'judge');
  for await (const records of readRecords(source, ['query-id', 'corpus-id', 'score', 'judge'], log, () => undefined))
    for (const record of records) {
      const grade = readGrade(record, judged, log);
      if (grade) found.push(grade);
    }
  return found;
}

function readGrade(record: DataRecord, judged: string | undefined, log: ProblemLog) {
  const column = (which: Column, usual: string): string => columnIn(record.fields.keys(), which) ?? usual;
  const query = idIn(record, column('query', 'query-id'), log);
  const doc = idIn(record, column('doc', 'corpus-id'), log);
  const grade = gradeIn(record, column('grade', 'score'), log);
  const reason = optionalTextIn(record, column('reason', 'reason'), log);
  const judge = judged === undefined ? '' : nameIn(record, column('judge', judged), log);
  if (query === null || doc === null || grade === null || reason === null || judge === null) return null;
  return {
    judge,
    /** Id or text of the question. */
    query,
    /** Id of a document, or of a passage. */
    doc,
    grade,
    reason: reason.trim(),
    at: record.place(),
  };
}

function nameIn(record: DataRecord, column: string, log: ProblemLog): string | null {
  const value = record.fields.get(column);
  const name = value == null || value === '' ? '' : idIn(record, column, log)?.trim();
  if (name === '') log.add(problem('missing-judge', record.place(column)));
  return name || null;
}

export type PlacedGrade = Pick<GivenGrade, 'judge' | 'grade' | 'reason' | 'at'> &
  Pick<JudgingAct, 'query' | 'doc' | 'span'>;

export type JudgeFile = Awaited<ReturnType<typeof readJudgeFile>>;

/** @param docs none where a collection has judgments and runs alone */
interface JudgedCollection {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  readonly docs: readonly Pick<Doc, 'id' | 'text'>[];
}

/** A table with judges or reasons, or judgments in any format of collections. Unknown ids are reported. */
export async function readJudgeFile(source: SourceText, collection: JudgedCollection, log: ProblemLog) {
  const isTable = await isJudgeTable(source);
  const problems = log.problems.length;
  const given = isTable ? await readJudgeTable(source, log) : await readJudgments(source, collection, log);
  if (given.length === 0 && log.problems.length === problems) log.add(problem('no-judgments', { file: source.path }));
  const place = placing(collection, log);
  const grades = given.flatMap((each) => place(each) ?? []);
  return { path: source.path, namesJudges: given.some(({ judge }) => judge !== ''), grades };
}

async function readJudgments(source: SourceText, { queries }: Pick<JudgedCollection, 'queries'>, log: ProblemLog) {
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

export interface NamedFile extends JudgeFile {
  readonly judge: string;
}

/** Joins judges by name. A repeated grade counts once; a reason that the first lacks is kept. */
export function joinJudges(before: readonly Judge[], files: readonly NamedFile[]) {
  const judges = new Map(before.map((judge) => [judge.name, new Joining(judge)]));
  for (const { path, judge: name, namesJudges, grades } of files)
    for (const grade of grades) {
      const own = namesJudges ? grade.judge : name.trim();
      valueOf(judges, own, () => new Joining({ name: own, files: [], grades: [] })).add(grade, path);
    }
  const joined = [...judges.values()];
  return {
    judges: joined.map((each) => each.judge),
    added: joined.reduce((sum, { added }) => sum + added, 0),
    /** A judge who gives one passage two grades. Nothing is to be added then. */
    problems: joined.flatMap(({ problems }) => problems),
    warnings: joined.flatMap((each) => each.warnings),
  };
}

class Joining {
  added = 0;
  readonly problems: ImportProblem[] = [];
  readonly #name: string;
  readonly #files: string[];
  readonly #grades: Map<string, JudgeGrade>;
  readonly #repeated = new Map<string, ProblemPlace[]>();

  constructor({ name, files, grades }: Judge) {
    this.#name = name;
    this.#files = [...files];
    this.#grades = new Map(grades.map((grade) => [opinionKey(grade), grade]));
  }

  get judge(): Judge {
    return { name: this.#name, files: this.#files, grades: [...this.#grades.values()] };
  }

  get warnings(): ImportProblem[] {
    return [...this.#repeated].map(([file, places]) =>
      problem(
        'judge-repeats',
        { file },
        this.#name,
        places.map((place) => placeName(place, { file })),
      ),
    );
  }

  add({ query, doc, span, grade, reason, at }: PlacedGrade, path: string): void {
    const key = opinionKey({ query, doc, span });
    const known = this.#grades.get(key);
    if (known && known.grade !== grade) {
      const first: ProblemPlace = {
        file: this.#files[known.file] ?? '',
        ...(known.line !== undefined && { line: known.line }),
      };
      const named = { question: query, document: placeKey({ doc, span }).replace(/#$/, '') };
      const grades = { grade, first: known.grade, where: placeName(first, at) };
      this.problems.push(problem('judge-contradicts', at, this.#name, named, grades));
      return;
    }
    if (known) {
      append(this.#repeated, path, at);
      if (reason !== '' && known.reason === undefined) this.#grades.set(key, { ...known, reason });
      return;
    }
    this.added++;
    const line = at.line === undefined ? {} : { line: at.line };
    const place = { query, doc, ...(span && { span }) };
    this.#grades.set(key, { ...place, grade, ...(reason !== '' && { reason }), file: this.#fileOf(path), ...line });
  }

  #fileOf(path: string): number {
    const at = this.#files.indexOf(path);
    return at < 0 ? this.#files.push(path) - 1 : at;
  }
}
