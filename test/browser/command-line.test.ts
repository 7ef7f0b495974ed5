import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exported } from './app';

const ROOT = join(import.meta.dirname, '../..');

function evaluate(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [join(ROOT, 'tools/evaluate.mjs'), ...args], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    ),
  );
}

let out: string;
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

test('npm run evaluate prints the table and writes CSV and JSON', async () => {
  const sample = join(ROOT, 'public/samples/hitrate-sample');
  const { code, stdout, stderr } = await evaluate(
    sample,
    '--systems',
    'bm25,ensemble-rerank',
    '--k',
    '1,5',
    '--out',
    out,
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('ensemble-rerank');
  expect(stderr).toContain('Reranking');
  const csv = readFileSync(join(out, 'results.csv'), 'utf8').trim().split(/\r?\n/);
  expect(csv).toHaveLength(1 + 2 * 2);
  const json = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Exported;
  expect(json.systems.map(({ id }) => id)).toEqual(['bm25', 'ensemble-rerank']);
  const values = Object.values(json.systems[0]!.perQuery['HitRate@1']!);
  expect(values).toHaveLength(156);
  expect(json.manifest).toHaveProperty('versions');
});

test('bad input ends with code 2 and the app’s own message', async () => {
  const bad = join(out, 'bad.json');
  writeFileSync(bad, '{"queries": {}');
  const broken = await evaluate(bad, '--out', out);
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain('bad.json');
  const unknown = await evaluate(join(ROOT, 'public/samples/hitrate-sample'), '--systems', 'bm52', '--out', out);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('bm52');
  const missing = await evaluate(join(out, 'nowhere'));
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('nowhere');
});
