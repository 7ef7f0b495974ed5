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
  expect(shown.stdout).toMatch(
    /CREATE SCHEMA "hitrate_[\s\S]*INSERT INTO "hitrate_[\s\S]*CREATE OR REPLACE FUNCTION[\s\S]*LATERAL/,
  );
  const client = await connected(server);
  const schemas = async () =>
    (await client.query<{ name: string }>(`select nspname as name from pg_namespace where nspname like 'hitrate%'`))
      .rows;
  expect(await schemas()).toEqual([]);

  const isBuilding = (stderr: string): boolean => stderr.includes('Indexing passages');
  const stopped = await interruptedAt(isBuilding, surroundings, ...onEngine, '--out', 'engine');
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(readdirSync(out)).not.toContain('engine');
  const [schema] = await schemas();

  const joined = ['--fusion', 'engine', '--report', 'report.html'];
  const resumed = await evaluateIn(surroundings, ...onEngine, ...joined, '--out', 'engine');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stderr).toMatch(/Resuming the index “hitrate_\w+” after [1-9]\d* passages/);
  expect(await schemas()).toEqual([schema]);
  expect(readdirSync(join(out, 'engine/runs'))).toHaveLength(3);

  const page = await evaluateIn(surroundings, ...command, '--out', 'page');
  expect(page.code, page.stderr).toBe(0);
  const perQuery = (folder: string) => results(folder).systems.find(({ id }) => id === 'embedding')!.perQuery;
  expect(perQuery('engine')).toEqual(perQuery('page'));
  const { manifest } = results('engine');
  expect(manifest).toMatchObject({
    engine: {
      engine: 'postgresql',
      systems: { 'ensemble-rrf': { fusion: { by: 'engine', method: 'rrf', as: { form: 'sql' } } } },
    },
  });

  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('It joined the lists of ensemble-rrf itself.');

  // A schema of this name that somebody else made is left alone.
  await client.query(`comment on schema ${schema!.name} is 'mine'`);
  const foreign = await evaluateIn(surroundings, ...onEngine, '--fresh');
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('Hitrate did not create it')]);
  expect(await schemas()).toEqual([schema]);
  await client.end();
});
