import { expect, test } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTypedJson } from '../../src/base/typed-json';
import type { ResultRecord } from '../../src/contract/result';
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

  const client = await connected(server);
  const schemas = async () =>
    (await client.query<{ name: string }>(`select nspname as name from pg_namespace where nspname like 'hitrate%'`))
      .rows;
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
  expect(readdirSync(join(out, 'engine/results-runs'))).toHaveLength(6);

  // What the page finds came with the sample: another story computes it again.
  const shipped = parseTypedJson(gunzipSync(readFileSync(join(sample, 'result.bin'))).toString()) as ResultRecord;
  const { systems } = results('engine');
  const found = systems.find(({ id }) => id === 'embedding')!.perQuery;
  const { perQuery } = shipped.systems.find(({ id }) => id === 'embedding')!;
  for (const measure of ['nDCG@10', 'MRR@10']) {
    const here = shipped.queries.map((id, i) => [id, perQuery[measure]![i]]);
    expect(found[measure], measure).toEqual(Object.fromEntries(here));
  }
  const { manifest } = results('engine');
  expect(manifest).toMatchObject({
    engine: {
      engine: 'postgresql',
      systems: { 'ensemble-rrf': { fusion: { by: 'engine', method: 'rrf', as: { form: 'sql' } } } },
    },
  });

  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('It joined the lists of ensemble-rrf itself.');
  await client.end();
});
