import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { startEngine } from '../../../engine-server/server';
import * as at from './failing';

const NAMES = ['opensearch', 'elasticsearch', 'qdrant'] as const;

describe.skipIf(!hasEngineDescriptions()).each(NAMES)('what fails on %s', (of) => {
  let own: at.Failing;
  beforeEach(async () => (own = await at.begin(of, of === 'qdrant' ? at.qdrant() : at.lucene(of))));
  afterEach(at.end);

  it('sends again what is refused for now, as long as the engine says, and what broke or never came', async () => {
    const busy = own.refused(429, 'rejected for now', 'es_rejected_execution_exception');
    const { waits, said } = await at.bothWays(
      at.once(own.isAdd, busy, 2),
      at.once(own.isAdd, 'closed'),
      at.once(own.isAdd, own.refused(504, 'too slow')),
      at.once(at.isSearch, 'nothing'),
      at.once(at.isSearch, { ...busy, headers: { 'retry-after': '7' } }),
    );
    expect(waits).toEqual([500, 1000, 2000, 4000, 500, 7000]);
    expect(said.join('\n')).toContain('Waiting 7.0 s: rejected for now');
  });

  it('follows no redirection: credentials go to the address that was named', async () => {
    const elsewhere = await startEngine(own.other());
    const headers = { location: `http://${elsewhere.host}/` };
    at.server.fail({ when: ({ path }) => path === '/', reply: { status: 307, body: {}, headers } });
    expect(await at.refusal({ env: own.login.env })).toContain(
      `HTTP 307: http://${at.server.host} sends on to http://${elsewhere.host}. Redirections are not followed`,
    );
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it.each([
    ['longer than 134,217,728 bytes', [Buffer.alloc(2 ** 27, 0x20), Buffer.from('{}')], {}],
    ['packed (gzip), which was not asked for', [gzipSync('{}')], { 'content-encoding': 'gzip' }],
  ] as const)('refuses an answer that is %s, and asks once', async (said, parts, headers) => {
    const raw = (response: ServerResponse): void => {
      response.writeHead(200, headers);
      for (const part of parts) response.write(part);
      if (!said.startsWith('longer')) response.end();
    };
    at.server.fail({ when: at.isSearch, reply: { raw } });
    expect(await at.refusal()).toContain(`the answer is ${said}`);
    expect(at.server.requests.filter(at.isSearch)).toHaveLength(1);
  });

  it('says what to do, and does not try again', async () => {
    for (const [status, reason, advice, type] of own.advice) {
      at.server.fail({ when: own.isAdd, reply: own.refused(status, reason, type) });
      const before = at.server.requests.length;
      const said = await at.refusal({ fresh: true });
      expect(said).toContain(reason);
      expect(said).toMatch(advice);
      expect(at.server.requests.slice(before).filter(own.isAdd)).toHaveLength(1);
    }
  });

  it('writes nothing to an index without its mark', async () => {
    await at.run();
    own.remark({ owner: 'somebody' });
    const before = at.server.requests.length;
    expect(await at.refusal({ fresh: true })).toMatch(/Hitrate did not create it: nothing was written/);
    expect(at.server.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('goes on with an index whose creation was not answered, and with no other', async () => {
    const slow = own.refused(504, 'too slow');
    const lost = at.once(at.isCreation, (request, answer) => {
      answer(request);
      return slow;
    });
    const failing = await at.bothWays(lost);
    expect(failing.waits).toEqual([500]);
    expect(failing.said.join('\n')).toMatch(/Building the index “hitrate_mine_\w+”/);

    // Somebody made one of this name meanwhile.
    own.clear();
    at.server.fail(
      at.once(at.isCreation, (request, answer) => {
        answer(own.foreign(request));
        return slow;
      }),
    );
    const before = at.server.requests.length;
    expect(await at.refusal()).toMatch(/Hitrate did not create it: nothing was written/);
    expect(at.server.requests.slice(before).filter(own.isAdd)).toEqual([]);
  });

  it('resumes an index that is half built, or removes it where that is asked for', async () => {
    at.server.fail({
      when: (request) => own.isAdd(request) && own.added(request).includes(14),
      reply: own.refused(400, 'no'),
    });
    expect(await at.refusal()).toContain('The same command resumes');
    at.server.fail();
    const before = at.server.requests.length;
    const resumed = await at.run();
    expect(resumed.said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 14 passages/);
    expect(at.server.requests.slice(before).filter(own.isAdd).map(own.added)).toEqual([[14, 15, 16, 17, 18, 19]]);
    const anew = await at.run({ fresh: true });
    expect(anew.said.join('\n')).toMatch(/Removed the index[\s\S]*Building the index/);
    expect(anew.run!.runs).toEqual(resumed.run!.runs);
  });

  it('ends at once where it is interrupted, and the next command resumes', async () => {
    const stop = new AbortController();
    at.server.fail({
      when: (request) => own.isAdd(request) && own.added(request).includes(7),
      reply: (request, answer) => {
        stop.abort(new Error('stopped'));
        return answer(request);
      },
    });
    await expect(at.run({ signal: stop.signal })).rejects.toThrow('stopped');
    at.server.fail();
    expect((await at.run()).said.join('\n')).toMatch(/Resuming the index “hitrate_mine_\w+” after 7 passages/);
  });

  it('sends credentials of the environment, and prints none', async () => {
    const { env, header, sent } = own.login;
    at.server.fail({ when: () => true, reply: own.refused(403, 'me with hunter2 may not') });
    expect(await at.refusal({ env })).toContain('me with … may not');
    expect(at.server.requests.map(({ headers }) => headers[header])).toEqual([sent]);
  });

  it('refuses another server, and a version that computes otherwise', async () => {
    const other = await startEngine(own.other());
    const asked = at.folder.run(`${of}+http://${other.host}`);
    await expect(asked).rejects.toThrow(/At this address is another server.*or later is needed/);
    await other.stop();
    const old = {
      opensearch: { version: { number: '2.18.0', distribution: 'opensearch' } },
      elasticsearch: { version: { number: '8.19.0' }, tagline: 'You Know, for Search' },
      qdrant: { title: 'qdrant - vector search engine', version: '1.15.4' },
    }[of];
    at.server.fail({ when: ({ path }) => path === '/', reply: { body: old } });
    expect(await at.refusal()).toMatch(/At this address is \w+ (?:2\.18\.0|8\.19\.0|1\.15\.4), and \w+ .* or later/);
  });

  it('shows every request and sends none', async () => {
    const { shown } = await at.run({ dryRun: true });
    expect(at.server.requests).toEqual([]);
    for (const each of own.shown) expect(shown).toContain(each);
    expect(shown).toMatch(/"(?:_meta|metadata)":\{"createdBy":"hitrate"/);
  });
});
