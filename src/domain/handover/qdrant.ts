import type { Json } from '../../base/types';
import { numbersOfSystem } from '../experiment/missing';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { MetricName } from '../retrieval/dense/metrics';
import type { FilterSpec } from '../retrieval/metadata/metadata-spec';
import { able, abilitiesOf, fusionOfEngine, wordsAsSums } from './abilities';
import { answersTo, type Fields, hitsOf, incomplete, shownReply } from './failures';
import {
  batchesOf,
  GRAPH,
  isNothing,
  isVectors,
  jsonFile,
  metricOf,
  numbersOf,
  passageFile,
  indexPlace,
  searchedName,
  templateQuestion,
  vocabularyFile,
} from './files';
import { toldFusion } from './fusions';
import {
  type IndexState,
  markerOf,
  type Protocol,
  stateOf,
  versionNumber,
  type SearchEngine,
  type HandedContent,
  type HandedFile,
  type HandedPassage,
  type HandedQuestion,
  type HandedSystem,
  type HandoverCommand,
  type SearchForm,
} from './target';
import { sparseSpec } from './sparse-weights';

const DISTANCES: Readonly<Record<MetricName, string>> = {
  cosine: 'Cosine',
  'dot-product': 'Dot',
  euclidean: 'Euclid',
};

const qdrantForms = ({ system }: HandedSystem): SearchForm[] =>
  system.retrievers.map((spec) => (isVectors(spec) ? 'vector' : 'sparse'));

const vectorName = (handed: HandedSystem, retriever: number): string =>
  searchedName(qdrantForms(handed)[retriever]!, indexPlace(handed, retriever));

/** The body of `PUT /collections/<name>`. Exact search needs no graph, which takes longer to build than all else. */
export function qdrantCollection(handed: HandedSystem): object {
  const { system, dimensions, approximate } = handed;
  const hnsw_config = approximate ? { m: GRAPH.m, ef_construct: GRAPH.efConstruction } : { m: 0 };
  const vectors = system.retrievers.flatMap((spec, i) =>
    isVectors(spec)
      ? [[vectorName(handed, i), { size: dimensions[i]!, distance: DISTANCES[metricOf(spec)], hnsw_config }] as const]
      : [],
  );
  const sparse = qdrantForms(handed).flatMap((form, i) =>
    form === 'sparse' ? [[vectorName(handed, i), {}] as const] : [],
  );
  return {
    vectors: Object.fromEntries(vectors),
    ...(sparse.length > 0 ? { sparse_vectors: Object.fromEntries(sparse) } : {}),
  };
}

/** A point of `PUT /collections/<name>/points`. Its number is the passage's place; the passage's id is in the payload. */
export function qdrantPoint(handed: HandedSystem, { id, position, content, searched }: HandedPassage): object {
  const vectors = searched.flatMap((each, i) =>
    each && !isNothing(each)
      ? [[vectorName(handed, i), each.form === 'sparse' ? each.sparse : numbersOf(each)] as const]
      : [],
  );
  return { id: position, vector: Object.fromEntries(vectors), payload: { id, ...content } };
}

/** The body of `POST /collections/<name>/points/query`. */
export function qdrantQuery(handed: HandedSystem, question: HandedQuestion): object {
  const { system, k, depth } = handed;
  const { fusion, threshold } = system;
  const queries = system.retrievers.map((_, i) => retrieverOf(handed, i, question));
  const joined = fusion
    ? {
        prefetch: queries.map((each) => ({ ...each, limit: depth })),
        query: fusionQuery(fusion, queries.length),
      }
    : queries[0]!;
  return {
    ...joined,
    limit: k,
    with_payload: true,
    ...(threshold === null ? {} : { score_threshold: threshold }),
  };
}

/** In the place of a question without a term that any passage has: its list stays, and is empty. */
const NOTHING = { query: { indices: [0], values: [1] }, filter: { must: [{ has_id: [] }] } } as const;

