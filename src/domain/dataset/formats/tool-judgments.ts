import type { Expected } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { parseGrade } from '../readers/grade';
import {
  isMembers,
  kindOf,
  listsNamed,
  memberOf,
  type Members,
  type NamedList,
  parseJson,
} from '../readers/json-records';
import { asId, fieldNames, gradeIn, idIn, readRecords, textIn } from '../readers/records';
import { wholeText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';
import { queryTextIn } from '../engine-results/list-log';
import { isDetails, isRankEvaluation } from '../engine-results/requests';
import { nameInIndex } from '../engine-results/responses';
import { begunObjects } from '../engine-results/result-records';

/**
 * Judgments (https://docs.opensearch.org/latest/search-plugins/search-relevance/judgments/). A query is named by its
 * text. A document without a rating is reported.
 */
export const openSearch: JudgmentFormat = {
  idIsText: true,
  recognises: async (file) => /^\s*\{[^]*"judgmentRatings"\s*:/.test(await file.head()),

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    const value = parseJson(await wholeText(file), file.path, log);
    if (value === undefined) return onLost();
    const lists = listsNamed('judgmentRatings', value);
    if (lists.length > 1) {
      const fields = lists.map(({ field }) => field);
      log.add(problem('ambiguous-files', { file: file.path }, 'keep-one', fields));
    }
    if (lists.length !== 1) return onLost();
    new RatingReader(file.path, builder, log).lists(lists[0]!);
  },
};

/** Reads nested ratings, and reports what is no rating. */
class RatingReader {
  #unrated = 0;
  /** Whether documents are named by their index, too: ids of one are ids of another there. */
  #byIndex = false;

  constructor(
    private readonly path: string,
    private readonly builder: JudgmentSink,
    private readonly log: ProblemLog,
  ) {}

  refuse(field: string, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', { file: this.path, ...(field !== '' && { field }) }, expected, kindOf(got)));
    this.builder.lost('judgment');
  }

  #list(value: unknown, field: string): readonly unknown[] {
    if (Array.isArray(value)) return value as readonly unknown[];
    this.refuse(field, 'list', value);
    return [];
  }

  #rated(query: string, doc: string, rating: unknown, at: string): void {
    const written = asId(rating);
    const grade = written === null ? null : parseGrade(written);
    const place = { file: this.path, field: `${at}.rating` };
    if (grade !== null) return this.builder.addJudgment(query, doc, grade, place);
    this.log.add(problem('bad-grade', place, written ?? { kind: kindOf(rating) }));
    this.builder.lost('judgment');
  }

  #finish(): void {
    if (this.#unrated > 0) this.log.warn(problem('passed-over', { file: this.path }, 'unrated', this.#unrated));
  }

  /** `judgmentRatings` of OpenSearch. */
  lists({ field, value }: NamedList): void {
    for (const [i, item] of this.#list(value, field).entries()) {
      const at = `${field}[${i}]`;
      if (!isMembers(item)) {
        this.refuse(at, { fields: ['query', 'ratings'] }, item);
        continue;
      }
      const query = item['query'];
      if (typeof query !== 'string') this.refuse(`${at}.query`, 'text', query);
      else
        for (const [j, rating] of this.#list(item['ratings'], `${at}.ratings`).entries())
          this.#listed(query, rating, `${at}.ratings[${j}]`);
    }
    this.#finish();
  }

  #listed(query: string, item: unknown, at: string): void {
    if (!isMembers(item)) return this.refuse(at, { fields: ['docId', 'rating'] }, item);
    const doc = asId(item['docId']);
    if (doc === null) return this.refuse(`${at}.docId`, 'text', item['docId']);
    const rating = item['rating'] ?? '';
    if (asId(rating)?.trim() === '') this.#unrated++;
    else this.#rated(this.builder.queryIdOf(query), doc, rating, at);
  }

  /** A rank evaluation. */
  evaluation(members: Members): void {
    const shared = idOfTwoIndexes(documentsIn(members));
    this.#byIndex = shared !== null;
    if (shared !== null) this.log.warn(problem('ids-by-index', { file: this.path }, shared));
    if (isMembers(members['details'])) this.#details(members['details']);
    else
      for (const [i, request] of this.#list(members['requests'], 'requests').entries())
        this.#request(request, `requests[${i}]`);
    this.#finish();
  }

  #request(request: unknown, at: string): void {
    if (!isMembers(request)) return this.refuse(at, { fields: ['id', 'ratings'] }, request);
    const id = asId(request['id']);
    if (id === null) return this.refuse(`${at}.id`, 'id', request['id']);
    const text = queryTextIn(request['request']) ?? queryTextIn(request['params']);
    const query = this.#queryOf(id, text);
    if (text !== null) this.builder.addQuestionText(query, text, { file: this.path, field: at });
    for (const [j, rating] of this.#list(request['ratings'], `${at}.ratings`).entries())
      this.#rating(query, rating, rating, `${at}.ratings[${j}]`);
  }

  #queryOf(id: string, text: string | null): string {
    const named = text === null ? null : this.builder.queryIdOf(text);
    return named === null || named === text ? id : named;
  }

  #details(details: Members): void {
    for (const [id, detail] of Object.entries(details)) {
      const at = `details.${JSON.stringify(id)}.hits`;
      for (const [j, item] of this.#list(memberOf(detail, 'hits'), at).entries())
        this.#rating(id, memberOf(item, 'hit'), item, `${at}[${j}]`);
    }
  }

  #rating(query: string, document: unknown, item: unknown, at: string): void {
    const doc = (this.#byIndex ? nameInIndex(document) : null) ?? asId(memberOf(document, '_id'));
    if (doc === null) return this.refuse(`${at}._id`, 'id', memberOf(document, '_id'));
    const rating = memberOf(item, 'rating');
    if (isRated(rating)) this.#rated(query, doc, rating, at);
    else this.#unrated++;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** What a rank evaluation rates. */
function documentsIn({ details, requests }: Members): unknown[] {
  if (!isMembers(details)) return listOf(requests).flatMap((each) => listOf(memberOf(each, 'ratings')));
  const hits = Object.values(details).flatMap((each) => listOf(memberOf(each, 'hits')));
  return hits.map((each) => memberOf(each, 'hit'));
}

function idOfTwoIndexes(documents: readonly unknown[]): string | null {
  const names = new Map<string, string>();
  for (const document of documents) {
    const [id, name] = [asId(memberOf(document, '_id')), nameInIndex(document)];
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
        const rating = record.fields.get('rating');
        if (rating == null || (typeof rating === 'string' && rating.trim() === '')) {
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

/** `_rank_eval` of Elasticsearch and OpenSearch: `ratings` of the requests, or `rating` beside each hit. */
export const rankEval: JudgmentFormat = {
  idIsText: false,

  recognises: async (file) => {
    const head = await file.head();
    return /^\s*\{/.test(head) && begunObjects(head).slice(0, 1).some(isOne);
  },

  async read(file, builder, log) {
    const value = parseJson(await wholeText(file), file.path, log);
    const reader = new RatingReader(file.path, builder, log);
    if (isMembers(value)) reader.evaluation(value);
    else if (value === undefined) builder.lost('judgment');
    else reader.refuse('', { fields: ['requests'] }, value);
  },
};

const isOne = (members: Members): boolean =>
  isRankEvaluation(members) ||
  (isMembers(members['details']) && isDetails(members['details']) && hasRating(members['details']));

const hasRating = (details: Members): boolean =>
  Object.values(details).some((detail) => {
    const hits = memberOf(detail, 'hits');
    return Array.isArray(hits) && hits.some((item) => isRated(memberOf(item, 'rating')));
  });

const isRated = (rating: unknown): boolean => rating !== undefined && rating !== null && rating !== '';
