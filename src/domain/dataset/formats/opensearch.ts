import type { Expected } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { parseGrade } from '../readers/grade';
import { kindOf, parseJson } from '../readers/json-document';
import { asId } from '../readers/records';
import { wholeText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';

const LIST = 'judgmentRatings';

/**
 * A judgment list of OpenSearch's Search Relevance Workbench
 * (https://docs.opensearch.org/latest/search-plugins/search-relevance/judgments/): `judgmentRatings` of
 * `{query, ratings: [{docId, rating}]}`, by itself or in the response that it was fetched with. A query is named by its
 * text. A rating is a number or text; without one the document is not judged, which is reported.
 */
export const openSearch: JudgmentFormat = {
  idIsText: true,
  recognises: async (file) => /^\s*\{[^]*"judgmentRatings"\s*:/.test(await file.head()),

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    const value = parseJson(await wholeText(file), file.path, log);
    if (value === undefined) return onLost();
    const lists = listsIn(value, '');
    if (lists.length > 1) {
      const fields = lists.map(({ field }) => field);
      log.add(problem('ambiguous-files', { file: file.path }, 'keep-one', fields));
    }
    if (lists.length !== 1) return onLost();
    new JudgmentListReader(file.path, builder, log).read(lists[0]!);
  },
};

interface Found {
  readonly field: string;
  readonly value: unknown;
}

/** The list, where it stands by itself, in a document (`_source`), or in the response of a search (`hits.hits`). */
function listsIn(value: unknown, field: string): Found[] {
  if (!isObject(value)) return [];
  if (LIST in value) return [{ field: `${field}${LIST}`, value: value[LIST] }];
  if (isObject(value['_source'])) return listsIn(value['_source'], `${field}_source.`);
  const hits = isObject(value['hits']) ? value['hits']['hits'] : undefined;
  return Array.isArray(hits) ? hits.flatMap((hit, i) => listsIn(hit, `${field}hits.hits[${i}].`)) : [];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => kindOf(value) === 'object';

class JudgmentListReader {
  #unrated = 0;

  constructor(
    private readonly path: string,
    private readonly builder: JudgmentSink,
    private readonly log: ProblemLog,
  ) {}

  read({ field, value }: Found): void {
    for (const [i, item] of this.#list(value, field).entries()) {
      const at = `${field}[${i}]`;
      if (!isObject(item)) {
        this.#refuse(at, { fields: ['query', 'ratings'] }, item);
        continue;
      }
      const query = item['query'];
      if (typeof query !== 'string') this.#refuse(`${at}.query`, 'text', query);
      else
        for (const [j, rating] of this.#list(item['ratings'], `${at}.ratings`).entries())
          this.#rating(query, rating, `${at}.ratings[${j}]`);
    }
    if (this.#unrated > 0) this.log.warn(problem('passed-over', { file: this.path }, 'unrated', this.#unrated));
  }

  #rating(query: string, item: unknown, at: string): void {
    if (!isObject(item)) return this.#refuse(at, { fields: ['docId', 'rating'] }, item);
    const doc = asId(item['docId']);
    if (doc === null) return this.#refuse(`${at}.docId`, 'text', item['docId']);
    const rating = asId(item['rating'] ?? '');
    if (rating?.trim() === '') return void this.#unrated++;
    const grade = rating === null ? null : parseGrade(rating);
    const place = { file: this.path, field: `${at}.rating` };
    if (grade !== null) return this.builder.addJudgment(this.builder.queryIdOf(query), doc, grade, place);
    this.log.add(problem('bad-grade', place, rating ?? { kind: kindOf(item['rating']) }));
    this.builder.lost('judgment');
  }

  #list(value: unknown, field: string): readonly unknown[] {
    if (Array.isArray(value)) return value as readonly unknown[];
    this.#refuse(field, 'list', value);
    return [];
  }

  #refuse(field: string, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', { file: this.path, field }, expected, kindOf(got)));
    this.builder.lost('judgment');
  }
}