/** Vectors are compared with every one, unless an approximate index was asked for. */
function retrieverOf(handed: HandedSystem, retriever: number, { searched }: HandedQuestion): object {
  const { system, approximate } = handed;
  const asked = searched[retriever]!;
  const filter = system.filter ? { filter: qdrantFilter(handed, system.filter) } : {};
  const using = vectorName(handed, retriever);
  if (isVectors(system.retrievers[retriever]!)) {
    const params = approximate ? { hnsw_ef: GRAPH.efSearch } : { exact: true };
    return { query: numbersOf(asked), using, params, ...filter };
  }
  if (asked.form === 'placeholder') return { query: asked.text, using, ...filter };
  if (asked.form !== 'sparse') throw new RangeError(`a sparse vector is asked for, and not ${asked.form}`);
  return isNothing(asked) ? { using, ...NOTHING } : { query: asked.sparse, using, ...filter };
}

/** Raw scores that are weighted and added take a formula, in which an absent passage has 0. */
function fusionQuery(fusion: FusionSpec, lists: number): object {
  if (isRawSum(fusion))
    return {
      formula: { sum: fusion.weights.map((weight, i) => ({ mult: [weight, `$score[${i}]`] })) },
      defaults: Object.fromEntries(fusion.weights.map((_, i) => [`$score[${i}]`, 0])),
    };
  const { form, constant, weights } = toldFusion('qdrant', fusion, lists);
  return form === 'rrf' ? { rrf: { k: constant!, weights } } : { fusion: form };
}

const isRawSum = (fusion: FusionSpec): fusion is FusionSpec & { readonly method: 'wsum' } =>
  fusion.method === 'wsum' && fusion.norm === 'none' && fusion.absent === 'zero';

/** A field of numbers is compared as numbers, which Qdrant matches by ranges. */
function qdrantFilter({ system, fields }: HandedSystem, filter: FilterSpec): object {
  const key = `metadata.${filter.field}`;
  switch (filter.kind) {
    case 'values': {
      const isNumber =
        numbersOfSystem(system).includes(filter.field) ||
        fields.some(({ name, range }) => name === filter.field && range !== null);
      if (!isNumber) return { must: [{ key, match: { any: filter.values } }] };
      return { should: filter.values.map((value) => ({ key, range: { gte: Number(value), lte: Number(value) } })) };
    }
    case 'range':
      return { must: [{ key, range: { gte: filter.least, lte: filter.most } }] };
    case 'question':
      throw new RangeError('a filter by the question is none of the engine');
  }
}

const BATCH = 100;

const ownFusion = fusionOfEngine('qdrant', false);

/** One collection with a sparse vector for the terms of each analyzer, and a vector of each encoder. */
const LIVE: Protocol = {
  // https://qdrant.tech/documentation/concepts/collections/
  mostNumbers: 65_536,

  version: () => [{ method: 'GET', path: '/' }],
  readVersion([reply]) {
    const { title = '', version = '' } = (reply ?? {}) as { readonly title?: string; readonly version?: string };
    return /qdrant/i.test(title)
      ? { name: `Qdrant ${version}`, number: versionNumber(String(version)) }
      : { name: 'another server', number: null };
  },
  // From this version on collections have metadata and fusions have weights.
  least: () => [1, 17],

  look: ({ name }) => ({ method: 'GET', path: `/collections/${name}` }),
  readState: (_index, reply): IndexState => {
    if (reply === null) return { is: 'absent' };
    return stateOf((reply as unknown as { config: { metadata?: Json } }).config.metadata);
  },

  create: (index) => [
    {
      method: 'PUT',
      path: `/collections/${index.name}`,
      body: { ...qdrantCollection(index.handed), shard_number: 1, metadata: markerOf(index, null) },
    },
  ],

  add: ({ name, handed }, passages) => ({
    method: 'PUT',
    path: `/collections/${name}/points?wait=true`,
    body: { points: passages.map((each) => qdrantPoint(handed, each)) },
  }),
  // A batch is taken whole or not at all.
  readFailed: (reply) => {
    if (['completed', 'acknowledged'].includes(String((reply as Fields | null)?.['status']))) return [];
    throw incomplete(`no status: ${shownReply(reply)}`);
  },

  settle: ({ name }) => [{ method: 'GET', path: `/collections/${name}` }],
  /** While it is yellow, it still orders what was added. */
  isSettled: (reply) => (reply as { readonly status: string }).status !== 'yellow',
  complete: (index, passages) => [
    { method: 'PATCH', path: `/collections/${index.name}`, body: { metadata: markerOf(index, passages) } },
  ],

  count: ({ name }) => ({ method: 'POST', path: `/collections/${name}/points/count`, body: { exact: true } }),
  readCount: (reply) => Number((reply as { readonly count: number }).count),

  ask: (search, questions) => ({
    method: 'POST',
    path: `/collections/${search.name}/points/query/batch`,
    body: { searches: questions.map((question) => qdrantQuery(search, question)) },
  }),
  readRankings: ({ system }, reply, questions) => {
    const [only] = system.retrievers;
    // Qdrant gives a distance as it is, the nearest first.
    const sign = !system.fusion && isVectors(only!) && metricOf(only) === 'euclidean' ? -1 : 1;
    return answersTo(questions, reply).map(({ points }, question) =>
      hitsOf<{ readonly score?: Json; readonly payload?: Fields }>(points, question, ({ payload, score }) => ({
        id: payload?.['id'],
        score: typeof score === 'number' ? sign * score : score,
      })),
    );
  },

  drop: ({ name }) => [{ method: 'DELETE', path: `/collections/${name}` }],
};

