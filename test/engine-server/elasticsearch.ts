import { elasticsearchProblems } from '../engine-descriptions';
import { infoOf, LuceneIndexes } from './lucene';
import type { Engine, Received } from './server';

const INFO = infoOf('You Know, for Search', { number: '9.2.0', build_flavor: 'default' });

/** Of its vendored type: the version of the interface that a client asks for. */
const TYPES = /^application\/vnd\.elasticsearch\+(?:x-nd)?json; ?compatible-with=9/;

const none = (body: unknown): readonly Typed[] | string => (body === undefined ? [] : 'has a body');
const of =
  (type: string) =>
  (body: unknown): readonly Typed[] => [{ type: `${type}['body']`, body }];

interface Typed {
  readonly type: string;
  readonly body: unknown;
}

/** The requests that there are: of what types their bodies are. */
const ROUTES: readonly (readonly [route: RegExp, body: (body: unknown) => readonly Typed[] | string])[] = [
  [/^GET \/$/, none],
  [/^GET \/[a-z0-9_]+\/_mapping$/, none],
  [/^PUT \/[a-z0-9][a-z0-9_]*$/, of('IndicesCreateRequest')],
  [/^DELETE \/[a-z0-9_]+$/, none],
  [/^PUT \/[a-z0-9_]+\/_mapping$/, of('IndicesPutMappingRequest')],
  [/^POST \/[a-z0-9_]+\/_bulk$/, of('BulkRequest')],
  [/^POST \/[a-z0-9_]+\/_(?:refresh|forcemerge)$/, none],
  [/^GET \/[a-z0-9_]+\/_count$/, none],
  [
    /^POST \/[a-z0-9_]+\/_msearch$/,
    (body) =>
      (body as unknown[]).map((line, i) => ({
        type: i % 2 === 0 ? 'MsearchMultisearchHeader' : 'SearchSearchRequestBody',
        body: line,
      })),
  ],
];

/** Elasticsearch in memory, whose requests and replies are held against the types of its published description, at the end. */
export function recordedElasticsearch(): Engine & { readonly indexes: LuceneIndexes } {
  const indexes = new LuceneIndexes(INFO);
  /** Bodies of one shape are checked once: the compiler is slow. */
  const bodies = new Map<string, Typed & { readonly from: string }>();
  const keep = (from: string, typed: readonly Typed[]): void => {
    for (const each of typed) bodies.set(`${each.type} ${shapeOf(each.body)}`, { ...each, from });
  };
  return {
    indexes,
    headers: {
      'x-elastic-product': 'Elasticsearch',
      'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
    },
    problems(request) {
      const route = `${request.method} ${request.path}`;
      const typed = ROUTES.find(([each]) => each.test(route))?.[1](request.body);
      if (typed === undefined) return undefined;
      if (typeof typed === 'string') return [typed];
      keep(route, typed);
      return headerProblems(request);
    },
    lateProblems() {
      const all = [...bodies.values()];
      bodies.clear();
      return elasticsearchProblems(all).flatMap((problems, i) =>
        problems.map((problem) => `${all[i]!.from} as ${all[i]!.type}: ${problem}`),
      );
    },
    answer(request) {
      const reply = indexes.answer(request);
      const type = REPLIES.find(([route]) => route.test(`${request.method} ${request.path}`))?.[1];
      if (type && (reply.status ?? 200) < 300) keep(`reply to ${request.path}`, [{ type, body: reply.body }]);
      return reply;
    },
  };
}

const REPLIES: readonly (readonly [RegExp, string])[] = [
  [/^GET \/$/, 'InfoResponse'],
  [/^GET .*_mapping$/, 'IndicesGetMappingResponse'],
  [/_bulk$/, 'BulkResponse'],
  [/_count$/, 'CountResponse'],
  [/_msearch$/, 'MsearchResponse'],
];

/** A client may ask for plain JSON; of the vendored type, only this version is there. */
function headerProblems({ headers }: Received): string[] {
  const vendored = [headers.accept ?? '', headers['content-type'] ?? ''].filter((type) => type.includes('vnd.'));
  return vendored.filter((type) => !TYPES.test(type)).map((type) => `the type ${type}`);
}

/** Of a body, what its type depends on: names of fields and the types of values, and texts by what they are. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join()}]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}:${typeof each === 'string' && each.length < 30 ? each : shapeOf(each)}`)
    .join()}}`;
}
