import { queryTextIn } from '../engine-results/list-log';
import { isRankEvaluation } from '../engine-results/requests';
import { nameInIndex } from '../engine-results/responses';
import { begunObjects } from '../engine-results/result-records';
import type { Expected, ImportProblem } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { parseGrade } from '../readers/grade';
import { isMembers, kindOf, memberOf, parseJson } from '../readers/json-records';
import { unusedFields } from '../readers/metadata';
import { type FoundValue, holdersOf, pathTo, valueAt, valuesBy } from '../readers/paths';
import { asId, fieldNames, gradeIn, idIn, readRecords, textIn } from '../readers/records';
import { wholeText, type SourceText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';

/** Where ratings stand in JSON. */
interface RatingShape {
  /** What holds those of a question each; names of members are its ids. */
  readonly questions: string;
  /** The text, or the id, of a question. */
  readonly question: 'query' | 'id' | null;
  readonly ratings: string;
  readonly document: string;
  readonly id: string;
}

const LISTS = {
  questions: 'judgmentRatings[]',
  question: 'query',
  ratings: 'ratings[]',
  document: '',
  id: 'docId',
} as const;
const REQUESTS = { questions: 'requests[]', question: 'id', ratings: 'ratings[]', document: '', id: '_id' } as const;
const RESPONSE = { questions: 'details{}', question: null, ratings: 'hits[]', document: 'hit', id: '_id' } as const;

/**
 * Judgments (https://docs.opensearch.org/latest/search-plugins/search-relevance/judgments/). A query is named by its
 * text. A document without a rating is reported.
 */
export const openSearch: JudgmentFormat = {
  idIsText: true,
  recognises: async (file) => /^\s*\{[^]*"judgmentRatings"\s*:/.test(await file.head()),
  read: (file, builder, log) => readRatings(file, () => LISTS, builder, log),
};

/** `_rank_eval` of Elasticsearch and OpenSearch: `ratings` of the requests, or `rating` beside each hit. */
export const rankEval: JudgmentFormat = {
  idIsText: false,

  async recognises(file) {
    const head = await file.head();
    const [first] = /^\s*\{/.test(head) ? begunObjects(head) : [];
    const isOne = first && isRankEvaluation(first);
    return isOne || valuesBy('details{}.hits[].rating', first).some(({ value }) => !isBlank(value));
  },

  read: (file, builder, log) =>
    readRatings(file, (value) => (isMembers(memberOf(value, 'details')) ? RESPONSE : REQUESTS), builder, log),
};

const isBlank = (rating: unknown): boolean => asId(rating ?? '')?.trim() === '';

async function readRatings(
  source: SourceText,
  shapeOf: (value: unknown) => RatingShape,
  builder: JudgmentSink,
  log: ProblemLog,
): Promise<void> {
  const file = source.path;
  const lost = (found: ImportProblem): void => {
    log.add(found);
    builder.lost('judgment');
  };
  const refuse = (field: string, expected: Expected, got: unknown): void =>
    lost(problem('wrong-shape', { file, ...(field !== '' && { field }) }, expected, kindOf(got)));
  const lacks = (got: unknown, field: string): void => refuse(field, 'list', got);
  const value = parseJson(await wholeText(source), file, log);
  if (value === undefined) return builder.lost('judgment');
  const { questions, question, ratings, document, id } = shapeOf(value);
  const name = questions.replace(/\W+$/, '');
  const found = holdersOf(name, value);
  if (found.length === 0) return refuse('', { fields: [name] }, value);
  const fields = found.map(({ at }) => pathTo(at, name));
  if (found.length > 1) return lost(problem('ambiguous-files', { file }, 'keep-one', fields));
  const asked = found.flatMap((each) => valuesBy(questions, each.value, each.at, lacks));
  const documents = asked.flatMap((each) => valuesBy(pathTo(ratings, document), each.value));
  // Ids of one index are ids of another there.
  const shared = idOfTwoIndexes(documents);
  if (shared !== null) log.warn(problem('ids-by-index', { file }, shared));
  const questionOf = ({ value: request, at, key }: FoundValue): string | null => {
    if (question === null) return key;
    const isText = question === 'query';
    const named = memberOf(request, question);
    const written = isText && typeof named !== 'string' ? null : asId(named);
    if (!isMembers(request)) refuse(at, { fields: [question, 'ratings'] }, request);
    else if (written === null) refuse(pathTo(at, question), isText ? 'text' : 'id', named);
    if (written === null || isText) return written && builder.queryIdOf(written);
    const text = queryTextIn(memberOf(request, 'request')) ?? queryTextIn(memberOf(request, 'params'));
    if (text === null) return written;
    const known = builder.queryIdOf(text);
    const query = known === text ? written : known;
    builder.addQuestionText(query, text, { file, field: at });
    return query;
  };
  let unrated = 0;
  const read = (query: string, { value: item, at }: FoundValue): void => {
    const rated = valueAt(document, item);
    const doc = (shared === null ? null : nameInIndex(rated)) ?? asId(memberOf(rated, id));
    const rating = memberOf(item, 'rating');
    const written = asId(rating);
    const grade = written === null ? null : parseGrade(written);
    const place = { file, field: `${at}.rating` };
    if (!isMembers(item)) refuse(at, { fields: [id, 'rating'] }, item);
    else if (doc === null) refuse(pathTo(pathTo(at, document), id), 'id', memberOf(rated, id));
    else if (isBlank(rating)) unrated++;
    else if (grade !== null) builder.addJudgment(query, doc, grade, place);
    else lost(problem('bad-grade', place, written ?? { kind: kindOf(rating) }));
  };
  for (const each of asked) {
    const query = questionOf(each);
    for (const item of query === null ? [] : valuesBy(ratings, each.value, each.at, lacks)) read(query!, item);
  }
  if (unrated > 0) log.warn(problem('passed-over', { file }, 'unrated', unrated));
}

function idOfTwoIndexes(documents: readonly FoundValue[]): string | null {
  const names = new Map<string, string>();
  for (const { value } of documents) {
    const [id, name] = [asId(memberOf(value, '_id')), nameInIndex(value)];
    if (id === null || name === null) continue;
    if ((names.get(id) ?? name) !== name) return name;
    names.set(id, name);
  }
  return null;
}

const FIELDS = ['query', 'docid', 'rating'] as const;

/** Quepid (https://github.com/o19s/quepid). A query is named by its text; a row without a rating is reported. */
export const quepid: JudgmentFormat = {
  idIsText: true,

  async recognises(file) {
    const names = fieldNames(await file.head());
    return FIELDS.every((field) => names.has(field));
  },

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    const warn = unusedFields(file.path, log, (name) => FIELDS.some((field) => field === name));
    let unrated = 0;
    for await (const records of readRecords(file, FIELDS, log, onLost))
      for (const record of records) {
        warn(record);
        if (isBlank(record.fields.get('rating'))) {
          unrated++;
          continue;
        }
        const query = textIn(record, 'query', log);
        const doc = idIn(record, 'docid', log);
        const grade = gradeIn(record, 'rating', log);
        if (query === null || doc === null || grade === null) onLost();
        else builder.addJudgment(builder.queryIdOf(query), doc, grade, record.place());
      }
    if (unrated > 0) log.warn(problem('passed-over', { file: file.path }, 'unrated', unrated));
  },
};
