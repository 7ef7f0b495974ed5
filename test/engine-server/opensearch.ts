import { opensearchValidator, type Validator } from '../engine-descriptions';
import { infoOf, LuceneIndexes } from './lucene';
import type { Engine, Received } from './server';

const INFO = infoOf('The OpenSearch Project: https://opensearch.org/', {
  distribution: 'opensearch',
  number: '3.2.0',
});

/** OpenSearch in memory, whose requests and replies are held against its published description. */
export function recordedOpensearch(): Engine & { readonly indexes: LuceneIndexes } {
  const indexes = new LuceneIndexes(INFO);
  return {
    indexes,
    headers: {},
    problems: (request) => problemsOf(request),
    answer(request) {
      const reply = indexes.answer(request);
      const [, , described] = routeOf(request)!;
      if ((reply.status ?? 200) < 300 && described) {
        const problems = response(described)(reply.body);
        if (problems.length > 0)
          throw new Error(`the recorded server replies otherwise than described: ${problems.join('; ')}`);
      }
      return reply;
    },
  };
}

const validators = new Map<string, Validator>();

/** Compiled when it is first asked for: descriptions are large. */
function validator(reference: string): Validator {
  const known = validators.get(reference) ?? opensearchValidator(reference);
  validators.set(reference, known);
  return known;
}

const requestBody = (file: string, name: string, type = 'application~1json'): Validator =>
  validator(`namespaces/${file}.yaml#/components/requestBodies/${name}/content/${type}/schema`);
const response = ([file, name]: readonly [string, string]): Validator =>
  validator(`namespaces/${file}.yaml#/components/responses/${name}@200/content/application~1json/schema`);

const none = (body: unknown): readonly string[] => (body === undefined ? [] : ['has a body']);

/** The requests that there are: what their bodies have to be, and the description of their replies. */
const ROUTES: readonly (readonly [route: RegExp, body: Validator, reply?: readonly [string, string]])[] = [
  [
    /^PUT \/_search\/pipeline\/[a-z0-9_]+$/,
    (body) => requestBody('search_pipeline', 'search_pipeline.put')(asDescribed(body)),
    ['search_pipeline', 'search_pipeline.put'],
  ],
  [/^GET \/$/, none, ['_core', 'info']],
  [/^GET \/[a-z0-9_]+\/_mapping$/, none, ['indices', 'indices.get_mapping']],
  [
    /^PUT \/[a-z0-9][a-z0-9_]*$/,
    (body) => requestBody('indices', 'indices.create')(body),
    ['indices', 'indices.create'],
  ],
  [/^DELETE \/[a-z0-9_]+$/, none, ['indices', 'indices.delete']],
  [
    /^PUT \/[a-z0-9_]+\/_mapping$/,
    (body) => requestBody('indices', 'indices.put_mapping')(body),
    ['indices', 'indices.put_mapping'],
  ],
  [/^POST \/[a-z0-9_]+\/_bulk$/, bulk, ['_core', 'bulk']],
  [/^POST \/[a-z0-9_]+\/_refresh$/, none, ['indices', 'indices.refresh']],
  [/^POST \/[a-z0-9_]+\/_forcemerge$/, none, ['indices', 'indices.forcemerge']],
  [/^GET \/[a-z0-9_]+\/_count$/, none, ['_core', 'count']],
  [/^POST \/[a-z0-9_]+\/_msearch$/, searches, ['_core', 'msearch']],
];

/** The z-score is in the engine's source and not in its description: with another norm in its place, the rest is held against it. */
const asDescribed = (pipeline: unknown): unknown =>
  JSON.parse(JSON.stringify(pipeline).replace('"technique":"z_score"', '"technique":"min_max"'));

const routeOf = ({ method, path }: Received) => ROUTES.find(([route]) => route.test(`${method} ${path}`));

const problemsOf = (request: Received): readonly string[] | undefined => routeOf(request)?.[1](request.body);

function bulk(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return ['no lines'];
  const container = validator('schemas/_core.bulk.yaml#/components/schemas/OperationContainer');
  return (body as unknown[]).flatMap((line, i) => {
    if (i % 2 === 0) return container(line);
    return typeof line === 'object' && line !== null && !('index' in line) ? [] : [`line ${i} is no document`];
  });
}

function searches(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return ['no lines'];
  const header = validator('schemas/_core.msearch.yaml#/components/schemas/MultisearchHeader');
  const search = requestBody('_core', 'search');
  return (body as unknown[]).flatMap((line, i) => (i % 2 === 0 ? header(line) : search(line)));
}
