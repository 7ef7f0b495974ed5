import type { Expected } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { queryTextIn } from '../engine-results/given-name';
import { isMembers, memberOf, type Members } from '../engine-results/list-log';
import { isDetails } from '../engine-results/rank-evaluation';
import { isRankEvaluation } from '../engine-results/requests';
import { begunObjects } from '../engine-results/result-records';
import { parseGrade } from '../readers/grade';
import { kindOf, parseJson } from '../readers/json-document';
import { asId } from '../readers/records';
import { wholeText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';

/**
 * The judgments of a rank evaluation (`_rank_eval` of Elasticsearch and OpenSearch): `ratings` of the requests, or the `rating`
 * beside each hit of the response. A question is named by the id of its request, and known by the text that this asks for too.
 */
export const rankEval: JudgmentFormat = {
  idIsText: false,

  recognises: async (file) => {
    const head = await file.head();
    return /^\s*\{/.test(head) && begunObjects(head).slice(0, 1).some(isOne);
  },

  async read(file, builder, log) {
    const value = parseJson(await wholeText(file), file.path, log);
    const reader = new RankEvalReader(file.path, builder, log);
    if (isMembers(value)) reader.read(value);
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

class RankEvalReader {
  #unrated = 0;

  constructor(
    private readonly path: string,
    private readonly builder: JudgmentSink,
    private readonly log: ProblemLog,
  ) {}

  read(members: Members): void {
    if (isMembers(members['details'])) this.#details(members['details']);
    else
      for (const [i, request] of this.#list(members['requests'], 'requests').entries())
        this.#request(request, `requests[${i}]`);
    if (this.#unrated > 0) this.log.warn(problem('passed-over', { file: this.path }, 'unrated', this.#unrated));
  }

  refuse(field: string, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', { file: this.path, ...(field !== '' && { field }) }, expected, kindOf(got)));
    this.builder.lost('judgment');
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

  /** By the text of its request where that is a question's, else by its id. */
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

  /** @param document that names it @param rated that has the rating */
  #rating(query: string, document: unknown, rated: unknown, at: string): void {
    const rating = memberOf(rated, 'rating');
    const doc = asId(memberOf(document, '_id'));
    if (doc === null) return this.refuse(`${at}._id`, 'id', memberOf(document, '_id'));
    if (!isRated(rating)) return void this.#unrated++;
    const written = asId(rating);
    const grade = written === null ? null : parseGrade(written);
    const place = { file: this.path, field: `${at}.rating` };
    if (grade !== null) return this.builder.addJudgment(query, doc, grade, place);
    this.log.add(problem('bad-grade', place, written ?? { kind: kindOf(rating) }));
    this.builder.lost('judgment');
  }

  #list(value: unknown, field: string): readonly unknown[] {
    if (Array.isArray(value)) return value as readonly unknown[];
    this.refuse(field, 'list', value);
    return [];
  }
}
