import { expect } from 'vitest';
import { recordedElasticsearch } from '../../../engine-server/elasticsearch';
import { failed, type LuceneIndexes } from '../../../engine-server/lucene';
import { recordedOpensearch } from '../../../engine-server/opensearch';
import { madeCollection } from '../../../engine-server/passages';
import { qdrantError, recordedQdrant } from '../../../engine-server/qdrant';
import { EngineFolder, type RunOptions } from '../../../engine-server/run';
import {
  type Engine,
  type EngineServer,
  type Fault,
  type Received,
  type Reply,
  startEngine,
} from '../../../engine-server/server';

export const { passages, questions } = madeCollection(20, 3);

export type Name = 'opensearch' | 'elasticsearch' | 'qdrant';

/** What engines say each in its own way. */
export interface Failing {
  readonly engine: Engine;
  /** A reply that is none; the type is Lucene's. */
  readonly refused: (status: number, reason: string, type?: string) => Reply;
  readonly isAdd: Fault['when'];
  /** Places of the passages that a request adds. */
  readonly added: (request: Received) => number[];
  /** Puts another mark on the only index. */
  readonly remark: (mark: object) => void;
  readonly clear: () => void;
  /** Passages that it holds. */
  readonly held: () => number;
  /** The creation of an index, with the mark of somebody else. */
  readonly foreign: (request: Received) => Received;
  readonly login: { readonly env: RunOptions['env'] & object; readonly header: string; readonly sent: string };
  readonly other: () => Engine;
  readonly shown: readonly string[];
  /** Of a status and words, what to do. */
  readonly advice: readonly (readonly [number, string, RegExp, type?: string])[];
}

const BASIC = `Basic ${Buffer.from('me:hunter2').toString('base64')}`;

export function lucene(name: Exclude<Name, 'qdrant'>): Failing & { readonly indexes: LuceneIndexes } {
  const engine = name === 'opensearch' ? recordedOpensearch() : recordedElasticsearch();
  return {
    engine,
    indexes: engine.indexes,
    refused: (status, reason, type = 'x') => failed(status, type, reason),
    isAdd: ({ path }) => path.endsWith('/_bulk'),
    added: (request) => idsOf(request).map((id) => Number(id.slice(1))),
    remark: (mark) => {
      const [held] = [...engine.indexes.all.values()];
      held!.mappings = { ...held!.mappings, _meta: mark as never };
    },
    clear: () => engine.indexes.all.clear(),
    held: () => [...engine.indexes.all.values()][0]?.docs.size ?? 0,
    foreign: (request) => ({
      ...request,
      body: { ...(request.body as object), mappings: { _meta: { owner: 'somebody' } } },
    }),
    login:
      name === 'opensearch'
        ? {
            env: { OPENSEARCH_USERNAME: 'me', OPENSEARCH_PASSWORD: 'hunter2' },
            header: 'authorization',
            sent: BASIC,
          }
        : { env: { ELASTIC_API_KEY: 'hunter2' }, header: 'authorization', sent: 'ApiKey hunter2' },
    other: name === 'opensearch' ? recordedElasticsearch : recordedOpensearch,
    shown: ['GET /', 'PUT /hitrate_mine_', '_bulk', '_refresh', '_forcemerge', '_count', '_msearch', '"_id":"p0"'],
    advice: [
      [401, 'missing credentials', /refused the login: set (?:OPENSEARCH_USERNAME|ELASTIC_API_KEY)/],
      [403, 'no permissions for [indices:admin/create]', /right to create, write, read and delete/],
      [403, 'blocked by: [FORBIDDEN/8/index write]', /Lift the block there/, 'cluster_block_exception'],
      [413, 'entity content is too long', /use a smaller --batch/],
      [400, 'No handler for type [knn_vector] declared', /lacks[\s\S]*Install it on the server/],
      [429, 'disk usage exceeded flood-stage watermark', /full or past the watermark/, 'cluster_block_exception'],
    ],
  };
}

export function qdrant(): Failing & { readonly collections: ReturnType<typeof recordedQdrant>['collections'] } {
  const engine = recordedQdrant();
  return {
    engine,
    collections: engine.collections,
    refused: qdrantError,
    isAdd: ({ method, path }) => method === 'PUT' && path.endsWith('/points'),
    added: ({ body }) => (body as { points: { id: number }[] }).points.map(({ id }) => id),
    remark: (mark) => void ([...engine.collections.values()][0]!.metadata = mark as never),
    clear: () => engine.collections.clear(),
    held: () => [...engine.collections.values()][0]?.points.size ?? 0,
    foreign: (request) => ({ ...request, body: { ...(request.body as object), metadata: { owner: 'somebody' } } }),
    login: { env: { QDRANT_API_KEY: 'hunter2' }, header: 'api-key', sent: 'hunter2' },
    other: recordedOpensearch,
    shown: ['GET /', 'PUT /collections/hitrate_mine_', '/points?wait=true', '/points/count', 'PATCH', '/query/batch'],
    advice: [
      [401, 'Invalid API key or JWT', /refused the login: set QDRANT_API_KEY/],
      [403, 'Forbidden: Global manage access is required', /right to create, write, read and delete/],
      [403, 'Forbidden: Write operations are forbidden', /The index takes no writes/],
      [413, 'JSON payload is larger than allowed (limit: 33554432 bytes)', /use a smaller --batch/],
      [500, 'Service internal error: No space left on device', /full or past the watermark/],
    ],
  };
}

export const isSearch = ({ path }: Received): boolean => /_msearch$|query\/batch$/.test(path);
export const isCreation = ({ method, path }: Received): boolean => method === 'PUT' && /\/hitrate_\w+$/.test(path);
export const idsOf = ({ body }: Received): string[] =>
  (body as { index?: { _id: string } }[]).flatMap(({ index }) => index?._id ?? []);
export const once = (when: Fault['when'], reply: Fault['reply'], times = 1): Fault => ({ when, reply, times });

export let server: EngineServer;
export let folder: EngineFolder;
let name: Name;

export async function begin<Own extends Failing>(of: Name, own: Own): Promise<Own> {
  name = of;
  server = await startEngine(own.engine);
  folder = new EngineFolder(passages, questions);
  return own;
}
export const end = async (): Promise<void> => {
  await server.stop();
  folder.remove();
};

export const run = (options?: RunOptions) => folder.run(`${name}+http://${server.host}`, options);
export const refusal = async (options?: RunOptions): Promise<string> =>
  run(options).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

/** Runs under some faults, and as it is without them. */
export async function bothWays(...faults: readonly Fault[]) {
  const plain = await run();
  server.fail(...faults);
  const failing = await run({ fresh: true, env: { HITRATE_ENGINE_SECONDS: '1' } });
  expect(failing.run!.runs).toEqual(plain.run!.runs);
  return failing;
}
