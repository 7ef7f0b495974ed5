import { qdrantValidator, type Validator } from '../engine-descriptions';
import { byDeviations, byRanks } from './fused';
import { product } from './lucene';
import type { Engine, Received, Reply } from './server';

type Fields = Readonly<Record<string, unknown>>;
interface Sparse {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}
type Vector = readonly number[] | Sparse;

interface PointStruct {
  readonly id: number;
  readonly vector: Readonly<Record<string, Vector>>;
  readonly payload: Fields;
}

interface Collection {
  readonly params: {
    readonly vectors: Readonly<Record<string, { readonly size: number; readonly distance: string }>>;
    readonly sparse_vectors?: Fields;
  };
  metadata: Fields;
  readonly points: Map<number, PointStruct>;
}

interface Query {
  readonly query: Vector;
  readonly using: string;
  readonly limit: number;
  /** Only one that lets nothing through is evaluated here. */
  readonly filter?: { readonly must: readonly [{ readonly has_id: readonly [] }] };
}

interface Joined {
  readonly prefetch: readonly Query[];
  readonly query:
    | { readonly rrf: { readonly k: number; readonly weights: readonly number[] } }
    | { readonly fusion: 'dbsf' };
  readonly limit: number;
}

const VERSION = { title: 'qdrant - vector search engine', version: '1.19.0', commit: '0' };
const HNSW = { m: 16, ef_construct: 100, full_scan_threshold: 10_000 };
const OPTIMIZER = {
  deleted_threshold: 0.2,
  vacuum_min_vector_number: 1000,
  default_segment_number: 0,
  flush_interval_sec: 5,
};

const validators = new Map<string, Validator>();
const validator = (name: string): Validator => {
  const known = validators.get(name) ?? qdrantValidator(name);
  validators.set(name, known);
  return known;
};

/** Schemas take any further field; these are the fields that the bodies of requests have here. */
const ROUTES: readonly (readonly [route: RegExp, body: string | null, reply: string | null])[] = [
  [/^GET \/$/, null, 'VersionInfo'],
  [/^GET \/collections\/[^/]+$/, null, 'CollectionInfo'],
  [/^PUT \/collections\/[^/]+$/, 'CreateCollection', null],
  [/^PATCH \/collections\/[^/]+$/, 'UpdateCollection', null],
  [/^DELETE \/collections\/[^/]+$/, null, null],
  [/^PUT \/collections\/[^/]+\/points$/, 'PointInsertOperations', 'UpdateResult'],
  [/^POST \/collections\/[^/]+\/points\/count$/, 'CountRequest', 'CountResult'],
  [/^POST \/collections\/[^/]+\/points\/query\/batch$/, 'QueryRequestBatch', null],
];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  CreateCollection: ['vectors', 'sparse_vectors', 'shard_number', 'metadata'],
  UpdateCollection: ['metadata'],
  PointInsertOperations: ['points'],
  CountRequest: ['exact'],
  QueryRequestBatch: ['searches'],
};

/** Qdrant in memory, whose requests and replies are held against its published description. */
export function recordedQdrant(): Engine & { readonly collections: Map<string, Collection> } {
  const collections = new Map<string, Collection>();
  return {
    collections,
    headers: {},
    problems({ method, path, body }) {
      const route = ROUTES.find(([each]) => each.test(`${method} ${path}`));
      if (!route) return undefined;
      const [, schema] = route;
      if (schema === null) return body === undefined ? [] : ['has a body'];
      const unknown = Object.keys(body as object).filter((field) => !FIELDS[schema]!.includes(field));
      return [...validator(schema)(body), ...unknown.map((field) => `${field} is not of ${schema}`)];
    },
    answer(request) {
      const reply = answer(collections, request);
      const schema = ROUTES.find(([each]) => each.test(`${request.method} ${request.path}`))![2];
      if ((reply.status ?? 200) < 300 && schema) {
        const { result = reply.body } = reply.body as { result?: unknown };
        const problems = validator(schema)(result);
        if (problems.length > 0) throw new Error(`a reply is otherwise than described: ${problems.join('; ')}`);
      }
      return reply;
    },
  };
}

const done = (result: unknown): Reply => ({ body: { result, status: 'ok', time: 0.001 } });
export const qdrantError = (status: number, error: string): Reply => ({
  status,
  body: { status: { error }, time: 0.001 },
});

