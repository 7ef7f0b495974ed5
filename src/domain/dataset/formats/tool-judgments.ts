import { queryTextIn } from '../engine-results/list-log';
import { isRankEvaluation } from '../engine-results/requests';
import { nameInIndex } from '../engine-results/responses';
import { begunObjects } from '../engine-results/result-records';
import type { Expected } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { parseGrade } from '../readers/grade';
import { isMembers, kindOf, memberOf, parseJson } from '../readers/json-records';
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
  const value = parseJson(await wholeText(source), file, log);
  if (value === undefined) return builder.lost('judgment');
  const shape = shapeOf(value);
  const reader = new RatingReader(file, shape, builder, log);
  const name = shape.questions.replace(/\W+$/, '');
  const found = holdersOf(name, value);
  if (found.length === 1) return reader.read(found[0]!);
  if (found.length === 0) return reader.refuse('', { fields: [name] }, value);
  const fields = found.map(({ at }) => pathTo(at, name));
  log.add(problem('ambiguous-files', { file }, 'keep-one', fields));
  builder.lost('judgment');
}

class RatingReader {
  #unrated = 0;
  /** Whether documents are named by their index, too: ids of one are ids of another there. */
  #byIndex = false;

  constructor(
    private readonly file: string,
    private readonly shape: RatingShape,
    private readonly builder: JudgmentSink,
    private readonly log: ProblemLog,
  ) {}

  refuse(field: string, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', { file: this.file, ...(field !== '' && { field }) }, expected, kindOf(got)));
    this.builder.lost('judgment');
  }

  read({ value, at }: FoundValue): void {
    const { file, shape, log } = this;
    const lacks = (got: unknown, field: string): void => this.refuse(field, 'list', got);
    const asked = valuesBy(shape.questions, value, at, lacks);
    const shared = idOfTwoIndexes(asked.flatMap((each) => valuesBy(pathTo(shape.ratings, shape.document), each.value)));
    if (shared !== null) log.warn(problem('ids-by-index', { file }, shared));
    this.#byIndex = shared !== null;
    for (const each of asked) {
      const query = this.#questionOf(each);
      const ratings = query === null ? [] : valuesBy(shape.ratings, each.value, each.at, lacks);
      for (const rating of ratings) this.#rating(query!, rating);
    }
    if (this.#unrated > 0) log.warn(problem('passed-over', { file }, 'unrated', this.#unrated));
  }

  #questionOf({ value, at, key }: FoundValue): string | null {
    const { builder, file } = this;
    const { question } = this.shape;
    if (question === null) return key;
    if (!isMembers(value)) this.refuse(at, { fields: [question, 'ratings'] }, value);
    if (!isMembers(value)) return null;
    const name = value[question];
    const isText = question === 'query';
    const id = isText && typeof name !== 'string' ? null : asId(name);
    if (id === null) this.refuse(pathTo(at, question), isText ? 'text' : 'id', name);
    if (id === null || isText) return id && builder.queryIdOf(id);
    const text = queryTextIn(value['request']) ?? queryTextIn(value['params']);
    if (text === null) return id;
    const known = builder.queryIdOf(text);
    const query = known === text ? id : known;
    builder.addQuestionText(query, text, { file, field: at });
    return query;
  }

  #rating(query: string, { value: item, at }: FoundValue): void {
    if (!isMembers(item)) return this.refuse(at, { fields: [this.shape.id, 'rating'] }, item);
    const document = valueAt(this.shape.document, item);
    const id = memberOf(document, this.shape.id);
    const doc = (this.#byIndex ? nameInIndex(document) : null) ?? asId(id);
    if (doc === null) return this.refuse(pathTo(pathTo(at, this.shape.document), this.shape.id), 'id', id);
    const { rating } = item;
    if (isBlank(rating)) return void this.#unrated++;
    const written = asId(rating);
    const grade = written === null ? null : parseGrade(written);
    const place = { file: this.file, field: `${at}.rating` };
    if (grade !== null) return this.builder.addJudgment(query, doc, grade, place);
    this.log.add(problem('bad-grade', place, written ?? { kind: kindOf(rating) }));
    this.builder.lost('judgment');
  }
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
    let unrated = 0;
    for await (const records of readRecords(file, FIELDS, log, onLost))
      for (const record of records) {
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
