import { describe, expect, it } from 'vitest';
import { retried, waitAfter } from '../../../../src/command-line/engine/client';
import { postgresqlTransport } from '../../../../src/command-line/engine/connection';
import { EngineFailure, luceneFailure, sqlFailure } from '../../../../src/domain/handover/failures';
import { startRefusing } from '../../../refusing-postgresql';

/** Fails with each of some failures, then answers. */
async function sent(failures: readonly EngineFailure[]) {
  const waits: number[] = [];
  const said: string[] = [];
  let calls = 0;
  const work = () => (calls < failures.length ? Promise.reject(failures[calls++]!) : Promise.resolve([++calls]));
  const outcome = await retried(work, {
    signal: new AbortController().signal,
    wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    onRetry: ({ kind }) => void said.push(kind),
  }).catch((error: unknown) => error);
  return { outcome, waits, calls, said };
}

describe('retried', () => {
  const busy = new EngineFailure('busy', 'too many connections');

  it('sends again what passes, with pauses that double', async () => {
    expect(await sent([busy, busy, busy])).toEqual({
      outcome: [4],
      waits: [500, 1000, 2000],
      calls: 4,
      said: ['busy', 'busy', 'busy'],
    });
  });

  it('waits as long as the engine asks', () => {
    expect(waitAfter(new EngineFailure('busy', '', 7), 3)).toBe(7000);
  });

  it('waits without a word while the shards of a new index come up', async () => {
    const starting = luceneFailure(
      503,
      { type: 'search_phase_execution_exception', reason: 'all shards failed' },
      null,
    );
    expect(await sent([starting, starting])).toMatchObject({ outcome: [3], waits: [500, 1000], said: [] });
    expect((await sent([starting, starting, starting])).said).toEqual(['starting']);
  });
});

it('ends a statement of PostgreSQL that is never answered, by its limit and where it is interrupted', async () => {
  const server = await startRefusing({ at: 'silence' });
  const statement = { method: 'SQL', path: 'SELECT 1' } as const;
  const transportFor = (env: Readonly<Record<string, string>>) =>
    postgresqlTransport(`postgresql://me@127.0.0.1:${server.port}/mine`, env);
  const stop = new AbortController();
  const [limited, endless] = [transportFor({ PGSTATEMENT_TIMEOUT: '50' }), transportFor({})];
  await expect(limited.send(statement, stop.signal)).rejects.toMatchObject({ kind: 'timeout' });
  const asked = endless.send(statement, stop.signal);
  await server.asked(2);
  stop.abort(new Error('interrupted'));
  await expect(asked).rejects.toThrow('interrupted');
  await Promise.all([limited.close(), endless.close()]);
  await server.stop();
});

describe('sqlFailure', () => {
  it.each([
    ['53100', 'could not extend file: No space left on device', 'disk-full'],
    ['53300', 'too many clients', 'busy'],
    ['57014', 'canceling statement due to statement timeout', 'timeout'],
    ['28P01', 'password authentication failed', 'refused-login'],
    ['42501', 'permission denied for schema public', 'forbidden'],
    ['0A000', 'extension "vector" is not available', 'extension-missing'],
    ['22000', 'expected 512 dimensions, not 128', 'dimensions'],
    ['54000', 'array size exceeds the maximum allowed (134217727)', 'too-large'],
    ['54000', 'vector cannot have more than 16000 dimensions', 'rejected'],
    ['ECONNREFUSED', 'connect ECONNREFUSED', 'unreachable'],
    ['42601', 'syntax error', 'rejected'],
  ])('reads %s, %s', (code, message, kind) => {
    expect(sqlFailure(code, message).kind).toBe(kind);
  });
});
