import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { madeCollection } from '../../../engine-server/passages';
import { qdrantError, recordedQdrant } from '../../../engine-server/qdrant';
import { EngineFolder, type RunOptions } from '../../../engine-server/run';
import { type EngineServer, type Fault, type Received, startEngine } from '../../../engine-server/server';

const { passages, questions } = madeCollection(20, 3);

const isUpsert = ({ method, path }: Received): boolean => method === 'PUT' && path.endsWith('/points');
const isCreation = ({ method, path }: Received): boolean => method === 'PUT' && !path.endsWith('/points');
const isSearch = ({ path }: Received): boolean => path.endsWith('/query/batch');
const isLook = ({ method, path }: Received): boolean => method === 'GET' && path !== '/';
const numbersOf = ({ body }: Received): number[] => (body as { points: { id: number }[] }).points.map(({ id }) => id);

describe.skipIf(!hasEngineDescriptions())('what fails on Qdrant', () => {
  let engine: ReturnType<typeof recordedQdrant>;
  let server: EngineServer;
  let folder: EngineFolder;
  beforeEach(async () => {
    engine = recordedQdrant();
    server = await startEngine(engine);
    folder = new EngineFolder(passages, questions);
  });
  afterEach(async () => {
    expect(server.problems()).toEqual([]);
    await server.stop();
    folder.remove();
  });

  const run = (options?: RunOptions) => folder.run(`qdrant+http://${server.host}`, options);
  const refusal = async (options?: RunOptions): Promise<string> =>
    run(options).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
  const once = (when: Fault['when'], reply: Fault['reply'], times = 1): Fault => ({ when, reply, times });
  const held = () => [...engine.collections.values()][0]!;

  it('waits and sends again what passes: a refusal for now, a broken connection, no answer, what is not applied yet', async () => {
    const plain = await run();
    const waiting = { body: { result: { operation_id: 1, status: 'wait_timeout' }, status: 'ok', time: 1 } };
    server.fail(
      once(isUpsert, qdrantError(429, 'Rate limiting exceeded'), 2),
      once(isUpsert, waiting),
      once(isUpsert, 'closed'),
      once(isSearch, qdrantError(503, 'Service unavailable')),
      once(isSearch, 'nothing'),
    );
    const failing = await run({ fresh: true, env: { HITRATE_ENGINE_SECONDS: '2' } });
    expect(failing.waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(failing.waits.length).toBeGreaterThanOrEqual(6);
    expect(failing.run!.runs).toEqual(plain.run!.runs);
  });

  it('weighs terms as Hitrate scores them, so that no other score stands for MiniSearch’s', async () => {
    const { said, run: made } = await run();
    expect(said.join('\n')).not.toContain('are scored by');
    expect(made!.request.note).toMatchObject({
      engine: {
        systems: { bm25: { retrievers: [{ kind: 'sparse', weightsBy: 'hitrate', weights: { kind: 'minisearch' } }] } },
      },
    });
  });

  it('waits until graphs are built before it asks', async () => {
    let left = 2;
    server.fail({
      when: (request) => isLook(request) && engine.collections.size > 0 && held().points.size === 20 && left > 0,
      reply: (request, answer) => {
        left--;
        const { body } = answer(request) as { body: { result: object } };
        return { body: { ...body, result: { ...body.result, status: 'yellow' } } };
      },
    });
    const { waits } = await run();
    expect(waits).toEqual([500, 1000]);
    const from = server.requests.findIndex(isSearch);
    expect(server.requests.slice(0, from).filter(isLook)).toHaveLength(4);
  });

  it.each([
    [isUpsert, 500, 'Service internal error: No space left on device', /disk is full or past the watermark/],
    [isUpsert, 403, 'Forbidden: Write operations are forbidden', /The index takes no writes/],
    [isUpsert, 413, 'JSON payload is larger than allowed (limit: 33554432 bytes)', /use a smaller --batch/],
    [isCreation, 401, 'Invalid API key or JWT', /refused the login: set QDRANT_API_KEY/],
    [isCreation, 403, 'Forbidden: Global manage access is required', /right to create, write, read and delete/],
  ])('says what to do, and does not try again: %#', async (when, status, error, advice) => {
    server.fail({ when, reply: qdrantError(status, error) });
    const said = await refusal();
    expect(said).toContain(error);
    expect(said).toMatch(advice);
    expect(server.requests.filter(when)).toHaveLength(1);
  });

  it('says that vectors have another length than the collection', async () => {
    server.fail(
      once(isCreation, (request, answer) => {
        const { vectors, ...rest } = request.body as { vectors: Record<string, object> };
        const narrow = Object.entries(vectors).map(([name, vector]) => [name, { ...vector, size: 4 }]);
        return answer({ ...request, body: { ...rest, vectors: Object.fromEntries(narrow) as object } });
      }),
    );
    expect(await refusal()).toMatch(/expected dim: 4, got 8[\s\S]*another length than the index/);
  });

  it('writes nothing to a collection without its mark', async () => {
    await run();
    held().metadata = { owner: 'somebody' };
    const before = server.requests.length;
    expect(await refusal({ fresh: true })).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('goes on with a collection whose creation was not answered, and with no other', async () => {
    const lost = once(isCreation, (request, answer) => {
      answer(request);
      return qdrantError(504, 'too slow');
    });
    const plain = await run();
    server.fail(lost);
    const failing = await run({ fresh: true });
    expect(failing.waits).toEqual([500]);
    expect(failing.said.join('\n')).toMatch(/Building the index “hitrate_mine_\w+”/);
    expect(failing.run!.runs).toEqual(plain.run!.runs);

    // Somebody made one of this name meanwhile.
    engine.collections.clear();
    const other = once(isCreation, (request, answer) => {
      answer({ ...request, body: { ...(request.body as object), metadata: { owner: 'somebody' } } });
      return qdrantError(504, 'too slow');
    });
    server.fail(other);
    const before = server.requests.length;
    expect(await refusal()).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).filter(isUpsert)).toEqual([]);
  });

  it('resumes a collection that is half built, or removes it where that is asked for', async () => {
    server.fail({
      when: (request) => isUpsert(request) && numbersOf(request).includes(14),
      reply: qdrantError(400, 'Wrong input: no'),
    });
    expect(await refusal()).toContain('The same command resumes');
    server.fail();
    const before = server.requests.length;
    const resumed = await run();
    expect(resumed.said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 14 passages/);
    expect(server.requests.slice(before).filter(isUpsert).map(numbersOf)).toEqual([[14, 15, 16, 17, 18, 19]]);
    const anew = await run({ fresh: true });
    expect(anew.said.join('\n')).toMatch(/Removed the index[\s\S]*Building the index/);
    expect(anew.run!.runs).toEqual(resumed.run!.runs);
  });

  it('ends at once where it is interrupted, and the next command resumes', async () => {
    const stop = new AbortController();
    server.fail({
      when: (request) => isUpsert(request) && numbersOf(request).includes(7),
      reply: (request, answer) => {
        stop.abort(new Error('stopped'));
        return answer(request);
      },
    });
    await expect(run({ signal: stop.signal })).rejects.toThrow('stopped');
    server.fail();
    expect((await run()).said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 7 passages/);
  });

  it('sends the key of the environment, and prints none', async () => {
    server.fail({ when: () => true, reply: qdrantError(403, 'hunter2 may not') });
    expect(await refusal({ env: { QDRANT_API_KEY: 'hunter2' } })).toContain('… may not');
    expect(server.requests.map(({ headers }) => headers['api-key'])).toEqual(['hunter2']);
  });

  it('refuses another server, and a version without metadata of collections', async () => {
    server.fail(
      once(({ path }) => path === '/', { body: { title: 'qdrant - vector search engine', version: '1.15.4' } }),
    );
    expect(await refusal()).toMatch(/At this address is Qdrant 1\.15\.4, and Qdrant 1\.17 or later is needed/);
    server.fail({ when: ({ path }) => path === '/', reply: { body: { version: { number: '9.2.0' }, tagline: 'x' } } });
    expect(await refusal()).toMatch(/At this address is another server/);
  });

  it('shows every request and sends none', async () => {
    const { shown } = await run({ dryRun: true });
    expect(server.requests).toEqual([]);
    for (const each of [
      'GET /',
      'PUT /collections/hitrate_mine_',
      '/points?wait=true',
      '/points/count',
      'PATCH',
      '/query/batch',
    ])
      expect(shown).toContain(each);
    expect(shown).toMatch(/"metadata":\{"createdBy":"hitrate"/);
  });
});