function answer(collections: Map<string, Collection>, { method, path, body, query }: Received): Reply {
  if (path === '/') return { body: VERSION };
  const [, , name = '', ...rest] = path.split('/');
  const action = `${method} ${rest.join('/')}`;
  if (action === 'PUT ') {
    if (collections.has(name)) return qdrantError(409, `Wrong input: Collection \`${name}\` already exists!`);
    const { metadata, shard_number: _, ...params } = body as Fields;
    collections.set(name, { params, metadata: metadata ?? {}, points: new Map() } as unknown as Collection);
    return done(true);
  }
  const collection = collections.get(name);
  if (!collection) return qdrantError(404, `Not found: Collection \`${name}\` doesn't exist!`);
  switch (action) {
    case 'GET ':
      return done(infoOf(collection));
    case 'DELETE ':
      return done(collections.delete(name));
    case 'PATCH ':
      collection.metadata = { ...collection.metadata, ...(body as { metadata: Fields }).metadata };
      return done(true);
    case 'PUT points':
      if (query.get('wait') !== 'true') return qdrantError(400, 'what is sent is to be waited for');
      return upsert(collection, (body as { points: PointStruct[] }).points);
    case 'POST points/count':
      return done({ count: collection.points.size });
    default:
      return done(
        (body as { searches: (Query | Joined)[] }).searches.map((each) => ({
          points: 'prefetch' in each ? joined(collection, each) : search(collection, each),
        })),
      );
  }
}

const infoOf = ({ params, metadata, points }: Collection): Fields => ({
  status: 'green',
  optimizer_status: 'ok',
  points_count: points.size,
  segments_count: 1,
  config: { params: { ...params, shard_number: 1 }, hnsw_config: HNSW, optimizer_config: OPTIMIZER, metadata },
  payload_schema: {},
});

function upsert({ params, points }: Collection, added: readonly PointStruct[]): Reply {
  for (const { vector } of added)
    for (const [name, value] of Object.entries(vector)) {
      const size = params.vectors[name]?.size;
      if (size === undefined && !params.sparse_vectors?.[name])
        return qdrantError(400, `Wrong input: Not existing vector name error: ${name}`);
      const { length } = value as readonly number[];
      if (size !== undefined && length !== size)
        return qdrantError(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${length}`);
    }
  for (const point of added) points.set(point.id, point);
  return done({ operation_id: points.size, status: 'completed' });
}

function joined(collection: Collection, { prefetch, query, limit }: Joined): Fields[] {
  const lists = prefetch.map(
    (each) => new Map(search(collection, each).map(({ id, score }) => [String(id), score as number])),
  );
  const scores =
    'rrf' in query
      ? byRanks(lists, (rank, list) => 1 / ((rank + 1) / query.rrf.weights[list]! + query.rrf.k - 1))
      : byDeviations(lists);
  const scored = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
  return scored.map(([id, score]) => {
    const { payload } = collection.points.get(Number(id))!;
    return { id: Number(id), version: 0, score, payload };
  });
}

function search({ params, points }: Collection, { query, using, limit, filter }: Query): Fields[] {
  if (filter) return [];
  const distance = params.vectors[using]?.distance;
  const scored = [...points.values()].flatMap(({ id, vector, payload }) => {
    const value = vector[using];
    const score = value === undefined ? null : scoreOf(distance, query, value);
    return score === null ? [] : [{ id, version: 0, score: Math.fround(score), payload }];
  });
  const sign = distance === 'Euclid' ? 1 : -1;
  return scored.sort((a, b) => sign * (a.score - b.score) || a.id - b.id).slice(0, limit);
}

/** Null for a passage that shares no term with a question. */
function scoreOf(distance: string | undefined, a: Vector, b: Vector): number | null {
  if ('indices' in a && 'indices' in b) {
    const asked = new Map(a.indices.map((index, i) => [index, a.values[i]!]));
    const shared = b.indices.flatMap((index, i) => (asked.has(index) ? [asked.get(index)! * b.values[i]!] : []));
    return shared.length === 0 ? null : shared.reduce((sum, each) => sum + each, 0);
  }
  const [x, y] = [a as readonly number[], b as readonly number[]];
  switch (distance) {
    case 'Cosine':
      return product(x, y) / (Math.sqrt(product(x, x) * product(y, y)) || 1);
    case 'Dot':
      return product(x, y);
    case 'Euclid':
      return Math.sqrt(x.reduce((sum, value, i) => sum + (value - y[i]!) ** 2, 0));
    default:
      throw new Error(`vectors are compared by ${distance}`);
  }
}
