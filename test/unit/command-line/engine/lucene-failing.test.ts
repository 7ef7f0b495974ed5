import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { recordedElasticsearch } from '../../../engine-server/elasticsearch';
import { failed, type LuceneIndexes } from '../../../engine-server/lucene';
import { recordedOpensearch } from '../../../engine-server/opensearch';
import { madeCollection } from '../../../engine-server/passages';
import { EngineFolder, type RunOptions } from '../../../engine-server/run';
import { type Engine, type EngineServer, type Fault, type Received, startEngine } from '../../../engine-server/server';

const { passages, questions } = madeCollection(20, 3);

type Recorded = Engine & { readonly indexes: LuceneIndexes };
const ENGINES: Readonly<Record<string, () => Recorded>> = {
  opensearch: recordedOpensearch,
  elasticsearch: recordedElasticsearch,
};

const isBulk = ({ path }: Received): boolean => path.endsWith('/_bulk');
const isCreation = ({ method, path }: Received): boolean => method === 'PUT' && /^\/hitrate_\w+$/.test(path);
const isSearch = ({ path }: Received): boolean => path.endsWith('/_msearch');
const idsOf = ({ body }: Received): string[] =>
  (body as { index?: { _id: string } }[]).flatMap(({ index }) => index?._id ?? []);

const BUSY = failed(429, 'es_rejected_execution_exception', 'rejected execution of coordinating operation');
/** A disk past its watermark, as both engines say it. */
const FULL = {
  type: 'cluster_block_exception',
  reason:
    'index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];',
};

