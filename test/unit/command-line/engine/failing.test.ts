import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEngineDescriptions } from '../../../engine-descriptions';
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

const { passages, questions } = madeCollection(20, 3);

type Name = 'opensearch' | 'elasticsearch' | 'qdrant';

/** What engines say each in its own way. */
interface Failing {
  readonly engine: Engine;
  /** A reply that is none; the type is Lucene's. */
  readonly refused: (status: number, reason: string, type?: string) => Reply;
  readonly isAdd: Fault['when'];
  /** Places of the passages that a request adds. */
  readonly added: (request: Received) => number[];
  /** Puts another mark on the only index. */
  readonly remark: (mark: object) => void;
  readonly clear: () => void;
  /** The creation of an index, with the mark of somebody else. */
  readonly foreign: (request: Received) => Received;
  readonly login: { readonly env: RunOptions['env'] & object; readonly header: string; readonly sent: string };
  readonly other: () => Engine;
  readonly shown: readonly string[];
  /** Of a status and words, what to do. */
  readonly advice: readonly (readonly [number, string, RegExp, type?: string])[];
}

const BASIC = `Basic ${Buffer.from('me:hunter2').toString('base64')}`;

function lucene(name: Exclude<Name, 'qdrant'>): Failing & { readonly indexes: LuceneIndexes } {
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

function qdrant(): Failing & { readonly collections: ReturnType<typeof recordedQdrant>['collections'] } {
  const engine = recordedQdrant();
  return {
    engine,
    collections: engine.collections,
    refused: qdrantError,
    isAdd: ({ method, path }) => method === 'PUT' && path.endsWith('/points'),
    added: ({ body }) => (body as { points: { id: number }[] }).points.map(({ id }) => id),
    remark: (mark) => void ([...engine.collections.values()][0]!.metadata = mark as never),
    clear: () => engine.collections.clear(),
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

const isSearch = ({ path }: Received): boolean => /_msearch$|query\/batch$/.test(path);
const isCreation = ({ method, path }: Received): boolean => method === 'PUT' && /\/hitrate_\w+$/.test(path);
const idsOf = ({ body }: Received): string[] =>
  (body as { index?: { _id: string } }[]).flatMap(({ index }) => index?._id ?? []);
const once = (when: Fault['when'], reply: Fault['reply'], times = 1): Fault => ({ when, reply, times });

let server: EngineServer;
let folder: EngineFolder;
let name: Name;

async function begin<Own extends Failing>(of: Name, own: Own): Promise<Own> {
  name = of;
  server = await startEngine(own.engine);
  folder = new EngineFolder(passages, questions);
  return own;
}
const end = async (): Promise<void> => {
  await server.stop();
  folder.remove();
};

const run = (options?: RunOptions) => folder.run(`${name}+http://${server.host}`, options);
const refusal = async (options?: RunOptions): Promise<string> =>
  run(options).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

/** Runs under some faults, and as it is without them. */
async function bothWays(...faults: readonly Fault[]) {
  const plain = await run();
  server.fail(...faults);
  const failing = await run({ fresh: true, env: { HITRATE_ENGINE_SECONDS: '2' } });
  expect(failing.run!.runs).toEqual(plain.run!.runs);
  return failing;
}

const NAMES = ['opensearch', 'elasticsearch', 'qdrant'] as const;

describe.skipIf(!hasEngineDescriptions()).each(NAMES)('what fails on %s', (of) => {
  let own: Failing;
  beforeEach(async () => (own = await begin(of, of === 'qdrant' ? qdrant() : lucene(of))));
  afterEach(end);

  it('sends again what is refused for now, as long as the engine says', { timeout: 120_000 }, async () => {
    const busy = own.refused(429, 'rejected for now', 'es_rejected_execution_exception');
    const { waits, said } = await bothWays(
      once(own.isAdd, busy, 2),
      once(isSearch, { ...busy, headers: { 'retry-after': '7' } }),
    );
    expect(waits).toEqual([500, 1000, 7000]);
    expect(said.join('\n')).toContain('Waiting 7.0 s: rejected for now');
  });

  it('sends again after a connection that broke, an answer that never came, and one that others cut', async () => {
    const { waits } = await bothWays(
      once(own.isAdd, 'closed'),
      once(own.isAdd, own.refused(504, 'too slow')),
      once(isSearch, 'nothing'),
    );
    expect(waits).toEqual([500, 1000, 500]);
  });

  it('follows no redirection: credentials go to the address that was named', async () => {
    const elsewhere = await startEngine(own.other());
    const headers = { location: `http://${elsewhere.host}/` };
    server.fail({ when: ({ path }) => path === '/', reply: { status: 307, body: {}, headers } });
    expect(await refusal({ env: own.login.env })).toMatch(/HTTP 307: it sends on to another address/);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it('says what to do, and does not try again', async () => {
    for (const [status, reason, advice, type] of own.advice) {
      server.fail({ when: own.isAdd, reply: own.refused(status, reason, type) });
      const before = server.requests.length;
      const said = await refusal({ fresh: true });
      expect(said).toContain(reason);
      expect(said).toMatch(advice);
      expect(server.requests.slice(before).filter(own.isAdd)).toHaveLength(1);
    }
  });

  it('writes nothing to an index without its mark', async () => {
    await run();
    own.remark({ owner: 'somebody' });
    const before = server.requests.length;
    expect(await refusal({ fresh: true })).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('goes on with an index whose creation was not answered, and with no other', async () => {
    const slow = own.refused(504, 'too slow');
    const lost = once(isCreation, (request, answer) => {
      answer(request);
      return slow;
    });
    const failing = await bothWays(lost);
    expect(failing.waits).toEqual([500]);
    expect(failing.said.join('\n')).toMatch(/Building the index “hitrate_mine_\w+”/);

    // Somebody made one of this name meanwhile.
    own.clear();
    server.fail(
      once(isCreation, (request, answer) => {
        answer(own.foreign(request));
        return slow;
      }),
    );
    const before = server.requests.length;
    expect(await refusal()).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).filter(own.isAdd)).toEqual([]);
  });

  it('resumes an index that is half built, or removes it where that is asked for', async () => {
    server.fail({
      when: (request) => own.isAdd(request) && own.added(request).includes(14),
      reply: own.refused(400, 'no'),
    });
    expect(await refusal()).toContain('The same command resumes');
    server.fail();
    const before = server.requests.length;
    const resumed = await run();
    expect(resumed.said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 14 passages/);
    expect(server.requests.slice(before).filter(own.isAdd).map(own.added)).toEqual([[14, 15, 16, 17, 18, 19]]);
    const anew = await run({ fresh: true });
    expect(anew.said.join('\n')).toMatch(/Removed the index[\s\S]*Building the index/);
    expect(anew.run!.runs).toEqual(resumed.run!.runs);
  });

  it('ends at once where it is interrupted, and the next command resumes', async () => {
    const stop = new AbortController();
    server.fail({
      when: (request) => own.isAdd(request) && own.added(request).includes(7),
      reply: (request, answer) => {
        stop.abort(new Error('stopped'));
        return answer(request);
      },
    });
    await expect(run({ signal: stop.signal })).rejects.toThrow('stopped');
    server.fail();
    expect((await run()).said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 7 passages/);
  });

  it('sends credentials of the environment, and prints none', async () => {
    const { env, header, sent } = own.login;
    server.fail({ when: () => true, reply: own.refused(403, 'me with hunter2 may not') });
    expect(await refusal({ env })).toContain('me with … may not');
    expect(server.requests.map(({ headers }) => headers[header])).toEqual([sent]);
  });

  it('refuses another server, and a version that computes otherwise', async () => {
    const other = await startEngine(own.other());
    const asked = folder.run(`${of}+http://${other.host}`);
    await expect(asked).rejects.toThrow(/At this address is another server.*or later is needed/);
    await other.stop();
    const old = {
      opensearch: { version: { number: '2.18.0', distribution: 'opensearch' } },
      elasticsearch: { version: { number: '8.19.0' }, tagline: 'You Know, for Search' },
      qdrant: { title: 'qdrant - vector search engine', version: '1.15.4' },
    }[of];
    server.fail({ when: ({ path }) => path === '/', reply: { body: old } });
    expect(await refusal()).toMatch(/At this address is \w+ (?:2\.18\.0|8\.19\.0|1\.15\.4), and \w+ .* or later/);
  });

  it('shows every request and sends none', async () => {
    const { shown } = await run({ dryRun: true });
    expect(server.requests).toEqual([]);
    for (const each of own.shown) expect(shown).toContain(each);
    expect(shown).toMatch(/"(?:_meta|metadata)":\{"createdBy":"hitrate"/);
  });
});

describe.skipIf(!hasEngineDescriptions()).each(['opensearch', 'elasticsearch'] as const)('an answer of %s', (of) => {
  let own: ReturnType<typeof lucene>;
  beforeEach(async () => (own = await begin(of, lucene(of))));
  afterEach(end);

  interface Answers {
    readonly responses: { hits: { hits: object[] } }[];
  }
  const changed = (change: (body: Answers) => unknown): Fault['reply'] => {
    return (request, answer) => ({ body: change(structuredClone(answer(request).body) as Answers) });
  };
  const first = (change: object): Fault['reply'] =>
    changed(({ responses, ...body }) => ({
      ...body,
      responses: [{ ...responses[0], ...change }, ...responses.slice(1)],
    }));

  it('is taken where the search read everything, and asked for again where it did not', async () => {
    const failures = [{ shard: 1, reason: { type: 'x', reason: 'gone' } }];
    const { waits } = await bothWays(
      once(isSearch, first({ timed_out: true })),
      once(isSearch, first({ _shards: { total: 2, successful: 1, failed: 1, failures } })),
      once(isSearch, first({ status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } })),
    );
    expect(waits).toHaveLength(3);
  });

  const HALF: readonly (readonly [string, Fault['reply'], RegExp])[] = [
    [
      'half of the answers',
      changed((body) => ({ ...body, responses: body.responses.slice(0, 1) })),
      /answered 1 of 3 questions/,
    ],
    ['one without hits', first({ hits: {} }), /question “q0”: the answer has no hits/],
    [
      'a hit without a score',
      changed((body) => {
        Object.assign(body.responses[2]!.hits.hits[0]!, { _score: null });
        return body;
      }),
      /question “q2”: a hit has no id or no score/,
    ],
    ['no list of answers', { body: { took: 1 } }, /question “q0”: the answer has no list of hits/],
    ['a page of HTML', { body: '<html>', headers: { 'content-type': 'text/html' } }, /no JSON/],
  ];

  it.each(HALF)('is asked for again after %s, and then nothing is scored or kept', async (_, reply, said) => {
    expect((await bothWays(once(isSearch, reply, 2))).waits).toEqual([500, 1000]);
    server.fail({ when: isSearch, reply });
    const refused = await refusal({ fresh: true });
    expect(refused).toMatch(said);
    expect(refused).toMatch(/^(?:OpenSearch|Elasticsearch), question “q\d”: [\s\S]*nothing of it is kept or scored/);
    server.fail();
    const before = server.requests.length;
    await run();
    expect(server.requests.slice(before).filter(isSearch)).not.toEqual([]);
  });

  it('to a bulk request is none where it speaks of fewer passages than were sent', async () => {
    server.fail(
      once(own.isAdd, (request, answer) => {
        const reply = answer(request).body as { items: object[] };
        return { body: { ...reply, items: reply.items.slice(1) } };
      }),
    );
    const { waits, said } = await run();
    expect([waits, said.join('\n')]).toEqual([[500], expect.stringContaining('it answered for 6 of 7 passages')]);
  });

  it('names passages of a batch that were not taken, and only those are sent again', async () => {
    const left = ['p1', 'p4'];
    const { waits } = await bothWays(
      once(own.isAdd, (request, answer) => {
        const lines = request.body as object[];
        const taken = lines.filter((_, i) => !left.includes((lines[i - (i % 2)] as never)['index']['_id']));
        const reply = answer({ ...request, body: taken }).body as { items: object[] };
        const error = { type: 'es_rejected_execution_exception', reason: 'full' };
        const refused = left.map((_id) => ({ index: { _index: 'x', _id, status: 429, error } }));
        return { body: { ...reply, errors: true, items: [...reply.items, ...refused] } };
      }),
    );
    const bulks = server.requests.filter(own.isAdd).map(idsOf);
    // Of three batches in each run, the first of the second run comes twice.
    expect(bulks.map(({ length }) => length)).toEqual([7, 7, 6, 7, 2, 7, 6]);
    expect(bulks[4]).toEqual(left);
    expect(waits).toEqual([500]);
  });

  it('names passages that are not taken at all: the disk is past its watermark', async () => {
    const error = {
      type: 'cluster_block_exception',
      reason: 'blocked by: [disk usage exceeded flood-stage watermark]',
    };
    const items = (request: Received) =>
      idsOf(request).map((_id) => ({ index: { _index: 'x', _id, status: 429, error } }));
    server.fail(once(own.isAdd, (request) => ({ body: { took: 1, errors: true, items: items(request) } })));
    expect(await refusal()).toMatch(
      /did not take 7 passages of a batch of 7, as “p0”: .*watermark[\s\S]*lift the block/,
    );
  });

  it('says that vectors have another length than the index', async () => {
    await run();
    const [held] = [...own.indexes.all.values()];
    const mappings = JSON.parse(JSON.stringify(held!.mappings).replace(/"dim(ension|s)":8/, '"dim$1":4')) as never;
    held!.mappings = { ...(mappings as object), _meta: { ...held!.mappings._meta, passages: null } } as never;
    expect(await refusal()).toMatch(/Expected: 4, Given: 8[\s\S]*another length than the index/);
  });
});

describe.skipIf(!hasEngineDescriptions())('Qdrant', () => {
  let own: ReturnType<typeof qdrant>;
  beforeEach(async () => (own = await begin('qdrant', qdrant())));
  afterEach(async () => {
    expect(server.problems()).toEqual([]);
    await end();
  });

  it('is sent again what is not applied yet', async () => {
    const body = { result: { operation_id: 1, status: 'wait_timeout' }, status: 'ok', time: 1 };
    expect((await bothWays(once(own.isAdd, { body }))).waits).toEqual([500]);
  });

  it('has terms weighed as Hitrate scores them, so that no other score stands for MiniSearch’s', async () => {
    const { said, run: made } = await run();
    expect(said.join('\n')).not.toContain('are scored by');
    const retrievers = [{ kind: 'sparse', weightsBy: 'hitrate', weights: { kind: 'minisearch' } }];
    expect(made!.request.note).toMatchObject({ engine: { systems: { bm25: { retrievers } } } });
  });

  it('is asked when its graphs are built', async () => {
    const isLook = ({ method, path }: Received): boolean => method === 'GET' && path !== '/';
    let left = 2;
    server.fail({
      when: (request) => isLook(request) && [...own.collections.values()][0]?.points.size === 20 && left > 0,
      reply: (request, answer) => {
        left--;
        const { body } = answer(request) as { body: { result: object } };
        return { body: { ...body, result: { ...body.result, status: 'yellow' } } };
      },
    });
    expect((await run()).waits).toEqual([500, 1000]);
    const from = server.requests.findIndex(isSearch);
    expect(server.requests.slice(0, from).filter(isLook)).toHaveLength(4);
  });

  it('says that vectors have another length than the collection', async () => {
    server.fail(
      once(isCreation, (request, answer) => {
        const { vectors, ...rest } = request.body as { vectors: Record<string, object> };
        const narrow = Object.entries(vectors).map(([key, vector]) => [key, { ...vector, size: 4 }]);
        return answer({ ...request, body: { ...rest, vectors: Object.fromEntries(narrow) as object } });
      }),
    );
    expect(await refusal()).toMatch(/expected dim: 4, got 8[\s\S]*another length than the index/);
  });
});
