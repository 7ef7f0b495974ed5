import { expect, test } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected, type LivePostgres, startPostgres } from '../postgresql';
import type { Exported } from './app';
import { evaluateIn, interruptedAt, ROOT } from './hitrate-command';

let out: string;
let server: LivePostgres;
test.beforeAll(async () => void (server = await startPostgres()));
test.afterAll(() => server.stop());
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

const address = (): string => `postgresql://${server.user}@${server.host}:${server.port}/${server.database}`;
const results = (folder: string): Exported =>
  JSON.parse(readFileSync(join(out, folder, 'results.json'), 'utf8')) as Exported;

test('an engine finds by vectors what the page finds; stopped in the middle, the same command resumes', async () => {
  const surroundings = { folder: out, cache: join(out, 'cache') };
  const sample = join(ROOT, 'public/samples', readdirSync(join(ROOT, 'public/samples'))[0]!);
  const command = [sample, '--systems', 'bm25,embedding,ensemble-rrf', '--k', '1,10', '--measures', 'nDCG@10,MRR@10'];
  const onEngine = [...command, '--engine', address(), '--batch', '20'];

  const shown = await evaluateIn(surroundings, ...onEngine, '--dry-run');
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.stdout).toMatch(/create table hitrate_[\s\S]*insert into hitrate_[\s\S]*using bm25[\s\S]*order by/);
  const client = await connected(server);
  const tables = async () =>
    (await client.query<{ tablename: string }>(`select tablename from pg_tables where tablename like 'hitrate%'`)).rows;
  expect(await tables()).toEqual([]);

  const isBuilding = (stderr: string): boolean => stderr.includes('Indexing passages');
  const stopped = await interruptedAt(isBuilding, surroundings, ...onEngine, '--out', 'engine');
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(readdirSync(out)).not.toContain('engine');
  const [table] = await tables();

  const resumed = await evaluateIn(surroundings, ...onEngine, '--out', 'engine');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stderr).toMatch(/Resuming the index “hitrate_\w+” after [1-9]\d* passages/);
  expect(await tables()).toEqual([table]);
  expect(readdirSync(join(out, 'engine/runs'))).toHaveLength(3);

  const page = await evaluateIn(surroundings, ...command, '--out', 'page');
  expect(page.code, page.stderr).toBe(0);
  const perQuery = (folder: string) => results(folder).systems.find(({ id }) => id === 'embedding')!.perQuery;
  expect(perQuery('engine')).toEqual(perQuery('page'));
  const { manifest } = results('engine');
  expect(manifest).toMatchObject({
    engine: { engine: 'postgresql', systems: { 'ensemble-rrf': { fusion: { by: 'hitrate', method: 'rrf' } } } },
  });

  // A table of this name that somebody else made is left alone.
  await client.query(`comment on table ${table!.tablename} is 'mine'`);
  const foreign = await evaluateIn(surroundings, ...onEngine, '--fresh');
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('Hitrate did not create it')]);
  expect(await tables()).toEqual([table]);
  await client.end();
});
