import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandRefusal } from '../../../../src/ui/command-line/command-progress';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import type { EndedRun } from '../../../engine-server/run';
import type { Fault, Received } from '../../../engine-server/server';
import { seeded } from '../../../vectors';
import * as at from './failing';

const SEEDS = process.env['HITRATE_TESTS'] === 'all' ? 100 : 20;
const SECRET = 'hunter"2/&';
const BASIC = Buffer.from(`elastic:${SECRET}`).toString('base64');
const FORMS = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET), BASIC, btoa(SECRET)];
const ENV: Readonly<Record<at.Name, Readonly<Record<string, string>>>> = {
  opensearch: { OPENSEARCH_USERNAME: 'elastic', OPENSEARCH_PASSWORD: SECRET },
  elasticsearch: { ELASTIC_PASSWORD: SECRET },
  qdrant: { QDRANT_API_KEY: SECRET },
};
const NAMES = Object.keys(ENV) as at.Name[];
const JSON_TYPE = { 'content-type': 'application/json' };
const WRONG = [
  '{}',
  '[]',
  'null',
  '7',
  '{"result":null}',
  '{"version":null,"items":[null],"responses":[null]}',
  '<html>',
];
const DEEP = '{"error":{"caused_by":'.repeat(100_000);
const DO =
  /same command|--batch|log ?in|is needed|the right to|Nothing (?:more )?was (?:sent|written)|nothing was written|Lift the block/;

type Raw = Extract<Fault['reply'], { readonly raw: unknown }>['raw'];

/** By its name, what a server does instead of answering; `pick` is below 1. */
const faults: Readonly<Record<string, (pick: number, stop: AbortController) => Raw>> = {
  'a reset': () => (response) => response.socket!.resetAndDestroy(),
  'no header': () => () => undefined,
  'half a body, and silence': () => (response, request, answer) => {
    const text = JSON.stringify(answer(request).body);
    response.writeHead(200, { ...JSON_TYPE, 'content-length': text.length + 1 }).write(text);
  },
  'half a body, and the end': () => (response, request, answer) => {
    const text = JSON.stringify(answer(request).body);
    response.writeHead(200, { ...JSON_TYPE, 'content-length': text.length + 1 });
    response.write(text, () => response.socket!.destroy());
  },
  'cut gzip': () => (response, request, answer) => {
    const packed = gzipSync(JSON.stringify(answer(request).body));
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2));
  },
  'wrong JSON': (pick) => (response) => response.writeHead(200, JSON_TYPE).end(WRONG[Math.floor(pick * WRONG.length)]),
  'deep JSON': (pick) => (response) => {
    const text = `${DEEP}1${'}'.repeat(200_000)}`;
    response.writeHead(pick < 0.5 ? 200 : 400, JSON_TYPE).end(text);
  },
  'too many requests': () => (response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '2' }).end('{}'),
  'an error': () => (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"reason":"broken"}}'),
  'a redirection': () => (response) => response.writeHead(307, { location: 'http://elsewhere.example/' }).end(),
  'an echo': (pick) => (response, request) => {
    const reason = ['authorization', 'api-key'].map((name) => request.headers[name]).join(' ');
    const text = [reason, encodeURIComponent(SECRET), SECRET, JSON.stringify(SECRET), 'x'.repeat(290) + SECRET].join(
      ' ',
    );
    const number = `3.1.0 ${SECRET}`;
    const body = { error: { reason: text }, status: { error: text }, version: { number, distribution: 'opensearch' } };
    const status = [200, 400, 401, 429, 503][Math.floor(pick * 5)]!;
    response.writeHead(status, JSON_TYPE).end(pick * 5 - Math.floor(pick * 5) < 0.7 ? JSON.stringify(body) : text);
  },
  'too much': () => (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, 0x20)));
      response.once('drain', more);
    };
    response.writeHead(200, JSON_TYPE);
    more();
  },
  'what is done, and no answer': () => (response, request, answer) => {
    answer(request);
    response.socket!.destroy();
  },
  'half a body, and an interruption': (_, stop) => (response, request, answer) => {
    answer(request);
    response.writeHead(200, JSON_TYPE).write('{', () => stop.abort(new Error('interrupted')));
  },
};
const KINDS = Object.keys(faults);

describe.skipIf(!hasEngineDescriptions())('engine faults', () => {
  const plain = new Map<at.Name, { run: EndedRun['run']; requests: number }>();
  let passed = 0;
  afterAll(() => console.log(`engine faults: ${passed} of ${SEEDS} ended as they should, of ${KINDS.length} kinds`));

  it.each(Array.from({ length: SEEDS }, (_, seed) => [seed, KINDS[seed % KINDS.length]!] as const))(
    'seed %i: after %s nothing is lost, half written or told, and the same command goes on',
    { timeout: 60_000 },
    async (seed, kind) => {
      const next = seeded(seed + 1);
      const name = NAMES[Math.floor(next() * NAMES.length)]!;
      const own = await at.begin(name, name === 'qdrant' ? at.qdrant() : at.lucene(name));
      try {
        if (!plain.has(name)) plain.set(name, { run: (await at.run()).run, requests: at.server.requests.length });
        own.clear();
        const { run: expected, requests } = plain.get(name)!;
        let left = Math.floor(next() * requests);
        const times = [1, 2, Infinity][Math.floor(next() * 3)]!;
        const stop = new AbortController();
        const raw = faults[kind]!(next(), stop);
        at.server.fail({ when: (_: Received) => left-- <= 0, times, reply: { raw } });
        const said: string[] = [];
        const env = { ...ENV[name], HITRATE_ENGINE_SECONDS: '0.2' };
        const ended = await at.run({ env, signal: stop.signal, said }).catch((error: unknown) => error as Error);
        if (stop.signal.aborted) expect(ended).toBe(stop.signal.reason);
        else if (ended instanceof Error) {
          expect(ended).toBeInstanceOf(CommandRefusal);
          expect(ended.message).toMatch(DO);
          expect(ended.message).toMatch(/^[A-Z][^\0]{20,1200}[.?]$/);
          expect(ended.message).not.toMatch(/undefined|NaN|\[object/);
        } else expect(ended.run!.runs).toEqual(expected!.runs);
        const told = ended instanceof Error ? `${ended.message} ${ended.stack}` : JSON.stringify(ended.run!.request);
        for (const form of FORMS) expect(`${told} ${said.join(' ')}`).not.toContain(form);
        const work = at.folder.work();
        expect(work.files).toEqual([]);
        expect(work.indexed).toBeLessThanOrEqual(own.held());
        at.server.fail();
        expect((await at.run({ env: ENV[name] })).run!.runs).toEqual(expected!.runs);
        expect(own.held()).toBe(at.passages.length);
        passed++;
      } finally {
        await at.end();
      }
    },
  );
});
