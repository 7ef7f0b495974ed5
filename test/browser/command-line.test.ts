import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { collectionPath } from '../data';
import type { Exported } from './app';
import { evaluate, ROOT } from './hitrate-command';

let out: string;
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

test('npm run evaluate prints the table and writes CSV and JSON', async () => {
  const collection = join(ROOT, 'test/fixtures/import/llamaindex-small.json');
  const page = join(out, 'report.html');
  const options = ['--systems', 'bm25,ensemble-rerank', '--k', '1,5', '--out', out, '--report', page];
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
  expect(readFileSync(page, 'utf8')).toMatch(/^<!DOCTYPE html>[^]*<h1>/);
});

test('npm run evaluate takes judgments and runs, without documents or models', { tag: '@full' }, async () => {
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

/** The lists of a run with the first passages of some questions moved to the end: what is lost is known. */
function worse(run: string, every: number): string {
  const lists = new Map<string, string[]>();
  for (const line of run.trim().split('\n')) {
    const query = line.split(/\s+/)[0]!;
    lists.set(query, [...(lists.get(query) ?? []), line]);
  }
  return [...lists.values()]
    .flatMap((lines, i) => {
      const sorted = [...lines].sort((a, b) => scoreOf(b) - scoreOf(a));
      const order = i % every === 0 ? [...sorted.slice(10), ...sorted.slice(0, 10)] : sorted;
      return order.map((line, rank) => line.replace(/\S+ \S+$/, `${1000 - rank} bm25`));
    })
    .join('\n');
}

const scoreOf = (line: string): number => Number(line.split(/\s+/)[4]);

test('npm run evaluate --against fails for a loss, and for nothing else', async () => {
  const qrels = collectionPath('cranfield', 'qrels.trec');
  test.skip(qrels === null, 'the judgments of Cranfield are not here');
  const run = gunzipSync(readFileSync(join(import.meta.dirname, '../golden/runs/bm25.run.gz'))).toString('utf8');
  const [same, lost] = [join(out, 'same/bm25.run'), join(out, 'lost/bm25.run')];
  for (const [file, text] of [
    [same, run],
    [lost, worse(run, 4)],
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const made = await evaluate(qrels!, same, '--measures', 'nDCG@10,MRR@10', '--out', out);
  expect(made.code, made.stderr).toBe(0);
  const baseline = join(out, 'results.json');
  const before = readFileSync(baseline, 'utf8');

  const passed = await evaluate(qrels!, same, '--against', baseline);
  expect([passed.code, passed.stdout], passed.stderr).toEqual([0, expect.stringContaining('No loss was found.')]);
  const files = ['summary.md', 'check.xml', 'check.json'].map((name) => join(out, 'check', name));
  const written = ['--summary', files[0]!, '--junit', files[1]!, '--json', files[2]!];
  const failed = await evaluate(qrels!, lost, '--against', baseline, '--measure', 'nDCG@10,MRR@10', ...written);
  expect(failed.code, failed.stderr).toBe(1);
  expect(failed.stderr).toContain('Quality was lost: 2 comparisons of 2.');
  const [summary, junit, json] = files.map((file) => readFileSync(file, 'utf8'));
  expect(summary).toContain('Questions that lost most');
  expect(junit).toContain('failures="2"');
  const { tests } = JSON.parse(json!) as { tests: { losses: number; questions: number }[] };
  expect(tests[0]!.losses).toBeGreaterThan(20);

  const accepted = await evaluate(qrels!, lost, '--against', baseline, '--margin', '.5');
  expect(accepted.code, accepted.stderr).toBe(0);
  const refused = await evaluate(qrels!, lost, '--against', baseline, '--margin', '.01');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('cannot be ruled out')]);

  // Bad input.
  const other = join(out, 'other.json');
  writeFileSync(other, before.replaceAll('"1":', '"one":'));
  const problems = [
    [['--against', other], 'questions are not those of the baseline'],
    [['--against', qrels!], 'no JSON'],
    [['--against', join(out, 'nowhere.json')], 'no such file'],
    [['--against', baseline, '--measure', 'MAP'], 'has no MAP'],
    [['--against', baseline, '--margin', '-1'], '--margin'],
    [['--against', baseline, '--out', out], 'would be overwritten'],
    [['--junit', files[1]!], '--against'],
  ] as const;
  for (const [args, problem] of problems) {
    const { code, stderr } = await evaluate(qrels!, same, ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  }
  expect(readFileSync(baseline, 'utf8')).toBe(before);
});

test('the commands of the example workflow run, and fail where quality was lost', { tag: '@full' }, async () => {
  const workflow = readFileSync(join(ROOT, 'docs/continuous-integration/github-workflow.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^ +run: \|\n((?: {10}.+\n)+)/gm)].map(([, lines]) => lines!.trim());
  expect(commands).toHaveLength(2);
  const env = Object.fromEntries(
    [...workflow.matchAll(/^ {2}([A-Z]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const collection = join(out, env['COLLECTION']!);
  cpSync(join(ROOT, 'public/samples/hitrate-sample'), collection, { recursive: true });
  rmSync(join(collection, 'result.bin'), { force: true });
  symlinkSync(ROOT, join(out, 'hitrate'));
  const baseline = join(out, env['BASELINE']!);
  const made = await evaluate(collection, '--systems', 'bm25', '--out', dirname(baseline));
  expect(made.code, made.stderr).toBe(0);
  const summary = join(out, 'step-summary.md');
  const step = (command: string) =>
    new Promise<number>((resolve) =>
      execFile(
        'bash',
        ['-e', '-c', command],
        { cwd: out, env: { ...process.env, ...env, GITHUB_STEP_SUMMARY: summary } },
        (error) => resolve(typeof error?.code === 'number' ? error.code : 0),
      ),
    );
  expect(await step(commands[0]!)).toBe(0);
  expect(await step(commands[1]!)).toBe(0);
  expect(readFileSync(summary, 'utf8')).toContain('No loss was found.');
  // As if it had been better before.
  const figures = JSON.parse(readFileSync(baseline, 'utf8')) as Exported;
  for (const { perQuery } of figures.systems)
    perQuery['nDCG@10'] = Object.fromEntries(
      Object.entries(perQuery['nDCG@10']!).map(([query, value]) => [query, value + 0.1]),
    );
  writeFileSync(baseline, JSON.stringify(figures));
  expect(await step(commands[0]!)).toBe(1);
  expect(readFileSync(join(out, 'report/check.xml'), 'utf8')).toContain('failures="1"');
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
