import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { type Fault, type Received } from '../../../engine-server/server';
import * as at from './failing';

/** Elasticsearch is read by the same functions. */
describe.skipIf(!hasEngineDescriptions())('an answer of OpenSearch', () => {
  let own: ReturnType<typeof at.lucene>;
  beforeEach(async () => (own = await at.begin('opensearch', at.lucene('opensearch'))));
  afterEach(at.end);

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
    const { waits } = await at.bothWays(
      at.once(at.isSearch, first({ timed_out: true })),
      at.once(at.isSearch, first({ _shards: { total: 2, successful: 1, failed: 1, failures } })),
      at.once(at.isSearch, first({ status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } })),
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
    const { waits, run: plain } = await at.bothWays(at.once(at.isSearch, reply, 2));
    expect(waits).toEqual([500, 1000]);
    at.server.fail({ when: at.isSearch, reply });
    const refused = await at.refusal({ fresh: true });
    expect(refused).toMatch(said);
    expect(refused).toMatch(/^OpenSearch, question “q\d”: [\s\S]*nothing of it is kept or scored/);
    at.server.fail();
    const before = at.server.requests.length;
    expect((await at.run()).run!.runs).toEqual(plain!.runs);
    expect(at.server.requests.slice(before).filter(at.isSearch)).not.toEqual([]);
  });

  it('to a bulk request is none where it speaks of fewer passages than were sent', async () => {
    at.server.fail(
      at.once(own.isAdd, (request, answer) => {
        const reply = answer(request).body as { items: object[] };
        return { body: { ...reply, items: reply.items.slice(1) } };
      }),
    );
    const { waits, said } = await at.run();
    expect([waits, said.join('\n')]).toEqual([[500], expect.stringContaining('it answered for 6 of 7 passages')]);
  });

  it('names passages of a batch that were not taken, and only those are sent again', async () => {
    const left = ['p1', 'p4'];
    const { waits } = await at.bothWays(
      at.once(own.isAdd, (request, answer) => {
        const lines = request.body as object[];
        const taken = lines.filter((_, i) => !left.includes((lines[i - (i % 2)] as never)['index']['_id']));
        const reply = answer({ ...request, body: taken }).body as { items: object[] };
        const error = { type: 'es_rejected_execution_exception', reason: 'full' };
        const refused = left.map((_id) => ({ index: { _index: 'x', _id, status: 429, error } }));
        return { body: { ...reply, errors: true, items: [...reply.items, ...refused] } };
      }),
    );
    const bulks = at.server.requests.filter(own.isAdd).map(at.idsOf);
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
      at.idsOf(request).map((_id) => ({ index: { _index: 'x', _id, status: 429, error } }));
    at.server.fail(at.once(own.isAdd, (request) => ({ body: { took: 1, errors: true, items: items(request) } })));
    expect(await at.refusal()).toMatch(
      /did not take 7 passages of a batch of 7, as “p0”: .*watermark[\s\S]*lift the block/,
    );
  });

  it('says that vectors have another length than the index', async () => {
    await at.run();
    const [held] = [...own.indexes.all.values()];
    const mappings = JSON.parse(JSON.stringify(held!.mappings).replace(/"dim(ension|s)":8/, '"dim$1":4')) as never;
    held!.mappings = { ...(mappings as object), _meta: { ...held!.mappings._meta, passages: null } } as never;
    expect(await at.refusal()).toMatch(/Expected: 4, Given: 8[\s\S]*another length than the index/);
  });
});

describe.skipIf(!hasEngineDescriptions())('Qdrant', () => {
  let own: ReturnType<typeof at.qdrant>;
  beforeEach(async () => (own = await at.begin('qdrant', at.qdrant())));
  afterEach(async () => {
    expect(at.server.problems()).toEqual([]);
    await at.end();
  });

  it('is sent again what is not applied yet', async () => {
    const body = { result: { operation_id: 1, status: 'wait_timeout' }, status: 'ok', time: 1 };
    expect((await at.bothWays(at.once(own.isAdd, { body }))).waits).toEqual([500]);
  });

  it('has terms weighed as Hitrate scores them, so that no other score stands for MiniSearch’s', async () => {
    const { said, run: made } = await at.run();
    expect(said.join('\n')).not.toContain('are scored by');
    const retrievers = [{ kind: 'sparse', weightsBy: 'hitrate', weights: { kind: 'minisearch' } }];
    expect(made!.request.note).toMatchObject({ engine: { systems: { bm25: { retrievers } } } });
  });

  it('is asked when its graphs are built', async () => {
    const isLook = ({ method, path }: Received): boolean => method === 'GET' && path !== '/';
    let left = 2;
    at.server.fail({
      when: (request) => isLook(request) && [...own.collections.values()][0]?.points.size === 20 && left > 0,
      reply: (request, answer) => {
        left--;
        const { body } = answer(request) as { body: { result: object } };
        return { body: { ...body, result: { ...body.result, status: 'yellow' } } };
      },
    });
    expect((await at.run()).waits).toEqual([500, 1000]);
    const from = at.server.requests.findIndex(at.isSearch);
    // Before its creation and after it, and until it is green.
    expect(at.server.requests.slice(0, from).filter(isLook)).toHaveLength(5);
  });

  it('says that vectors have another length than the collection', async () => {
    at.server.fail(
      at.once(at.isCreation, (request, answer) => {
        const { vectors, ...rest } = request.body as { vectors: Record<string, object> };
        const narrow = Object.entries(vectors).map(([key, vector]) => [key, { ...vector, size: 4 }]);
        return answer({ ...request, body: { ...rest, vectors: Object.fromEntries(narrow) as object } });
      }),
    );
    expect(await at.refusal()).toMatch(/expected dim: 4, got 8[\s\S]*another length than the index/);
  });
});