/** Qdrant 1.17, from which on fusions have weights: a vector for each retriever, of words sparse ones, prefetched and fused. */
export const QDRANT: SearchEngine = {
  abilities: abilitiesOf({
    // Sums over terms are dot products of sparse vectors.
    words: wordsAsSums(sparseSpec),
    // Qdrant's Euclidean scores are distances, of which less is better.
    vectors: (search, byScores) => search.kind === 'nearest' && (search.metric !== 'euclidean' || !byScores),
    fusion: (spec, system) => (isRawSum(spec) ? able(spec) : ownFusion(spec, system)),
    threshold: true,
  }),
  forms: qdrantForms,
  told: (fusion, lists) => (isRawSum(fusion) ? { form: 'formula' } : toldFusion('qdrant', fusion, lists)),
  notes: (handed) => (qdrantForms(handed).includes('sparse') ? [{ code: 'weights-fixed' as const, data: null }] : []),
  commands,
  files: (handed, content) => [
    jsonFile('collection.json', qdrantCollection(handed)),
    jsonFile('query.json', qdrantQuery(handed, templateQuestion(qdrantForms(handed)))),
    ...passageFile('points.ndjson', content, async function* (read) {
      for await (const some of batchesOf(read(), BATCH))
        yield JSON.stringify({ points: some.map((passage) => qdrantPoint(handed, passage)) });
    }),
    ...vocabularies(handed, content),
  ],
  live: LIVE,
};

/** The terms of sparse vectors are words of the passages, and leave with them alone. */
const vocabularies = (handed: HandedSystem, { passages, vocabulary }: HandedContent): HandedFile[] =>
  qdrantForms(handed).flatMap((form, i) =>
    form === 'sparse' && passages ? [{ path: vocabularyFile(i), lines: () => each(vocabulary(i)) }] : [],
  );

async function* each(terms: Iterable<string>): AsyncGenerator<string> {
  yield* terms;
}

/** Commands for curl: the address is in `QDRANT_URL`, the key in `QDRANT_API_KEY`. */
function commands({ name }: HandedSystem, { passages, vectors }: HandedContent): HandoverCommand[] {
  const json = (method: string, path: string, file: string): string =>
    `curl --fail-with-body -X ${method} "$QDRANT_URL/collections/${name}${path}" -H "api-key: $QDRANT_API_KEY" -H 'Content-Type: application/json' --data-binary @${file}`;
  const points = `while IFS= read -r batch; do printf '%s' "$batch" | ${json('PUT', '/points?wait=true', '-')}; done < points.ndjson`;
  return [
    { does: 'create-index', shell: json('PUT', '', 'collection.json') },
    ...(passages || vectors ? [{ does: 'index-passages' as const, shell: points }] : []),
    { does: 'search', shell: json('POST', '/points/query', 'query.json') },
  ];
}
