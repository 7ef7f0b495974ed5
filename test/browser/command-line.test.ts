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
  const collection = join(ROOT, 'test/fixtures/import/llamaindex-small.json');
  const options = ['--systems', 'bm25,ensemble-rerank', '--k', '1,5', '--out', out];
  const { code, stdout, stderr } = await evaluate(collection, ...options);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('ensemble-rerank');
  expect(stderr).toContain('Reranking');
  const csv = readFileSync(join(out, 'results.csv'), 'utf8').trim().split(/\r?\n/);
  expect(csv).toHaveLength(1 + 2 * 2);
  const json = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Exported;
  expect(json.systems.map(({ id }) => id)).toEqual(['bm25', 'ensemble-rerank']);
  const values = Object.values(json.systems[0]!.perQuery['HitRate@1']!);
  expect(values).toHaveLength(2);
  expect(json.manifest).toHaveProperty('versions');
});

test('npm run evaluate takes judgments and runs, without documents or models', async () => {
  const runs = join(import.meta.dirname, '../golden/runs');
  const turned = join(out, 'turned.run');
  const lines = readFileSync(join(runs, 'tiny.run'), 'utf8').trim().split('\n');
  writeFileSync(
    turned,
    lines.map((line) => line.replace(/(\S+) (\S+)$/, (_, score) => `${-Number(score)} tiny`)).join('\n'),
  );
  const files = [join(runs, 'tiny.qrels'), join(runs, 'tiny.run'), turned];
  const options = ['--measures', 'ndcg_cut_10,MAP,RR,P(rel=2)@5', '--missing', 'zero', '--relevance', '1'];
  const { code, stdout, stderr } = await evaluate(...files, ...options, '--out', out);
  expect(code, stderr).toBe(0);
  // Both have the tag “tiny”: each goes by the name of its file.
  expect(stdout).toMatch(/^tiny\.run +0\.3785 +0\.3183 +0\.4167 /m);
  const { systems, comparisons } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Exported;
  expect(systems.map(({ id }) => id)).toEqual(['tiny.run', 'turned.run']);
  // What trec_eval -c prints (test/golden/trec_eval).
  expect(systems[0]!.measures['nDCG@10']!.toFixed(4)).toBe('0.3785');
  expect(systems[0]!.measures['MAP']!.toFixed(4)).toBe('0.3183');
  expect(comparisons!.map(({ measure, a, b }) => [measure, a, b])).toEqual(
    ['nDCG@10', 'MAP', 'MRR', 'P(rel=2)@5'].map((measure) => [measure, 'tiny.run', 'turned.run']),
  );
  const names = ['measure', 'a', 'b', 'meanDifference', 'ci95', 'p', 'holm', 'bh', 'dz', 'wins', 'ties', 'losses'];
  expect(Object.keys(comparisons![0]!)).toEqual(expect.arrayContaining(names));
  expect(Object.keys(comparisons![0]!.ci95)).toEqual(['percentile', 'bca']);
  expect(Object.keys(comparisons![0]!.p)).toEqual(['t', 'randomisation', 'wilcoxon']);

  const unknown = await evaluate(...files, '--measures', 'NDGC@10', '--out', out);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('nDCG')]);
  const alone = await evaluate(join(runs, 'tiny.run'), '--out', out);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('qrels')]);
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