describe.skipIf(!hasEngineDescriptions()).each(Object.entries(ENGINES))('what fails on %s', (name, made) => {
  let engine: Recorded;
  let server: EngineServer;
  let folder: EngineFolder;
  beforeEach(async () => {
    engine = made();
    server = await startEngine(engine);
    folder = new EngineFolder(passages, questions);
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });

  const address = (): string => `${name}+http://${server.host}`;
  const run = (options?: RunOptions) => folder.run(address(), options);
  const refusal = async (options?: RunOptions): Promise<string> =>
    run(options).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
  const index = () => {
    const [[found, held]] = [...engine.indexes.all] as [[string, ReturnType<LuceneIndexes['all']['get']>]];
    return { name: found, held: held! };
  };
  /** Runs under some faults, and as it is without them. */
  const bothWays = async (...faults: readonly Fault[]) => {
    const plain = await run();
    server.fail(...faults);
    return { plain, failing: await run({ fresh: true, env: { HITRATE_ENGINE_SECONDS: '2' } }) };
  };
  const once = (when: Fault['when'], reply: Fault['reply'], times = 1): Fault => ({ when, reply, times });

  it('waits and sends again what is refused for now, as long as the engine says', { timeout: 120_000 }, async () => {
    const { plain, failing } = await bothWays(
      once(isBulk, BUSY, 2),
      once(isSearch, { ...BUSY, headers: { 'retry-after': '7' } }),
    );
    expect(failing.waits).toEqual([500, 1000, 7000]);
    expect(failing.said.join('\n')).toContain('Waiting 7.0 s: rejected execution of coordinating operation');
    expect(failing.run!.runs).toEqual(plain.run!.runs);
  });

  it('sends again after a connection that broke, an answer that never came, and one that others cut', async () => {
    const { plain, failing } = await bothWays(
      once(isBulk, 'closed'),
      once(isBulk, failed(504, 'timeout_exception', 'too slow')),
      once(isSearch, 'nothing'),
    );
    expect(failing.waits.length).toBeGreaterThanOrEqual(2);
    expect(failing.run!.runs).toEqual(plain.run!.runs);
  });

  it('takes no list of a search that did not read everything', async () => {
    const partly = (change: object): Fault['reply'] => {
      return (request, answer) => {
        const reply = answer(request);
        const { responses } = reply.body as { responses: object[] };
        return {
          body: { ...(reply.body as object), responses: [{ ...responses[0], ...change }, ...responses.slice(1)] },
        };
      };
    };
    const shards = {
      total: 2,
      successful: 1,
      failed: 1,
      failures: [{ shard: 1, reason: { type: 'x', reason: 'gone' } }],
    };
    const { plain, failing } = await bothWays(
      once(isSearch, partly({ timed_out: true })),
      once(isSearch, partly({ _shards: shards })),
      once(isSearch, partly({ status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } })),
    );
    expect(failing.waits).toHaveLength(3);
    expect(failing.run!.runs).toEqual(plain.run!.runs);
  });

  const changed = (change: (body: { responses: { hits: { hits: object[] } }[] }) => unknown): Fault['reply'] => {
    return (request, answer) => ({ body: change(structuredClone(answer(request).body) as never) });
  };
  const HALF: readonly (readonly [string, Fault['reply'], RegExp])[] = [
    [
      'half of the answers',
      changed((body) => ({ ...body, responses: body.responses.slice(0, 1) })),
      /answered 1 of 3 questions/,
    ],
    [
      'an answer without hits',
      changed((body) => ({ ...body, responses: [body.responses[0], {}, body.responses[2]] })),
      /question “q1”: the answer has no hits/,
    ],
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

  it.each(HALF)('asks again after %s, and then scores and keeps nothing', async (_, reply, said) => {
    const plain = await run();
    server.fail(once(isSearch, reply, 2));
    const failing = await run({ fresh: true });
    expect(failing.waits).toEqual([500, 1000]);
    expect(failing.run!.runs).toEqual(plain.run!.runs);
    server.fail({ when: isSearch, reply });
    const refused = await refusal({ fresh: true });
    expect(refused).toMatch(said);
    expect(refused).toMatch(/^(?:OpenSearch|Elasticsearch), question “q\d”: [\s\S]*nothing of it is kept or scored/);
    server.fail();
    const before = server.requests.length;
    expect((await run()).run!.runs).toEqual(plain.run!.runs);
    expect(server.requests.slice(before).filter(isSearch)).not.toEqual([]);
  });

  it('takes no bulk answer that speaks of fewer passages than were sent', async () => {
    server.fail(
      once(isBulk, (request, answer) => {
        const reply = answer(request).body as { items: object[] };
        return { body: { ...reply, items: reply.items.slice(1) } };
      }),
    );
    const { waits, said } = await run();
    expect([waits, said.join('\n')]).toEqual([[500], expect.stringContaining('it answered for 6 of 7 passages')]);
  });

  it('sends the passages of a batch again that were not taken, and only those', async () => {
    const left = ['p1', 'p4'];
    const { plain, failing } = await bothWays(
      once(isBulk, (request, answer) => {
        const lines = request.body as object[];
        const taken = lines.filter((_, i) => !left.includes((lines[i - (i % 2)] as never)['index']['_id']));
        const reply = answer({ ...request, body: taken }).body as { items: object[] };
        const error = { type: 'es_rejected_execution_exception', reason: 'full' };
        const refused = left.map((_id) => ({ index: { _index: index().name, _id, status: 429, error } }));
        return { body: { ...reply, errors: true, items: [...reply.items, ...refused] } };
      }),
    );
    const bulks = server.requests.filter(isBulk);
    // Of three batches in each run, the first of the second run comes twice.
    expect(bulks.map((each) => idsOf(each).length)).toEqual([7, 7, 6, 7, 2, 7, 6]);
    expect(idsOf(bulks[4]!)).toEqual(left);
    expect(failing.waits).toEqual([500]);
    expect(failing.run!.runs).toEqual(plain.run!.runs);
  });

  it('says that the disk is past its watermark, and does not try again', async () => {
    server.fail(
      once(isBulk, (request) => ({
        body: {
          took: 1,
          errors: true,
          items: idsOf(request).map((_id) => ({ index: { _index: 'x', _id, status: 429, error: FULL } })),
        },
      })),
    );
    expect(await refusal()).toMatch(
      /did not take 7 passages of a batch of 7, as “p0”: .*watermark[\s\S]*lift the block/,
    );
    server.fail({ when: isBulk, reply: { status: 429, body: { error: FULL, status: 429 } } });
    expect(await refusal()).toMatch(/Its disk is full or past the watermark/);
    expect(server.requests.filter(isBulk)).toHaveLength(2);
  });

  it('says that somebody set a block on the index', async () => {
    const reason = 'index [x] blocked by: [FORBIDDEN/8/index write (api)];';
    server.fail({ when: isBulk, reply: failed(403, 'cluster_block_exception', reason) });
    expect(await refusal()).toMatch(/FORBIDDEN\/8[\s\S]*Lift the block there/);
  });

  it.each([
    [
      401,
      'security_exception',
      'missing authentication credentials',
      /refused the login: set (?:OPENSEARCH_USERNAME|ELASTIC_API_KEY)/,
    ],
    [403, 'security_exception', 'no permissions for [indices:admin/create]', /right to create, write, read and delete/],
    [413, 'content_too_large_exception', 'entity content is too long', /use a smaller --batch/],
  ])('says what to do where it answers %i', async (status, type, reason, advice) => {
    server.fail({ when: ({ method }) => method === 'PUT', reply: failed(status, type, reason) });
    const said = await refusal();
    expect(said).toContain(reason);
    expect(said).toMatch(advice);
  });

  it('says that a plugin is missing', async () => {
    const reason = 'No handler for type [knn_vector] declared on field [vector_1]';
    server.fail({ when: ({ method }) => method === 'PUT', reply: failed(400, 'mapper_parsing_exception', reason) });
    expect(await refusal()).toMatch(/No handler for type \[knn_vector\][\s\S]*lacks[\s\S]*Install it on the server/);
  });

  it('says that vectors have another length than the index', async () => {
    await run();
    const { held } = index();
    held.mappings = JSON.parse(JSON.stringify(held.mappings).replace(/"dim(ension|s)":8/, '"dim$1":4')) as never;
    held.mappings = { ...held.mappings, _meta: { ...held.mappings._meta, passages: null } };
    expect(await refusal()).toMatch(/Expected: 4, Given: 8[\s\S]*another length than the index/);
  });

  it('writes nothing to an index without its mark', async () => {
    await run();
    const { held } = index();
    held.mappings = { ...held.mappings, _meta: { owner: 'somebody' } };
    const before = server.requests.length;
    expect(await refusal({ fresh: true })).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('goes on with an index whose creation was not answered, and with no other', async () => {
    const lost = once(isCreation, (request, answer) => {
      answer(request);
      return failed(504, 'timeout_exception', 'too slow');
    });
    const plain = await run();
    server.fail(lost);
    const failing = await run({ fresh: true });
    expect(failing.waits).toEqual([500]);
    expect(failing.said.join('\n')).toMatch(/Building the index “hitrate_mine_\w+”/);
    expect(failing.run!.runs).toEqual(plain.run!.runs);

    // Somebody made one of this name meanwhile.
    engine.indexes.all.clear();
    const other = once(isCreation, (request, answer) => {
      answer({ ...request, body: { ...(request.body as object), mappings: { _meta: { owner: 'somebody' } } } });
      return failed(504, 'timeout_exception', 'too slow');
    });
    server.fail(other);
    const before = server.requests.length;
    expect(await refusal()).toMatch(/Hitrate did not create it: nothing was written/);
    expect(server.requests.slice(before).filter(isBulk)).toEqual([]);
  });

  it('resumes an index that is half built, or removes it where that is asked for', async () => {
    server.fail({
      when: (request) => isBulk(request) && idsOf(request).includes('p14'),
      reply: failed(400, 'x', 'no'),
    });
    expect(await refusal()).toContain('The same command resumes');
    expect(index().held.docs.size).toBe(14);
    server.fail();
    const before = server.requests.length;
    const resumed = await run();
    expect(resumed.said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 14 passages/);
    expect(server.requests.slice(before).filter(isBulk).map(idsOf)).toEqual([passages.slice(14).map(({ id }) => id)]);

    const anew = await run({ fresh: true });
    expect(anew.said.join('\n')).toMatch(/Removed the index[\s\S]*Building the index/);
    expect(anew.run!.runs).toEqual(resumed.run!.runs);
  });

  it('sends credentials of the environment, and prints none', async () => {
    const basic = `Basic ${Buffer.from('me:hunter2').toString('base64')}`;
    const [env, sent] =
      name === 'opensearch'
        ? [{ OPENSEARCH_USERNAME: 'me', OPENSEARCH_PASSWORD: 'hunter2' }, basic]
        : [{ ELASTIC_API_KEY: 'hunter2' }, 'ApiKey hunter2'];
    server.fail({ when: () => true, reply: failed(403, 'security_exception', 'me with hunter2 may not') });
    const said = await refusal({ env });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([sent]);
    expect(said).toContain('me with … may not');
  });

  it('refuses another server, and a version that computes otherwise', async () => {
    const other = await startEngine(name === 'opensearch' ? recordedElasticsearch() : recordedOpensearch());
    await expect(folder.run(`${name}+http://${other.host}`)).rejects.toThrow(
      /At this address is another server[\s\S]*or later is needed/,
    );
    await other.stop();
    const old = { version: { number: '2.18.0', distribution: 'opensearch' } };
    server.fail({ when: ({ path }) => path === '/', reply: { body: old } });
    expect(await refusal()).toMatch(
      /At this address is (?:OpenSearch|another server of version) 2\.18\.0.*, and .* or later is needed/,
    );
  });

  it('shows every request and sends none', async () => {
    const { shown } = await run({ dryRun: true });
    expect(server.requests).toEqual([]);
    for (const each of ['GET /', 'PUT /hitrate_mine_', '_bulk', '_refresh', '_forcemerge', '_count', '_msearch'])
      expect(shown).toContain(each);
    expect(shown).toMatch(/"_meta":\{"createdBy":"hitrate"/);
    expect(shown).toMatch(/\{"index":\{"_id":"p0"\}\}/);
  });
});
